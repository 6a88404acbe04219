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
});
