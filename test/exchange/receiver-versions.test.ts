import { expect } from 'chai';
import {
  accept,
  type Behaviour,
  createPiece,
  created,
  deliveries,
  eventBody,
  fastRetries,
  partyFor,
  Receiver,
  respondWith,
  settled,
  subscriptionBody,
  tokenFor,
  unsubscribeAll,
} from '../support/exchange.js';
import { TestClock } from '../support/clock.js';
import { cargo, context, list, member, Party, startTestNode, type TestNode } from '../support/node.js';
import type { JsonObject } from '../support/world.js';

const PIECE = `${cargo}Piece`;
const versionOf = (headers: { readonly 'content-type'?: string | undefined }): string =>
  /version=([\d.]+)/.exec(headers['content-type'] ?? '')?.[1] ?? 'none';

/** A partner's server that lists the versions that it supports, and confirms what it is sent in one of `taken`. */
const listing =
  (versions: readonly string[], taken: readonly string[] = versions, status = 406): Behaviour =>
  (response, notification, request) => {
    if (notification !== undefined) {
      response.writeHead(taken.includes(versionOf(notification.headers)) ? 204 : status).end();
      return;
    }
    expect(`${request.method ?? ''} ${request.url ?? ''}`).to.equal('GET /');
    const information = {
      '@context': context,
      '@type': 'api:ServerInformation',
      'api:hasSupportedApiVersion': versions,
    };
    response.writeHead(200, { 'Content-Type': 'application/ld+json' }).end(JSON.stringify(information));
  };

