/** Rows about the notifications that a publisher sends. */
import { expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api, cargo, xsd } from '../names.js';
import type { Need, Row } from '../row.js';
import { since } from '../versions.js';
import type { Received } from '../world.js';
import { expectStated, first } from './notification-steps.js';
import { must, receiving, should, standard } from './table.js';
import {
  add,
  dateTime,
  describing,
  instructing,
  locationOf,
  read,
  remove,
  subscriptionBody,
  texts,
  weight,
} from './steps.js';

const cites = standard.notifications('Send Notification');
const rules = standard.subscriptions('Publish & Subscribe in ONE Record');
const statuses = standard.notifications();
const given = { needs: receiving };
const rejecting: readonly Need[] = [...receiving, 'rejection'];
const everything = ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED', 'LOGISTICS_EVENT_RECEIVED'];

interface Updated {
  readonly piece: string;
  readonly subscription: string;
  readonly event: string;
  readonly updated: Received;
  readonly received: Received;
}

/** A Piece that the partner reads and subscribes to: a text and a value in its weight change, and an event is added. */
const updated = fixture(async (world): Promise<Updated> => {
  const piece = await world.piece({ 'cargo:grossWeight': weight('20') });
  await world.grant(piece, ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT']);
  const subscription = await world.subscribe({ topic: piece, events: everything });
  const { graph } = await read(world, world.holder, piece);
  const [value = ''] = texts(graph, piece, `${cargo}grossWeight`);
  const [number = ''] = texts(graph, value, `${cargo}numericalValue`);
  await world.change(piece, [
    add(piece, 'upid', 'told'),
    remove(value, 'numericalValue', number, `${xsd}double`),
    add(value, 'numericalValue', '25.5', `${xsd}double`),
  ]);
  const event = await world.event(piece);
  const one = await first(world, piece, 'LOGISTICS_OBJECT_UPDATED');
  return { piece, subscription, event, updated: one, received: await first(world, piece, 'LOGISTICS_EVENT_RECEIVED') };
});

/** What is said of an object in a notification, apart from its type. */
const statementsOf = ({ graph }: Received, object: string): readonly string[] =>
  Array.from(graph)
    .filter(({ subject }) => subject.value === object)
    .map(({ predicate }) => predicate.value)
    .filter((predicate) => predicate.startsWith(cargo));

export const rows: readonly Row[] = [
  must(
    'notifications.updated',
    cites,
    'A subscriber is told when an object changes: LOGISTICS_OBJECT_UPDATED.',
    async (world) => {
      const { piece, updated: one } = await updated(world);
      expectStated(one, 'hasLogisticsObject', piece);
      const kinds = texts(one.graph, one.node, `${api}hasEventType`);
      expectThat(kinds.length === 1, 'one hasEventType', kinds.join(', '));
    },
    given,
  ),
  must(
    'notifications.updated.property',
    cites,
    'hasChangedProperty names each property that changed.',
    async (world) => {
      expectStated((await updated(world)).updated, 'hasChangedProperty', `${cargo}upid`);
    },
    given,
  ),
  must(
    'notifications.updated.embedded',
    cites,
    'For a change in an embedded object hasChangedProperty names the property that holds it.',
    async (world) => {
      expectStated((await updated(world)).updated, 'hasChangedProperty', `${cargo}grossWeight`);
    },
    given,
  ),
  should(
    'notifications.updated.type',
    statuses,
    'A notification says the type of its object.',
    async (world) => {
      expectStated((await updated(world)).updated, 'hasLogisticsObjectType', `${cargo}Piece`);
    },
    given,
  ),
  should(
    'notifications.updated.trigger',
    rules,
    'isTriggeredBy is the request of the Subscription, so that the subscriber can end it.',
    async (world) => {
      const { subscription, updated: one } = await updated(world);
      expectStated(one, 'isTriggeredBy', subscription);
    },
    given,
  ),
  must(
    'notifications.updated.no-body',
    cites,
    'Who did not ask for the body of objects gets a link.',
    async (world) => {
      const { piece, updated: one } = await updated(world);
      const statements = statementsOf(one, piece);
      expectThat(statements.length === 0, 'a link', statements.join(', '));
    },
    given,
  ),
  must(
    'notifications.updated.body',
    cites,
    'Who asked for the body of objects, and may read them, gets the whole object.',
    async (world) => {
      const piece = await world.piece({ 'cargo:coload': true });
      await world.grant(piece);
      await world.subscribe({ topic: piece, events: everything, more: { 'api:sendLogisticsObjectBody': true } });
      await world.change(piece, describing(piece, 'with a body'));
      const one = await first(world, piece, 'LOGISTICS_OBJECT_UPDATED');
      for (const property of ['upid', 'coload', 'goodsDescription']) {
        const statements = statementsOf(one, piece);
        expectThat(statements.includes(cargo + property), property, statements.join(', ') || 'a link');
      }
    },
    given,
  ),
  must(
    'notifications.event',
    cites,
    'A subscriber that asked for it is told when an event is added: LOGISTICS_EVENT_RECEIVED.',
    async (world) => {
      const { piece, received } = await updated(world);
      expectStated(received, 'hasLogisticsObject', piece);
    },
    given,
  ),
  should(
    'notifications.event.address',
    statuses,
    'LOGISTICS_EVENT_RECEIVED has the address of the event.',
    async (world) => {
      const { event, received } = await updated(world);
      expectStated(received, 'hasLogisticsEvent', event);
    },
    { needs: receiving, versions: since('2.2.0') },
  ),
  must(
    'notifications.not-included',
    rules,
    'A subscriber is not told of kinds of events that its Subscription does not include.',
    async (world) => {
      const piece = await world.piece();
      await world.subscribe({ topic: piece, events: ['LOGISTICS_OBJECT_UPDATED'] });
      await world.event(piece);
      await world.change(piece, describing(piece, 'afterwards'));
      await first(world, piece, 'LOGISTICS_OBJECT_UPDATED');
      await world.receiver.none({ object: piece, eventType: 'LOGISTICS_EVENT_RECEIVED' }, 0.5);
    },
    given,
  ),
  must(
    'notifications.other-object',
    rules,
    'A Subscription to one object brings no notification about another.',
    async (world) => {
      const [piece, other] = [await world.piece(), await world.piece()];
      await world.subscribe({ topic: piece, events: everything });
      await world.change(other, describing(other, 'not told'));
      await world.change(piece, describing(piece, 'told'));
      await first(world, piece, 'LOGISTICS_OBJECT_UPDATED');
      await world.receiver.none({ object: other, eventType: 'LOGISTICS_OBJECT_UPDATED' }, 0.5);
    },
    given,
  ),
  must(
    'notifications.created',
    cites,
    'A subscriber to a class is told when an object of it is created: LOGISTICS_OBJECT_CREATED.',
    async (world) => {
      const request = await world.subscribe({ topic: `${cargo}Shipment`, events: everything });
      const shipment = await world.create({
        '@type': 'cargo:Shipment',
        'cargo:goodsDescription': `conformance kit ${world.run}`,
      });
      try {
        expectStated(await first(world, shipment, 'LOGISTICS_OBJECT_CREATED'), 'hasLogisticsObject', shipment);
      } finally {
        // Since 2.3.0, an equal one is refused while this one is there.
        await world.partner.delete(request);
      }
    },
    given,
  ),
  must(
    'notifications.pending',
    rules,
    'A Subscription that was not accepted brings nothing.',
    async (world) => {
      const piece = await world.piece();
      const reply = await world.partner.post('/subscriptions', subscriptionBody(world.partner.agent, piece));
      const request = locationOf(reply);
      await world.change(piece, instructing(piece, 'not told'));
      await world.receiver.none({ object: piece, eventType: 'LOGISTICS_OBJECT_UPDATED' }, 1);
      await world.accept(request);
      await world.change(piece, instructing(piece, 'told'));
      await first(world, piece, 'LOGISTICS_OBJECT_UPDATED');
    },
    { needs: rejecting },
  ),
  must(
    'notifications.revoked',
    rules,
    'A Subscription that was revoked brings nothing more.',
    async (world) => {
      const piece = await world.piece();
      const request = await world.subscribe({ topic: piece, events: everything });
      await world.change(piece, describing(piece, 'told'));
      const before = (await world.receiver.notifications({ object: piece, eventType: 'LOGISTICS_OBJECT_UPDATED' }))
        .length;
      expectStatus(await world.partner.delete(request), 204, 'for revoking it');
      await world.event(piece);
      await world.receiver.none({ object: piece, eventType: 'LOGISTICS_EVENT_RECEIVED' }, 1);
      expectThat(before > 0, 'one before', 'none');
    },
    { needs: receiving, versions: ['2.0.0', '2.2.0', '2.3.0'] },
  ),
  must(
    'notifications.expired',
    rules,
    'A Subscription brings nothing from its expiresAt on.',
    async (world) => {
      const piece = await world.piece();
      const expiresAt = dateTime(new Date(world.now().getTime() + 4000));
      await world.subscribe({ topic: piece, events: everything, more: { 'api:expiresAt': expiresAt } });
      await world.change(piece, describing(piece, 'told'));
      await first(world, piece, 'LOGISTICS_OBJECT_UPDATED');
      await world.later(5);
      await world.event(piece);
      await world.receiver.none({ object: piece, eventType: 'LOGISTICS_EVENT_RECEIVED' }, 1);
    },
    given,
  ),
];
