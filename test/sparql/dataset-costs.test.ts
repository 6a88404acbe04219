import { expect } from 'chai';
import { DatasetCosts, type DatasetCostsOptions } from '../../src/sparql/dataset-costs.js';
import { FillRate } from '../../src/sparql/fill-rate.js';

const MIB = 2 ** 20;
const store = {
  size: { graphs: 0, statements: 0 },
} as const;

describe('The cost of a dataset in a worker', () => {
  const costs = (slots: Partial<DatasetCostsOptions['slots']>, inUse: readonly string[] = []): DatasetCosts =>
    new DatasetCosts({
      store,
      maxEngineBytes: 100 * MIB,
      slots: { held: [], fillings: [], ...slots },
      demand: { isInUse: (dataset) => inUse.includes(dataset) },
      rate: { millisecondsFor: (statements) => statements / 100 },
    });
  const held = (dataset: string, megabytes: number) => ({ dataset, quads: 7, memoryBytes: megabytes * MIB });

  it('is nothing while a worker holds it, whatever its size was thought to be', () => {
    expect(costs({ held: [[], [held('a', 3)]] }).of({ key: 'a', statements: 10_000_000 })).to.deep.equal({
      state: 'held',
      statements: 7,
      bytes: 3 * MIB,
      fillMs: 0,
    });
  });

  it('is the rest of the time while a worker fills it', () => {
    const filling = { dataset: 'a', agent: undefined, named: false, statements: 1, share: 0, since: 0 };
    const cost = costs({ fillings: [filling] }).of({ key: 'a', statements: 1000 });
    expect(cost).to.include({ state: 'filling', fillMs: 10 });
    const half = { ...filling, share: 0.5, since: performance.now() - 4000 };
    expect(costs({ fillings: [half] }).of({ key: 'a', statements: 1000 }).fillMs).to.be.at.least(4000);
  });

  it('is memory, which it must not take from datasets in use', () => {
    // 350 bytes a statement.
    const statements = 200_000;
    const full = { held: [[held('b', 60)]] };
    expect(costs({}).of({ key: 'a', statements })).to.include({ state: 'fits', bytes: 70_000_000, fillMs: 2000 });
    expect(costs(full).of({ key: 'a', statements })).to.include({ state: 'fits' });
    expect(costs(full, ['b']).of({ key: 'a', statements })).to.include({ state: 'displaces' });
    const beside = { held: [...full.held, [held('c', 1)]] };
    expect(costs(beside, ['b', 'c']).of({ key: 'a', statements })).to.include({ state: 'fits' });
    expect(costs({}).of({ key: 'a', statements: 2 * statements })).to.include({ state: 'too-large' });
  });

  it('follows the pace at which the machine fills datasets', () => {
    const rate = new FillRate();
    const first = rate.millisecondsFor(1_000_000);
    rate.onFilled(100, 1000);
    expect(rate.millisecondsFor(1_000_000), 'too small to measure').to.equal(first);
    for (let count = 0; count < 20; count += 1) rate.onFilled(100_000, 1000);
    expect(rate.millisecondsFor(1_000_000)).to.be.within(9_900, 10_000);
  });
});
