/** `GET /internal/objects/<id>/telling` and `GET /internal/attention`: who was told, and what needs attention. */
import type { RecentMessages } from '../../messages/recent-messages.js';
import { turns } from '../../async/turns.js';
import type { Caller } from '../../http/caller.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { exampleIds } from '../../openapi/section.js';
import type { DeliveryHistory } from '../agents.js';
import { exportOfList } from '../../openapi/exporting.js';
import { noticesFile } from '../list-exports.js';
import { attention, type AttentionAnswer, telling, type NotifiedPartiesAnswer } from '../responses/told.js';
import { type ConsoleServices, readableObject } from '../services.js';
import { Attention } from '../told/attention.js';
import { type FoundParties, MAX_PARTIES, NotifiedParties, ofWhole } from '../told/telling.js';
import { wholeOf } from '../told/whole.js';

/** Objects that are asked about at a time. */
const AT_A_TIME = 10;

interface NoticeParts {
  readonly deliveries: Pick<DeliveryHistory, 'queues' | 'pauses'>;
  readonly messages: Pick<RecentMessages, 'counts'>;
}

export function noticeOperations(
  services: ConsoleServices,
  { deliveries, messages }: NoticeParts,
): DeclaredOperation[] {
  const parties = new NotifiedParties(services, deliveries);
  const attentions = new Attention(services, messages);

  /** The parties of the shipment that an object belongs to, and of all that it consists of. */
  async function ofWholeShipment(head: Head, caller: Caller): Promise<FoundParties> {
    const { heads, isWhole } = await wholeOf(services, head, caller);
    const all: FoundParties[] = [];
    for (let begin = 0; begin < heads.length; begin += AT_A_TIME) {
      if (begin > 0) await turns.next();
      all.push(...(await Promise.all(heads.slice(begin, begin + AT_A_TIME).map((one) => parties.of(one, caller)))));
    }
    const found = ofWhole(all, MAX_PARTIES);
    return { items: found.items, isWhole: found.isWhole && isWhole };
  }

  const ofObject = jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/telling',
    id: 'getTelling',
    summary: 'List who was told of the latest revision of an object',
    description:
      'One item for each party that is subscribed, may read, was told or asked; at most 100. What is no longer stored, or was not read, is `not-known`. Internal agents read about all parties, others about themselves.',
    accessLevel: 'permitted',
    query: {
      whole: query.flag('whole', {
        description:
          'Of the whole that the object belongs to, at most 250 objects: one item for each party, with the object that needs most attention.',
      }),
    },
    answers: {
      description: 'The parties.',
      schema: telling,
      isUntagged: true,
      example: (node): NotifiedPartiesAnswer => ({
        items: [
          {
            agent: node.uri(exampleIds.airline),
            label: 'Example Air',
            object: node.uri(exampleIds.piece),
            state: 'failing',
            latest: 3,
            revision: 2,
            since: '2026-03-01T11:42:00.000Z',
            attempts: 4,
            lastError: 'the receiver answered with status 503',
            nextAttempt: '2026-03-01T11:58:00.000Z',
            reason: null,
            by: null,
            rule: null,
            properties: [],
            readable: true,
            subscription: node.uri('/action-requests/f1bec916-2d38-408d-a781-c0140207ef83'),
            notification: 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
            objects: { total: 1, told: 0 },
          },
        ],
        receiptDays: 90,
        truncated: false,
      }),
    },
    exports: exportOfList(noticesFile),
    handle: async (context, asks) => {
      const { whole } = asks();
      const head = await readableObject(context, services);
      const { items, isWhole } = await (whole
        ? ofWholeShipment(head, context.caller)
        : parties.of(head, context.caller));
      return { answer: { items: [...items], receiptDays: services.settings.receiptDays, truncated: !isWhole } };
    },
  });

  const whatNeedsAttention = jsonOperation({
    method: 'GET',
    path: '/internal/attention',
    id: 'getAttention',
    summary: 'Read what needs attention',
    description:
      'Partners that are not told, partners that do not answer, messages that were refused, decisions that wait, and figures beyond their limits. Counts of messages are of this process.',
    accessLevel: 'internal',
    answers: {
      description: 'What needs attention.',
      schema: attention,
      isUntagged: true,
      example: (node): AttentionAnswer => ({
        notTold: [
          {
            agent: node.uri(exampleIds.airline),
            label: 'Example Air',
            waiting: 241,
            failingSince: '2026-03-01T11:42:00.000Z',
            lastError: 'the receiver answered with status 503',
          },
        ],
        silent: [],
        messages: { refused: 0, unmapped: 1 },
        decisions: { total: 4, oldest: '2026-03-01T09:00:00.000Z' },
        figures: [],
        well: false,
        truncated: false,
      }),
    },
    handle: async ({ caller }) => ({ answer: await attentions.for(caller) }),
  });

  return [ofObject, whatNeedsAttention];
}
