/** Rows about the notifications that tell who asked what became of its request. */
import { expectThat } from '../expect.js';
import { api, xsd } from '../names.js';
import type { Need, Row } from '../row.js';
import { since } from '../versions.js';
import type { Changing } from '../world.js';
import { expectStated, first } from './notification-steps.js';
import { must, receiving, should, standard } from './table.js';
import { add, delegationBody, describing, locationOf, texts } from './steps.js';

const statuses = standard.notifications();
const given = { needs: receiving };
const rejecting: readonly Need[] = [...receiving, 'rejection'];
const telling: Changing = { more: { 'api:notifyRequestStatusChange': true } };

export const rows: readonly Row[] = [
  must(
    'notifications.status.accepted',
    statuses,
    'Who asked to be told is told when its ChangeRequest is accepted: CHANGE_REQUEST_ACCEPTED.',
    async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, describing(piece, 'asked'), telling);
      await world.accept(request);
      expectStated(await first(world, piece, 'CHANGE_REQUEST_ACCEPTED'), 'isTriggeredBy', request);
    },
    given,
  ),
  must(
    'notifications.status.rejected',
    statuses,
    'Who asked to be told is told when its ChangeRequest is rejected: CHANGE_REQUEST_REJECTED.',
    async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, describing(piece, 'asked'), telling);
      await world.decide(request, 'REQUEST_REJECTED');
      expectStated(await first(world, piece, 'CHANGE_REQUEST_REJECTED'), 'isTriggeredBy', request);
    },
    { needs: rejecting },
  ),
  must(
    'notifications.status.delegation',
    statuses,
    'Who asked to be told is told when access is given: ACCESS_DELEGATION_REQUEST_ACCEPTED.',
    async (world) => {
      const piece = await world.piece();
      const body = delegationBody(piece, world.partner.agent, undefined, { 'api:notifyRequestStatusChange': true });
      const request = locationOf(await world.partner.post('/access-delegations', body));
      await world.accept(request);
      expectStated(await first(world, piece, 'ACCESS_DELEGATION_REQUEST_ACCEPTED'), 'isTriggeredBy', request);
    },
    given,
  ),
  must(
    'notifications.status.silent',
    statuses,
    'Who did not ask to be told of the status of its request is not told.',
    async (world) => {
      const piece = await world.piece();
      await world.accept(await world.submit(world.partner, piece, describing(piece, 'quietly')));
      await world.accept(
        await world.submit(world.partner, piece, [add(piece, 'coload', 'true', `${xsd}boolean`)], telling),
      );
      await first(world, piece, 'CHANGE_REQUEST_ACCEPTED');
      const told = world.receiver.received({ object: piece, eventType: 'CHANGE_REQUEST_ACCEPTED' });
      const requests = new Set(told.flatMap(({ graph, node }) => texts(graph, node, `${api}isTriggeredBy`)));
      expectThat(requests.size === 1, 'one request', String(requests.size));
    },
    given,
  ),
  should(
    'notifications.access-granted',
    statuses,
    'A delegate is told that it was given access: LOGISTICS_OBJECT_ACCESS_GRANTED.',
    async (world) => {
      const piece = await world.piece();
      await world.grant(piece);
      expectStated(await first(world, piece, 'LOGISTICS_OBJECT_ACCESS_GRANTED'), 'hasLogisticsObject', piece);
    },
    { needs: receiving, versions: since('2.2.0') },
  ),
];
