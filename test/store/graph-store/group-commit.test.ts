import { expect } from 'chai';
import { type DurableCommits, GroupCommit } from '../../../src/store/graph-store/group-commit.js';
import type { PendingCommit, WriteResult } from '../../../src/store/record.js';
import { failure, revision } from '../support/open.js';

const change = (number: number): PendingCommit => ({
  changes: [{ graph: revision('piece', number), text: '', growth: 0, lookups: [] }],
  lockKeys: [],
  since: 0,
});

/** The sequences of commits that become visible. */
const sequencesOf = ({ first, changes }: DurableCommits): number[] => changes.map((_, index) => first + index);
const written = (first: number): Promise<WriteResult> => Promise.resolve({ kind: 'written', first });

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
        const first = sequence + 1;
        sequence += batch.length;
        return { kind: 'written', first };
      },
      publish: ({ first, changes }) => {
        for (const [index, of] of changes.entries()) events.push(`show ${first + index} ${of[0]?.graph.at(-1) ?? ''}`);
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
      write: () => (room ? written(1) : Promise.reject(new Error('full'))),
      publish: (commits) => {
        shown.push(...sequencesOf(commits));
        return Promise.resolve();
      },
    });
    const refused = await Promise.allSettled([commits.commit(change(1), 0), commits.commit(change(2), 0)]);
    expect(refused.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    room = true;
    await commits.commit(change(3), 0);
    expect(shown).to.deep.equal([1]);
  });

  /** Commits 1, 2, … wait for one that is written by itself, and are a batch of a record that tells of each how it ends. */
  async function ofOneBatch(
    count: number,
    write: (since: readonly number[]) => WriteResult['kind'],
    epoch = (): number => 0,
  ): Promise<{ readonly results: string[]; readonly batches: number[][]; readonly shown: number[] }> {
    const batches: number[][] = [];
    const shown: number[] = [];
    let sequence = 0;
    const commits = new GroupCommit({
      epoch,
      write: async (batch) => {
        const numbers = batch.map(({ since }) => since);
        batches.push(numbers);
        await Promise.resolve();
        if (write(numbers) === 'conflict') return { kind: 'conflict' };
        const first = sequence + 1;
        sequence += batch.length;
        return { kind: 'written', first };
      },
      publish: (durable) => {
        shown.push(...sequencesOf(durable));
        return Promise.resolve();
      },
    });
    const results = await Promise.allSettled(
      Array.from({ length: count + 1 }, (_, index) => commits.commit({ ...change(index), since: index }, 0)),
    );
    return {
      results: results.slice(1).map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
      batches: batches.slice(1),
      shown: shown.slice(1),
    };
  }

  it('that lost to another process do not become visible, and the others of their batch do', async () => {
    const { results, batches, shown } = await ofOneBatch(5, (numbers) =>
      numbers.includes(2) ? 'conflict' : 'written',
    );
    expect(results).to.deep.equal(['written', 'conflict', 'written', 'written', 'written']);
    expect(batches).to.deep.equal([[1, 2, 3, 4, 5], [1, 2, 3], [1, 2], [1], [2], [3], [4, 5]]);
    expect(shown).to.deep.equal([2, 3, 4, 5]);
  });

  it('of a part of a batch that cannot be written fail alone', async () => {
    const { results, shown } = await ofOneBatch(4, (numbers) => {
      if (numbers.length === 4) return 'conflict';
      if (numbers.includes(3)) throw new Error('full');
      return 'written';
    });
    expect(results).to.deep.equal(['written', 'written', 'failed', 'failed']);
    expect(shown).to.deep.equal([2, 3]);
  });

  it('of a part of a batch are in conflict when their epoch has ended meanwhile', async () => {
    let epoch = 0;
    const { results, batches } = await ofOneBatch(
      4,
      (numbers) => {
        if (numbers.length === 4) return 'conflict';
        if (numbers.length === 2) epoch = 1;
        return 'written';
      },
      () => epoch,
    );
    expect(results).to.deep.equal(['written', 'written', 'conflict', 'conflict']);
    expect(batches).to.deep.equal([
      [1, 2, 3, 4],
      [1, 2],
    ]);
  });

  it('that cannot be published are not acknowledged', async () => {
    const commits = new GroupCommit({
      epoch: () => 0,
      write: () => written(1),
      publish: () => Promise.reject(new Error('the engine broke down')),
    });
    expect((await failure(commits.commit(change(1), 0))).message).to.equal('the engine broke down');
  });

  it('are written in batches of the size of the record, and each batch fails alone', async () => {
    const flushes: number[] = [];
    const commits = new GroupCommit(
      {
        epoch: () => 0,
        write: (batch) => {
          flushes.push(batch.length);
          return flushes.length === 3 ? Promise.reject(new Error('full')) : written(1);
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
    const sent: number[] = [];
    const commits = new GroupCommit({
      epoch: () => epoch,
      write: (batch) => {
        sent.push(...batch.map(({ since }) => since));
        // The reset comes while the others wait.
        epoch = 1;
        return written(1);
      },
      publish: () => Promise.resolve(),
    });
    const [first, ...others] = [0, 0, 1].map((of, index) => commits.commit({ ...change(index), since: index }, of));
    expect(await first).to.equal('written');
    expect(await Promise.all(others)).to.deep.equal(['conflict', 'written']);
    expect(sent).to.deep.equal([0, 2]);
  });
});
