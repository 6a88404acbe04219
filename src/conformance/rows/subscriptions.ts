/** Rows about Subscriptions. */
import { expectHeader, expectStatus } from '../expect.js';
import { fixture } from '../fixture.js';
import { api, cargo } from '../names.js';
import type { Reply } from '../reply.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { Json, JsonObject, World } from '../world.js';
import { asking, must, standard, withPartner } from './table.js';
import {
  anyUri,
  expectOne,
  expectPending,
  expectRequestAddress,
  expectRequestStatus,
  expectType,
  expectValue,
  locationOf,
  missing,
  named,
  plainPiece,
  read,
  subscriptionBody,
} from './steps.js';

const cites = standard.subscriptions('Subscribe to Logistics Objects');
const revoking = standard.requests('Revoke Action Request');
const given = { needs: asking };

interface Made {
  readonly piece: string;
  readonly reply: Reply;
}

/** A Subscription as it was answered, made once for all rows and not decided. */
const made = fixture(async (world): Promise<Made> => {
  const piece = await world.piece();
  const more = {
    'api:includeSubscriptionEventType': [named('LOGISTICS_OBJECT_UPDATED'), named('LOGISTICS_EVENT_RECEIVED')],
    'api:hasDescription': 'kit',
  };
  return {
    piece,
    reply: await world.partner.post('/subscriptions', subscriptionBody(world.partner.agent, piece, more)),
  };
});

/** A body that must be refused. */
async function refused(
  world: World,
  status: number | readonly number[],
  body: Json,
  headers?: Record<string, string>,
): Promise<void> {
  expectStatus((await made(world)).reply, 201, 'for one that is right');
  expectStatus(await world.partner.post('/subscriptions', body, headers), status);
}
const body = async (world: World, more: JsonObject): Promise<JsonObject> =>
  subscriptionBody(world.partner.agent, await plainPiece(world), more);

