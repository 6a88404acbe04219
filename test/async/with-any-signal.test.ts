import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { withAnySignal } from '../../src/async/with-any-signal.js';

describe('work under any of several signals', () => {
  const untilAborted = (signal: AbortSignal): Promise<unknown> =>
    new Promise((resolve) => {
      if (signal.aborted) resolve(signal.reason);
      else
        signal.addEventListener('abort', () => {
          resolve(signal.reason);
        });
    });

  for (const which of [0, 1])
    it(`is aborted by signal ${which + 1}, with its reason`, async () => {
      const sources = [new AbortController(), new AbortController()];
      const work = withAnySignal(
        sources.map(({ signal }) => signal),
        untilAborted,
      );
      sources[which]?.abort('over');
      expect(await work).to.equal('over');
    });

  it('is aborted at once by a signal that has been', async () => {
    expect(await withAnySignal([new AbortController().signal, AbortSignal.abort('before')], untilAborted)).to.equal(
      'before',
    );
  });

  it('leaves nothing at its signals, whether it succeeds or fails', async () => {
    const { signal } = new AbortController();
    const result = await withAnySignal([signal], () => Promise.resolve('done'));
    const failure = await withAnySignal([signal], () => Promise.reject(new Error('broken'))).catch(String);
    expect([result, failure]).to.deep.equal(['done', 'Error: broken']);
    expect(getEventListeners(signal, 'abort')).to.have.length(0);
  });
});
