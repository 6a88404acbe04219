import { expect } from 'chai';
import { judge } from '../../../src/conformance/judge.js';
import { areaNames, areaOf, type Row } from '../../../src/conformance/row.js';
import { rows } from '../../../src/conformance/rows/index.js';
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
