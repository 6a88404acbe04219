import { expect } from 'chai';
import { TestClock } from '../support/clock.js';
import { eventBody } from '../support/exchange.js';
import type { Reply } from '../support/node.js';
import { TestContext } from '../support/world.js';

/** A clock of which each reading is a second later than the one before. */
class Counting extends TestClock {
  override now(): Date {
    this.advance(1);
    return super.now();
  }
}

describe('an event with a condition', () => {
  let world: TestContext;
  before(async () => (world = await TestContext.start({ clock: new Counting() })));
  after(() => world.stop());

  const recordedAt = async (reply: Reply): Promise<number> => {
    const { headers } = await world.holder.get(reply.headers.get('location') ?? '');
    return Date.parse(headers.get('last-modified') ?? '');
  };

  it('is added to the list that the condition names, even with concurrent additions', async () => {
    for (let round = 0; round < 30; round += 1) {
      const path = `${await world.piece()}/logistics-events`;
      const tag = (await world.holder.get(path)).headers.get('etag') ?? '';
      const plain = (): Promise<Reply> => world.holder.post(path, eventBody());
      const conditional = (): Promise<Reply> => world.holder.post(path, eventBody(), { 'If-Match': tag });
      // Either is sent first in half of the rounds.
      const sent = round % 2 === 0 ? [plain(), conditional()] : [conditional(), plain()];
      const [first, second] = await Promise.all(sent);
      if (first === undefined || second === undefined) return;
      const [added, asked] = round % 2 === 0 ? [first, second] : [second, first];
      expect(added.status, added.text).to.equal(201);
      if (asked.status === 201) expect(await recordedAt(asked)).to.be.lessThan(await recordedAt(added));
      else expect(asked.status, asked.text).to.equal(412);
    }
  });
});
