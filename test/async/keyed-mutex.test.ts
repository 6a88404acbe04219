import { expect } from 'chai';
import fc from 'fast-check';
import { KeyedMutex } from '../../src/async/keyed-mutex.js';
import { failure } from '../store/support/open.js';

describe('the keyed mutex', () => {
  it('never runs tasks with a common key concurrently, and keeps their order', async () => {
    const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(keys, { maxLength: 12 }), async (scheduler, works) => {
        const turns = new KeyedMutex<string>();
        const inTurn = new Set<string>();
        const begun = new Map<string, number[]>();
        const all = works.map((wanted, index) =>
          turns.run(wanted, async () => {
            for (const key of wanted) {
              expect(inTurn.has(key), key).to.be.false;
              inTurn.add(key);
              begun.set(key, [...(begun.get(key) ?? []), index]);
            }
            await scheduler.schedule(Promise.resolve());
            for (const key of wanted) inTurn.delete(key);
          }),
        );
        await scheduler.waitFor(Promise.all(all));
        for (const order of begun.values()) expect(order).to.deep.equal([...order].sort((one, other) => one - other));
        expect(turns.size).to.equal(0);
      }),
      { numRuns: 100 },
    );
  });

  it('continues after a task that failed', async () => {
    const turns = new KeyedMutex<string>();
    const failing = turns.run(['a'], () => Promise.reject(new Error('no')));
    const next = turns.run(['a'], () => Promise.resolve('yes'));
    expect((await failure(failing)).message).to.equal('no');
    expect(await next).to.equal('yes');
  });
});
