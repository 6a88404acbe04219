/** What notifications lead to: type follows, coalescing, and servers that are copied unasked (docs/mirror.md, M12 to M18). */
import { expect } from 'chai';
import * as faults from '../mirror/support/faults.js';
import { Mirror } from '../mirror/support/mirror.js';
import { Notifier, notificationOf } from '../mirror/support/notifications.js';
import type { PartnerObject } from '../mirror/support/partner-object.js';
import { type PartnerRequest, TestPartner } from '../mirror/support/test-partner.js';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries, patient } from '../support/exchange.js';
import { freePort } from '../support/ports.js';
import { api, cargo, type Json, list, member } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, type Statement } from './statement.js';

const clock = new TestClock();
const env = { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' };
const PIECE = `${cargo}Piece`;
const UPDATED = 'LOGISTICS_OBJECT_UPDATED';

let partner: TestPartner;
beforeEach(async () => {
  partner = await TestPartner.start({ clock });
});
afterEach(() => partner.close());

const mirrorOf = ({ node, holder }: TestContext): Mirror => new Mirror(node.url, holder);
const subscriptionIn = (follow: Json, state: string): boolean =>
  member(member(follow, 'subscription'), 'state') === state;
const isActive = (follow: Json): boolean => subscriptionIn(follow, 'active');
const settledFollow = (follow: Json): boolean => Mirror.count(follow, 'due') === 0;

/** A followed object of which the first revision is held, without a subscription. */
async function followed(world: TestContext): Promise<{ mirror: Mirror; object: PartnerObject; address: string }> {
  const mirror = mirrorOf(world);
  const object = partner.create('awb-1');
  const address = await mirror.follow({ object: object.uri, subscribe: false, events: false });
  await mirror.holds(object.uri, 1);
  return { mirror, object, address };
}

/** Waits until the mirror has looked at a notification, which was received at the present time of the clock. */
const isHeard = (mirror: Mirror, { uri }: PartnerObject): Promise<void> =>
  eventually(async () => {
    const [heard] = await mirror.values(uri, 'head', 'heard');
    return heard !== undefined && Date.parse(heard) === clock.now().getTime();
  });

const statements: readonly Statement[] = [
  {
    section: 'M12',
    statement: 'one subscription for a type, to what is created, updated and to events',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const [all, silent] = [PIECE, `${cargo}Waybill`];
      const address = await mirror.follow({ server: partner.base, type: all });
      await mirror.until(address, isActive);
      const other = await mirror.follow({ server: partner.base, type: silent, events: false });
      await mirror.until(other, isActive);
      const asked = partner.subscriptions.requests.map(({ topicType, topic, eventTypes, sendsBody }) => ({
        ...{ topicType, topic, sendsBody, eventTypes: eventTypes.toSorted() },
      }));
      const usual = ['LOGISTICS_OBJECT_CREATED', UPDATED];
      const topicType = 'LOGISTICS_OBJECT_TYPE';
      expect(asked).to.have.deep.members([
        { topicType, topic: all, sendsBody: false, eventTypes: ['LOGISTICS_EVENT_RECEIVED', ...usual] },
        { topicType, topic: silent, sendsBody: false, eventTypes: usual },
      ]);
    },
  },
  {
    section: 'M14',
    statement: 'the data holder of a server is offered the subscription to a type that is followed there, nobody else',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const address = await mirror.follow({ server: partner.base, type: PIECE });
      await mirror.until(address, (found) => member(found, 'holder') === partner.holder && isActive(found));
      const path = (topic: string): string =>
        `/subscriptions?topicType=${encodeURIComponent(`${api}LOGISTICS_OBJECT_TYPE`)}&topic=${encodeURIComponent(topic)}`;
      const holder = await Notifier.partyOf(partner, world.node.url);
      const offered = await holder.get(path(PIECE));
      expect(offered.status, offered.text).to.equal(200);
      expect(list(offered.json)).to.have.length(1);
      expect(offered.text).to.contain(PIECE).and.to.contain('LOGISTICS_OBJECT_CREATED');
      expect(list((await holder.get(path(`${cargo}Waybill`))).json), 'a type that nobody follows').to.deep.equal([]);
      expect(list((await world.partner.get(path(PIECE))).json), 'another agent').to.deep.equal([]);
    },
  },
  {
    section: 'M14',
    statement: 'a request for a type that the partner has made of its own accord becomes the subscription',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const end = partner.fault('subscriptions', faults.status(405));
      const address = await mirror.follow({ server: partner.base, type: PIECE });
      await mirror.until(address, (found) => subscriptionIn(found, 'refused'));
      end();
      const object = partner.create('made');
      const triggeredBy = `${partner.base}/action-requests/made-by-the-partner`;
      const notifier = await Notifier.of(partner, world.node.url);
      await notifier.send(notificationOf(object.uri, 'LOGISTICS_OBJECT_CREATED', { triggeredBy }));
      const [request] = await partner.asked('action-request');
      expect(request?.path).to.equal('/action-requests/made-by-the-partner');
      await mirror.holds(object.uri, 1);
      expect(partner.received('subscriptions'), 'no second one is asked').to.have.length(1);
    },
  },
  {
    section: 'M17',
    statement: 'notifications that come while an object is fetched are one more fetch',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      const notifier = await Notifier.of(partner, world.node.url);
      const before = partner.received(object).length;
      let answer = (): void => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      partner.fault(object, faults.late(answered), 1);
      clock.advance(1);
      object.reviseTimes(1);
      await notifier.send(notificationOf(object.uri, UPDATED));
      await partner.asked(object, before + 1);
      object.reviseTimes(1);
      for (let told = 0; told < 4; told += 1) {
        clock.advance(1);
        await notifier.send(notificationOf(object.uri, UPDATED));
      }
      await isHeard(mirror, object);
      answer();
      await mirror.holds(object.uri, 3);
      await mirror.until(address, settledFollow);
      const newest = partner.received(object).slice(before).filter(isForNewest);
      expect(newest).to.have.length(2);
    },
  },
  {
    section: 'M17',
    statement:
      'a notification of a revision that is held is one conditional request at most; the same one again is none',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      const notifier = await Notifier.of(partner, world.node.url);
      const before = partner.received(object).length;
      clock.advance(5);
      const late = notificationOf(object.uri, UPDATED);
      await notifier.send(late, late, late);
      await isHeard(mirror, object);
      await partner.asked(object, before + 1);
      await mirror.until(address, settledFollow);
      // Something else that is notified afterwards has been looked at: nothing is left of the repeated ones.
      const other = partner.create('other');
      await mirror.follow({ object: other.uri, subscribe: false, events: false });
      await mirror.holds(other.uri, 1);
      clock.advance(1);
      other.reviseTimes(1);
      await notifier.send(late, notificationOf(other.uri, UPDATED));
      await mirror.holds(other.uri, 2);
      const asked = partner.received(object).slice(before);
      expect(asked.map(({ headers }) => typeof headers['if-none-match'])).to.deep.equal(['string']);
      expect(Mirror.count(await mirror.read(address), 'revisions')).to.equal(1);
    },
  },
];

