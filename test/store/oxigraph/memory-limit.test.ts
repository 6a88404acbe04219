import { expect } from 'chai';
import { isBroken, startEngine } from '../../../src/store/oxigraph/engine.js';
import { withMemoryLimit } from '../../../src/store/oxigraph/memory-limit.js';

const MIB = 2 ** 20;
const COUNT = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
const options = { results_format: 'csv' };

/** A text that doubles with each step, within a query. */
const doubling = (steps: number): string => {
  const texts = Array.from({ length: steps }, (_, step) => `BIND(CONCAT(?t${step}, ?t${step}) AS ?t${step + 1})`);
  return `SELECT (STRLEN(?t${steps}) AS ?n) { BIND("0123456789" AS ?t0) ${texts.join(' ')} }`;
};

describe('an engine whose memory is limited', () => {
  it('works like any other', () => {
    const store = startEngine(256 * MIB).newStore();
    store.load('<http://a.b/s> <http://a.b/p> "o" .\n', { format: 'application/n-triples' });
    expect(store.query(COUNT, options)).to.equal('n\r\n1\r\n');
    expect(store.query(doubling(10), options)).to.equal('n\r\n10240\r\n');
  });

  it('traps at its limit, and others do not', () => {
    const engine = startEngine(256 * MIB);
    const [store, other] = [engine.newStore(), startEngine(256 * MIB).newStore()];
    let error: unknown;
    try {
      store.query(doubling(40), options);
    } catch (caught) {
      error = caught;
    }
    expect(isBroken(error)).to.equal(true);
    expect(engine.memoryBytes).to.be.at.most(256 * MIB);
    expect(other.query(COUNT, options)).to.equal('n\r\n0\r\n');
  });

  it('reserves no more than its limit', () => {
    const engine = startEngine(64 * MIB);
    engine.reserve(1024 * MIB);
    expect(engine.memoryBytes).to.be.within(63 * MIB, 64 * MIB);
    expect(engine.newStore().query(COUNT, options)).to.equal('n\r\n0\r\n');
  });
});

describe('a WebAssembly module', () => {
  it('without a memory of its own cannot be limited', () => {
    const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    expect(() => withMemoryLimit(empty, MIB)).to.throw(RangeError, 'no memory of its own');
  });

  it('that starts with more is not limited to less', () => {
    expect(() => startEngine(MIB)).to.throw(RangeError, 'cannot be limited to 16');
  });
});
