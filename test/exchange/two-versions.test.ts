import { expect } from 'chai';
import { readNTriples } from '../support/turtle.js';
import { add, changeBody, remove } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import {
  accept,
  createPiece,
  created,
  delegationBody,
  eventBody,
  iriOf,
  Pair,
  partyFor,
  settled,
  subscriptionBody,
} from '../support/exchange.js';
import { cargo, type Json, list, member, type Party, type TestNode } from '../support/node.js';
import { newNames } from '../support/versions.js';
import { verificationBody } from '../support/verifications.js';

const PIECE = `${cargo}Piece`;
const oldest = { API_VERSIONS: '2.0.0' };
const newest = { DEFAULT_API_VERSION: '2.3.0' };
const offers = JSON.stringify([
  {
    topicType: 'LOGISTICS_OBJECT_TYPE',
    topic: PIECE,
    events: ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED', 'LOGISTICS_EVENT_RECEIVED'],
    sendBody: true,
  },
]);

async function received(node: TestNode): Promise<string[]> {
  const { json } = await node.holder.get('/internal/notifications?limit=1000');
  return list(member(json, 'api:hasItem'))
    .map((one) => iriOf(member(one, 'api:hasEventType')).replace('api:', ''))
    .reverse();
}

/** What a node keeps of what it received has no name that is newer than 2.0.0. */
async function assertOldNamesOnly(node: TestNode): Promise<void> {
  const { text } = await node.holder.get('/internal/notifications?limit=1000', {
    headers: { Accept: 'application/n-triples' },
  });
  expect(newNames(readNTriples(text), '2.0.0')).to.deep.equal([]);
}

