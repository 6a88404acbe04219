/** The pauses of queues over HTTP, for internal agents. */
import { numberedPageLinks } from '../../http/page-links.js';
import { MAX_LIMIT } from '../../http/query-parameters.js';
import { jsonBodyOf, jsonOperation } from '../../openapi/json-operation.js';
import { type DeclaredOperation, operation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import type { NotificationServices } from '../lookups.js';
import { subscriber } from './examples.js';
import { findPauses } from './pause-list.js';
import type { QueuePauses } from './pauses.js';
import type { EndedPause, QueuePause } from './queue-states.js';
import { type DeliveryPause, deliveryPauses, type DeliveryPausesAnswer, MAX_REASON, queuePause } from './schemas.js';

/** Every ended pause up to the end of a page is read. */
const MAX_SKIP = 1000;

function pauseItem(pause: QueuePause | EndedPause): DeliveryPause {
  const { receiver, topic, by, at, reason } = pause;
  const [endedBy, endedAt] = 'endedAt' in pause ? [pause.endedBy, pause.endedAt.toISOString()] : [null, null];
  const began = { topic: topic ?? null, by, at: at.toISOString(), reason: reason ?? null };
  return { subscriber: receiver, ...began, endedBy, endedAt };
}

export function pauseOperations(
  services: Pick<NotificationServices, 'store' | 'lookups' | 'uris' | 'vocabulary'>,
  pauses: QueuePauses,
): DeclaredOperation[] {
  const list = jsonOperation({
    method: 'GET',
    path: '/internal/delivery-pauses',
    id: 'listDeliveryPauses',
    summary: 'List the pauses of queues of deliveries, newest first',
    description:
      'The queues, times and reason of each pause, with the agents that paused and resumed: current pauses by their start, then ended ones by their end, stored for `RECEIPT_DAYS`. With `to`, only the first 1000 of the pauses that ended later are searched.',
    accessLevel: 'internal',
    query: {
      receiver: query.iri('subscriber', { description: 'Only pauses of this subscriber.' }),
      from: query.time('from', { description: 'Only pauses in effect at this time or later.' }),
      to: query.time('to', { description: 'Only pauses in effect at this time or earlier.' }),
      page: query.page({
        fallback: 50,
        maximum: MAX_LIMIT,
        maximumSkip: MAX_SKIP,
        beyond: ': older ones are found by `to`',
        isNumbered: true,
      }),
    },
    answers: {
      description: 'The pauses.',
      schema: deliveryPauses,
      isPage: true,
      isUntagged: true,
      example: (node): DeliveryPausesAnswer => ({
        items: [
          {
            subscriber,
            topic: `${node.namespaces.cargo}Piece`,
            by: node.uri('/logistics-objects/_data-holder'),
            at: '2026-03-01T10:00:00.000Z',
            reason: 'Maintenance at the airline until noon',
            endedBy: node.uri('/logistics-objects/_data-holder'),
            endedAt: '2026-03-01T12:00:00.000Z',
          },
        ],
      }),
    },
    handle: async (context, asks) => {
      const { receiver, from, to, page } = asks();
      const { limit, offset } = page;
      // One additional pause shows whether there is another page.
      const filter = { receiver, from: from?.instant, to: to?.until };
      const found = await findPauses(services, pauses, filter, offset + limit + 1);
      return {
        answer: { items: found.slice(offset, offset + limit).map(pauseItem) },
        headers: numberedPageLinks(context.address(services.uris.base), context.query, page, found.length),
      };
    },
  });

  const pauseBody = jsonBodyOf(
    queuePause,
    `{"subscriber": "<IRI>", "topic": "<IRI>" (optional), "paused": true or false, "reason": "<at most ${MAX_REASON} characters>"}`,
    (node) => ({
      subscriber,
      topic: `${node.namespaces.cargo}Piece`,
      paused: true,
      reason: 'Maintenance at the airline until noon',
    }),
  );

  const pause = operation({
    method: 'PUT',
    path: '/internal/delivery-queues/pause',
    id: 'pauseDeliveryQueues',
    summary: 'Pause or resume deliveries to a subscriber',
    description:
      'All its queues, including future ones, or one. No notification is dropped: waiting ones are sent in order after the pause. A pause survives restarts.',
    accessLevel: 'internal',
    body: pauseBody.describe,
    responses: () => ({ 204: { description: 'The queues are paused or resumed.' } }),
    errors: [422],
    handle: async (context) => {
      const { subscriber: receiver, topic, paused, reason } = await pauseBody.read(context);
      const { agent } = context.caller;
      if (paused) await pauses.pause({ receiver, topic }, agent, reason ?? undefined);
      else await pauses.resume({ receiver, topic }, agent);
      return { kind: 'no-content' };
    },
  });

  return [list, pause];
}
