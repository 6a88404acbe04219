import { expect } from 'chai';
import { type Iri, iri } from '../../../src/rdf/terms.js';
import { type StoreCache, StoreCaches, type Track } from '../../../src/store/cache/store-cache.js';
import { Indexes } from '../../../src/store/lookup.js';
import type { Store } from '../../../src/store/store.js';
import { TestClock } from '../../support/clock.js';
import { failure, object, openMemory, revision, statement } from '../support/open.js';

const [first, second] = [revision('piece', 1), revision('piece', 2)];
const place = iri(`${object('piece')}/revisions/`);

/** A lookup of graphs by the value of their only statement. */
class LinkedNames {
  readonly #indexes = new Indexes();
  readonly index = this.#indexes.add({
    name: 'by-value',
    version: 1,
    covers: () => true,
    entries: (statements, value) =>
      Array.from(statements, ({ object: { value: partition } }) => ({ partition, order: 1, value })),
  });
  readonly lookups = this.#indexes.lookups;
}

describe('the cache of the store', () => {
  let store: Store;
  let derivations: StoreCache<string>;
  let made: number;
  let clock: TestClock;
  beforeEach(async () => {
    clock = new TestClock();
    store = await openMemory({ cacheBudget: { share: () => 5_000 }, clock });
    derivations = store.cache({ share: 'bodies', bytes: ({ length }) => length });
    made = 0;
  });
  afterEach(() => store.close());

  const write = (graph: Iri, value: string): Promise<void> =>
    store.transact([object('piece')], (tx) => tx.replace(graph, [statement('piece', 'p', value)]));

  const text = async (graph: Iri): Promise<string> =>
    Array.from(await store.read(graph), ({ object: value }) => value.value).join();

  const both = async (uses: Track): Promise<string> => {
    made += 1;
    uses.graph(first);
    uses.graph(second);
    return `${await text(first)}+${await text(second)}`;
  };

  it('computes a value once for each key, also for concurrent requests', async () => {
    await write(first, 'a');
    expect(await Promise.all([derivations.of('both', both), derivations.of('both', both)])).to.deep.equal(['a+', 'a+']);
    expect(await derivations.of('both', both)).to.equal('a+');
    expect(made).to.equal(1);
    expect(await derivations.of('other', () => Promise.resolve('other'))).to.equal('other');
  });

  it('computes a value again after a commit to any of its graphs, also to one that did not exist', async () => {
    expect(await derivations.of('both', both)).to.equal('+');
    await write(second, 'b');
    expect(await derivations.of('both', both)).to.equal('+b');
    await write(first, 'a');
    expect(await derivations.of('both', both)).to.equal('a+b');
    await store.transact([object('piece')], (tx) => tx.drop(second));
    expect(await derivations.of('both', both)).to.equal('a+');
    await write(revision('piece', 3), 'c');
    expect(await derivations.of('both', both)).to.equal('a+');
    expect(made).to.equal(4);
  });

  it('computes a value again after a commit that changed a partition of a lookup, and after no other', async () => {
    const { index, lookups } = new LinkedNames();
    const linked = await openMemory({ lookups, clock });
    try {
      const pages = linked.cache<string>({ share: 'lists', bytes: ({ length }) => length });
      const page = (partition: string): Promise<string> =>
        pages.of(partition, async (uses) => {
          made += 1;
          uses.partition(index, partition);
          return String(await linked.count(index, partition));
        });
      const link = (graph: Iri, partition: string): Promise<void> =>
        linked.transact([object('piece')], (tx) => tx.replace(graph, [statement('piece', 'p', partition)]));
      expect([await page('a'), await page('b')]).to.deep.equal(['0', '0']);
      await link(first, 'a');
      expect([await page('a'), await page('b')]).to.deep.equal(['1', '0']);
      expect(made).to.equal(3);
      await link(first, 'b');
      expect([await page('a'), await page('b')]).to.deep.equal(['0', '1']);
      expect(made).to.equal(5);
    } finally {
      await linked.close();
    }
  });

  it('computes a value again from the earliest time on that a part of it is valid until', async () => {
    const end = clock.now().getTime() + 10_000;
    const ending = (uses: Track): Promise<string> => {
      made += 1;
      uses.until(end + 1);
      uses.until(end);
      uses.until(Infinity);
      return Promise.resolve(String(made));
    };
    expect(await derivations.of('ending', ending)).to.equal('1');
    clock.advance(9.999);
    expect(await derivations.of('ending', ending)).to.equal('1');
    clock.advance(0.001);
    expect(await derivations.of('ending', ending)).to.equal('2');
  });

  it('caches a value that depends on all graphs below a prefix until one of them is written, including new ones, but not deeper ones', async () => {
    const inPlace = async (uses: Track): Promise<string> => {
      uses.graph(place);
      return `${await text(first)}+${await text(second)}`;
    };
    expect(await derivations.of('place', inPlace)).to.equal('+');
    await write(second, 'b');
    expect(await derivations.of('place', inPlace)).to.equal('+b');
    expect(derivations.size).to.equal(1);
    await write(iri(`${second}/provenance`), 'x');
    expect(derivations.size).to.equal(1);
    await write(revision('piece', 3), 'c');
    expect(derivations.size).to.equal(0);
  });

  it('does not keep a value when a commit changed a dependency while it was made', async () => {
    await write(first, 'a');
    let letGo = (): void => undefined;
    const slow = derivations.of('slow', async (uses) => {
      uses.graph(first);
      const value = await text(first);
      await new Promise<void>((fulfil) => (letGo = fulfil));
      return value;
    });
    await write(first, 'b');
    letGo();
    expect(await slow).to.equal('a');
    expect(derivations.size).to.equal(0);
  });

  it('has no value that is older than the last commit at the time of the call', async () => {
    for (let number = 1; number <= 50; number += 1) {
      const early = derivations.of('both', both);
      const written = write(number % 2 === 0 ? first : second, String(number));
      const during = derivations.of('both', both);
      await written;
      const expected = `${await text(first)}+${await text(second)}`;
      expect(await derivations.of('both', both)).to.equal(expected);
      await Promise.all([early, during]);
      expect(await derivations.of('both', both)).to.equal(expected);
    }
  });

  it('is bounded; a value above the bound is returned but not cached', async () => {
    for (let number = 0; number < 100; number += 1) {
      await derivations.of(String(number), (uses) => {
        uses.graph(revision('piece', number));
        return Promise.resolve('value');
      });
    }
    expect(derivations.size).to.be.within(5, 12);
    const large = 'x'.repeat(6_000);
    expect(await derivations.of('large', () => Promise.resolve(large))).to.equal(large);
    expect(derivations.size).to.be.within(5, 12);
  });

  it('is bounded including its keys, whose length callers control', async () => {
    for (let number = 0; number < 100; number += 1)
      await derivations.of(`${number}`.padEnd(500, '!'), () => Promise.resolve('value'));
    expect(derivations.size).to.be.within(1, 4);
    await derivations.of('!'.repeat(3_000), () => Promise.resolve('value'));
    expect(derivations.size).to.be.within(1, 4);
  });

  it('keeps nothing of a computation that fails', async () => {
    const broken = derivations.of('both', (uses) => {
      uses.graph(first);
      return Promise.reject(new SyntaxError('broken'));
    });
    expect(await failure(broken)).to.be.instanceOf(SyntaxError);
    expect(await derivations.of('both', both)).to.equal('+');
  });

  it('keeps a value that depends on the graph that its key names until a commit changes that graph', async () => {
    const texts = store.cache<string>({ share: 'history', bytes: ({ length }) => length, dependsOn: 'key' });
    const read = (graph: Iri): Promise<string> => texts.of(graph, () => text(graph));
    await write(first, 'a');
    expect(await read(first)).to.equal('a');
    expect(texts.get(first)).to.equal('a');
    await write(second, 'b');
    expect(texts.get(first)).to.equal('a');
    await write(first, 'c');
    expect(texts.get(first)).to.equal(undefined);
    expect(await read(first)).to.equal('c');
  });

  it('counts a growing value until another one replaces it', () => {
    const lists = store.cache<string[]>({ share: 'lists', bytes: (items) => 1_000 * items.length });
    const list = lists.put('key', []);
    const empty = lists.bytes;
    list.push('one');
    lists.resize('key', list);
    expect(lists.bytes - empty).to.equal(1_000);
    lists.put('key', []);
    list.push('two');
    lists.resize('key', list);
    expect(lists.bytes).to.equal(empty);
    const large = lists.put('large', []);
    for (let number = 0; number < 6; number += 1) large.push('item');
    lists.resize('large', large);
    expect(lists.get('large')).to.equal(undefined);
  });

  it('is the only one of its share: together they stay within the setting', () => {
    expect(() => store.cache({ share: 'bodies', bytes: () => 1 })).to.throw('another cache of the share bodies');
  });

  it('is empty after a reset, also of values without a dependency and of those that were being made', async () => {
    const caches = new StoreCaches({ share: () => 5_000 }, clock);
    const cache = caches.create<string>({ share: 'bodies', bytes: ({ length }) => length });
    const value = (content: string, during = (): void => undefined): Promise<string> =>
      cache.of('key', async () => {
        await Promise.resolve();
        during();
        return content;
      });
    expect(await value('lost')).to.equal('lost');
    caches.clear();
    expect(
      await value('read before', () => {
        caches.clear();
      }),
    ).to.equal('read before');
    expect(await value('kept')).to.equal('kept');
    expect(await value('unread')).to.equal('kept');
  });
});
