import { expect } from 'chai';
import {
  aclBody,
  anyUri,
  deliveries,
  delegate,
  eventBody,
  iriOf,
  partyFor,
  Receiver,
  type ReceivedNotification,
  requestDelegation,
  respondWith,
  settled,
  subscribe,
  subscriptionBody,
  valueOf,
} from '../support/exchange.js';
import { api, cargo, context, type Json, list, member, type Party } from '../support/node.js';
import { type JsonObject, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const versions = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'] as const;

const mediaType = (version: string): string => `application/ld+json; version=${version}`;

/** A receiver whose server lists these versions. */
async function receiverOf(...supported: readonly string[]): Promise<Receiver> {
  const receiver = await Receiver.start();
  const body = JSON.stringify({
    '@context': context,
    '@type': 'api:ServerInformation',
    'api:hasSupportedApiVersion': supported,
  });
  receiver.behaviour = (response, notification, request): void => {
    const answer =
      notification === undefined ? respondWith(200, { 'Content-Type': mediaType('2.0.0') }, body) : respondWith(204);
    answer(response, notification, request);
  };
  return receiver;
}

/** Runs with a partner whose server lists these versions, and gives what it received. */
async function notifying(
  world: TestContext,
  supported: readonly string[],
  act: (partner: Party) => Promise<unknown>,
): Promise<readonly ReceivedNotification[]> {
  const receiver = await receiverOf(...supported);
  try {
    await act(await partyFor(world.node.url, receiver.agent));
    await settled(world.holder);
    return [...receiver.received];
  } finally {
    await receiver.close();
  }
}

const announce = (party: Party, receiver: Json, logisticsObject: Json): ReturnType<Party['post']> =>
  party.post('/internal/announcements', { receiver, logisticsObject }, { 'Content-Type': 'application/json' });

const statements: Statement[] = [
  {
    section: 'V66; L25',
    statement: 'an accepted delegation sends LOGISTICS_OBJECT_ACCESS_GRANTED to each delegate, once for each object',
    holds: async (world) => {
      const pieces = [world.uri(await world.piece()), world.uri(await world.piece())];
      const other = await receiverOf('2.2.0');
      let request = '';
      try {
        const received = await notifying(world, versions, async (delegated) => {
          request = await delegate(world.holder, world.partner, {
            objects: pieces,
            delegates: [delegated.agent, other.agent],
          });
        });
        for (const notifications of [received, other.received]) {
          expect(notifications.map(({ eventType }) => eventType)).to.deep.equal([
            'LOGISTICS_OBJECT_ACCESS_GRANTED',
            'LOGISTICS_OBJECT_ACCESS_GRANTED',
          ]);
          expect(notifications.map(({ object }) => object)).to.have.members(pieces);
          for (const { triggeredBy, body } of notifications) {
            expect(triggeredBy).to.equal(request);
            expect(valueOf(member(body, 'api:hasLogisticsObjectType'))).to.equal(`${cargo}Piece`);
            expect(member(body, 'api:hasLogisticsObject')).to.have.all.keys('@id');
            expect(member(body, 'api:hasLogisticsEvent')).to.equal(undefined);
          }
        }
        expect(received[0]?.headers['content-type']).to.equal(mediaType('2.3.0'));
        expect(other.received[0]?.headers['content-type']).to.equal(mediaType('2.2.0'));
      } finally {
        await other.close();
      }
    },
  },
  {
    section: 'V66',
    statement: 'also to a delegate that is the requestor; not before the acceptance, nor for an access control list',
    holds: async (world) => {
      const piece = await world.piece();
      const received = await notifying(world, versions, async (partner) => {
        const grant = { objects: [world.uri(piece)], delegates: [partner.agent] };
        const rejected = world.path(await requestDelegation(partner, grant));
        await world.decide(rejected, 'REQUEST_REJECTED');
        await requestDelegation(partner, grant);
        const list = aclBody(world.uri(piece), { 'acl:agent': { '@id': partner.agent } });
        await world.holder.put(`${piece}/acl`, list);
        await delegate(world.holder, partner, grant);
      });
      expect(received.map(({ eventType }) => eventType)).to.deep.equal(['LOGISTICS_OBJECT_ACCESS_GRANTED']);
    },
  },
  {
    section: 'V66',
    statement: 'never to the data holder',
    holds: async (world) => {
      const piece = await world.piece();
      await delegate(world.holder, world.partner, {
        objects: [world.uri(piece)],
        delegates: [world.holder.agent],
      });
      expect((await deliveries(world.holder)).total).to.equal(0);
    },
  },
  {
    section: 'V70; V66',
    statement: 'a delegate whose version does not have the type gets nothing, and nothing of it is kept',
    holds: async (world) => {
      const piece = await world.piece();
      const received = await notifying(world, ['2.0.0', '2.1.0'], async (partner) => {
        await delegate(world.holder, partner, { objects: [world.uri(piece)], delegates: [partner.agent] });
        await settled(world.holder);
        await subscribe(world.holder, partner, { topic: world.uri(piece) });
        await world.holder.post(`${piece}/logistics-events`, eventBody());
      });
      expect(received.map(({ eventType }) => eventType)).to.deep.equal(['LOGISTICS_EVENT_RECEIVED']);
    },
  },
  ...each({ '2.0.0': '2.0.0', '2.1.0': '2.1.0', '2.2.0': '2.2.0', '2.3.0': '2.3.0' }, (version): Statement => ({
    section: 'V65',
    statement: 'LOGISTICS_EVENT_RECEIVED has hasLogisticsEvent from 2.2.0 on; no other type has it',
    holds: async (world) => {
      const piece = await world.piece();
      let event = '';
      const received = await notifying(world, [version], async (partner) => {
        await subscribe(world.holder, partner, {
          topic: world.uri(piece),
          more: { 'api:notifyRequestStatusChange': true },
        });
        const reply = await world.holder.post(`${piece}/logistics-events`, eventBody());
        event = reply.headers.get('location') ?? '';
      });
      const hasEvents = ['2.2.0', '2.3.0'].includes(version);
      for (const { eventType, body } of received) {
        const expected = hasEvents && eventType === 'LOGISTICS_EVENT_RECEIVED' ? event : '';
        expect(iriOf(member(body, 'api:hasLogisticsEvent')), eventType).to.equal(expected);
      }
      expect(received.map(({ eventType }) => eventType)).to.include('LOGISTICS_EVENT_RECEIVED');
    },
  })),
  {
    section: 'V67; L25',
    statement: 'an announced object is sent as LOGISTICS_OBJECT_AVAILABLE, without isTriggeredBy; it gives no access',
    holds: async (world) => {
      const piece = await world.create({ '@type': ['cargo:LogisticsObject', 'cargo:Piece'] });
      let isReadable = true;
      const received = await notifying(world, versions, async (partner) => {
        const reply = await announce(world.holder, partner.agent, world.uri(piece));
        expect(reply.status, reply.text).to.equal(204);
        isReadable = (await partner.get(piece)).status === 200;
      });
      expect(received.map(({ eventType, object }) => [eventType, object])).to.deep.equal([
        ['LOGISTICS_OBJECT_AVAILABLE', world.uri(piece)],
      ]);
      const [{ body } = { body: undefined }] = received;
      expect(member(body, 'api:isTriggeredBy')).to.equal(undefined);
      expect(valueOf(member(body, 'api:hasLogisticsObjectType'))).to.equal(`${cargo}Piece`);
      expect(isReadable).to.equal(false);
    },
  },
  {
    section: 'V67; L25',
    statement: 'a receiver without callback or an unknown object is 422; a broken body 400; for internal agents only',
    holds: async (world) => {
      const piece = world.uri(await world.piece());
      const receiver = 'http://localhost:9/logistics-objects/x';
      expect((await announce(world.holder, 'https://partner.example/companies/x', piece)).status).to.equal(422);
      expect((await announce(world.holder, 'urn:logistics-objects:x', piece)).status).to.equal(422);
      expect((await announce(world.holder, receiver, `${piece}x`)).status).to.equal(422);
      expect((await announce(world.holder, receiver, 'https://other.example/logistics-objects/p')).status).to.equal(
        422,
      );
      expect((await announce(world.holder, 'somebody', piece)).status).to.equal(400);
      expect((await announce(world.holder, receiver, null)).status).to.equal(400);
      const more = { receiver, logisticsObject: piece, more: true };
      expect((await world.holder.post('/internal/announcements', more)).status).to.equal(400);
      expect(
        (await world.holder.post('/internal/announcements', more, { 'Content-Type': 'text/plain' })).status,
      ).to.equal(415);
      expect((await announce(world.partner, receiver, piece)).status).to.equal(403);
      expect((await announce(world.anonymous, receiver, piece)).status).to.equal(401);
      expect((await deliveries(world.holder)).total).to.equal(0);
    },
  },
  ...each(
    {
      LOGISTICS_OBJECT_ACCESS_GRANTED: 'LOGISTICS_OBJECT_ACCESS_GRANTED',
      LOGISTICS_OBJECT_AVAILABLE: 'LOGISTICS_OBJECT_AVAILABLE',
    },
    (name): Statement => ({
      section: 'V68',
      statement: 'it cannot be subscribed to: 400 in every version',
      holds: async (world) => {
        const piece = await world.piece();
        const body = subscriptionBody({
          subscriber: world.partner.agent,
          topic: world.uri(piece),
          events: ['LOGISTICS_EVENT_RECEIVED', name],
        });
        for (const version of versions)
          await world.expectRejected(piece, 400, () =>
            world.partner.post('/subscriptions', body, { 'Content-Type': mediaType(version) }),
          );
      },
    }),
  ),
  ...each(
    Object.fromEntries(
      [
        'LOGISTICS_OBJECT_CREATED',
        'LOGISTICS_EVENT_RECEIVED',
        'CHANGE_REQUEST_FAILED',
        'VERIFICATION_REQUEST_PENDING',
        'VERIFICATION_REQUEST_ACKNOWLEDGED',
        'VERIFICATION_REQUEST_REJECTED',
        'VERIFICATION_REQUEST_FAILED',
        'VERIFICATION_REQUEST_REVOKED',
        'LOGISTICS_OBJECT_AVAILABLE',
        'LOGISTICS_OBJECT_ACCESS_GRANTED',
      ].map((name) => [name, name]),
    ),
    (name): Statement => ({
      section: 'V69; L34',
      statement: 'it is received whatever version is named, with or without events, and shown whole',
      holds: async (world) => {
        const events = ['e1', 'e2'].map((id) => `https://other.example/logistics-objects/p/logistics-events/${id}`);
        for (const version of [...versions, '9.9.9'])
          for (const sent of [[], events.slice(1), events]) {
            const body: JsonObject = {
              '@context': context,
              '@type': 'api:Notification',
              'api:hasEventType': { '@id': api + name },
              'api:hasLogisticsObject': { '@id': 'https://other.example/logistics-objects/p' },
              'api:hasLogisticsObjectType': anyUri(`${cargo}Piece`),
              ...(sent.length > 0 && { 'api:hasLogisticsEvent': sent.map((uri) => ({ '@id': uri })) }),
            };
            const reply = await world.partner.post('/notifications', body, { 'Content-Type': mediaType(version) });
            expect(reply.status, reply.text).to.equal(204);
            const [newest] = list(
              member((await world.holder.get('/internal/notifications?limit=1')).json, 'api:hasItem'),
            );
            expect(iriOf(member(newest, 'api:hasEventType'))).to.equal(`api:${name}`);
            expect(list(member(newest, 'api:hasLogisticsEvent')).map(iriOf)).to.have.members(sent);
          }
      },
    }),
  ),
  {
    section: 'L34, V7',
    statement: 'the body of a received notification has no revisions in 2.0.0',
    holds: async (world) => {
      const revision = (value: string): JsonObject => ({
        '@type': 'http://www.w3.org/2001/XMLSchema#positiveInteger',
        '@value': value,
      });
      const object = 'https://other.example/logistics-objects/revised';
      const body: JsonObject = {
        '@context': context,
        '@type': 'api:Notification',
        'api:hasEventType': { '@id': `${api}LOGISTICS_OBJECT_UPDATED` },
        'api:hasLogisticsObject': {
          '@id': object,
          '@type': 'cargo:Piece',
          'api:hasRevision': revision('2'),
          'api:hasLatestRevision': revision('3'),
        },
      };
      expect((await world.partner.post('/notifications', body)).status).to.equal(204);
      for (const version of versions) {
        const reply = await world.holder.get('/internal/notifications?limit=1', {
          headers: { Accept: mediaType(version) },
        });
        const shown = member(list(member(reply.json, 'api:hasItem'))[0], 'api:hasLogisticsObject');
        expect(iriOf(shown)).to.equal(object);
        const names = ['api:hasRevision', 'api:hasLatestRevision'];
        for (const name of names) expect(member(shown, name) !== undefined, version).to.equal(version !== '2.0.0');
      }
    },
  },
];

const options = { env: { DELIVERY_RETRY_MIN_MS: '10', DELIVERY_RETRY_MAX_MS: '20' } };

conformance('Notifications that no subscription asks for', statements, options);
