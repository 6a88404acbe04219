import { expect } from 'chai';
import { type Iri, iri } from '../../../src/rdf/terms.js';
import { DependencyCache, type Track } from '../../../src/store/cache/dependency-cache.js';
import type { Store } from '../../../src/store/store.js';
import { TestClock } from '../../support/clock.js';
import { failure, object, openMemory, revision, statement } from '../support/open.js';

const [first, second] = [revision('piece', 1), revision('piece', 2)];
const place = iri(`${object('piece')}/revisions/`);

describe('values derived from graphs', () => {
  let store: Store;
  let derivations: DependencyCache<string>;
  let made: number;
  let clock: TestClock;
  beforeEach(async () => {
    clock = new TestClock();
    store = await openMemory();
    derivations = new DependencyCache(store, { maxBytes: 5_000, bytesOf: (value) => value.length, clock });
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

  it('are computed once for each key', async () => {
    await write(first, 'a');
    expect(await derivations.of('both', both)).to.equal('a+');
    expect(await derivations.of('both', both)).to.equal('a+');
    expect(made).to.equal(1);
    expect(await derivations.of('other', () => Promise.resolve('other'))).to.equal('other');
  });

  it('are computed again after a commit to any of their graphs, also to one that did not exist', async () => {
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

  it('are computed again from the earliest time on that one of them is valid until', async () => {
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

  it('may depend on all graphs below a prefix, future ones included, but not on deeper ones', async () => {
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

  it('are not cached when a commit changed a dependency meanwhile', async () => {
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

  it('are never older than the last commit at the time of the call', async () => {
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

  it('are bounded; a value above the bound is returned but not cached', async () => {
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

  it('are bounded including their keys, whose length callers control', async () => {
    for (let number = 0; number < 100; number += 1)
      await derivations.of(`${number}`.padEnd(500, '!'), () => Promise.resolve('value'));
    expect(derivations.size).to.be.within(1, 4);
    await derivations.of('!'.repeat(3_000), () => Promise.resolve('value'));
    expect(derivations.size).to.be.within(1, 4);
  });

  it('are not cached when their computation fails', async () => {
    const broken = derivations.of('both', (uses) => {
      uses.graph(first);
      return Promise.reject(new SyntaxError('broken'));
    });
    expect(await failure(broken)).to.be.instanceOf(SyntaxError);
    expect(await derivations.of('both', both)).to.equal('+');
  });

  it('are computed again after a reset, also without a dependency, and those that are computed then are not kept', async () => {
    let reset: (() => void) | undefined;
    const cache = new DependencyCache<string>(
      {
        onCommit: () => () => undefined,
        onReset: (listener) => {
          reset = listener;
          return () => undefined;
        },
      },
      { maxBytes: 5_000, bytesOf: (value) => value.length, clock },
    );
    const value = (text: string, during = (): void => undefined): Promise<string> =>
      cache.of('key', async () => {
        during();
        return Promise.resolve(text);
      });
    expect(await value('lost')).to.equal('lost');
    reset?.();
    expect(await value('read before', () => reset?.())).to.equal('read before');
    expect(await value('kept')).to.equal('kept');
    expect(await value('unread')).to.equal('kept');
  });
});
