import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { Wakeup } from '../../src/async/wakeup.js';

describe('a wakeup', () => {
  it('lets other events in, also when there is work all the time', async () => {
    const wakeup = new Wakeup();
    const stopping = new AbortController();
    setTimeout(() => {
      stopping.abort();
    }, 1);
    let rounds = 0;
    for (; !stopping.signal.aborted; rounds += 1) {
      wakeup.soon(0);
      await wakeup.wait(60_000, stopping.signal);
    }
    expect(rounds).to.be.greaterThan(0);
  });

  it('remembers work that was announced while nothing waited', async () => {
    const wakeup = new Wakeup();
    wakeup.soon(0);
    await wakeup.wait(Infinity, new AbortController().signal);
    const began = performance.now();
    await wakeup.wait(5, new AbortController().signal);
    expect(performance.now() - began, 'milliseconds without work').to.be.at.least(4);
  });

  it('wakes what waits, and leaves nothing at its signal', async () => {
    const wakeup = new Wakeup();
    const { signal } = new AbortController();
    for (let round = 0; round < 3; round += 1) {
      const waiting = wakeup.wait(Infinity, signal);
      // Until it waits for more than the turn of other events.
      while (getEventListeners(signal, 'abort').length === 0) await nextTurn();
      wakeup.soon(0);
      await waiting;
    }
    expect(getEventListeners(signal, 'abort')).to.have.length(0);
  });

  it('ends when its signal is aborted', async () => {
    const stopping = new AbortController();
    const waiting = new Wakeup().wait(Infinity, stopping.signal);
    while (getEventListeners(stopping.signal, 'abort').length === 0) await nextTurn();
    stopping.abort();
    await waiting;
    expect(getEventListeners(stopping.signal, 'abort')).to.have.length(0);
  });
});
