import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { add } from '../support/changes.js';
import {
  accept,
  anyUri,
  dateTime,
  deliveries,
  eventBody,
  iriOf,
  subscribe,
  subscriptionBody,
  valueOf,
  partyFor,
} from '../support/exchange.js';
import { api, cargo, context, type Json, list, member, type Party } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const POST = 'POST /subscriptions';
const GET = 'GET /subscriptions';
const PIECE = `${cargo}Piece`;

const body = (party: Party, more: JsonObject = {}, topic = PIECE): JsonObject =>
  subscriptionBody({ subscriber: party.agent, topic, more });

const query = (topicType: string, topic: string): string =>
  `/subscriptions?${new URLSearchParams({ topicType, topic }).toString()}`;

/** Subscribes at the partner's wish and leaves the request pending. */
async function ask(world: TestContext, content: JsonObject): Promise<string> {
  const reply = await world.partner.post('/subscriptions', content);
  expect(reply.status, reply.text).to.equal(201);
  return world.path(reply.headers.get('location'));
}

let deafPartners = 0;
/** A partner of its own whose server is not there, so that what it is to be told stays in the outbox. */
function deaf(world: TestContext): Promise<Party> {
  deafPartners += 1;
  return partyFor(world.node.url, `http://localhost:9/${deafPartners}/logistics-objects/deaf`);
}

/** The kinds of notification that wait for the subscriber of a request. */
async function told(world: TestContext, request: string): Promise<Json[]> {
  const { json } = await world.holder.get(request);
  const subscriber = iriOf(member(member(json, 'api:hasSubscription'), 'api:hasSubscriber'));
  const { items } = await deliveries(world.holder);
  return items.filter((item) => member(item, 'subscriber') === subscriber).map((item) => member(item, 'eventType'));
}