/** Requests for past revisions repair what was skipped. */
const isForNewest = ({ query, kind }: PartnerRequest): boolean => kind === 'object' && !query.has('at');

/** Of this server what is notified is copied, of others it is not. */
const listed: readonly Statement[] = [
  {
    section: 'M18',
    statement: 'with a server in MIRROR_NOTIFIED its notified objects are copied, of other servers none',
    holds: async (world) => {
      const there = await TestPartner.start({ clock, port: listedPort });
      try {
        const mirror = mirrorOf(world);
        const [told, unlisted] = [there.create('told'), partner.create('unlisted')];
        await (await Notifier.of(partner, world.node.url)).send(notificationOf(unlisted.uri, UPDATED));
        await (await Notifier.of(there, world.node.url)).send(notificationOf(told.uri, UPDATED));
        await mirror.holds(told.uri, 1);
        expect(partner.requests).to.deep.equal([]);
        expect(await mirror.state(unlisted.uri)).to.equal(undefined);
      } finally {
        await there.close();
      }
    },
  },
];

const listedPort = await freePort();
const MIRROR_NOTIFIED = `http://localhost:${listedPort}`;

conformance('what notifications lead to', statements, { clock, env, outbound: patient });
conformance('what notifications of a listed server lead to', listed, {
  clock,
  env: { ...env, MIRROR_NOTIFIED },
  outbound: patient,
});
