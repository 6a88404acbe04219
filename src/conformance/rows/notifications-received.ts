/** Rows about the address that takes notifications. */
import { expectStatus, expectThat } from '../expect.js';
import { cargo, context } from '../names.js';
import type { Row } from '../row.js';
import type { Json, JsonObject, World } from '../world.js';
import { isSince, must, standard } from './table.js';
import { anyUri, named } from './steps.js';

const cites = standard.notifications('Send Notification');
const rules = standard.notifications();
const given = { needs: ['partner', 'writes'] } as const;

/** A Notification about an object of somebody else, as JSON-LD. */
const notification = (world: World, more: JsonObject = {}): JsonObject => ({
  '@context': context,
  '@type': 'api:Notification',
  'api:hasEventType': named('LOGISTICS_OBJECT_UPDATED'),
  'api:hasLogisticsObject': { '@id': `https://kit.example/logistics-objects/${world.id()}` },
  'api:hasLogisticsObjectType': anyUri(`${cargo}Piece`),
  ...more,
});

const send = (world: World, body: Json, headers?: Record<string, string>): ReturnType<World['partner']['post']> =>
  world.partner.post('/notifications', body, headers);

/** A body that must be refused, beside one that is right. */
async function refused(world: World, status: number, body: Json, headers?: Record<string, string>): Promise<void> {
  expectStatus(await send(world, notification(world)), 204, 'for one that is right');
  expectStatus(await send(world, body, headers), status);
}

const statuses = ['PENDING', 'ACCEPTED', 'REJECTED', 'FAILED', 'REVOKED'];

/** Every kind of notification that a version has. */
function kinds(world: World): readonly string[] {
  const requests = ['CHANGE', 'ACCESS_DELEGATION', 'SUBSCRIPTION'];
  return [
    ...['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED', 'LOGISTICS_EVENT_RECEIVED'],
    ...requests.flatMap((kind) => statuses.map((status) => `${kind}_REQUEST_${status}`)),
    ...(isSince(world, '2.1.0') ? ['VERIFICATION_REQUEST_PENDING', 'VERIFICATION_REQUEST_ACKNOWLEDGED'] : []),
    ...(isSince(world, '2.2.0') ? ['LOGISTICS_OBJECT_AVAILABLE', 'LOGISTICS_OBJECT_ACCESS_GRANTED'] : []),
  ];
}

export const rows: readonly Row[] = [
  must(
    'notifications.receive.status',
    cites,
    'A Notification that a caller sends is answered by 204.',
    async (world) => {
      const reply = await send(world, notification(world));
      expectStatus(reply, 204);
      expectThat(reply.text === '', 'no body', `${reply.text.length} characters`, reply);
    },
    given,
  ),
  must(
    'notifications.receive.anybody',
    rules,
    'Every authenticated caller may send notifications.',
    async (world) => {
      expectStatus(await world.stranger.post('/notifications', notification(world)), 204);
    },
    { needs: ['stranger', 'writes'] },
  ),
  must(
    'notifications.receive.kinds',
    rules,
    'Notifications of every kind are taken.',
    async (world) => {
      for (const kind of kinds(world))
        expectStatus(await send(world, notification(world, { 'api:hasEventType': named(kind) })), 204, `for ${kind}`);
    },
    given,
  ),
  must(
    'notifications.receive.body',
    cites,
    'A Notification may have the whole object.',
    async (world) => {
      const object = {
        '@id': `https://kit.example/logistics-objects/${world.id()}`,
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': `conformance kit ${world.run}`,
      };
      expectStatus(await send(world, notification(world, { 'api:hasLogisticsObject': object })), 204);
    },
    given,
  ),
  must(
    'notifications.receive.no-kind',
    cites,
    'A Notification that does not say its kind is 400.',
    (world) => refused(world, 400, notification(world, { 'api:hasEventType': [] })),
    given,
  ),
  must(
    'notifications.receive.kind',
    cites,
    'A Notification of a kind that there is not is 400.',
    (world) => refused(world, 400, notification(world, { 'api:hasEventType': named('LOGISTICS_OBJECT_PAINTED') })),
    given,
  ),
  must(
    'notifications.receive.other-class',
    rules,
    'A body that is no Notification is 400.',
    (world) => refused(world, 400, notification(world, { '@type': 'api:Subscription' })),
    given,
  ),
  must(
    'notifications.receive.broken-json',
    cites,
    'A Notification that is no JSON is 400.',
    (world) => refused(world, 400, '{'),
    given,
  ),
  must(
    'notifications.receive.media-type',
    cites,
    'A Notification of another media type is 415.',
    (world) => refused(world, 415, 'changed', { 'Content-Type': 'text/plain' }),
    given,
  ),
  must(
    'notifications.receive.method',
    cites,
    'Another method is 405.',
    async (world) => {
      expectStatus(await send(world, notification(world)), 204, 'for POST');
      expectStatus(await world.partner.get('/notifications'), 405, 'for GET');
    },
    given,
  ),
];
