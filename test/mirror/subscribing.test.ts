/** The subscriptions of a mirroring node at its partners. */
import { expect } from 'chai';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries } from '../support/exchange.js';
import { type Json, list, member, startTestNode, type TestNode } from '../support/node.js';
import { Mirror } from './support/mirror.js';
import { Notifier } from './support/notifications.js';
import type { PartnerObject } from './support/partner-object.js';
import { Stranger, strangers } from './support/strangers.js';
import { TestPartner } from './support/test-partner.js';

const stateOf = (follow: Json): Json => member(member(follow, 'subscription'), 'state');

describe('subscribing at a partner', () => {
  const clock = new TestClock();
  let node: TestNode;
  let mirror: Mirror;
  let partner: TestPartner;

  before(async () => {
    node = await startTestNode({ clock, env: { ...fastRetries, MIRROR_RATE: '0' } });
    mirror = new Mirror(node.url, node.holder);
  });
  after(() => node.stop());
  beforeEach(async () => {
    partner = await TestPartner.start({ clock });
  });
  afterEach(() => partner.close());

  async function subscribed(more = {}): Promise<{ object: PartnerObject; follow: string }> {
    const object = partner.create('awb-1');
    const follow = await mirror.follow({ object: object.uri, ...more });
    await mirror.until(follow, (found) => stateOf(found) === 'active');
    return { object, follow };
  }

  it('asks for the object, its events and no body, until MIRROR_SUBSCRIPTION_DAYS from now', async () => {
    const { object } = await subscribed();
    const [subscription] = partner.subscriptions.requests;
    expect(subscription).to.include({
      subscriber: node.holder.agent,
      topicType: 'LOGISTICS_OBJECT_IDENTIFIER',
      topic: object.uri,
      sendsBody: false,
    });
    expect(subscription?.eventTypes).to.have.members(['LOGISTICS_OBJECT_UPDATED', 'LOGISTICS_EVENT_RECEIVED']);
    const days = ((subscription?.expiresAt?.getTime() ?? 0) - clock.now().getTime()) / 86_400_000;
    expect(days).to.be.closeTo(30, 0.01);
  });

  it('asks for a type with its creations', async () => {
    const type = 'https://onerecord.iata.org/ns/cargo#Waybill';
    const follow = await mirror.follow({ server: partner.base, type });
    await mirror.until(follow, (found) => stateOf(found) === 'active');
    const [subscription] = partner.subscriptions.requests;
    expect(subscription).to.include({ topicType: 'LOGISTICS_OBJECT_TYPE', topic: type });
    expect(list(subscription && [...subscription.eventTypes])).to.include('LOGISTICS_OBJECT_CREATED');
  });

  it('is pending until the partner accepts, and refused if it rejects, while copies are fetched', async () => {
    partner.subscriptions.decision = 'REQUEST_PENDING';
    const object = partner.create('awb-1');
    const follow = await mirror.follow({ object: object.uri });
    await mirror.holds(object.uri, 1);
    await mirror.until(follow, (found) => stateOf(found) === 'pending');
    // Its state is asked for after 10 s, and later again.
    for (const request of partner.subscriptions.requests) request.status = 'REQUEST_REJECTED';
    clock.advance(11);
    await mirror.sweep(follow);
    await mirror.until(follow, (found) => stateOf(found) === 'refused');
    expect(partner.subscriptions.active).to.deep.equal([]);
  });

  it('is told of a change', async () => {
    const { object, follow } = await subscribed();
    const notifier = await Notifier.of(partner, node.url);
    clock.advance(1);
    object.reviseTimes(1);
    await notifier.tell(object);
    await mirror.holds(object.uri, 2);
    expect(member(member(await mirror.read(follow), 'found'), 'notification')).to.equal(1);
  });

  it('makes one subscription for one object, and none without `subscribe`', async () => {
    const { object } = await subscribed();
    await mirror.follow({ object: object.uri, depth: 2 });
    const silent = partner.create('silent');
    await mirror.follow({ object: silent.uri, subscribe: false });
    await mirror.holds(silent.uri, 1);
    expect(partner.subscriptions.requests.map(({ topic }) => topic)).to.deep.equal([object.uri]);
  });

  it('revokes it at the end of the follow', async () => {
    const { follow } = await subscribed();
    const [subscription] = partner.subscriptions.active;
    for (let ended = 0; ended < 2; ended += 1) expect((await node.holder.delete(follow)).status).to.equal(204);
    await eventually(() => Promise.resolve(subscription?.status === 'REQUEST_REVOKED'));
    expect(member(await mirror.read(follow), 'state')).to.equal('ended');
  });

  for (const name of strangers)
    it(`is refused by a server that takes no subscription (${name})`, async () => {
      const stranger = await Stranger.start(name);
      try {
        const follow = await mirror.follow({ object: `${stranger.base}/logistics-objects/awb-1` });
        const found = await mirror.until(follow, (one) => stateOf(one) === 'refused');
        expect(member(member(found, 'subscription'), 'request')).to.equal(null);
      } finally {
        await stranger.close();
      }
    });
});
