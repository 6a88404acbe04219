import { constants, performance, PerformanceObserver } from 'node:perf_hooks';
import { expect } from 'chai';
import { View } from '../../src/sparql/view.js';
import { startEngine } from '../../src/store/engine.js';
import { LiveStore } from '../../src/store/live-store.js';
import { object, revision } from './support/open.js';

const MIB = 2 ** 20;
const statements = (count: number): string =>
  Array.from(
    { length: count },
    (_, number) => `<${object('piece')}> <http://a.b/says> "what number ${String(number)} says" .\n`,
  ).join('');

/** Whether an entry is of a collection of the whole heap; the declarations leave out what tells. */
function isMajor(entry: object): boolean {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined;
  return (
    typeof detail === 'object' &&
    detail !== null &&
    'kind' in detail &&
    detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  );
}

describe('An engine with room', () => {
  it('takes what it needs of the room, and holds what it is given', () => {
    const engine = startEngine();
    const store = engine.newStore();
    engine.reserve(64 * MIB);
    const { memoryBytes } = engine;
    expect(memoryBytes).to.be.within(64 * MIB, 70 * MIB);
    store.load(statements(20_000), { format: 'application/n-triples' });
    expect(engine.memoryBytes).to.equal(memoryBytes);
    expect(store.query('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', { results_format: 'csv' })).to.equal('n\r\n20000\r\n');
  });

  it('goes on without where there is no such room', () => {
    const engine = startEngine();
    const store = engine.newStore();
    for (let time = 0; time < 5; time += 1) engine.reserve(2 ** 30);
    expect(engine.memoryBytes).to.be.at.most(3.5 * 2 ** 30 + MIB);
    store.load(statements(10), { format: 'application/n-triples' });
    expect(store.query('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', { results_format: 'csv' })).to.equal('n\r\n10\r\n');
  });
});

/** How often all of the heap was collected meanwhile. */
async function majorCollections(work: () => void): Promise<number> {
  let collections = 0;
  // What is observed is told of later, in order: with the mark everything has been.
  await new Promise<void>((fulfil) => {
    const observer = new PerformanceObserver((list) => {
      collections += list.getEntries().filter(isMajor).length;
      if (list.getEntriesByName('done').length === 0) return;
      observer.disconnect();
      fulfil();
    });
    observer.observe({ entryTypes: ['gc', 'mark'] });
    work();
    performance.mark('done');
  });
  return collections;
}

describe('A large engine does not keep the garbage collector busy', () => {
  // Without room that is made in steps: some two hundred each.
  it('as the live store, while it is filled and when it changes', async function () {
    this.timeout(60_000);
    const live = new LiveStore();
    const filling = await majorCollections(() => {
      for (let number = 1; number <= 40; number += 1) live.load(revision('piece', number), statements(20_000));
    });
    expect(live.memoryBytes).to.be.above(150 * MIB);
    expect(filling).to.be.below(60);
    const text = statements(2000);
    const added = text.trimEnd().split('\n');
    const changing = await majorCollections(() => {
      for (let number = 101; number <= 200; number += 1) {
        live.apply([{ graph: revision('piece', number), text, added, removed: [] }]);
      }
    });
    expect(changing).to.be.below(60);
  });

  it('as a view', async function () {
    this.timeout(60_000);
    const view = new View();
    const filling = await majorCollections(() => {
      for (let number = 1; number <= 40; number += 1) view.put(revision('piece', number), statements(20_000), number);
      view.settle();
    });
    expect(view.memoryBytes).to.be.above(150 * MIB);
    expect(filling).to.be.below(60);
  });
});

describe('A view', () => {
  it('counts what its statements take, and not the room for queries', () => {
    const view = new View();
    view.put(revision('piece', 1), statements(1000), 1);
    view.settle();
    const { memoryBytes } = view;
    view.prepare(256 * MIB);
    expect(view.memoryBytes).to.equal(memoryBytes);
    view.put(revision('piece', 2), statements(10_000), 2);
    view.settle();
    expect(view.memoryBytes - memoryBytes).to.be.within(MIB, 8 * MIB);
  });
});
