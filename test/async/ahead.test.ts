import { expect } from 'chai';
import { ahead } from '../../src/async/ahead.js';

describe('Work ahead', () => {
  it('gives the results in the order of the items, whichever ends first', async () => {
    const release: (() => void)[] = [];
    const work = (item: number): Promise<number> =>
      new Promise((resolve) => {
        release[item] = () => {
          resolve(item * 10);
        };
      });
    const results = ahead([0, 1, 2], 2, work);
    const first = results.next();
    release[1]?.();
    release[0]?.();
    expect((await first).value).to.equal(0);
    const second = results.next();
    expect((await second).value).to.equal(10);
    const third = results.next();
    release[2]?.();
    expect((await third).value).to.equal(20);
    expect((await results.next()).done).to.equal(true);
  });

  it('begins no more than the bound before a result is taken, and none after its end', async () => {
    const begun: number[] = [];
    const items = Array.from({ length: 100 }, (_, index) => index);
    const results = ahead(items, 16, (item) => {
      begun.push(item);
      return Promise.resolve(item);
    });
    for (let taken = 1; taken <= 10; taken += 1) {
      await results.next();
      expect(begun).to.have.length(15 + taken);
    }
    await results.return();
    expect(begun).to.have.length(25);
  });

  it('throws an error where its result is taken', async () => {
    const results = ahead([1, 2, 3], 3, (item) =>
      item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item),
    );
    expect((await results.next()).value).to.equal(1);
    const error: unknown = await results.next().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error).with.property('message', 'two');
  });
});
