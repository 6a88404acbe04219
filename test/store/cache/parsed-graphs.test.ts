import { expect } from 'chai';
import type { Graph } from '../../../src/rdf/graph.js';
import type { Store } from '../../../src/store/store.js';
import { ParsedGraphs } from '../../../src/store/cache/parsed-graphs.js';
import { failure, object, openMemory, revision, statement } from '../support/open.js';

const piece = object('piece');
const graph = revision('piece', 1);
const values = (statements: Graph): string[] => Array.from(statements, ({ object: value }) => value.value);

describe('the cache of parsed graphs', () => {
  let store: Store;
  let parsedGraphs: ParsedGraphs;
  beforeEach(async () => {
    store = await openMemory({ cacheBudget: { share: () => 16_000 } });
    parsedGraphs = new ParsedGraphs(store);
  });
  afterEach(() => store.close());

  const write = (value: string): Promise<void> =>
    store.transact([piece], (tx) => tx.replace(graph, [statement('piece', 'p', value)]));

  it('parses each graph once', async () => {
    await write('one');
    let made = 0;
    const parse = (statements: Graph): string[] => {
      made += 1;
      return values(statements);
    };
    const [one, same] = await Promise.all([parsedGraphs.get(graph, parse), parsedGraphs.get(graph, parse)]);
    expect(one).to.deep.equal(['one']);
    expect(same).to.equal(one);
    expect(await parsedGraphs.get(graph, parse)).to.equal(one);
    expect(made).to.equal(1);
  });

  it('keeps the results of each parser apart', async () => {
    await write('one');
    expect(await parsedGraphs.get(graph, values)).to.deep.equal(['one']);
    expect(await parsedGraphs.get(graph, ({ size }, name) => `${name} ${size}`)).to.equal(`${graph} 1`);
  });

  it('evicts the oldest when there are more statements than the bound', async () => {
    const graphs = [1, 2, 3, 4].map((number) => revision('piece', number));
    for (const name of graphs) {
      await store.transact([piece], (tx) =>
        tx.insert(
          name,
          ['a', 'b', 'c'].map((value) => statement('piece', 'p', value)),
        ),
      );
      await parsedGraphs.get(name, values);
    }
    expect(parsedGraphs.size).to.equal(3);
    expect(await parsedGraphs.get(revision('piece', 1), values)).to.have.members(['a', 'b', 'c']);
  });

  it('evicts graphs with few but long values', async () => {
    for (const number of [1, 2, 3, 4]) {
      const name = revision('piece', number);
      await store.transact([piece], (tx) => tx.insert(name, [statement('piece', 'p', 'x'.repeat(4_000))]));
      await parsedGraphs.get(name, values);
    }
    expect(parsedGraphs.size).to.equal(2);
  });

  it('counts what values are to hold later', async () => {
    for (const number of [1, 2, 3, 4]) {
      const name = revision('piece', number);
      await store.transact([piece], (tx) => tx.insert(name, [statement('piece', 'p', 'x')]));
      await parsedGraphs.get(name, values);
      await parsedGraphs.get(name, () => new Map<number, number>(), 5);
    }
    expect(parsedGraphs.size).to.equal(2);
  });

  it('parses again after a commit to the graph, also when it did not exist', async () => {
    expect(await parsedGraphs.get(graph, values)).to.deep.equal([]);
    await write('one');
    expect(await parsedGraphs.get(graph, values)).to.deep.equal(['one']);
    await write('two');
    expect(await parsedGraphs.get(graph, values)).to.deep.equal(['two']);
    await store.transact([piece], (tx) => tx.drop(graph));
    expect(await parsedGraphs.get(graph, values)).to.deep.equal([]);
  });

  it('is never older than the last commit at the time of the call', async () => {
    for (let number = 1; number <= 50; number += 1) {
      const early = parsedGraphs.get(graph, values);
      const written = write(String(number));
      const during = parsedGraphs.get(graph, values);
      await written;
      expect(await parsedGraphs.get(graph, values)).to.deep.equal([String(number)]);
      await Promise.all([early, during]);
      expect(await parsedGraphs.get(graph, values)).to.deep.equal([String(number)]);
    }
  });

  it('does not keep a read that a commit overtook', async () => {
    const other = await openMemory();
    const writeThere = (value: string): Promise<void> =>
      other.transact([piece], (tx) => tx.replace(graph, [statement('piece', 'p', value)]));
    // A store whose reads wait until they are released, as those of a remote one may.
    let letGo = (): void => undefined;
    const slow = new ParsedGraphs({
      read: async (name) => {
        const statements = await other.read(name);
        await new Promise<void>((fulfil) => (letGo = fulfil));
        return statements;
      },
      cache: (options) => other.cache(options),
    });
    await writeThere('one');
    const begunBefore = slow.get(graph, values);
    await writeThere('two');
    letGo();
    expect(await begunBefore).to.deep.equal(['one']);
    const begunAfter = slow.get(graph, values);
    await new Promise(setImmediate);
    letGo();
    expect(await begunAfter).to.deep.equal(['two']);
    await other.close();
  });

  it('is bounded', async () => {
    for (let number = 0; number < 30; number += 1) await parsedGraphs.get(revision('piece', number), values);
    expect(parsedGraphs.size).to.equal(12);
  });

  it('does not keep an error of the store', async () => {
    let isBroken = true;
    const other = await openMemory();
    const broken = new ParsedGraphs({
      read: (name) => (isBroken ? Promise.reject(new Error('broken')) : other.read(name)),
      cache: (options) => other.cache(options),
    });
    expect((await failure(broken.get(graph, values))).message).to.equal('broken');
    isBroken = false;
    expect(await broken.get(graph, values)).to.deep.equal([]);
    await other.close();
  });

  it('does not keep an error of the parser', async () => {
    let broken = true;
    const parse = (): string => {
      if (broken) throw new SyntaxError('not a head');
      return 'a head';
    };
    expect(await failure(parsedGraphs.get(graph, parse))).to.be.instanceOf(SyntaxError);
    broken = false;
    expect(await parsedGraphs.get(graph, parse)).to.equal('a head');
  });
});