const statements: Statement[] = [
  {
    section: 'POST /subscriptions; D66',
    statement: 'extensions are kept in the request of their subscriber, and one that cannot be used is 400',
    holds: async (world) => {
      const terms = `${world.node.url}/ns/extensions#`;
      const body = (condition: string): JsonObject =>
        subscriptionBody({
          subscriber: world.partner.agent,
          topic: `${cargo}Piece`,
          more: { [`${terms}hasCondition`]: condition, [`${terms}coalescesFor`]: 60 },
        });
      expect((await world.partner.post('/subscriptions', body('ASK {'))).status).to.equal(400);
      const reply = await world.partner.post('/subscriptions', body('ASK {}'));
      expect(reply.status, reply.text).to.equal(201);
      const request = await world.partner.get(world.path(reply.headers.get('location')));
      expect(request.text).to.include('hasCondition').and.to.include('coalescesFor');
    },
  },
  {
    section: POST,
    statement: '201 without body; Location is a SubscriptionRequest in REQUEST_PENDING',
    holds: async (world) => {
      const reply = await world.partner.post('/subscriptions', body(world.partner));
      expect(reply.status).to.equal(201);
      expect(reply.text).to.equal('');
      expect(reply.headers.get('type')).to.equal(`${api}SubscriptionRequest`);
      expect(await world.status(world.path(reply.headers.get('location')))).to.equal('REQUEST_PENDING');
    },
  },
  {
    section: 'SubscriptionRequest',
    statement: 'the request holds the whole subscription, under the @id that the subscriber chose',
    holds: async (world) => {
      const id = `${world.partner.agent}/subscriptions/7`;
      const more = {
        '@id': id,
        'api:hasDescription': 'pieces',
        'api:hasContentType': ['application/ld+json', 'text/turtle'],
        'api:expiresAt': dateTime('2030-01-01T00:00:00Z'),
        'api:sendLogisticsObjectBody': true,
        'api:notifyRequestStatusChange': false,
      };
      const request = await ask(world, body(world.partner, more));
      const { json, headers } = await world.partner.get(request);
      expect(headers.get('type')).to.equal(`${api}SubscriptionRequest`);
      expect(iriOf(json)).to.equal(world.uri(request));
      expect(iriOf(member(json, 'api:isRequestedBy'))).to.equal(world.partner.agent);
      const subscription = member(json, 'api:hasSubscription');
      expect(iriOf(subscription)).to.equal(id);
      expect(iriOf(member(subscription, 'api:hasSubscriber'))).to.equal(world.partner.agent);
      expect(iriOf(member(subscription, 'api:hasTopicType'))).to.equal('api:LOGISTICS_OBJECT_TYPE');
      expect(valueOf(member(subscription, 'api:hasTopic'))).to.equal(PIECE);
      expect(member(subscription, 'api:sendLogisticsObjectBody')).to.equal(true);
      expect(member(subscription, 'api:hasDescription')).to.equal('pieces');
      expect(list(member(subscription, 'api:hasContentType'))).to.have.members(['application/ld+json', 'text/turtle']);
      expect(valueOf(member(subscription, 'api:expiresAt'))).to.match(/^2030-01-01T00:00:00/);
      expect(list(member(subscription, 'api:includeSubscriptionEventType'))).to.have.length(3);
    },
  },
  {
    section: POST,
    statement: 'an object of this node is a topic by its identifier, and a supported type by its IRI',
    holds: async (world) => {
      const piece = await world.piece();
      const types = ['Piece', 'Shipment', 'LogisticsObject', 'Company'].map((name) => cargo + name);
      for (const topic of [world.uri(piece), ...types]) {
        const reply = await world.partner.post('/subscriptions', body(world.partner, {}, topic));
        expect(reply.status, `${topic} ${reply.text}`).to.equal(201);
      }
    },
  },
  ...each(
    {
      'the older name LOGISTICS_OBJECT_URI': `${api}LOGISTICS_OBJECT_URI`,
      'a slash before the name': `${api.slice(0, -1)}/LOGISTICS_OBJECT_IDENTIFIER`,
      'the whole IRI': `${api}LOGISTICS_OBJECT_IDENTIFIER`,
    },
    (topicType): Statement => ({
      section: 'D26',
      statement: 'topic types are read in each of their spellings',
      holds: async (world) => {
        const piece = await world.piece();
        const request = await ask(world, {
          ...body(world.partner, {}, world.uri(piece)),
          'api:hasTopicType': { '@id': topicType },
        });
        const { json } = await world.partner.get(request);
        const kept = member(member(json, 'api:hasSubscription'), 'api:hasTopicType');
        expect(iriOf(kept)).to.equal('api:LOGISTICS_OBJECT_IDENTIFIER');
      },
    }),
  ),
  ...each<(good: JsonObject, world: TestContext) => unknown>(
    {
      'an unknown topic type': (good) => ({ ...good, 'api:hasTopicType': { '@id': 'api:LOGISTICS_EVENT' } }),
      'no topic type': (good) => ({ ...good, 'api:hasTopicType': [] }),
      'no topic': (good) => ({ ...good, 'api:hasTopic': [] }),
      'two topics': (good) => ({ ...good, 'api:hasTopic': [anyUri(PIECE), anyUri(`${cargo}Shipment`)] }),
      'a topic that is no URI': (good) => ({ ...good, 'api:hasTopic': 'pieces' }),
      'an unknown type as topic': (good) => ({ ...good, 'api:hasTopic': anyUri(`${cargo}Pizza`) }),
      'a class that is no Logistics Object as topic': (good) => ({ ...good, 'api:hasTopic': anyUri(`${cargo}Value`) }),
      'an event type as topic': (good) => ({ ...good, 'api:hasTopic': anyUri(`${cargo}LogisticsEvent`) }),
      'an object by its URI as a type': (good, world) => ({
        ...good,
        'api:hasTopic': anyUri(world.uri('/logistics-objects/_data-holder')),
      }),
      'a type as identifier': (good) => ({ ...good, 'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_IDENTIFIER' } }),
      'an object that is not here': (good, world) => ({
        ...good,
        'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_IDENTIFIER' },
        'api:hasTopic': anyUri(world.uri('/logistics-objects/none')),
      }),
      'an object of another node': (good) => ({
        ...good,
        'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_IDENTIFIER' },
        'api:hasTopic': anyUri('https://x.example/logistics-objects/p'),
      }),
      'no event type (D26)': (good) => ({ ...good, 'api:includeSubscriptionEventType': [] }),
      'an unknown event type': (good) => ({
        ...good,
        'api:includeSubscriptionEventType': { '@id': 'api:LOGISTICS_OBJECT_DELETED' },
      }),
      'a status as event type': (good) => ({
        ...good,
        'api:includeSubscriptionEventType': { '@id': 'api:CHANGE_REQUEST_ACCEPTED' },
      }),
      'no subscriber': (good) => ({ ...good, 'api:hasSubscriber': [] }),
      'two subscribers': (good, world) => ({
        ...good,
        'api:hasSubscriber': [{ '@id': world.partner.agent }, { '@id': world.otherPartner.agent }],
      }),
      'a subscriber that is text': (good) => ({ ...good, 'api:hasSubscriber': 'me' }),
      'an expiry that is a word': (good) => ({ ...good, 'api:expiresAt': dateTime('never') }),
      'an expiry that is impossible': (good) => ({ ...good, 'api:expiresAt': dateTime('2030-02-31T00:00:00Z') }),
      'an expiry that is past': (good) => ({ ...good, 'api:expiresAt': dateTime('2020-01-01T00:00:00Z') }),
      'an expiry without a time zone': (good) => ({ ...good, 'api:expiresAt': dateTime('2030-01-01T00:00:00') }),
      'a media type that is not offered': (good) => ({ ...good, 'api:hasContentType': 'application/xml' }),
      'media types none of which is offered': (good) => ({
        ...good,
        'api:hasContentType': ['text/turtle', 'application/ld+jsonx'],
      }),
      'two expiries': (good) => ({
        ...good,
        'api:expiresAt': [dateTime('2030-01-01T00:00:00Z'), dateTime('2031-01-01T00:00:00Z')],
      }),
      'sendLogisticsObjectBody that is a word': (good) => ({ ...good, 'api:sendLogisticsObjectBody': 'always' }),
      'another type': (good) => ({ ...good, '@type': 'api:Change' }),
      'two subscriptions': (good) => [good, good],
      'an empty object': () => ({}),
      'an empty body': () => '',
      'broken JSON': () => '{',
      'a remote context': (good) => ({ ...good, '@context': 'https://evil.example/' }),
    },
    (change) => ({
      section: `${POST}; D26`,
      statement: 'a subscription that is not valid is 400, nothing is created',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 400, () =>
          world.partner.post('/subscriptions', change(body(world.partner), world)),
        );
      },
    }),
  ),
  ...each(
    {
      'no /logistics-objects/ in it': 'https://partner.example/organizations/1',
      'another scheme': 'urn:x:/logistics-objects/1',
      'a file': 'file:///logistics-objects/1',
      mailto: 'mailto:a@b.example/logistics-objects/1',
    },
    (subscriber): Statement => ({
      section: 'D27',
      statement: 'a subscriber whose URI gives no callback is 400',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 400, () =>
          world.holder.post('/subscriptions', subscriptionBody({ subscriber, topic: PIECE })),
        );
      },
    }),
  ),
  {
    section: 'D27',
    statement: 'the callback is the organization’s URI up to /logistics-objects/, then /notifications',
    holds: async (world) => {
      const subscriber = 'http://localhost:9/tenants/air/logistics-objects/o1';
      const made = await world.holder.post(
        '/subscriptions',
        subscriptionBody({ subscriber, topic: `${cargo}Product` }),
      );
      await accept(world.holder, made.headers.get('location') ?? '');
      await world.create({ '@type': 'cargo:Product', 'cargo:description': 'x' });
      const { items } = await deliveries(world.holder);
      const callbacks = items
        .filter((item) => member(item, 'subscriber') === subscriber)
        .map((item) => member(item, 'callback'));
      expect(callbacks).to.deep.equal(['http://localhost:9/tenants/air/notifications']);
    },
  },
  {
    section: `${POST}; third-party rule`,
    statement: 'subscribing another agent is 403 for a partner, and allowed for an internal agent',
    holds: async (world) => {
      const piece = await world.piece();
      await world.expectRejected(piece, 403, () => world.partner.post('/subscriptions', body(world.otherPartner)));
      expect((await world.holder.post('/subscriptions', body(world.otherPartner))).status).to.equal(201);
    },
  },
  {
    section: POST,
    statement: '401 without a token, 415 for another Content-Type, 405 for another method',
    holds: async (world) => {
      const piece = await world.piece();
      await world.expectRejected(piece, 401, () => world.anonymous.post('/subscriptions', body(world.partner)));
      for (const type of ['application/json', 'text/turtle'])
        await world.expectRejected(piece, 415, () =>
          world.partner.post('/subscriptions', body(world.partner), { 'Content-Type': type }),
        );
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        await world.expectRejected(piece, 405, () => world.partner.send(method, '/subscriptions'));
    },
  },
  {
    section: 'States and transitions',
    statement: 'subscriptions are immutable: only the request’s status changes, and only by decision and revocation',
    holds: async (world) => {
      const request = await ask(world, body(world.partner));
      const before = (await world.partner.get(request)).text;
      for (const method of ['PUT', 'POST'])
        expect((await world.partner.send(method, request, { body: body(world.partner) })).status).to.equal(405);
      expect((await world.partner.patch(request, body(world.partner))).status).to.equal(403);
      expect((await world.holder.patch(request, body(world.partner))).status).to.equal(400);
      expect((await world.partner.get(request)).text).to.equal(before);
    },
  },
  {
    section: 'D22; V80',
    statement: 'requestor or internal agent revoke it, pending or accepted; after that, and by others, never',
    holds: async (world) => {
      const piece = await world.piece();
      for (const accepted of [false, true]) {
        for (const by of [world.partner, world.holder]) {
          const request = await ask(world, body(world.partner));
          if (accepted) await world.accept(request);
          await world.expectRejected(piece, 403, () => world.otherPartner.delete(request));
          await world.expectRejected(piece, 401, () => world.anonymous.delete(request));
          expect((await by.delete(request)).status).to.equal(204);
          expect(await world.status(request)).to.equal('REQUEST_REVOKED');
          const { json } = await world.partner.get(request);
          expect(iriOf(member(json, 'api:isRevokedBy'))).to.equal(by.agent);
          await world.expectRejected(piece, 422, () => by.delete(request));
          await world.expectRejected(piece, 422, () => world.accept(request));
        }
      }
    },
  },
  {
    section: `${POST}, unsubscribing`,
    statement: 'a subscriber that another agent subscribed may unsubscribe by revoking the request',
    holds: async (world) => {
      const reply = await world.holder.post('/subscriptions', body(world.partner));
      const request = world.path(reply.headers.get('location'));
      await world.accept(request);
      expect((await world.partner.get(request)).status).to.equal(200);
      expect((await world.partner.delete(request)).status).to.equal(204);
      expect(await world.status(request)).to.equal('REQUEST_REVOKED');
    },
  },
  {
    section: 'D15',
    statement: 'the request is read by its requestor and internal agents, not by others',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await ask(world, body(world.partner));
      await world.expectRejected(piece, 403, () => world.otherPartner.get(request));
      await world.expectRejected(piece, 401, () => world.anonymous.get(request));
      expect((await world.holder.get(request)).status).to.equal(200);
    },
  },
  {
    section: 'D26',
    statement: 'no notification is sent for a subscription that is pending, rejected, revoked or expired',
    holds: async (world) => {
      const topic = `${cargo}ULD`;
      const party = await deaf(world);
      const made = async (more: JsonObject = {}): Promise<string> => {
        const reply = await party.post('/subscriptions', body(party, more, topic));
        expect(reply.status, reply.text).to.equal(201);
        return world.path(reply.headers.get('location'));
      };
      const pending = await made();
      await world.decide(await made(), 'REQUEST_REJECTED');
      const revoked = await made();
      await world.accept(revoked);
      await party.delete(revoked);
      const soon = new Date(world.node.clock.now().getTime() + 30_000).toISOString();
      await world.accept(await made({ 'api:expiresAt': dateTime(soon) }));
      const late = await made({ 'api:expiresAt': dateTime(soon) });
      world.node.clock.advance(30);
      expect((await world.accept(late)).status, 'accepted after its end').to.equal(422);
      expect(await world.status(late)).to.equal('REQUEST_FAILED');
      await world.create({ '@type': 'cargo:ULD', 'cargo:uldSerialNumber': '1' });
      expect(await told(world, pending)).to.deep.equal([]);
    },
  },
  {
    section: 'D26',
    statement: 'a topic by type is every object of the type or a subtype',
    holds: async (world) => {
      const parent = await subscribe(world.holder, await deaf(world), { topic: `${cargo}Organization` });
      const child = await subscribe(world.holder, await deaf(world), { topic: `${cargo}Carrier` });
      await world.create({ '@type': 'cargo:Carrier', 'cargo:name': 'Air' });
      expect(await told(world, parent)).to.deep.equal(['LOGISTICS_OBJECT_CREATED']);
      expect(await told(world, child)).to.deep.equal(['LOGISTICS_OBJECT_CREATED']);
      await world.create({ '@type': 'cargo:Organization', 'cargo:name': 'Other' });
      expect(await told(world, parent)).to.have.length(2);
      expect(await told(world, child)).to.have.length(1);
      for (const request of [parent, child]) await world.holder.delete(request);
    },
  },
  {
    section: 'D26',
    statement: 'a topic by type is every object of the type: also one that has another type beside it',
    holds: async (world) => {
      const one = await subscribe(world.holder, await deaf(world), { topic: `${cargo}ULD` });
      const other = await subscribe(world.holder, await deaf(world), { topic: `${cargo}LoadingMaterial` });
      for (const types of [
        ['cargo:ULD', 'cargo:LoadingMaterial'],
        ['cargo:LoadingMaterial', 'cargo:ULD'],
      ])
        await world.create({ '@type': types });
      expect(await told(world, one)).to.have.length(2);
      expect(await told(world, other)).to.have.length(2);
      for (const request of [one, other]) await world.holder.delete(request);
    },
  },
  ...each(
    {
      LOGISTICS_OBJECT_CREATED: ['LOGISTICS_OBJECT_CREATED'],
      LOGISTICS_OBJECT_UPDATED: ['LOGISTICS_OBJECT_UPDATED'],
      LOGISTICS_EVENT_RECEIVED: ['LOGISTICS_EVENT_RECEIVED'],
    },
    (events): Statement => ({
      section: 'Event kinds',
      statement: 'only events in includeSubscriptionEventType cause notifications',
      holds: async (world) => {
        const topic = `${cargo}Waybill`;
        const request = await subscribe(world.holder, await deaf(world), { topic, events });
        const made = await world.create({ '@type': 'cargo:Waybill', 'cargo:waybillNumber': '1' });
        await world.change(made, [add(world.uri(made), 'waybillPrefix', '020')]);
        expect((await world.holder.post(`${made}/logistics-events`, eventBody())).status).to.equal(201);
        expect(await told(world, request)).to.deep.equal(events);
        await world.holder.delete(request);
      },
    }),
  ),
  {
    section: GET,
    statement: 'no offer: an empty array, 200, in the headers’ due form',
    holds: async (world) => {
      const { status, json, headers } = await world.partner.get(query(`${api}LOGISTICS_OBJECT_TYPE`, PIECE));
      expect(status).to.equal(200);
      expect(json).to.deep.equal([]);
      expect(headers.get('content-type')).to.match(/^application\/ld\+json/);
      expect(headers.get('content-language')).to.equal('en-US');
    },
  },
  ...each(
    {
      'no topic': `/subscriptions?topicType=${encodeURIComponent(`${api}LOGISTICS_OBJECT_TYPE`)}`,
      'no topicType': `/subscriptions?topic=${encodeURIComponent(PIECE)}`,
      'no parameter': '/subscriptions',
      'an unknown topicType': query(`${api}LOGISTICS_EVENT`, PIECE),
      'a topicType of another namespace': query('https://x.example/ns#LOGISTICS_OBJECT_TYPE', PIECE),
      'a topic that is no URI': query(`${api}LOGISTICS_OBJECT_TYPE`, 'Piece'),
      'an empty topic': query(`${api}LOGISTICS_OBJECT_TYPE`, ''),
      'an unknown type': query(`${api}LOGISTICS_OBJECT_TYPE`, `${cargo}Pizza`),
      'a type that is no Logistics Object': query(`${api}LOGISTICS_OBJECT_TYPE`, `${cargo}Value`),
      'two topics': `${query(`${api}LOGISTICS_OBJECT_TYPE`, PIECE)}&topic=x`,
    },
    (path): Statement => ({
      section: `${GET}; D31`,
      statement: 'a request that is not valid is 400',
      holds: async (world) => {
        const piece = await world.piece();
        const reply = await world.expectRejected(piece, 400, () => world.partner.get(path));
        expect(member(reply.json, 'api:hasTitle')).to.equal('Invalid query parameter request');
      },
    }),
  ),
  {
    section: GET,
    statement: '401 without a token',
    holds: async (world) => {
      const piece = await world.piece();
      await world.expectRejected(piece, 401, () => world.anonymous.get(query(`${api}LOGISTICS_OBJECT_TYPE`, PIECE)));
    },
  },
  ...each<unknown>(
    {
      'an empty object': {},
      'no topic': { subscriber: 'https://x.example/logistics-objects/1', topicType: 'LOGISTICS_OBJECT_TYPE' },
      'a subscriber without callback': {
        subscriber: 'https://x.example/',
        topicType: 'LOGISTICS_OBJECT_TYPE',
        topic: PIECE,
      },
      'an unknown topic type': { subscriber: 'https://x.example/logistics-objects/1', topicType: 'X', topic: PIECE },
      'an unknown type': {
        subscriber: 'https://x.example/logistics-objects/1',
        topicType: 'LOGISTICS_OBJECT_TYPE',
        topic: `${cargo}Pizza`,
      },
      'an object that is not here': {
        subscriber: 'https://x.example/logistics-objects/1',
        topicType: 'LOGISTICS_OBJECT_IDENTIFIER',
        topic: 'https://x.example/logistics-objects/2',
      },
      'one member more': {
        subscriber: 'https://x.example/logistics-objects/1',
        topicType: 'LOGISTICS_OBJECT_TYPE',
        topic: PIECE,
        more: 1,
      },
      'a number as topic': {
        subscriber: 'https://x.example/logistics-objects/1',
        topicType: 'LOGISTICS_OBJECT_TYPE',
        topic: 7,
      },
      'a list': [],
      text: 'x',
      'broken JSON': '{',
      nothing: '',
    },
    (content): Statement => ({
      section: 'operator contract, subscription-proposals',
      statement: 'a proposal that is not valid is 400, and no partner is called',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 400, () =>
          world.holder.post('/internal/subscription-proposals', content, { 'Content-Type': 'application/json' }),
        );
      },
    }),
  ),
  {
    section: 'D72',
    statement:
      'names of extensions are in docs/extensions.md and at their address, and in no answer to who did not ask for them',
    holds: async (world) => {
      const namespace = world.uri('/ns/extensions#');
      const document = readFileSync(new URL('../../docs/extensions.md', import.meta.url), 'utf8');
      const vocabulary = (await world.partner.get('/ns/extensions', { headers: { Accept: 'application/n-triples' } }))
        .text;
      const defined = new Set(Array.from(vocabulary.matchAll(/#([A-Za-z]+)> <[^>]*#type>/g), ([, name = '']) => name));
      expect([...defined]).to.include('hasCondition');
      for (const name of defined) expect(document).to.include(`\`${name}\``);

      const piece = await world.openPiece();
      const plain = await ask(world, body(world.partner));
      const extended = await ask(world, body(world.partner, { [`${namespace}coalescesFor`]: 60 }, world.uri(piece)));
      const change = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
      for (const path of [
        '/',
        piece,
        `${piece}?embedded=true`,
        `${piece}/audit-trail`,
        `${piece}/logistics-events`,
        plain,
        change,
      ]) {
        for (const version of ['2.0.0', '2.3.0']) {
          const headers = {
            Accept: `application/ld+json; version=${version}; profile="http://www.w3.org/ns/json-ld#expanded"`,
          };
          const reply = await world.partner.get(path, { headers });
          expect(reply.status, reply.text).to.equal(200);
          expect(reply.text + JSON.stringify([...reply.headers]), path).to.not.include('/ns/extensions');
        }
      }
      expect(JSON.stringify(await world.read(extended))).to.include('/ns/extensions');
    },
  },
];

conformance('Subscriptions', statements, {
  env: { DELIVERY_RETRY_MIN_MS: '3600000', DELIVERY_RETRY_MAX_MS: '3600000' },
});

conformance(
  'Subscriptions with THIRD_PARTY_SUBSCRIPTIONS=true',
  [
    {
      section: `${POST}; operator contract`,
      statement: 'a partner may subscribe another agent, which may then read and revoke the request',
      holds: async (world) => {
        const request = await ask(world, body(world.otherPartner));
        await world.accept(request);
        expect(iriOf(member((await world.otherPartner.get(request)).json, 'api:isRequestedBy'))).to.equal(
          world.partner.agent,
        );
        expect((await world.otherPartner.delete(request)).status).to.equal(204);
      },
    },
  ],
  { env: { THIRD_PARTY_SUBSCRIPTIONS: 'true' } },
);

const offers = [
  {
    topicType: 'LOGISTICS_OBJECT_TYPE',
    topic: PIECE,
    events: ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED'],
    sendBody: true,
  },
  { topicType: 'LOGISTICS_OBJECT_TYPE', topic: PIECE, events: ['LOGISTICS_EVENT_RECEIVED'] },
  {
    topicType: 'LOGISTICS_OBJECT_IDENTIFIER',
    topic: 'https://publisher.example/logistics-objects/p',
    events: ['LOGISTICS_EVENT_RECEIVED'],
  },
];

conformance(
  'Subscriptions with SUBSCRIPTION_TOPICS',
  [
    {
      section: `${GET}; D31`,
      statement: 'an array of the offers for that topic, each with its own @context, of the data holder',
      holds: async (world) => {
        const { json } = await world.partner.get(query(`${api}LOGISTICS_OBJECT_TYPE`, PIECE));
        expect(json).to.be.an('array').with.length(2);
        for (const offer of list(json)) {
          expect(member(offer, '@context')).to.include({ api: context.api });
          expect(member(offer, '@type')).to.equal('api:Subscription');
          expect(iriOf(member(offer, 'api:hasSubscriber'))).to.equal(world.holder.agent);
          expect(iriOf(member(offer, 'api:hasTopicType'))).to.equal('api:LOGISTICS_OBJECT_TYPE');
          expect(valueOf(member(offer, 'api:hasTopic'))).to.equal(PIECE);
        }
        expect(list(json).map((offer) => member(offer, 'api:sendLogisticsObjectBody'))).to.have.members([true, false]);
        const ids = list(json).map(iriOf);
        expect(new Set(ids).size, 'two subscriptions have two names').to.equal(2);
      },
    },
    {
      section: GET,
      statement: 'topicType with %23 or a slash, and an identifier as topic',
      holds: async (world) => {
        const topic = 'https://publisher.example/logistics-objects/p';
        for (const type of [`${api}LOGISTICS_OBJECT_IDENTIFIER`, `${api.slice(0, -1)}/LOGISTICS_OBJECT_IDENTIFIER`]) {
          const { json } = await world.partner.get(query(type, topic));
          expect(json, type).to.be.an('array').with.length(1);
        }
        const { json } = await world.partner.get(query(`${api}LOGISTICS_OBJECT_IDENTIFIER`, `${topic}x`));
        expect(json).to.deep.equal([]);
      },
    },
    {
      section: 'D31',
      statement: 'in the other formats one graph',
      holds: async (world) => {
        const path = query(`${api}LOGISTICS_OBJECT_TYPE`, PIECE);
        for (const type of ['text/turtle', 'application/n-triples']) {
          const { text, headers } = await world.partner.get(path, { headers: { Accept: type } });
          expect(headers.get('content-type')).to.include(type);
          expect(text).to.include('Subscription').and.include('LOGISTICS_EVENT_RECEIVED');
        }
      },
    },
  ],
  { env: { SUBSCRIPTION_TOPICS: JSON.stringify(offers) } },
);

conformance(
  'Subscriptions with VALIDATION=lenient',
  each({ 'an unknown type': 'Pizza', 'a type that is no Logistics Object': 'Value' }, (name) => ({
    section: 'D31',
    statement: 'a topic that is no type of Logistics Objects is 400 in this mode, too',
    holds: async (world) => {
      const reply = await world.partner.get(query(`${api}LOGISTICS_OBJECT_TYPE`, cargo + name));
      expect(reply.status).to.equal(400);
      expect(reply.text).to.include('unsupported Logistics Object type');
      const supported = await world.partner.get(query(`${api}LOGISTICS_OBJECT_TYPE`, PIECE));
      expect(supported.json).to.deep.equal([]);
    },
  })),
  { env: { VALIDATION: 'lenient' } },
);
