/** Tables as CSV and XLSX (K73 to K75). */
import { expect } from 'chai';
import { csvChunks } from '../../src/exports/csv.js';
import type { FileLanguage } from '../../src/exports/languages.js';
import type { Table, TableCell } from '../../src/exports/table.js';
import { xlsxChunks } from '../../src/exports/xlsx.js';
import { wallClock, zoneNamed } from '../../src/exports/zones.js';
import { linesIn, python, sheetsIn } from './judge.js';

const WORDS = ['Müller & Söhne', 'بضائع', '上海', '"quoted"', 'two\nlines', 'a;b,c', ' blank '];
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];
const TIME = new Date('2026-11-22T14:05:59Z');

const table = (rows: readonly (readonly TableCell[])[]): Table => ({
  fileName: 'late',
  title: 'Late: [shipments]/ä',
  columns: [
    { label: 'Name', kind: 'text' },
    { label: 'Weight', kind: 'number' },
    { label: 'Time', kind: 'time' },
    { label: 'Delay', kind: 'hours' },
  ],
  rows: (async function* () {
    yield* await Promise.resolve(rows);
  })(),
  asked: [['Period', '2026-11']],
  isTruncated: false,
  wasTruncated: () => true,
});

const rows: readonly (readonly TableCell[])[] = [
  ...WORDS.map((word): TableCell[] => [word, 8.5, TIME, 1.25]),
  ...FORMULAS.map((text): TableCell[] => [text, '-12.50', null, null]),
  ['not a number', '=2', null, null],
];

async function joined(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

const csv = (language: FileLanguage, zone = 'UTC'): Promise<Buffer> =>
  joined(csvChunks(table(rows), { language, zone }));
const xlsx = (zone = 'UTC'): Promise<Buffer> =>
  joined(xlsxChunks(table(rows), { zone, language: 'en', agent: 'https://node.example/a', at: TIME }));

describe('Tables as CSV', () => {
  it('are UTF-8 with a BOM and CRLF, with the marks of the language (K73)', async () => {
    const english = await csv('en');
    expect([...english.subarray(0, 3)]).to.deep.equal([0xef, 0xbb, 0xbf]);
    const [heading, first] = english.toString().slice(1).split('\r\n');
    expect(heading).to.equal('Name,Weight,Time (UTC),Delay (h)');
    expect(first).to.equal('Müller & Söhne,8.5,2026-11-22 14:05,1.25');
    const [, german] = (await csv('de', 'Europe/Berlin')).toString().split('\r\n');
    expect(german).to.equal('Müller & Söhne;8,5;2026-11-22 15:05;1,25');
  });

  it('have no formula; numbers stay numbers (K74)', async () => {
    const lines = (await csv('en')).toString();
    for (const begin of ['=', '+', '-', '@', '\t'])
      expect(lines).to.match(new RegExp(`\r\n'\\${begin === '\t' ? 't' : begin}`));
    expect(lines).to.contain("'=1+1,-12.50,,").and.to.contain(`"'\r=1",-12.50`).and.to.contain("not a number,'=2,,");
  });

  it('are read as they were written by another program (K75)', async function () {
    if (python === undefined) return this.skip();
    const lines = linesIn(python, await csv('de'), ';');
    expect(lines.slice(1, 1 + WORDS.length).map(([name]) => name)).to.deep.equal(WORDS);
    expect(lines.slice(1 + WORDS.length, -1).map(([name]) => name)).to.deep.equal(FORMULAS.map((text) => `'${text}`));
    expect(lines.every((line) => line.length === 4)).to.equal(true);
  });
});

describe('Tables as workbooks', () => {
  it('have typed cells, a bold frozen heading and a second sheet, for another program (K74, K75)', async function () {
    this.timeout(60_000);
    if (python === undefined) return this.skip();
    const [data, about] = sheetsIn(python, await xlsx('Europe/Berlin'));
    expect([data?.name, data?.frozen, data?.bold]).to.deep.equal([
      'Late   shipments  ä',
      'A2',
      [true, true, true, true],
    ]);
    expect(data?.rows[0]?.map(([, value]) => value)).to.deep.equal([
      'Name',
      'Weight',
      'Time (Europe/Berlin)',
      'Delay (h)',
    ]);
    expect(data?.rows[1]).to.deep.equal([
      ['str', 'Müller & Söhne'],
      ['float', '8.5'],
      ['datetime', '2026-11-22 15:05:59'],
      ['float', '1.25'],
    ]);
    expect(data?.rows.slice(1, 1 + WORDS.length).map((row) => row[0]?.[1])).to.deep.equal(WORDS);
    const cells = data?.rows.slice(1 + WORDS.length).map((row) => row.slice(0, 2)) ?? [];
    expect(cells[0]).to.deep.equal([
      ['str', "'=1+1"],
      ['float', '-12.5'],
    ]);
    expect(cells.at(-1)?.[1]).to.deep.equal(['str', "'=2"]);
    expect(data?.rows.flat().filter(([type]) => type.endsWith('!'))).to.deep.equal([]);
    expect(about?.rows.map((row) => row.map(([, value]) => value))).to.deep.equal([
      ['Question', 'Late: [shipments]/ä'],
      ['Period', '2026-11'],
      ['Time zone', 'Europe/Berlin'],
      ['Asked by', 'https://node.example/a'],
      ['Asked at (Europe/Berlin)', '2026-11-22 15:05'],
      ['Rows', `the first ${rows.length}; there are more`],
    ]);
  });

  it('end with the reader, and with a failure of their rows', async () => {
    const state: { isEnded: boolean } = { isEnded: false };
    const endless = table([]);
    const stopped = xlsxChunks(
      {
        ...endless,
        rows: (async function* () {
          try {
            for (;;) yield await Promise.resolve([Math.random().toString(36).repeat(50), 1, TIME, 1]);
          } finally {
            state.isEnded = true;
          }
        })(),
      },
      { zone: 'UTC', language: 'en', agent: 'a', at: TIME },
    );
    for await (const chunk of stopped) if (chunk.length > 0) break;
    for (let turns = 0; turns < 1000 && !state.isEnded; turns += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect(state.isEnded).to.equal(true);
    const failing = xlsxChunks(
      {
        ...endless,
        rows: { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no rows')) }) },
      },
      { zone: 'UTC', language: 'en', agent: 'a', at: TIME },
    );
    const error = await joined(failing).catch((thrown: unknown) => thrown);
    expect(String(error)).to.contain('no rows');
  });
});

describe('Zones of files', () => {
  it('are those of IANA, with summer time (K73)', () => {
    expect(zoneNamed('europe/berlin')).to.equal('Europe/Berlin');
    for (const name of ['', 'Mars/Base', '+05:00', '../etc', 'x'.repeat(100)])
      expect(zoneNamed(name), name).to.equal(undefined);
    expect(wallClock(new Date('2026-07-01T22:30:00Z'), 'Europe/Berlin').text).to.equal('2026-07-02 00:30');
    expect(wallClock(new Date('2026-01-01T00:00:00Z'), 'Asia/Kolkata').text).to.equal('2026-01-01 05:30');
    expect(wallClock(new Date('2026-01-01T00:00:30Z'), 'America/New_York').text).to.equal('2025-12-31 19:00');
  });
});
