/** What every store keeps to when a graph whose text is damaged is dropped. */
import { expect } from 'chai';
import type { Iri } from '../../src/rdf/terms.js';
import { DamagedDataError, statementsOfDamaged, WrongChecksumError } from '../../src/store/quarantine.js';
import { GraphStore } from '../../src/store/graph-store/graph-store.js';
import type { IndexedLookup, Lookup, LookupEntry } from '../../src/store/lookup.js';
import type { StoreOptions } from '../../src/store/open-store.js';
import { lines } from '../../src/store/oxigraph/ntriples.js';
import type { GraphRecord, RecordSize } from '../../src/store/record.js';
import { around } from '../faults/support/faults.js';
import { failure, silent } from './support/open.js';

export interface DamagedGraphsOptions {
  readonly lookups: readonly IndexedLookup[];
  readonly open: (options: Pick<StoreOptions, 'lookups' | 'around'>) => Promise<GraphStore>;
  /** Writes graphs that have entries in the lookups. @returns their names, each once. */
  readonly fill: (store: GraphStore) => Promise<readonly Iri[]>;
}

export function describeDamagedGraphs(kind: string, { lookups, open, fill }: DamagedGraphsOptions): void {
  it(`a damaged graph is dropped with its entries in all indexes, and with those only (${kind})`, async () => {
    const records: GraphRecord[] = [];
    const written = await open({
      lookups,
      around: (record) => {
        records.push(record);
        return record;
      },
    });
    const graphs = await fill(written);
    const [record] = records;
    if (record === undefined) throw new TypeError('no record was opened');
    const damaged = new Set(graphs.filter((_, index) => index % 2 === 0));
    const text = async (graph: Iri): Promise<string> => {
      const found = await record.text(graph);
      if (damaged.has(graph) && found !== '') throw new WrongChecksumError(statementsOfDamaged(found));
      return found;
    };
    // One with nothing in its caches.
    const store = new GraphStore(
      { log: silent, lookups },
      around(record, () => undefined, { text }),
    );
    const before = await entriesIn(record, lookups);
    const ofDamaged = new Map(
      await Promise.all(
        lookups.map(async ({ name, covers, entries, byCommit }) => {
          const of = await Promise.all(
            [...damaged].filter(covers).map(async (graph) => {
              const statements = await written.read(graph);
              return statements.size === 0 ? [] : entries(statements, graph);
            }),
          );
          const places = ordersIn(before.get(name) ?? []);
          return [name, of.flat().map((entry) => shownEntry(byCommit ? placed(entry, places) : entry))] as const;
        }),
      ),
    );
    expect([...ofDamaged.values()].flat()).to.be.an('array').that.is.not.empty;

    await store.transact([...damaged], async (tx) => {
      for (const graph of damaged) {
        if ((await record.text(graph)) !== '') expect(await failure(tx.read(graph))).to.be.instanceOf(DamagedDataError);
        await tx.drop(graph);
        expect((await tx.read(graph)).size).to.equal(0);
      }
    });
    damaged.clear();
    expect(record.size).to.deep.equal(await counted(record));
    const after = await entriesIn(record, lookups);
    for (const lookup of lookups) {
      const gone = new Set(ofDamaged.get(lookup.name));
      const left = (before.get(lookup.name) ?? []).filter((entry) => !gone.has(shownEntry(entry)));
      expect(after.get(lookup.name)?.map(shownEntry), lookup.name).to.have.members(left.map(shownEntry));
      for (const partition of new Set(before.get(lookup.name)?.map((entry) => entry.partition)))
        expect(await store.count(lookup, partition), `${lookup.name}: ${partition}`).to.equal(
          left.filter((entry) => entry.partition === partition).length,
        );
    }
    for (const [index, graph] of graphs.entries())
      if (index % 2 === 0) expect((await store.read(graph)).size).to.equal(0);
    await written.close();
  });
}

/** The orders of values, which no graph holds where the record orders the entries by commits. */
const ordersIn = (entries: readonly LookupEntry[]): ReadonlyMap<string, number> =>
  new Map(entries.map(({ value, order }) => [value, order]));

const placed = (entry: LookupEntry, places: ReadonlyMap<string, number>): LookupEntry => ({
  ...entry,
  order: places.get(entry.value) ?? NaN,
});

const shownEntry = ({ partition, order, value }: LookupEntry): string => `${partition} ${order} ${value}`;

async function counted(record: GraphRecord): Promise<RecordSize> {
  const texts: string[] = [];
  for await (const { text } of record.checkedGraphs()) if (text !== undefined) texts.push(text);
  return { graphs: texts.length, statements: texts.flatMap(lines).length };
}

async function entriesIn(record: GraphRecord, lookups: readonly Lookup[]): Promise<Map<string, LookupEntry[]>> {
  const found = new Map<string, LookupEntry[]>();
  for (const { name } of lookups) {
    const entries: LookupEntry[] = [];
    for await (const entry of record.entries(name)) entries.push(entry);
    found.set(name, entries);
  }
  return found;
}
