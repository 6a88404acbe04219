import { mock } from 'node:test';
import { expect } from 'chai';
import { WarmSchedule } from '../../src/sparql/warm-schedule.js';

describe('updates of the datasets that are filled in advance', () => {
  let now: number;
  let updates: number[];
  let schedule: WarmSchedule;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    now = 0;
    updates = [];
    schedule = new WarmSchedule(
      { delayMs: 100, unusedMs: 1000, maxLagMs: 5000 },
      () => updates.push(now),
      () => now,
    );
  });

  afterEach(() => {
    schedule.stop();
    mock.timers.reset();
  });

  /** Lets time pass, with a commit every 50 ms. */
  function write(ms: number): void {
    for (const until = now + ms; now < until;) {
      schedule.onOutdated();
      pass(50);
    }
  }

  function pass(ms: number): void {
    for (const until = now + ms; now < until;) {
      now += 10;
      mock.timers.tick(10);
    }
  }

  it('when there is nothing to wait for: a moment after the commit', () => {
    schedule.onOutdated();
    pass(1000);
    expect(updates).to.deep.equal([100]);
  });

  it('while there are queries: a moment after the first of some commits', () => {
    schedule.onQuery();
    write(500);
    expect(updates).to.deep.equal([100, 200, 300, 400, 500]);
  });

  it('while there are none: when the writes pause', () => {
    write(2000);
    expect(updates).to.deep.equal([]);
    pass(1000);
    expect(updates).to.deep.equal([2050]);
  });

  it('when the last query is too long ago: when the writes pause, too', () => {
    schedule.onQuery();
    pass(1000);
    write(1000);
    expect(updates).to.deep.equal([]);
  });

  it('where the writes never pause: after some time nevertheless', () => {
    write(12_000);
    expect(updates).to.deep.equal([5000, 10_000]);
  });

  it('no more once it is stopped', () => {
    schedule.onOutdated();
    schedule.stop();
    pass(1000);
    expect(updates).to.deep.equal([]);
  });
});
