/** The pauses of queues over HTTP, for internal agents. */
import { assertInternal } from '../../access/access.js';
import type { DeliveryPause, DeliveryPausesAnswer } from '../../console/responses.js';
import { invalidQuery } from '../../http/query-parameters.js';
import { jsonBody } from '../../http/representation/json-body.js';
import { requireAcceptable } from '../../http/representation/media-ranges.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { isIri } from '../../rdf/terms.js';
import type { Services } from '../../services.js';
import { findPauses } from './pause-list.js';
import type { QueuePauses } from './pauses.js';
import type { EndedPause, QueuePause } from './queue-states.js';

const PAGE_LIMIT = 50;
/** Each ended pause of an answer is read. */
const MAX_LIMIT = 1000;

function pauseItem(pause: QueuePause | EndedPause): DeliveryPause {
  const { receiver, topic, by, at, reason } = pause;
  const [endedBy, endedAt] = 'endedAt' in pause ? [pause.endedBy, pause.endedAt.toISOString()] : [null, null];
  const began = { topic: topic ?? null, by, at: at.toISOString(), reason: reason ?? null };
  return { subscriber: receiver, ...began, endedBy, endedAt };
}

export function pauseRoutes(
  services: Pick<Services, 'store' | 'lookups' | 'vocabulary'>,
  pauses: QueuePauses,
): Resource[] {
  async function list(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    requireAcceptable(context.header('accept'), 'application/json');
    const { query } = context;
    const receiver = query.text('subscriber');
    if (receiver !== undefined && !isIri(receiver)) throw invalidQuery('subscriber', 'must be an IRI');
    const limit = query.integer('limit', PAGE_LIMIT);
    if (limit > MAX_LIMIT) throw invalidQuery('limit', `must be at most ${MAX_LIMIT}`);
    const filter = { receiver, from: query.time('from')?.instant, to: query.time('to')?.until };
    const answer: DeliveryPausesAnswer = {
      items: (await findPauses(services, pauses, filter, limit)).map(pauseItem),
    };
    return { kind: 'content', body: jsonBody(answer), contentType: 'application/json' };
  }

  return [
    {
      path: '/internal/delivery-pauses',
      methods: { GET: list },
      query: ['subscriber', 'from', 'to', 'limit'],
      negotiatesItself: true,
    },
  ];
}
