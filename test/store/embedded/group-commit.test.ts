import { expect } from 'chai';
import { GroupCommit } from '../../../src/store/embedded/group-commit.js';
import type { GraphChange } from '../../../src/store/record.js';
import { failure, revision } from '../support/open.js';

const change = (number: number): GraphChange[] => [
  { graph: revision('piece', number), text: '', growth: 0, lookups: [] },
];

describe('commits', () => {
  it('that wait for a flush share the next one, and become visible in their order', async () => {
    const flushes: number[] = [];
    const events: string[] = [];
    const commits = new GroupCommit(7, {
      write: async (first, batch) => {
        flushes.push(batch.length);
        events.push(`write ${first}`);
        await Promise.resolve();
      },
      publish: (sequence, [changed]) => events.push(`show ${sequence} ${changed?.graph.at(-1) ?? ''}`),
    });
    await Promise.all(
      [1, 2, 3].map((number) => commits.commit(change(number)).then(() => events.push(`done ${number}`))),
    );
    expect(flushes).to.deep.equal([1, 2]);
    expect(events.filter((event) => !event.startsWith('done'))).to.deep.equal([
      'write 8',
      'show 8 1',
      'write 9',
      'show 9 2',
      'show 10 3',
    ]);
    expect(commits.sequence).to.equal(10);
  });

  it('that cannot be written do not become visible and get no number', async () => {
    const shown: number[] = [];
    let room = false;
    const commits = new GroupCommit(0, {
      write: () => (room ? Promise.resolve() : Promise.reject(new Error('full'))),
      publish: (sequence) => shown.push(sequence),
    });
    const refused = await Promise.allSettled([commits.commit(change(1)), commits.commit(change(2))]);
    expect(refused.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    room = true;
    await commits.commit(change(3));
    expect(shown).to.deep.equal([1]);
  });

  it('that cannot be published are not acknowledged', async () => {
    const commits = new GroupCommit(0, {
      write: () => Promise.resolve(),
      publish: () => {
        throw new Error('the engine broke down');
      },
    });
    expect((await failure(commits.commit(change(1)))).message).to.equal('the engine broke down');
  });
});
