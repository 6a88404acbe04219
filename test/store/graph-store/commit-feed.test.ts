import { expect } from 'chai';
import { CommitFeed } from '../../../src/store/graph-store/commit-feed.js';
import type { FeedPage } from '../../../src/store/record.js';
import { object } from '../support/open.js';

const never = new AbortController().signal;
const [first, second] = [object('first'), object('second')];

describe('followers of commits', () => {
  /** A feed of a record that other processes write to, and what makes its commits visible. */
  function sharedFeed(page: () => Promise<FeedPage>): { feed: CommitFeed; commit: (name?: typeof first) => void } {
    let sequence = 0;
    const feed = new CommitFeed({ shared: { feed: page } }, () => sequence, 2);
    return {
      feed,
      commit: (name = first) => {
        sequence += 1;
        feed.add([name]);
      },
    };
  }
  const entry = (sequence: number): FeedPage => ({
    kind: 'entries',
    entries: [{ sequence, isLocal: false, graphs: [second], partitions: [] }],
  });

  it('are at a position of the past after a reset, though there are as many commits as before', async () => {
    const { feed, commit } = sharedFeed(() => Promise.reject(new Error('not asked')));
    commit();
    const [before, waiting] = [feed.follow(), feed.follow().wait(never)];
    feed.reset();
    expect(before.lost.aborted).to.equal(true);
    expect(await waiting).to.equal(true);
    expect(await before.wait(never), 'again').to.equal(true);
    const { kind, next } = await before.changes();
    expect(kind).to.equal('gap');
    expect(next.lost.aborted).to.equal(false);
    commit(second);
    const changed = await next.changes();
    expect(changed.kind === 'graphs' && [...changed.graphs]).to.deep.equal([second]);
    expect((await before.changes()).kind, 'for ever').to.equal('gap');
  });

  it('have a gap when the store is reset while the feed of the record is read', async () => {
    let sequence = 0;
    let reset = (): void => undefined;
    const { feed, commit } = sharedFeed(async () => {
      await Promise.resolve();
      reset();
      return entry((sequence += 1));
    });
    const begin = feed.follow();
    for (let count = 0; count < 6; count += 1) commit();
    reset = (): void => {
      feed.reset();
    };
    expect((await begin.changes()).kind).to.equal('gap');
  });

  it('stay where they are when the feed of the record cannot be read', async () => {
    let sequence = 0;
    let isBroken = true;
    const { feed, commit } = sharedFeed(() =>
      isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(entry((sequence += 1))),
    );
    const begin = feed.follow();
    for (let count = 0; count < 6; count += 1) commit();
    const error: unknown = await begin.changes().catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error).with.property('message', 'broken');
    isBroken = false;
    const changed = await begin.changes();
    expect(changed.kind === 'graphs' && [...changed.graphs]).to.deep.equal([second]);
    expect(changed.next.sequence).to.equal(6);
  });
});