for (const [what, forwarderEnv, airlineEnv] of [
  ['a forwarder of 2.0.0 and an airline of 2.3.0', oldest, newest],
  ['a forwarder of 2.3.0 and an airline of 2.0.0', newest, oldest],
] as const) {
  describe(what, () => {
    let pair: Pair;
    let airlineAtForwarder: Party;
    let forwarderIsOld: boolean;
    let airlineVersion: string;

    before(async () => {
      pair = await Pair.start(new TestClock(), {
        forwarder: forwarderEnv,
        airline: { ...airlineEnv, SUBSCRIPTION_TOPICS: offers },
      });
      const { forwarder, airline } = pair;
      airlineAtForwarder = await partyFor(forwarder.url, airline.holder.agent, airline.url);
      forwarderIsOld = 'API_VERSIONS' in forwarderEnv;
      airlineVersion = forwarderIsOld ? '2.3.0' : '2.0.0';
    });
    after(() => pair.stop());

    it('list the versions that they speak', async () => {
      const versionsOf = async (node: TestNode): Promise<Json[]> =>
        list(member((await node.holder.get('/')).json, 'api:hasSupportedApiVersion'));
      const [forwarder, airline] = await Promise.all([versionsOf(pair.forwarder), versionsOf(pair.airline)]);
      expect(forwarderIsOld ? forwarder : airline).to.deep.equal(['2.0.0']);
      expect(forwarderIsOld ? airline : forwarder).to.deep.equal(['2.0.0', '2.1.0', '2.2.0', '2.3.0']);
    });

    for (const naming of [true, false]) {
      it(`exchange all that 2.0.0 has, the airline naming ${naming ? 'its own version' : 'none'}`, async () => {
        const { forwarder, airline } = pair;
        // A label that the other node does not speak is no reason to reject a body (L3).
        const headers = naming ? { 'Content-Type': `application/ld+json; version=${airlineVersion}` } : {};
        const before = (await received(airline)).length;
        const wish = subscriptionBody({
          subscriber: airline.holder.agent,
          topic: PIECE,
          more: { 'api:sendLogisticsObjectBody': true, 'api:notifyRequestStatusChange': true },
        });
        const subscription = created(await airlineAtForwarder.post('/subscriptions', wish, headers));
        await accept(forwarder.holder, subscription);
        const piece = await createPiece(forwarder.holder);
        const delegation = created(
          await airlineAtForwarder.post(
            '/access-delegations',
            delegationBody({
              objects: [piece],
              delegates: [airline.holder.agent],
              permissions: ['GET_LOGISTICS_OBJECT', 'POST_LOGISTICS_EVENT', 'GET_LOGISTICS_EVENT'],
              more: { 'api:notifyRequestStatusChange': true },
            }),
            headers,
          ),
        );
        await accept(forwarder.holder, delegation);
        const read = await airlineAtForwarder.get(piece);
        expect(read.status).to.equal(200);
        expect(read.headers.get('content-type')).to.equal(
          `application/ld+json; version=${forwarderIsOld ? '2.0.0' : '2.3.0'}`,
        );
        const change = changeBody(
          piece,
          1,
          [remove(piece, 'goodsDescription', 'Oranges'), add(piece, 'goodsDescription', 'Apples')],
          { 'api:notifyRequestStatusChange': true },
        );
        const request = created(await airlineAtForwarder.patch(piece, change, headers));
        await accept(forwarder.holder, request);
        const event = created(await airlineAtForwarder.post(`${piece}/logistics-events`, eventBody(), headers));
        expect((await airlineAtForwarder.get(event)).status).to.equal(200);
        expect((await airlineAtForwarder.get(`${piece}/audit-trail`)).status).to.equal(200);
        expect((await airlineAtForwarder.get(request)).status).to.equal(200);
        await settled(forwarder.holder);
        expect((await airlineAtForwarder.delete(subscription)).status).to.equal(204);
        expect((await forwarder.holder.delete(delegation)).status).to.equal(204);
        await settled(forwarder.holder);
        const types = (await received(airline)).slice(before);
        expect(types).to.include.members([
          'SUBSCRIPTION_REQUEST_ACCEPTED',
          'LOGISTICS_OBJECT_CREATED',
          'ACCESS_DELEGATION_REQUEST_ACCEPTED',
          'CHANGE_REQUEST_ACCEPTED',
          'LOGISTICS_OBJECT_UPDATED',
          'LOGISTICS_EVENT_RECEIVED',
          'ACCESS_DELEGATION_REQUEST_REVOKED',
        ]);
        if (airlineVersion === '2.0.0') await assertOldNamesOnly(airline);
      });
    }

    it('subscribe one another as the publisher proposes (D31)', async () => {
      const { forwarder, airline } = pair;
      const proposal = { subscriber: airline.holder.agent, topicType: 'LOGISTICS_OBJECT_TYPE', topic: PIECE };
      const json = { 'Content-Type': 'application/json' };
      const request = created(await forwarder.holder.post('/internal/subscription-proposals', proposal, json));
      const before = (await received(airline)).length;
      await createPiece(forwarder.holder);
      await settled(forwarder.holder);
      expect((await received(airline)).slice(before)).to.deep.equal(['LOGISTICS_OBJECT_CREATED']);
      if (airlineVersion === '2.0.0') await assertOldNamesOnly(airline);
      expect((await airlineAtForwarder.delete(request)).status).to.equal(204);
      const declined = { ...proposal, topic: `${cargo}Shipment` };
      const reply = await forwarder.holder.post('/internal/subscription-proposals', declined, json);
      expect(reply.status, reply.text).to.equal(422);
    });

    it('find nothing at the other that its version does not have', async () => {
      const piece = await createPiece(pair.forwarder.holder);
      const body = verificationBody(piece, 1);
      const headers = { 'Content-Type': `application/ld+json; version=${airlineVersion}` };
      const reply = await airlineAtForwarder.post(piece, body, headers);
      expect(reply.status, reply.text).to.equal(405);
      const many = eventBody({ 'cargo:eventFor': { '@id': piece } });
      const other = await airlineAtForwarder.post('/logistics-events', many, headers);
      expect(other.status, other.text).to.equal(404);
    });
  });
}
