import { expect } from 'chai';
import { createPiece } from '../support/exchange.js';
import { FeedCopy } from '../support/feed-copy.js';
import { TestClock } from '../support/clock.js';
import { startTestNode } from '../support/node.js';
import { Faults } from './support/faults.js';

describe('The feed while the disk is full', () => {
  it('gives what there is, and closes no document before there is room again (W57)', async () => {
    const faults = new Faults();
    const clock = new TestClock();
    const node = await startTestNode({ clock, record: faults.record, env: { FEED_PAGE_SIZE: '10' } });
    try {
      const pieces: string[] = [];
      while (pieces.length < 20) pieces.push(await createPiece(node.holder));
      clock.advance(3600);
      faults.arm('write', 1, Infinity);
      const copy = new FeedCopy(await node.party('holder'));
      const members = (await copy.read()).map(({ member }) => member);
      expect(members).to.include.members(pieces.map((piece) => `${piece}/revisions/1`));
      expect(copy.documents.filter(({ isClosed }) => isClosed)).to.deep.equal([]);
      faults.arm();
      await createPiece(await node.party('holder'));
      await copy.read();
      expect(copy.documents.filter(({ isClosed }) => isClosed)).to.not.be.empty;
    } finally {
      await node.stop();
    }
  });
});
