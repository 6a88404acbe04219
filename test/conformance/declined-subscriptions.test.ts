import { expect } from 'chai';
import {
  type Behaviour,
  dateTime,
  Receiver,
  respondWith,
  subscriptionBody,
  type SubscriptionOptions,
  valueOf,
} from '../support/exchange.js';
import { api, cargo, type Json, list, member, type Reply } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const OFFERS = [{ topicType: 'LOGISTICS_OBJECT_TYPE', topic: `${cargo}Piece`, events: ['LOGISTICS_OBJECT_CREATED'] }];

const mediaType = (version: string): string => `application/ld+json; version=${version}`;
const accepting = (version: string | undefined): { readonly headers: Record<string, string> } => ({
  headers: version === undefined ? {} : { Accept: mediaType(version) },
});

const query = (topic: string, topicType = 'LOGISTICS_OBJECT_TYPE'): string =>
  `/subscriptions?${new URLSearchParams({ topicType: api + topicType, topic }).toString()}`;

const resources = ({ json }: Reply): Json[] =>
  list(member(json, 'api:hasErrorDetail')).map((detail) => valueOf(member(detail, 'api:hasResource')));

/** Proposes a subscription to a partner that answers in this way. */
async function propose(world: TestContext, behaviour: (subscriber: string) => Behaviour): Promise<Reply> {
  const receiver = await Receiver.start();
  try {
    receiver.behaviour = behaviour(receiver.agent);
    return await world.holder.post(
      '/internal/subscription-proposals',
      { subscriber: receiver.agent, topicType: 'LOGISTICS_OBJECT_TYPE', topic: `${cargo}Piece` },
      { 'Content-Type': 'application/json' },
    );
  } finally {
    await receiver.close();
  }
}

const answer = (body: Json): Behaviour =>
  respondWith(200, { 'Content-Type': mediaType('2.3.0') }, JSON.stringify(body));

async function total(world: TestContext): Promise<Json> {
  const { json } = await world.holder.get('/action-requests?type=SubscriptionRequest&limit=0');
  return valueOf(member(json, 'api:hasTotalItems'));
}

/** Subscribes as the partner does. */
function subscribe(
  world: TestContext,
  topic: string,
  version: string | undefined,
  options: Partial<SubscriptionOptions> = {},
): Promise<Reply> {
  const body = subscriptionBody({ subscriber: world.partner.agent, topic, ...options });
  return world.partner.post('/subscriptions', body, { 'Content-Type': mediaType(version ?? '9.9.9') });
}

