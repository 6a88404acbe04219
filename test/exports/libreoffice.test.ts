/** Files for spreadsheets as LibreOffice opens them: it converts each to CSV, cell by cell (K75, D-9). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import Papa from 'papaparse';
import { csvChunks } from '../../src/exports/csv.js';
import type { Table, TableCell } from '../../src/exports/table.js';
import { xlsxChunks } from '../../src/exports/xlsx.js';

const TIME = new Date('2026-11-22T14:05:00Z');
const TEXTS = ['Müller & Söhne', 'بضائع', '上海', '"quoted"', 'two\nlines', 'a;b,c', ' blank ', '020-12345675'];
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=cmd|" /C calc"!A0', '=HYPERLINK("http://x.example")'];
/** A CSV has no types: only a workbook keeps such a text as it is. */
const LIKE_NUMBERS = ['0123', '1E5', '2026-11-22'];

const rowsOf = (texts: readonly string[]): readonly (readonly TableCell[])[] => [
  ...texts.map((text): TableCell[] => [text, 8.5, TIME, 1.25]),
  ...FORMULAS.map((text): TableCell[] => [text, '-12.50', null, null]),
];
/** The cells as they must be read. */
const cellsOf = (texts: readonly string[]): readonly (readonly string[])[] => [
  ['Name', 'Weight', 'Time (Europe/Berlin)', 'Delay (h)'],
  ...texts.map((text) => [text, '8.5', '2026-11-22 15:05', '1.25']),
  // The apostrophe is in the cell.
  ...FORMULAS.map((text) => [`'${text}`, '-12.5', '', '']),
];

const table = (texts: readonly string[]): Table => ({
  fileName: 'late',
  title: 'Late',
  columns: [
    { label: 'Name', kind: 'text' },
    { label: 'Weight', kind: 'number' },
    { label: 'Time', kind: 'time' },
    { label: 'Delay', kind: 'hours' },
  ],
  rows: (async function* () {
    yield* await Promise.resolve(rowsOf(texts));
  })(),
  asked: [['Period', '2026-11']],
  isTruncated: false,
  wasTruncated: () => false,
});

async function joined(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** LibreOffice's filter of CSV: separator, quote, UTF-8, first line; English; cells as they are shown. */
const filter = (separator: string, locale: number): string =>
  `Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,76,1,,${locale},false,true,false,false,false,-1`;
const [ENGLISH, GERMAN] = [1033, 1031];

describe('Files in LibreOffice', () => {
  let folder = '';

  before(function () {
    const { status } = spawnSync('soffice', ['--version']);
    if (status !== 0) {
      process.stdout.write('      skipped: there is no soffice (apt-get install libreoffice-calc)\n');
      this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), 'office-'));
  });
  after(() => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });

  /** What LibreOffice reads in a file: its sheets by name, each as lines of cells. */
  function sheetsOf(name: string, file: Buffer, options: readonly string[] = []): ReadonlyMap<string, string[][]> {
    const source = join(folder, name);
    const read = mkdtempSync(join(folder, 'read-'));
    writeFileSync(source, file);
    const { status, stderr } = spawnSync(
      'soffice',
      [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        ...['--headless', ...options, '--convert-to', `csv:${filter(',', ENGLISH)}`, '--outdir', read, source],
      ],
      { encoding: 'utf8', timeout: 100_000 },
    );
    expect(status, stderr).to.equal(0);
    return new Map(
      readdirSync(read).map((sheet) => [
        sheet,
        Papa.parse<string[]>(readFileSync(join(read, sheet), 'utf8'), { skipEmptyLines: true }).data,
      ]),
    );
  }
  const only = (sheets: ReadonlyMap<string, string[][]>): string[][] => [...sheets.values()][0] ?? [];
  /** LibreOffice shows seconds of a text that it takes for a time. */
  const withoutSeconds = (lines: string[][]): string[][] =>
    lines.map((line) => line.map((cell) => cell.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):00$/, '$1')));

  it('K75: a workbook has the cells that were written, texts as texts, and a second sheet', async () => {
    const texts = [...TEXTS, ...LIKE_NUMBERS];
    const notes = { zone: 'Europe/Berlin', language: 'en', agent: 'https://node.example/a', at: TIME } as const;
    const sheets = sheetsOf('late.xlsx', await joined(xlsxChunks(table(texts), notes)));
    expect(withoutSeconds(sheets.get('late-Late.csv') ?? [])).to.deep.equal(cellsOf(texts));
    expect(sheets.get('late-About this file.csv')?.map(([name]) => name)).to.deep.equal([
      ...['Question', 'Period', 'Time zone', 'Asked by', 'Asked at (Europe/Berlin)', 'Rows'],
    ]);
  });

  it('K75: a CSV has the same cells, in English and in German', async () => {
    for (const [language, separator, locale] of [
      ['en', ',', ENGLISH],
      ['de', ';', GERMAN],
    ] as const) {
      const file = await joined(csvChunks(table(TEXTS), { language, zone: 'Europe/Berlin' }));
      const lines = only(sheetsOf(`${language}.csv`, file, [`--infilter=${filter(separator, locale)}`]));
      expect(withoutSeconds(lines), language).to.deep.equal(cellsOf(TEXTS));
    }
  });
});