describe('the version in which a receiver is notified (L8)', () => {
  const clock = new TestClock();
  let node: TestNode;
  const receivers: Receiver[] = [];

  before(async () => {
    node = await startTestNode({ clock, env: fastRetries });
  });
  after(() => node.stop());
  afterEach(async () => {
    await unsubscribeAll(node.holder);
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });

  const receiverThat = async (behaviour: Behaviour): Promise<Receiver> => {
    const receiver = await Receiver.start();
    receiver.behaviour = behaviour;
    receivers.push(receiver);
    return receiver;
  };

  /** Subscribes to pieces, naming a version or none. */
  const subscribe = async (receiver: Receiver, version?: string, more: JsonObject = {}): Promise<string> => {
    const party = await partyFor(node.url, receiver.agent);
    const body = subscriptionBody({ subscriber: receiver.agent, topic: PIECE, more });
    const type = version === undefined ? 'application/ld+json' : `application/ld+json; version=${version}`;
    const request = created(await party.post('/subscriptions', body, { 'Content-Type': type }));
    await accept(node.holder, request);
    return request;
  };

  const notifiedIn = async (receiver: Receiver): Promise<string> => {
    await createPiece(node.holder);
    const [first] = await receiver.distinct(1);
    expect(first?.headers.accept).to.equal(first?.headers['content-type']);
    return versionOf(first?.headers ?? {});
  };

  for (const [what, version, more, lists, expected] of [
    ['the one that the subscription was requested in', '2.0.0', {}, ['2.3.0'], '2.0.0'],
    [
      'that of hasContentType before it',
      '2.0.0',
      { 'api:hasContentType': 'application/ld+json; version=2.2.0' },
      ['2.3.0'],
      '2.2.0',
    ],
    [
      'no version of hasContentType that is not offered',
      '2.1.0',
      { 'api:hasContentType': 'application/ld+json; version=9.9.9' },
      [],
      '2.1.0',
    ],
    ['the newest common one that the server lists', undefined, {}, ['2.0.0', '2.2.0', '9.0.0'], '2.2.0'],
    ['the default where the server lists none', undefined, {}, ['9.0.0'], '2.0.0'],
  ] as const) {
    it(`is ${what} (V71)`, async () => {
      const receiver = await receiverThat(listing(lists, ['2.0.0', '2.1.0', '2.2.0', '2.3.0']));
      await subscribe(receiver, version, more);
      expect(await notifiedIn(receiver)).to.equal(expected);
    });
  }

  for (const [what, behaviour] of [
    ['closed', respondWith(403)],
    ['no JSON-LD', respondWith(200, {}, '<html>')],
    ['broken JSON-LD', respondWith(200, {}, '{"@context": "https://elsewhere.example/context"}')],
    ['missing', respondWith(404)],
    ['moved', respondWith(301, { Location: 'http://localhost:1/' })],
    ['broken off', (response) => response.destroy()],
  ] as const satisfies readonly (readonly [string, Behaviour])[]) {
    it(`is the default where the server information is ${what}`, async () => {
      const receiver = await receiverThat((response, notification, request) => {
        (notification === undefined ? behaviour : respondWith(204))(response, notification, request);
      });
      await subscribe(receiver);
      expect(await notifiedIn(receiver)).to.equal('2.0.0');
    });
  }

  it('is asked of a server once a day', async () => {
    const receiver = await receiverThat(listing(['2.0.0', '2.1.0']));
    await subscribe(receiver);
    const asked = (): number => receiver.calls.filter((call) => call === 'GET /').length;
    for (let count = 1; count <= 3; count += 1) {
      await createPiece(node.holder);
      await receiver.distinct(count);
    }
    await settled(node.holder);
    expect(asked()).to.equal(1);
    receiver.behaviour = listing(['2.3.0']);
    clock.advance(24 * 3600);
    const agent = node.holder.agent;
    await createPiece(new Party(node.url, agent, await tokenFor(node.url, agent, 'holder')));
    const notifications = await receiver.distinct(4);
    expect(versionOf(notifications.at(-1)?.headers ?? {})).to.equal('2.3.0');
    expect(asked()).to.equal(2);
    clock.advance(-24 * 3600);
  });

  for (const status of [406, 415]) {
    it(`is the one that the server lists after an answer ${status}, regardless of the named one (L38)`, async () => {
      const receiver = await receiverThat(listing(['2.0.0', '2.1.0'], ['2.1.0'], status));
      await subscribe(receiver, '2.3.0');
      await createPiece(node.holder);
      await receiver.until((notifications) => notifications.length >= 2);
      await settled(node.holder);
      expect(receiver.received.map(({ headers }) => versionOf(headers))).to.deep.equal(['2.3.0', '2.1.0']);
      await createPiece(node.holder);
      await settled(node.holder);
      expect(versionOf(receiver.received.at(-1)?.headers ?? {})).to.equal('2.1.0');
    });
  }

  it('is the next older one when a server rejects the one that it lists', async () => {
    const receiver = await receiverThat(listing(['2.2.0'], ['2.0.0']));
    await subscribe(receiver);
    await createPiece(node.holder);
    await receiver.until((notifications) => notifications.length >= 3);
    await settled(node.holder);
    expect(receiver.received.map(({ headers }) => versionOf(headers))).to.deep.equal(['2.2.0', '2.1.0', '2.0.0']);
  });

  it('is listed with a waiting delivery', async () => {
    const receiver = await receiverThat(respondWith(503));
    await subscribe(receiver, '2.2.0');
    await createPiece(node.holder);
    await receiver.until((notifications) => notifications.length >= 2);
    const { items } = await deliveries(node.holder);
    expect(items.map((item) => member(item, 'apiVersion'))).to.deep.equal(['2.2.0']);
    receiver.behaviour = respondWith(204);
    await settled(node.holder);
  });

  it('gives each of four subscribers of one topic its own form of an event (V65, V70)', async () => {
    const versions = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'];
    const four = await Promise.all(versions.map(() => receiverThat(listing([], versions))));
    for (const [index, receiver] of four.entries())
      await subscribe(receiver, versions[index], { 'api:sendLogisticsObjectBody': true });
    const piece = await createPiece(node.holder);
    const event = created(await node.holder.post(`${piece}/logistics-events`, eventBody()));
    for (const [index, receiver] of four.entries()) {
      const notifications = await receiver.distinct(2);
      expect(notifications.map(({ headers }) => versionOf(headers))).to.deep.equal([versions[index], versions[index]]);
      const received = notifications.find(({ eventType }) => eventType === 'LOGISTICS_EVENT_RECEIVED');
      const links = list(member(received?.body, 'api:hasLogisticsEvent')).map((link) => member(link, '@id'));
      expect(links, versions[index]).to.deep.equal(index < 2 ? [] : [event]);
    }
    await settled(node.holder);
    expect((await deliveries(node.holder)).total).to.equal(0);
  });
});
