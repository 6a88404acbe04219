import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { type Engine, startEngine } from '../../../src/store/oxigraph/engine.js';
import { statements } from '../../support/engines.js';

const MIB = 2 ** 20;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Starts an engine, uses it, and gives it up. */
function abandoned(): WeakRef<Engine> {
  const engine = startEngine();
  engine.newStore().load(statements(10), { format: 'application/n-triples' });
  engine.reserve(64 * MIB);
  return new WeakRef(engine);
}

describe('an engine that nothing refers to any more', () => {
  it('gives its memory back', async () => {
    const before = process.memoryUsage().external;
    const engines = Array.from({ length: 20 }, abandoned);
    while (engines.some((engine) => engine.deref() !== undefined)) {
      await nextTurn();
      collect();
    }
    await nextTurn();
    collect();
    expect((process.memoryUsage().external - before) / MIB).to.be.below(5 * 64);
  });
});

describe('an engine with reserved memory', () => {
  it('uses the reserved memory before it grows', () => {
    const engine = startEngine();
    const store = engine.newStore();
    engine.reserve(64 * MIB);
    const { memoryBytes } = engine;
    expect(memoryBytes).to.be.within(64 * MIB, 70 * MIB);
    store.load(statements(20_000), { format: 'application/n-triples' });
    expect(engine.memoryBytes).to.equal(memoryBytes);
    expect(store.query('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', { results_format: 'csv' })).to.equal('n\r\n20000\r\n');
  });

  it('works without where the reservation fails', () => {
    const engine = startEngine();
    const store = engine.newStore();
    for (let time = 0; time < 5; time += 1) engine.reserve(2 ** 30);
    expect(engine.memoryBytes).to.be.at.most(3.5 * 2 ** 30 + MIB);
    store.load(statements(10), { format: 'application/n-triples' });
    expect(store.query('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', { results_format: 'csv' })).to.equal('n\r\n10\r\n');
  });
});
