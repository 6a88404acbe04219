import { expect } from 'chai';
import { GroupCommit } from '../../../src/store/graph-store/group-commit.js';
import type { PendingCommit } from '../../../src/store/record.js';
import { failure, revision } from '../support/open.js';

const change = (number: number): PendingCommit => ({
  changes: [{ graph: revision('piece', number), text: '', growth: 0, lookups: [] }],
  lockKeys: [],
  since: 0,
});

describe('commits', () => {
  it('that wait for a flush share the next one, and become visible in their order', async () => {
    const flushes: number[] = [];
    const events: string[] = [];
    let sequence = 7;
    const commits = new GroupCommit({
      epoch: () => 0,
      write: async (batch) => {
        flushes.push(batch.length);
        events.push('write');
        await Promise.resolve();
        return batch.map(() => ({ kind: 'written', sequence: (sequence += 1) }));
      },
      publish: (written) => {
        for (const { sequence: number, changes } of written)
          events.push(`show ${number} ${changes[0]?.graph.at(-1) ?? ''}`);
        return Promise.resolve();
      },
    });
    await Promise.all(
      [1, 2, 3].map((number) => commits.commit(change(number), 0).then(() => events.push(`done ${number}`))),
    );
    expect(flushes).to.deep.equal([1, 2]);
    expect(events.filter((event) => !event.startsWith('done'))).to.deep.equal([
      'write',
      'show 8 1',
      'write',
      'show 9 2',
      'show 10 3',
    ]);
    expect(events.indexOf('done 1')).to.be.above(events.indexOf('show 8 1'));
    expect(events.slice(-2)).to.deep.equal(['done 2', 'done 3']);
  });

  it('that cannot be written do not become visible', async () => {
    const shown: number[] = [];
    let room = false;
    const commits = new GroupCommit({
      epoch: () => 0,
      write: (batch) =>
        room ? Promise.resolve(batch.map(() => ({ kind: 'written', sequence: 1 }))) : Promise.reject(new Error('full')),
      publish: (written) => {
        shown.push(...written.map(({ sequence }) => sequence));
        return Promise.resolve();
      },
    });
    const refused = await Promise.allSettled([commits.commit(change(1), 0), commits.commit(change(2), 0)]);
    expect(refused.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    room = true;
    await commits.commit(change(3), 0);
    expect(shown).to.deep.equal([1]);
  });

  it('that lost to another process do not become visible, and the others of their batch do', async () => {
    const shown: number[] = [];
    const commits = new GroupCommit({
      epoch: () => 0,
      write: (batch) =>
        Promise.resolve(
          batch.map(({ since }) => (since === 0 ? { kind: 'conflict' } : { kind: 'written', sequence: since + 1 })),
        ),
      publish: (written) => {
        shown.push(...written.map(({ sequence }) => sequence));
        return Promise.resolve();
      },
    });
    const outcomes = await Promise.all(
      [change(0), { ...change(1), since: 4 }, change(2)].map((one) => commits.commit(one, 0)),
    );
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(['conflict', 'written', 'conflict']);
    expect(shown).to.deep.equal([5]);
  });

  it('that cannot be published are not acknowledged', async () => {
    const commits = new GroupCommit({
      epoch: () => 0,
      write: () => Promise.resolve([{ kind: 'written', sequence: 1 }]),
      publish: () => Promise.reject(new Error('the engine broke down')),
    });
    expect((await failure(commits.commit(change(1), 0))).message).to.equal('the engine broke down');
  });

  it('are written by so many at a time as the record takes, and each such batch fails alone', async () => {
    const flushes: number[] = [];
    const commits = new GroupCommit(
      {
        epoch: () => 0,
        write: (batch) => {
          flushes.push(batch.length);
          return flushes.length === 3
            ? Promise.reject(new Error('full'))
            : Promise.resolve(batch.map((_, index) => ({ kind: 'written', sequence: index + 1 })));
        },
        publish: () => Promise.resolve(),
      },
      2,
    );
    const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => commits.commit(change(number), 0)));
    expect(flushes).to.deep.equal([1, 2, 2, 1]);
    expect(results.map(({ status }) => status === 'fulfilled')).to.deep.equal([true, true, true, false, false, true]);
  });

  it('of an epoch that has ended are in conflict, and not written', async () => {
    let epoch = 0;
    const written: number[] = [];
    const commits = new GroupCommit({
      epoch: () => epoch,
      write: (batch) => {
        written.push(...batch.map(({ since }) => since));
        // The reset comes while the others wait.
        epoch = 1;
        return Promise.resolve(batch.map(() => ({ kind: 'written', sequence: 1 })));
      },
      publish: () => Promise.resolve(),
    });
    const [first, ...others] = [0, 0, 1].map((of, index) =>
      commits.commit({ ...change(index), since: index }, of).then(({ kind }) => kind),
    );
    expect(await first).to.equal('written');
    expect(await Promise.all(others)).to.deep.equal(['conflict', 'written']);
    expect(written).to.deep.equal([0, 2]);
  });
});
