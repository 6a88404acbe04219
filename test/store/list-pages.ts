import { expect } from 'chai';
import fc from 'fast-check';
import { factory, type Iri, iri, namedNode, node, triple } from '../../src/rdf/terms.js';
import { comparePositions, type IndexedLookup, Indexes, type LookupEntry } from '../../src/store/lookup.js';
import { type ListedPage, listPage, MAX_OFFSET, partitionsOf } from '../../src/store/lookup-page.js';
import type { Store } from '../../src/store/store.js';
import { scaled } from '../support/size.js';
import { failure, object } from './support/open.js';

const order = namedNode('urn:x:order');
const partition = namedNode('urn:x:partition');

/** An entry of a graph says its order and partition itself. */
export const statedLookup: IndexedLookup = new Indexes().add({
  name: 'stated',
  version: 1,
  covers: () => true,
  entries: (statements, graph) =>
    Array.from(statements.match(null, partition), ({ subject, object: name }) => ({
      partition: name.value,
      order: Number(statements.objects(subject, order)[0]?.value),
      value: graph,
    })),
});

const graphOf = (index: number): Iri => iri(object(String(index).padStart(6, '0')));

async function write(store: Store, entries: readonly Omit<LookupEntry, 'value'>[]): Promise<LookupEntry[]> {
  await store.transact([graphOf(0)], async (tx) => {
    for (const [index, entry] of entries.entries()) {
      const subject = node(graphOf(index));
      await tx.replace(graphOf(index), [
        triple(subject, order, factory.literal(String(entry.order))),
        triple(subject, partition, factory.literal(entry.partition)),
      ]);
    }
  });
  return entries.map((entry, index) => ({ ...entry, value: graphOf(index) }));
}

const pages = fc.record({
  limit: fc.integer({ min: 1, max: 7 }),
  reverse: fc.boolean(),
  from: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
  until: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
  names: fc.subarray(['a', 'b', 'c', 'none'], { minLength: 1 }),
});
const stored = fc.array(
  fc.record({ partition: fc.constantFrom('a', 'b', 'c', 'd'), order: fc.integer({ min: 0, max: 10 }) }),
  { minLength: 60, maxLength: 120 },
);

/** Writes some graphs with `statedLookup`. @returns their names. */
export async function writeStated(store: Store): Promise<Iri[]> {
  const entries = await write(
    store,
    Array.from({ length: 7 }, (_, index) => ({ partition: `p${index % 3}`, order: index })),
  );
  return [...new Set(entries.map(({ value }) => value))];
}

/** Holds the pages of lists to what a store should answer. @param open a store with `statedLookup`. */
export function describeListPages(kind: string, open: () => Promise<Store>): void {
  describe(`pages of several partitions, ${kind}`, () => {
    it('lead from place to place through all entries between the bounds, in both directions', async function () {
      this.timeout(scaled(600_000));
      const store = await open();
      const [sample] = fc.sample(stored, { numRuns: 1, seed: 26 });
      const all = await write(store, sample ?? []);
      await fc.assert(
        fc.asyncProperty(pages, async ({ names, limit, reverse, from = -Infinity, until = Infinity }) => {
          const bounds = {
            reverse,
            ...(from !== -Infinity && { from }),
            ...(until !== Infinity && { until }),
          };
          const expected = all
            .filter((entry) => names.includes(entry.partition) && entry.order >= from && entry.order <= until)
            .sort(comparePositions);
          if (reverse) expected.reverse();
          const read = async (page: Omit<ListedPage, 'limit'>): ReturnType<typeof listPage> =>
            listPage(store, partitionsOf(statedLookup, names), { limit, ...bounds, ...page });
          const walked: LookupEntry[] = [];
          for (let page = await read({}), steps = 0; steps <= expected.length; steps += 1) {
            walked.push(...page.entries);
            const last = page.entries.at(-1);
            if (!page.hasNext || last === undefined) break;
            page = await read({ after: last });
            expect(page.hasPrevious).to.equal(true);
          }
          expect(walked).to.deep.equal(expected);
          const back: LookupEntry[] = [];
          for (let before: LookupEntry | undefined = expected.at(-1), steps = 0; steps <= expected.length; steps += 1) {
            if (before === undefined) break;
            const page: Awaited<ReturnType<typeof listPage>> = await read({ before });
            back.unshift(...page.entries);
            if (!page.hasPrevious) break;
            before = page.entries[0];
          }
          expect(back).to.deep.equal(expected.slice(0, -1));
          const skipped = await read({ offset: 3 });
          expect(skipped.entries).to.deep.equal(expected.slice(3, 3 + limit));
          expect(skipped.hasNext).to.equal(expected.length > 3 + limit);
          const isBounded = 'from' in bounds || 'until' in bounds;
          if (!isBounded) expect(skipped.total).to.equal(expected.length);
        }),
        { numRuns: scaled(60), seed: 26 },
      );
      await store.close();
    });

    it('read no more than the page, wherever it is, and refuse to pass over more than they may', async function () {
      this.timeout(scaled(600_000));
      const store = await open();
      const count = MAX_OFFSET + 50;
      const all = await write(
        store,
        Array.from({ length: count }, (_, index) => ({ partition: index % 2 === 0 ? 'a' : 'b', order: index })),
      );
      let read = 0;
      const reader = {
        count: (...of: Parameters<Store['count']>) => store.count(...of),
        lookup: async (...of: Parameters<Store['lookup']>) => {
          const entries = await store.lookup(...of);
          read += entries.length;
          return entries;
        },
      };
      const sources = partitionsOf(statedLookup, ['a', 'b']);
      const last = all[count - 12];
      for (const page of [{ after: last }, { after: last, until: count }, { from: 0 }, { from: 5, until: 9_000 }]) {
        read = 0;
        const { entries } = await listPage(reader, sources, { limit: 10, ...page });
        expect(entries).to.have.length(10);
        expect(read, JSON.stringify(page)).to.be.at.most(60);
      }
      const { entries } = await listPage(reader, sources, { limit: 10, offset: MAX_OFFSET });
      expect(entries).to.deep.equal(all.slice(MAX_OFFSET, MAX_OFFSET + 10));
      const tooFar = { limit: 10, offset: MAX_OFFSET + 1 };
      expect(String(await failure(listPage(reader, sources, tooFar)))).to.include('`skip` must be at most 10000');
      const { entries: none, total } = await listPage(reader, sources, { limit: 10, offset: count });
      expect([none, total]).to.deep.equal([[], count]);
      await store.close();
    });
  });
}
