import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { judge } from '../../../src/conformance/judge.js';
import { areaNames, areaOf, type Row } from '../../../src/conformance/row.js';
import { rows } from '../../../src/conformance/rows/index.js';
import type { ApiVersion } from '../../../src/conformance/versions.js';
import { NodeWorlds } from './node-world.js';

/** Rows that this node cannot be asked, with the outcome. */
const others: Readonly<Record<string, string>> = {};

describe('Conformance: the table of the kit', () => {
  let worlds: NodeWorlds;
  before(async () => {
    worlds = await NodeWorlds.start();
  });
  after(() => worlds.stop());

  /** In the latest of its versions; the built command asks in each (T30). */
  const expectHolds = async (row: Row): Promise<void> => {
    const version = row.versions.at(-1) ?? '2.0.0';
    const session = worlds.session(version);
    const result = await judge(row, { session, readOnly: false, signal: new AbortController().signal });
    expect(result.outcome, result.reason).to.equal(others[row.id] ?? 'passed');
  };

  for (const row of rows) it(`${row.id}: ${row.sentence}`, () => expectHolds(row));

  it('has ids of its areas, each once, and no sentence twice (T8, T29)', () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const id of ids) expect(id).to.match(/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/);
    const sentences = rows.map(({ sentence }) => sentence);
    expect(new Set(sentences).size).to.equal(sentences.length);
  });

  it('states nothing that a row of the node alone states (T29)', () => {
    const folder = new URL('..', import.meta.url);
    const texts = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
    const normal = (text: string): string =>
      text
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, ' ')
        .trim();
    const own = texts.flatMap((file) =>
      [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^ +statement:\s+'((?:[^'\\]|\\.)*)'/gm)].map(
        ([, statement = '']) => normal(statement),
      ),
    );
    expect(own.length).to.be.greaterThan(100);
    const both = rows.filter(({ sentence, id }) => own.includes(normal(sentence)) || own.includes(normal(id)));
    expect(both.map(({ id }) => id)).to.deep.equal([]);
  });

  it('has at least 120 rows for 2.0.0 and 150 for 2.3.0, and four in each area (T9)', () => {
    const of = (version: ApiVersion): readonly Row[] => rows.filter((row) => row.versions.includes(version));
    expect(of('2.0.0').length).to.be.at.least(120);
    expect(of('2.3.0').length).to.be.at.least(150);
    for (const area of areaNames)
      expect(of('2.3.0').filter((row) => areaOf(row) === area).length, area).to.be.at.least(4);
  });

  it('is ordered by area, so that all outputs are (T24)', () => {
    const places = rows.map((row) => areaNames.indexOf(areaOf(row)));
    expect(places).to.deep.equal(places.toSorted((one, other) => one - other));
  });

  it('says for each row where it is said (T8)', () => {
    for (const { cites, sentence, versions, id } of rows) {
      expect(cites.document, id).to.not.equal('');
      expect(cites.section, id).to.not.equal('');
      expect(sentence, id).to.match(/\.$/);
      expect(versions.length, id).to.be.greaterThan(0);
    }
  });
});