export const rows: readonly Row[] = [
  must(
    'subscriptions.status',
    cites,
    'A Subscription is answered by 201.',
    async (world) => {
      expectStatus((await made(world)).reply, 201);
    },
    given,
  ),
  must(
    'subscriptions.location',
    cites,
    'The address of the SubscriptionRequest is in the Location header.',
    async (world) => {
      expectRequestAddress(world, (await made(world)).reply);
    },
    given,
  ),
  must(
    'subscriptions.type',
    cites,
    'The Type header says that it is a SubscriptionRequest.',
    async (world) => {
      expectHeader((await made(world)).reply, 'Type', `${api}SubscriptionRequest`);
    },
    given,
  ),
  must(
    'subscriptions.pending',
    cites,
    'A SubscriptionRequest is pending, and the subscriber reads it.',
    async (world) => {
      await expectPending(world, (await made(world)).reply, 'SubscriptionRequest');
    },
    given,
  ),
  must(
    'subscriptions.content',
    cites,
    'A SubscriptionRequest has the Subscription: subscriber, topic and kinds of events.',
    async (world) => {
      const { piece, reply } = await made(world);
      const request = locationOf(reply);
      const answer = await read(world, world.partner, request);
      const subscription = expectOne(answer, request, `${api}hasSubscription`);
      expectValue(answer, subscription, `${api}hasSubscriber`, world.partner.agent);
      expectValue(answer, subscription, `${api}hasTopic`, piece);
      expectValue(answer, subscription, `${api}hasTopicType`, `${api}LOGISTICS_OBJECT_IDENTIFIER`);
      for (const kind of ['LOGISTICS_OBJECT_UPDATED', 'LOGISTICS_EVENT_RECEIVED'])
        expectValue(answer, subscription, `${api}includeSubscriptionEventType`, api + kind);
    },
    given,
  ),
  must(
    'subscriptions.by-type',
    cites,
    'A Subscription may be for every object of a class.',
    async (world) => {
      const more = { 'api:hasTopicType': named('LOGISTICS_OBJECT_TYPE'), 'api:hasTopic': anyUri(`${cargo}Piece`) };
      const request = locationOf(await world.partner.post('/subscriptions', await body(world, more)));
      expectType(await read(world, world.partner, request), request, `${api}SubscriptionRequest`);
      // Since 2.3.0, an equal one is refused while this one is there.
      await world.partner.delete(request);
    },
    given,
  ),
  must(
    'subscriptions.accepted',
    cites,
    'A Subscription that the publisher accepts is REQUEST_ACCEPTED.',
    async (world) => {
      const request = await world.subscribe({ topic: await world.piece() });
      await expectRequestStatus(world, request, 'REQUEST_ACCEPTED');
    },
    { needs: withPartner },
  ),
  must(
    'subscriptions.no-topic',
    cites,
    'A Subscription without a topic is 400.',
    async (world) => refused(world, 400, await body(world, { 'api:hasTopic': [] })),
    given,
  ),
  must(
    'subscriptions.no-topic-type',
    cites,
    'A Subscription without the type of its topic is 400.',
    async (world) => refused(world, 400, await body(world, { 'api:hasTopicType': [] })),
    given,
  ),
  must(
    'subscriptions.topic-type',
    cites,
    'A Subscription whose topic is of a type that there is not is 400.',
    async (world) => refused(world, 400, await body(world, { 'api:hasTopicType': named('LOGISTICS_OBJECT_COLOUR') })),
    given,
  ),
  must(
    'subscriptions.unknown-class',
    cites,
    'A Subscription to a class that the data model does not have is 400.',
    async (world) =>
      refused(
        world,
        400,
        await body(world, {
          'api:hasTopicType': named('LOGISTICS_OBJECT_TYPE'),
          'api:hasTopic': anyUri(`${cargo}KitPiece`),
        }),
      ),
    given,
  ),
  must(
    'subscriptions.missing-object',
    cites,
    'A Subscription to an object that does not exist is 400.',
    (world) => refused(world, 400, subscriptionBody(world.partner.agent, missing(world))),
    given,
  ),
  must(
    'subscriptions.no-event-type',
    cites,
    'A Subscription that includes no kind of event is 400.',
    async (world) => refused(world, 400, await body(world, { 'api:includeSubscriptionEventType': [] })),
    given,
  ),
  must(
    'subscriptions.event-type',
    cites,
    'A Subscription with a kind of event that there is not is 400.',
    async (world) =>
      refused(
        world,
        400,
        await body(world, { 'api:includeSubscriptionEventType': [named('LOGISTICS_OBJECT_PAINTED')] }),
      ),
    given,
  ),
  must(
    'subscriptions.no-subscriber',
    cites,
    'A Subscription without a subscriber is 400.',
    async (world) => refused(world, 400, await body(world, { 'api:hasSubscriber': [] })),
    given,
  ),
  must(
    'subscriptions.other-class',
    cites,
    'A body that is no Subscription is 400.',
    async (world) => refused(world, 400, await body(world, { '@type': 'api:AccessDelegation' })),
    given,
  ),
  must(
    'subscriptions.media-type',
    cites,
    'A Subscription of another media type is 415.',
    (world) => refused(world, 415, 'subscribe', { 'Content-Type': 'text/plain' }),
    given,
  ),
  must(
    'subscriptions.unsubscribe',
    revoking,
    'The subscriber ends a Subscription by revoking its request.',
    async (world) => {
      const request = await world.subscribe({ topic: await world.piece() });
      expectStatus(await world.partner.delete(request), 204);
      await expectRequestStatus(world, request, 'REQUEST_REVOKED');
    },
    { needs: withPartner, versions: ['2.0.0', '2.2.0', '2.3.0'] },
  ),
  must(
    'subscriptions.publisher-revokes',
    revoking,
    'The publisher ends a Subscription, too.',
    async (world) => {
      const request = await world.subscribe({ topic: await world.piece() });
      expectStatus(await world.holder.delete(request), 204);
      await expectRequestStatus(world, request, 'REQUEST_REVOKED');
    },
    { needs: withPartner, versions: ['2.0.0', '2.2.0', '2.3.0'] },
  ),
  must(
    'subscriptions.equal',
    cites,
    'A Subscription equal to one that the subscriber already has is 422.',
    async (world) => {
      const one = subscriptionBody(world.partner.agent, await world.piece());
      expectStatus(await world.partner.post('/subscriptions', one), 201, 'the first time');
      expectStatus(await world.partner.post('/subscriptions', one), 422, 'the second time');
    },
    { needs: asking, versions: since('2.3.0') },
  ),
];
