import { expect } from 'chai';
import { retried } from '../../src/async/retried.js';

describe('Work that is retried', () => {
  const retryMs = { min: 0, max: 0 };
  const options = { retryMs, random: (): number => 0, signal: new AbortController().signal };

  /** Work that fails so many times. */
  function failing(times: number): { readonly work: () => Promise<void>; readonly runs: () => number } {
    let runs = 0;
    return {
      work: () => {
        runs += 1;
        return runs <= times ? Promise.reject(new Error(`failure ${runs}`)) : Promise.resolve();
      },
      runs: () => runs,
    };
  }

  for (const times of [0, 1, 2, 5])
    it(`is run until it succeeds: after ${times} failures`, async () => {
      const failures: unknown[] = [];
      const { work, runs } = failing(times);
      const onFailure = (error: unknown, count: number): void => {
        failures.push([String(error), count]);
      };
      expect(await retried(work, { ...options, onFailure })).to.equal(true);
      expect(runs()).to.equal(times + 1);
      expect(failures).to.deep.equal(
        Array.from({ length: times }, (_, index) => [`Error: failure ${index + 1}`, index + 1]),
      );
    });

  it('ends with an error that is final', async () => {
    const { work, runs } = failing(5);
    const isFinal = (error: unknown): boolean => String(error).endsWith('2');
    expect(await retried(work, { ...options, onFailure: () => undefined, isFinal })).to.equal(false);
    expect(runs()).to.equal(2);
  });

  it('ends with the signal: before a run, in a pause, and in a run whose error is then no failure', async () => {
    const ended = new AbortController();
    ended.abort();
    const none = failing(0);
    expect(await retried(none.work, { ...options, signal: ended.signal, onFailure: () => undefined })).to.equal(false);
    expect(none.runs()).to.equal(0);

    const paused = new AbortController();
    const onFailure = (): void => {
      setImmediate(() => {
        paused.abort();
      });
    };
    const long = { min: 1_000_000, max: 1_000_000 };
    expect(await retried(failing(1).work, { ...options, retryMs: long, signal: paused.signal, onFailure })).to.equal(
      false,
    );

    const running = new AbortController();
    let failures = 0;
    const work = (): Promise<void> => {
      running.abort();
      return Promise.reject(new Error('ended'));
    };
    const counted = { ...options, signal: running.signal, onFailure: () => void (failures += 1) };
    expect(await retried(work, counted)).to.equal(false);
    expect(failures).to.equal(0);
  });
});
