import { expect } from 'chai';
import { DatasetDemand, UNUSED_MS } from '../../src/sparql/dataset-demand.js';

describe('The demand for a dataset', () => {
  let now: number;
  let demand: DatasetDemand;

  beforeEach(() => {
    now = 0;
    demand = new DatasetDemand(1000, () => now);
  });

  it('deserves a copy when queries have waited for as long as filling it takes', () => {
    demand.onAnswered('a', 500, 3);
    expect(demand.deservesCopy('a', 1500)).to.equal(true);
    expect(demand.deservesCopy('a', 1501)).to.equal(false);
    expect(demand.deservesCopy('b', 0)).to.equal(false);
    demand.onAnswered('a', 500, 0);
    expect(demand.deservesCopy('a', 1501), 'nobody waited').to.equal(false);
    demand.onCopied('a');
    expect(demand.deservesCopy('a', 0)).to.equal(false);
  });

  it('deserves none for short waits, and forgets old ones', () => {
    demand.onAnswered('a', 333, 3);
    expect(demand.deservesCopy('a', 1), 'less than a second').to.equal(false);
    now = 60_001;
    demand.onAnswered('a', 333, 3);
    expect(demand.deservesCopy('a', 1)).to.equal(false);
    demand.onAnswered('a', 1, 3);
    expect(demand.deservesCopy('a', 1)).to.equal(true);
  });

  it('ends when there was no query for a while', () => {
    demand.onAnswered('a', 1, 0);
    now = UNUSED_MS;
    expect(demand.isInUse('a')).to.equal(true);
    now += 1;
    expect(demand.isInUse('a')).to.equal(false);
  });
});