const statements: Statement[] = [
  {
    section: 'V72',
    statement: 'a topic for which nothing is offered is 422 where 2.3.0 is named, else 200 and an empty list',
    holds: async (world) => {
      const piece = world.uri(await world.piece());
      for (const path of [query(`${cargo}Shipment`), query(piece, 'LOGISTICS_OBJECT_IDENTIFIER')]) {
        for (const version of ['2.3.0', '2.3.0-dev']) {
          const reply = await world.partner.get(path, accepting(version));
          expect(reply.status).to.equal(422);
          expect(member(reply.json, 'api:hasTitle')).to.equal('Unprocessable content');
          expect(reply.headers.get('content-type')).to.equal(mediaType('2.3.0'));
        }
        for (const version of [undefined, '2.0.0', '2.1.0', '2.2.0']) {
          const reply = await world.partner.get(path, accepting(version));
          expect([reply.status, reply.json]).to.deep.equal([200, []]);
        }
      }
    },
  },
  {
    section: 'V72',
    statement: 'what is offered is given in every version, also where # is written as /',
    holds: async (world) => {
      for (const version of [undefined, '2.0.0', '2.3.0'])
        for (const topic of [`${cargo}Piece`, `${cargo.slice(0, -1)}/Piece`]) {
          const reply = await world.partner.get(query(topic), accepting(version));
          expect(reply.status).to.equal(200);
          expect(list(reply.json)).to.have.length(1);
        }
    },
  },
  ...each(
    {
      'an unsupported type': query(`${cargo}Nonsense`),
      'an unknown topic type': query(`${cargo}Piece`, 'SOMETHING'),
      'no topic': `/subscriptions?topicType=${encodeURIComponent(`${api}LOGISTICS_OBJECT_TYPE`)}`,
      'a topic that is no URI': query('piece'),
    },
    (path): Statement => ({
      section: 'V72',
      statement: 'an invalid parameter stays 400 in every version',
      holds: async (world) => {
        for (const version of ['2.0.0', '2.1.0', '2.2.0', '2.3.0'])
          expect((await world.partner.get(path, accepting(version))).status).to.equal(400);
      },
    }),
  ),
  ...each<(subscriber: string) => Behaviour>(
    {
      '422': () => respondWith(422, { 'Content-Type': mediaType('2.3.0') }, '{"@type": "api:Error"}'),
      'an empty list': () => answer([]),
      'another topic': (subscriber) => answer([subscriptionBody({ subscriber, topic: `${cargo}Shipment` })]),
      'another topic, as a single object': (subscriber) =>
        answer(subscriptionBody({ subscriber, topic: `${cargo}Shipment` })),
    },
    (behaviour): Statement => ({
      section: 'V73',
      statement: 'a partner declines a proposal: 422, and nothing is stored',
      holds: async (world) => {
        const before = await total(world);
        expect((await propose(world, behaviour)).status).to.equal(422);
        expect(await total(world)).to.equal(before);
      },
    }),
  ),
  ...each<Behaviour>(
    {
      '404': respondWith(404),
      '400': respondWith(400),
      '500': respondWith(500),
      'no connection': (response) => response.destroy(),
      'no JSON-LD': respondWith(200, { 'Content-Type': mediaType('2.3.0') }, 'hello'),
    },
    (behaviour): Statement => ({
      section: 'V73',
      statement: 'a partner that cannot be asked, or another status, is 502, and nothing is stored',
      holds: async (world) => {
        const before = await total(world);
        expect((await propose(world, () => behaviour)).status).to.equal(502);
        expect(await total(world)).to.equal(before);
      },
    }),
  ),
  {
    section: 'V73',
    statement: 'a partner that offers the topic gets an accepted subscription',
    holds: async (world) => {
      const reply = await propose(world, (subscriber) =>
        answer([subscriptionBody({ subscriber, topic: `${cargo}Piece` })]),
      );
      expect(reply.status, reply.text).to.equal(201);
    },
  },
  {
    section: 'V74; L24; L40',
    statement: 'a Subscription equal to one that is pending or active is 422 in 2.3.0, with the oldest in hasResource',
    holds: async (world) => {
      const topic = world.uri(await world.piece());
      const first = await subscribe(world, topic, '2.0.0');
      expect(first.status).to.equal(201);
      world.node.clock.advance(1);
      for (const version of ['2.0.0', '2.1.0', '2.2.0', undefined])
        expect((await subscribe(world, topic, version)).status).to.equal(201);
      const request = first.headers.get('location') ?? '';
      const before = await total(world);
      for (const step of [undefined, 'REQUEST_ACCEPTED']) {
        if (step !== undefined) await world.holder.patch(`${request}?status=${step}`);
        const reply = await subscribe(world, topic, '2.3.0');
        expect(reply.status).to.equal(422);
        expect(resources(reply)).to.deep.equal([request]);
      }
      expect(await total(world)).to.equal(before);
    },
  },
  {
    section: 'V74',
    statement: 'what differs in topic, events, body flag or subscriber is 201; so is one after the other has ended',
    holds: async (world) => {
      const [topic, other] = [world.uri(await world.piece()), world.uri(await world.piece())];
      const soon = dateTime(new Date(world.node.clock.now().getTime() + 10_000).toISOString());
      const created = async (options: Partial<SubscriptionOptions> = {}, about = topic): Promise<string> => {
        const reply = await subscribe(world, about, '2.3.0', options);
        expect(reply.status, reply.text).to.equal(201);
        return reply.headers.get('location') ?? '';
      };
      const first = await created();
      await created({}, other);
      await created({ events: ['LOGISTICS_OBJECT_UPDATED'] });
      await created({ more: { 'api:sendLogisticsObjectBody': true } });
      const theirs = subscriptionBody({ subscriber: world.otherPartner.agent, topic });
      const reply = await world.otherPartner.post('/subscriptions', theirs, { 'Content-Type': mediaType('2.3.0') });
      expect(reply.status).to.equal(201);
      const described = { 'api:hasDescription': 'again', 'api:notifyRequestStatusChange': true };
      expect((await subscribe(world, topic, '2.3.0', { more: described })).status).to.equal(422);
      expect((await world.partner.delete(first)).status).to.equal(204);
      const second = await created({ more: { 'api:expiresAt': soon } });
      await world.holder.patch(`${second}?status=REQUEST_ACCEPTED`);
      expect((await subscribe(world, topic, '2.3.0')).status).to.equal(422);
      world.node.clock.advance(10);
      const third = await created();
      await world.holder.patch(`${third}?status=REQUEST_REJECTED`);
      await created();
    },
  },
  {
    section: 'V74',
    statement: 'of equal requests at the same time one is 201',
    holds: async (world) => {
      const topic = world.uri(await world.piece());
      const replies = await Promise.all(Array.from({ length: 5 }, () => subscribe(world, topic, '2.3.0')));
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422, 422]);
    },
  },
  {
    section: 'V75',
    statement: 'another fault of a Subscription is 400 in every version, also of one that there is already',
    holds: async (world) => {
      const topic = world.uri(await world.piece());
      for (const version of ['2.0.0', '2.1.0', '2.2.0', '2.3.0']) {
        expect((await subscribe(world, topic, version, { events: [] })).status).to.equal(400);
        expect((await subscribe(world, `${topic}x`, version)).status).to.equal(400);
        const past = { 'api:expiresAt': dateTime('2020-01-01T00:00:00Z') };
        expect((await subscribe(world, topic, version, { more: past })).status).to.equal(400);
      }
    },
  },
];

conformance('Declined and equal subscriptions', statements, {
  env: { SUBSCRIPTION_TOPICS: JSON.stringify(OFFERS) },
});
