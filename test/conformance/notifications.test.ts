import { expect } from 'chai';
import { anyUri, iriOf, valueOf, partyFor } from '../support/exchange.js';
import { api, cargo, context, type Json, list, member, type Party, type Reply } from '../support/node.js';
import { idIn, type JsonObject, timeIn, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const POST = 'POST /notifications';
const LIST = 'GET /internal/notifications (operator contract; D32)';

const far = 'https://airline.example/logistics-objects/p1';
let sent = 0;

/** A Notification with an @id of its own. */
function notification(more: JsonObject = {}): JsonObject {
  sent += 1;
  return {
    '@context': context,
    '@id': `https://airline.example/outbox/${sent}`,
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
    'api:hasLogisticsObject': { '@id': far },
    'api:hasLogisticsObjectType': anyUri(`${cargo}Piece`),
    'api:isTriggeredBy': { '@id': 'https://airline.example/action-requests/1' },
    ...more,
  };
}

async function received(world: TestContext, query = ''): Promise<{ total: Json; items: Json[]; reply: Reply }> {
  const reply = await world.holder.get(`/internal/notifications${query}`);
  expect(reply.status, reply.text).to.equal(200);
  return {
    total: Number(valueOf(member(reply.json, 'api:hasTotalItems'))),
    items: list(member(reply.json, 'api:hasItem')),
    reply,
  };
}

async function take(party: Party, body: JsonObject): Promise<JsonObject> {
  const reply = await party.post('/notifications', body);
  expect(reply.status, reply.text).to.equal(204);
  expect(reply.text).to.equal('');
  return body;
}

/** A refused notification is not there afterwards. */
async function expectRefused(world: TestContext, status: number, call: () => Promise<Reply>): Promise<Reply> {
  const before = (await received(world, '?limit=3')).reply.text;
  const holder = '/logistics-objects/_data-holder';
  const reply = await world.expectRejected(holder, status, call);
  expect((await received(world, '?limit=3')).reply.text).to.equal(before);
  return reply;
}

const eventKinds = [
  'LOGISTICS_OBJECT_CREATED',
  'LOGISTICS_OBJECT_UPDATED',
  'LOGISTICS_EVENT_RECEIVED',
  ...['CHANGE_REQUEST', 'ACCESS_DELEGATION_REQUEST', 'SUBSCRIPTION_REQUEST'].flatMap((kind) =>
    ['PENDING', 'ACCEPTED', 'REJECTED', 'FAILED', 'REVOKED'].map((outcome) => `${kind}_${outcome}`),
  ),
];

const statements: Statement[] = [
  {
    section: `${POST}; D32; W29`,
    statement: '204 without body, from any authenticated caller, and the internal agents see it',
    holds: async (world) => {
      const foreigner = await partyFor(world.node.url, 'https://airline.example/logistics-objects/_data-holder');
      for (const party of [world.partner, foreigner]) {
        const body = await take(
          party,
          notification({ 'api:hasChangedProperty': [anyUri(`${cargo}coload`), anyUri(`${cargo}upid`)] }),
        );
        const [item] = (await received(world)).items;
        expect(idIn(item)).to.equal(body['@id']);
        expect(member(item, '@type')).to.equal('api:Notification');
        expect(iriOf(member(item, 'api:hasEventType'))).to.equal('api:LOGISTICS_OBJECT_CREATED');
        expect(iriOf(member(item, 'api:hasLogisticsObject'))).to.equal(far);
        expect(valueOf(member(item, 'api:hasLogisticsObjectType'))).to.equal(`${cargo}Piece`);
        expect(list(member(item, 'api:hasChangedProperty')).map(valueOf)).to.have.members([
          `${cargo}coload`,
          `${cargo}upid`,
        ]);
        expect(JSON.stringify(item), 'who sent it').to.include(party.agent);
      }
    },
  },
  ...each(Object.fromEntries(eventKinds.map((kind) => [kind, kind])), (kind): Statement => ({
    section: 'Notification, NotificationEventType',
    statement: 'every kind is accepted, with the event type alone',
    holds: async (world) => {
      await take(world.partner, {
        '@context': context,
        '@type': 'api:Notification',
        'api:hasEventType': { '@id': `api:${kind}` },
      });
      const [item] = (await received(world)).items;
      expect(iriOf(member(item, 'api:hasEventType'))).to.equal(`api:${kind}`);
    },
  })),
  {
    section: 'Event kinds, sendLogisticsObjectBody',
    statement: 'a notification with the object’s content is accepted, and creates no object',
    holds: async (world) => {
      const objects = (await world.holder.get('/logistics-objects?limit=0')).text;
      await take(
        world.partner,
        notification({
          'api:hasLogisticsObject': {
            '@id': far,
            '@type': 'cargo:Piece',
            'cargo:goodsDescription': 'Oranges',
            'cargo:grossWeight': { '@id': 'internal:w', '@type': 'cargo:Value', 'cargo:unit': 'KGM' },
          },
        }),
      );
      const [item] = (await received(world)).items;
      expect(member(member(item, 'api:hasLogisticsObject'), 'cargo:goodsDescription')).to.equal('Oranges');
      expect((await world.holder.get('/logistics-objects?limit=0')).text).to.equal(objects);
    },
  },
  {
    section: 'Event kinds, sendLogisticsObjectBody',
    statement: 'content about a resource of this node does not change it',
    holds: async (world) => {
      const piece = await world.piece();
      const before = await world.state(piece);
      await take(
        world.partner,
        notification({
          'api:hasLogisticsObject': {
            '@id': world.uri(piece),
            '@type': 'cargo:Piece',
            'cargo:goodsDescription': 'Lies',
          },
        }),
      );
      expect(await world.state(piece)).to.equal(before);
    },
  },
  {
    section: 'D32',
    statement: 'a notification never passes for an object, a request or a delivery of this node',
    holds: async (world) => {
      const count = async (path: string): Promise<string> => {
        const reply = await world.holder.get(path);
        expect(reply.status, reply.text).to.equal(200);
        return JSON.stringify(valueOf(member(reply.json, 'api:hasTotalItems')) ?? member(reply.json, 'total'));
      };
      const paths = ['/logistics-objects?limit=0', '/action-requests?limit=0', '/internal/deliveries'];
      const before = await Promise.all(paths.map(count));
      const dcterms = 'http://purl.org/dc/terms/';
      const at = { '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': '2026-01-01T00:00:00Z' };
      const disguises: JsonObject[] = [
        {
          'api:hasLogisticsObject': {
            '@id': world.uri('/logistics-objects/ghost'),
            '@type': 'cargo:Piece',
            'api:hasLatestRevision': 1,
            [`${dcterms}created`]: at,
          },
        },
        {
          [`${dcterms}identifier`]: 1,
          'api:hasSubscriber': { '@id': world.partner.agent },
          'api:hasTopic': anyUri(`${cargo}Piece`),
        },
        {
          '@type': ['api:Notification', 'api:ChangeRequest'],
          'api:isRequestedBy': { '@id': world.partner.agent },
          'api:isRequestedAt': at,
          'api:hasRequestStatus': { '@id': 'api:REQUEST_PENDING' },
        },
      ];
      for (const disguise of disguises) {
        const reply = await world.partner.post('/notifications', notification(disguise));
        expect(reply.status, reply.text).to.equal(204);
        expect(await Promise.all(paths.map(count)), JSON.stringify(disguise)).to.deep.equal(before);
      }
    },
  },
  ...each<(good: JsonObject) => unknown>(
    {
      'no event type': (good) => ({ ...good, 'api:hasEventType': [] }),
      'an unknown event type': (good) => ({ ...good, 'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_DELETED' } }),
      'an event type of another namespace': (good) => ({
        ...good,
        'api:hasEventType': { '@id': 'https://x.example/ns#LOGISTICS_OBJECT_CREATED' },
      }),
      'two event types': (good) => ({
        ...good,
        'api:hasEventType': eventKinds.slice(0, 2).map((kind) => ({ '@id': `api:${kind}` })),
      }),
      'two objects': (good) => ({ ...good, 'api:hasLogisticsObject': [{ '@id': far }, { '@id': `${far}x` }] }),
      'an object that is text': (good) => ({ ...good, 'api:hasLogisticsObject': 'that one' }),
      'a type that is no URI': (good) => ({ ...good, 'api:hasLogisticsObjectType': 'Piece' }),
      'two types': (good) => ({
        ...good,
        'api:hasLogisticsObjectType': [anyUri(`${cargo}Piece`), anyUri(`${cargo}ULD`)],
      }),
      'a changed property that is no URI': (good) => ({ ...good, 'api:hasChangedProperty': 'coload' }),
      'two requests': (good) => ({ ...good, 'api:isTriggeredBy': [{ '@id': `${far}1` }, { '@id': `${far}2` }] }),
      'another type of body': (good) => ({ ...good, '@type': 'api:Subscription' }),
      'two notifications': (good) => [good, { ...good, '@id': `${far}/other` }],
      'an empty object': () => ({}),
      'an empty array': () => [],
      'an empty body': () => '',
      'broken JSON': () => '{"@type": ',
      null: () => 'null',
      'a remote context': (good) => ({ ...good, '@context': 'https://evil.example/' }),
    },
    (change) => ({
      section: `${POST}; D32; W29`,
      statement: 'a notification that is not valid is 400 and not stored',
      holds: async (world) => {
        await expectRefused(world, 400, () => world.partner.post('/notifications', change(notification())));
      },
    }),
  ),
  {
    section: POST,
    statement: '401 without a token, 415 for another Content-Type, 413 over the limit, 406 for an unknown Accept',
    holds: async (world) => {
      await expectRefused(world, 401, () => world.anonymous.post('/notifications', notification()));
      for (const type of ['application/json', 'text/turtle', 'text/plain'])
        await expectRefused(world, 415, () =>
          world.partner.post('/notifications', notification(), { 'Content-Type': type }),
        );
      await expectRefused(world, 413, () =>
        world.partner.post('/notifications', notification({ 'api:x': 'x'.repeat(1024 ** 2) })),
      );
      await expectRefused(world, 406, () =>
        world.partner.post('/notifications', notification(), { Accept: 'image/png' }),
      );
    },
  },
  ...each(
    Object.fromEntries(['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, method])),
    (method): Statement => ({
      section: 'Errors; D32',
      statement: 'another method is 405 with Allow',
      holds: async (world) => {
        const reply = await expectRefused(world, 405, () => world.partner.send(method, '/notifications'));
        expect(reply.headers.get('allow')).to.equal('POST');
      },
    }),
  ),
  {
    section: `${POST}, codes`,
    statement: 'an address below /notifications is 404',
    holds: async (world) => {
      await expectRefused(world, 404, () => world.partner.post('/notifications/x', notification()));
    },
  },
  {
    section: 'D28',
    statement: 'a repeated one is stored once, by its sender and @id; without @id each is stored',
    holds: async (world) => {
      const { total } = await received(world);
      const body = notification();
      for (let time = 0; time < 3; time += 1) await take(world.partner, body);
      expect((await received(world)).total).to.equal(Number(total) + 1);
      await take(world.otherPartner, body);
      expect((await received(world)).total, 'another sender').to.equal(Number(total) + 2);
      const { '@id': _id, ...nameless } = body;
      expect(_id).to.be.a('string');
      await take(world.partner, nameless);
      await take(world.partner, nameless);
      expect((await received(world)).total, 'without @id').to.equal(Number(total) + 4);
    },
  },
  {
    section: 'D28',
    statement: 'the same notification sent concurrently is stored once',
    holds: async (world) => {
      const { total } = await received(world);
      const body = notification();
      await Promise.all(Array.from({ length: 10 }, () => take(world.partner, body)));
      expect((await received(world)).total).to.equal(Number(total) + 1);
    },
  },
  {
    section: 'D28; D32',
    statement: 'a repeated @id with other content does not change the stored notification',
    holds: async (world) => {
      const body = await take(world.partner, notification());
      const before = (await received(world)).reply.text;
      await world.partner.post('/notifications', { ...body, 'api:hasLogisticsObject': { '@id': `${far}-other` } });
      expect((await received(world)).reply.text).to.equal(before);
    },
  },
  {
    section: LIST,
    statement: 'a Collection, newest first, with limit and skip; hasTotalItems counts all',
    holds: async (world) => {
      const ids: Json[] = [];
      for (let number = 0; number < 4; number += 1) {
        world.node.clock.advance(1);
        ids.unshift((await take(world.partner, notification()))['@id']);
      }
      const { reply, total, items } = await received(world);
      expect(idIn(reply.json)).to.equal(world.uri('/internal/notifications'));
      expect(member(reply.json, '@type')).to.equal('api:Collection');
      expect(items.slice(0, 4).map(iriOf)).to.deep.equal(ids);
      expect((await received(world, '?limit=2')).items.map(iriOf)).to.deep.equal(ids.slice(0, 2));
      expect((await received(world, '?limit=2&skip=2')).items.map(iriOf)).to.deep.equal(ids.slice(2));
      expect((await received(world, '?limit=0')).total).to.equal(total);
      const created = member(items[0], 'dcterms:created') ?? member(items[0], 'http://purl.org/dc/terms/created');
      expect(timeIn(created)).to.equal(world.node.clock.now().getTime());
    },
  },
  {
    section: LIST,
    statement: 'received in the same millisecond, the later one is still listed first',
    holds: async (world) => {
      const ids: Json[] = [];
      for (let number = 0; number < 6; number += 1) ids.unshift((await take(world.partner, notification()))['@id']);
      expect((await received(world, '?limit=6')).items.map(iriOf)).to.deep.equal(ids);
    },
  },
  {
    section: LIST,
    statement: 'internal agents only; a malformed page is 400',
    holds: async (world) => {
      await expectRefused(world, 403, () => world.partner.get('/internal/notifications'));
      await expectRefused(world, 401, () => world.anonymous.get('/internal/notifications'));
      for (const query of ['limit=-1', 'limit=x', 'skip=1.5'])
        await expectRefused(world, 400, () => world.holder.get(`/internal/notifications?${query}`));
      for (const query of ['limit=-1', 'skip=x'])
        await expectRefused(world, 400, () => world.holder.get(`/internal/deliveries?${query}`));
      await expectRefused(world, 405, () => world.holder.post('/internal/notifications', notification()));
    },
  },
  {
    section: 'Authentication and authorization per endpoint',
    statement: 'received notifications are readable for internal agents only, at every address',
    holds: async (world) => {
      const body = await take(world.partner, notification());
      for (const path of ['/inbox', '/inbox/x', '/outbox', '/outbox/x'])
        for (const party of [world.partner, world.holder]) await expectRefused(world, 404, () => party.get(path));
      expect(body['@id']).to.be.a('string');
    },
  },
  {
    section: 'Authentication and authorization per endpoint',
    statement: `the kinds of ${api} alone are known, by IRI`,
    holds: async (world) => {
      const eventType = { '@id': `${api}CHANGE_REQUEST_FAILED` };
      const reply = await world.partner.post('/notifications', notification({ 'api:hasEventType': eventType }));
      expect(reply.status, reply.text).to.equal(204);
    },
  },
];

conformance('Notifications', statements);

/** Reads a stream until it has given so many events. */
async function events(response: Response, count: number): Promise<{ event: string; id: string; data: Json }[]> {
  const found: { event: string; id: string; data: Json }[] = [];
  let text = '';
  if (response.body === null) throw new TypeError('a stream has a body');
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      );
      const data = fields.get('data');
      if (data !== undefined)
        found.push({ event: fields.get('event') ?? '', id: fields.get('id') ?? '', data: JSON.parse(data) as Json });
    }
    if (found.length >= count) return found;
  }
  return found;
}

