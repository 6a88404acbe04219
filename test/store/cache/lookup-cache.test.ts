import { expect } from 'chai';
import { createLookups } from '../../../src/lookups.js';
import { iri } from '../../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../../src/rdf/vocabulary.js';
import { systemClock } from '../../../src/clock.js';
import { defaultCacheBudget } from '../../../src/store/cache/cache-budget.js';
import { LookupCache } from '../../../src/store/cache/lookup-cache.js';
import { StoreCaches } from '../../../src/store/cache/store-cache.js';
import type { LookupEntry, LookupPage, LookupReader } from '../../../src/store/lookup.js';
import { MemoryRecord } from '../../../src/store/memory/memory-record.js';
import type { GraphChange, PendingCommit } from '../../../src/store/record.js';
import { UriScheme } from '../../../src/uris.js';
import { base } from '../support/open.js';

const { lookups } = createLookups(new UriScheme(base), createVocabulary(standardNamespaces));
const { byCreation: events } = lookups.events;
const entry = (order: number): LookupEntry => ({ partition: 'p', order, value: iri(`${base}/${order}`) });
const adding = (...added: LookupEntry[]): GraphChange => ({
  graph: iri(`${base}/g`),
  text: '',
  growth: 0,
  lookups: [{ lookup: events.name, added, removed: [] }],
});

const commitOf = (change: GraphChange): PendingCommit => ({ changes: [change], lockKeys: [], since: 0 });

describe('the cache of lookups', () => {
  const count = 1_000;
  const asked: LookupPage[] = [];
  let record: MemoryRecord;
  let cache: LookupCache;

  beforeEach(async () => {
    asked.length = 0;
    record = new MemoryRecord();
    // Every second place, so that entries can come between.
    await record.write([commitOf(adding(...Array.from({ length: count }, (_, index) => entry(2 * index))))]);
    const reader: LookupReader = {
      lookup: (lookup, partition, page = {}) => {
        asked.push(page);
        return record.lookup(lookup, partition, page);
      },
      count: (lookup, partition) => record.count(lookup, partition),
    };
    cache = new LookupCache(reader, new StoreCaches(defaultCacheBudget, systemClock));
  });

  for (const reverse of [false, true])
    it(`begins a page where the one before ended${reverse ? ', from the end' : ''}`, async () => {
      for (let offset = 0; offset < count; offset += 100)
        expect(await cache.lookup(events, 'p', { limit: 100, offset, reverse })).to.deep.equal(
          await record.lookup(events, 'p', { limit: 100, offset, reverse }),
        );
      expect(asked.map(({ offset }) => offset)).to.deep.equal(asked.map(() => 0));
    });

  it('begins a page where it began the last time', async () => {
    const page = { limit: 100, offset: 700 };
    const first = await cache.lookup(events, 'p', page);
    asked.length = 0;
    expect(await cache.lookup(events, 'p', page)).to.deep.equal(first);
    expect(asked.map(({ offset }) => offset)).to.deep.equal([0]);
  });

  it('returns the same pages in both orders as the record', async () => {
    for (const offset of [500, 100, 550, 900, 0, 905])
      expect(await cache.lookup(events, 'p', { limit: 50, offset })).to.deep.equal(
        await record.lookup(events, 'p', { limit: 50, offset }),
      );
  });

  it('counts again after a commit to the partition', async () => {
    await cache.lookup(events, 'p', { limit: 100, offset: 0 });
    const change = adding(entry(1));
    await record.write([commitOf(change)]);
    cache.update([change]);
    expect(await cache.lookup(events, 'p', { limit: 1, offset: 100 })).to.deep.equal([entry(198)]);
  });
});
