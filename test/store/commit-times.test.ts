import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { commitTimeOf, dateTimeText, timeAfter } from '../../src/store/commit-time.js';
import { TestClock } from '../support/clock.js';
import { addMember, describeCommitTimes, indexes, ordersOf, piece, uris } from './commit-times.js';
import { openFolder, openMemory, withFolder } from './support/open.js';

describeCommitTimes('memory:', (clock) => openMemory({ lookups: indexes, clock }));

describe('on disk', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });
  describeCommitTimes('file:', async (clock) => {
    const folder = await mkdtemp(join(tmpdir(), 'commit-times-'));
    folders.push(folder);
    return openFolder(folder, { lookups: indexes, clock });
  });

  it('a commit time is of the clock, and later than all before it after a restart with the clock set back (W54)', () =>
    withFolder(async (folder) => {
      const times: number[] = [];
      for (const [index, at] of ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z'].entries()) {
        const store = await openFolder(folder, { lookups: indexes, clock: new TestClock(at) });
        await addMember(store, uris.revision(piece, index + 1));
        times.push((await ordersOf(store, piece)).at(-1) ?? 0);
        await store.close();
      }
      const [first, last] = ['2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'].map((at) => commitTimeOf(new Date(at)));
      expect(times).to.deep.equal([first, (first ?? 0) + 1, last]);
    }));

  it('an ended time stays ended after a restart with the clock set back (W54)', () =>
    withFolder(async (folder) => {
      const clock = new TestClock('2026-03-02T00:00:00Z');
      const until = commitTimeOf(clock.now());
      const before = await openFolder(folder, { lookups: indexes, clock });
      expect(await before.closeUntil(until)).to.be.at.least(until);
      await before.close();
      const store = await openFolder(folder, { lookups: indexes, clock: new TestClock('2026-03-01T00:00:00Z') });
      await addMember(store, uris.revision(piece, 1));
      expect((await ordersOf(store, piece))[0]).to.be.above(until);
      await store.close();
    }));
});

describe('a commit time', () => {
  it('has six digits of the second', () => {
    const time = commitTimeOf(new Date('2026-03-01T10:00:04.120Z'));
    expect(dateTimeText(time)).to.equal('2026-03-01T10:00:04.120000Z');
    expect(dateTimeText(time + 7)).to.equal('2026-03-01T10:00:04.120007Z');
  });

  it('follows the clock, or the last one if the clock is behind', () => {
    expect(timeAfter(10, 1, { now: 100 })).to.equal(100);
    expect(timeAfter(10, 3, { now: 100 })).to.equal(102);
    expect(timeAfter(100, 2, { now: 10 })).to.equal(102);
    expect(timeAfter(10, 1, { now: 100, closes: 90 })).to.equal(100);
    expect(timeAfter(10, 1, { now: 100, closes: 900 })).to.equal(100);
  });
});