async function stream(world: TestContext): Promise<Response> {
  const credentials = Buffer.from('holder:holder-secret').toString('base64');
  const token = await fetch(world.uri('/dev-idp/token'), {
    method: 'POST',
    headers: { Authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: given } = (await token.json()) as { access_token: string };
  return fetch(world.uri('/internal/notifications/stream'), { headers: { Authorization: `Bearer ${given}` } });
}

conformance('Notifications as Server-Sent Events', [
  {
    section: 'operator contract, /internal/notifications/stream',
    statement: 'each notification is streamed once, in order, to every listener',
    holds: async (world) => {
      const listeners = await Promise.all([stream(world), stream(world)]);
      for (const { status, headers } of listeners) {
        expect(status).to.equal(200);
        expect(headers.get('content-type')).to.match(/^text\/event-stream/);
        expect(headers.get('cache-control')).to.include('no-store');
      }
      const bodies: JsonObject[] = [];
      for (let number = 0; number < 5; number += 1) {
        const body = notification();
        await take(world.partner, body);
        await take(world.partner, body);
        bodies.push(body);
      }
      for (const listener of listeners) {
        const notifications = await events(listener, 5);
        expect(notifications.map(({ data }) => idIn(data))).to.deep.equal(bodies.map((body) => body['@id']));
        for (const { event, id } of notifications) {
          expect(event).to.equal('notification');
          expect(id).to.match(/^\d+$/);
        }
      }
    },
  },
  {
    section: 'operator contract, /internal/notifications/stream',
    statement: 'text with line breaks and strange characters stays one event',
    holds: async (world) => {
      const listener = await stream(world);
      const hostile = 'a\n\nevent: fake\ndata: {}\r\n\u2028\u0000é';
      await take(
        world.partner,
        notification({
          'api:hasLogisticsObject': {
            '@id': far,
            '@type': 'cargo:Piece',
            'cargo:goodsDescription': hostile.replace('\u0000', ''),
          },
        }),
      );
      const [told] = await events(listener, 1);
      expect(told?.event).to.equal('notification');
      expect(member(member(told?.data, 'api:hasLogisticsObject'), 'cargo:goodsDescription')).to.equal(
        hostile.replace('\u0000', ''),
      );
    },
  },
]);

conformance(
  'Notifications with a back end',
  [
    {
      section: 'Delivery model, rule 5; D65',
      statement: 'a received notification is listed, and waits for the back end in the outbox; repeated, it waits once',
      holds: async (world) => {
        for (let times = 0; times < 2; times++)
          await world.partner.post('/notifications', notification({ '@id': 'urn:example:n1' }));
        const { json } = await world.holder.get('/internal/deliveries');
        expect(member(json, 'total')).to.equal(1);
        const [waiting] = list(member(json, 'items'));
        expect(member(waiting, 'id')).to.equal('urn:example:n1');
        expect(member(waiting, 'callback')).to.equal('http://127.0.0.1:9/hook');
        expect(list(member(await world.read('/internal/notifications'), 'api:hasItem'))).to.have.length(1);
      },
    },
  ],
  { env: { INBOX_WEBHOOK_URL: 'http://127.0.0.1:9/hook?key=1', INBOX_WEBHOOK_SECRET: 'x' } },
);
