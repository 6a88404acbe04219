/** Two nodes of ours: one mirrors what the other holds, in the oldest version and in all. */
import { expect } from 'chai';
import { eventBody, eventually } from '../support/exchange.js';
import { member } from '../support/node.js';
import { text } from '../support/world.js';
import { digestOf, Mirror } from './support/mirror.js';
import { MirrorPair } from './support/two-nodes.js';

for (const [what, versions] of [
  ['2.0.0 only', '2.0.0'],
  ['all versions', '2.0.0,2.1.0,2.2.0,2.3.0'],
] as const)
  describe(`a node that mirrors a node of ours with ${what}`, () => {
    let pair: MirrorPair;

    before(async () => {
      pair = await MirrorPair.start({
        partner: { API_VERSIONS: versions, DEFAULT_API_VERSION: '2.0.0' },
        own: { MIRROR_RATE: '0' },
      });
    });
    after(() => pair.stop());

    it('follows changes and events by notifications, with equal digests', async () => {
      const { mirror, clock, partner } = pair;
      const object = await pair.piece({ 'cargo:goodsDescription': 'as of revision 1' });
      const follow = await mirror.follow({ object });
      await mirror.until(follow, (found) => member(member(found, 'subscription'), 'state') === 'active');
      for (let revision = 2; revision <= 4; revision += 1) {
        clock.advance(3);
        await pair.change(object, `as of revision ${revision}`);
        await mirror.holds(object, revision);
        expect(await mirror.digest(object, revision)).to.equal(await digestOf(object, await pair.body(object)));
      }
      const posted = await partner.holder.post(`${object}/logistics-events`, eventBody());
      expect(posted.status).to.equal(201);
      const found = await mirror.until(follow, (one) => Mirror.count(one, 'events') === 1);
      expect(Number(member(member(found, 'found'), 'notification'))).to.equal(3);
    });

    it('freezes a copy whose access is withdrawn, and follows when it is granted again', async () => {
      const { mirror } = pair;
      const object = await pair.piece();
      const follow = await mirror.follow({ object });
      await mirror.inState(follow, 'following');
      await pair.close(object);
      await mirror.sweep(follow);
      expect(member(await mirror.inState(follow, 'frozen'), 'reason')).to.equal('forbidden');
      await pair.open(object);
      await mirror.sweep(follow);
      expect(member(await mirror.inState(follow, 'following'), 'reason')).to.equal(null);
    });

    it('ends a follow with its subscription at the partner', async () => {
      const { mirror, own } = pair;
      const object = await pair.piece();
      const follow = await mirror.follow({ object });
      const found = await mirror.until(follow, (one) => member(member(one, 'subscription'), 'state') === 'active');
      const request = text(member(member(found, 'subscription'), 'request'));
      expect((await own.holder.delete(follow)).status).to.equal(204);
      const revoked = async (): Promise<boolean> => {
        const { text: shown } = await pair.partner.holder.get(request);
        return shown.includes('REQUEST_REVOKED');
      };
      await mirror.until(follow, (one) => member(one, 'state') === 'ended');
      await eventually(revoked);
    });
  });
