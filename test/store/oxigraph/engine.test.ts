import { expect } from 'chai';
import { startEngine } from '../../../src/store/oxigraph/engine.js';
import { InMemoryDataset } from '../../../src/store/oxigraph/in-memory-dataset.js';
import { majorCollections, statements } from '../../support/engines.js';
import { revision } from '../support/open.js';

const MIB = 2 ** 20;
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

describe('A large engine does not keep the garbage collector busy', () => {
  // Without room that is made in steps: some two hundred each.
  it('as the live store, while it is filled and when it changes', async function () {
    this.timeout(60_000);
    const live = new InMemoryDataset();
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
});
