import { expect } from 'chai';
import { FairQueue } from '../../src/async/fair-queue.js';

/** Takes so many, and says whose they are. */
function take(queue: FairQueue<string>, count: number, cost: (party: string) => number = () => 1): string[] {
  return Array.from({ length: count }, () => {
    const next = queue.shift();
    if (next === undefined) return 'none';
    queue.charge(() => next.party, cost(next.party));
    return next.party;
  });
}

describe('a fair queue', () => {
  it('serves those in turn who use as much as each other, however many each has waiting', () => {
    const queue = new FairQueue<string>();
    for (let count = 0; count < 10; count += 1) queue.push('many', 'x');
    for (let count = 0; count < 3; count += 1) queue.push('few', 'y');
    expect(take(queue, 8)).to.deep.equal(['many', 'few', 'many', 'few', 'many', 'few', 'many', 'many']);
    expect(queue.size).to.equal(5);
  });

  it('keeps the order of what one has waiting', () => {
    const queue = new FairQueue<string>();
    for (const item of ['1', '2', '3']) queue.push('a', item);
    expect([queue.shift()?.item, queue.shift()?.item, queue.shift()?.item]).to.deep.equal(['1', '2', '3']);
    expect(queue.shift()).to.equal(undefined);
  });

  it('gives each as much time, and not as many turns', () => {
    const queue = new FairQueue<string>();
    for (let count = 0; count < 20; count += 1) for (const party of ['large', 'small']) queue.push(party, 'x');
    const served = take(queue, 24, (party) => (party === 'large' ? 5 : 1));
    expect(served.filter((party) => party === 'large')).to.have.length(4);
  });

  it('serves who comes with little next, beside many that others have waiting', () => {
    const queue = new FairQueue<string>();
    for (let count = 0; count < 100; count += 1) for (const party of ['a', 'b']) queue.push(party, 'x');
    for (let time = 0; time < 20; time += 1) {
      take(queue, 3, () => 1);
      queue.push('light', 'y');
      // Those that start at the same time, and came before, are two at most.
      expect(take(queue, 3, (party) => (party === 'light' ? 0.1 : 1))).to.include('light');
    }
  });

  it('lets nobody who asks for little wait for those who come later', () => {
    const queue = new FairQueue<string>();
    for (let count = 0; count < 10; count += 1) queue.push(`before ${count}`, 'x');
    queue.push('light', 'x');
    const served: string[] = [];
    while (!served.includes('light')) {
      // Two come for each that is served.
      for (const name of ['x', 'y']) queue.push(`${name} ${served.length}`, 'x');
      served.push(...take(queue, 1));
    }
    expect(served).to.have.length(11);
  });

  it('holds against nobody what was used while nobody waited', () => {
    const queue = new FairQueue<string>();
    queue.charge(() => 'a', 1_000_000);
    for (const party of ['a', 'b', 'a', 'b']) queue.push(party, 'x');
    expect(take(queue, 4)).to.deep.equal(['a', 'b', 'a', 'b']);
    expect(queue.known).to.equal(0);
  });

  it('forgets those who would start now', () => {
    const queue = new FairQueue<string>();
    for (let count = 0; count < 20_000; count += 1) {
      queue.push(`${count}`, 'x');
      queue.push('another', 'x');
      take(queue, 2);
      expect(queue.known).to.be.at.most(1_001);
    }
  });
});
