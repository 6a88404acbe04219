/** The pauses of queues over HTTP, for internal agents. */
import { assertInternal } from '../../http/caller.js';
import type { DeliveryPause, DeliveryPausesAnswer } from '../../console/responses.js';
import { numberedPageLinks } from '../../http/page-links.js';
import { invalidQuery, MAX_LIMIT } from '../../http/query-parameters.js';
import { jsonBody } from '../../http/representation/json-body.js';
import { requireAcceptable } from '../../http/representation/media-ranges.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { isIri } from '../../rdf/terms.js';
import type { NotificationServices } from '../lookups.js';
import { findPauses } from './pause-list.js';
import type { QueuePauses } from './pauses.js';
import type { EndedPause, QueuePause } from './queue-states.js';

const PAGE_LIMIT = 50;
/** Each ended pause up to the end of a page is read. */
const MAX_SKIP = 1000;

function pauseItem(pause: QueuePause | EndedPause): DeliveryPause {
  const { receiver, topic, by, at, reason } = pause;
  const [endedBy, endedAt] = 'endedAt' in pause ? [pause.endedBy, pause.endedAt.toISOString()] : [null, null];
  const began = { topic: topic ?? null, by, at: at.toISOString(), reason: reason ?? null };
  return { subscriber: receiver, ...began, endedBy, endedAt };
}

export function pauseRoutes(
  services: Pick<NotificationServices, 'store' | 'lookups' | 'uris' | 'vocabulary'>,
  pauses: QueuePauses,
): Resource[] {
  async function list(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    requireAcceptable(context.header('accept'), 'application/json');
    const { query } = context;
    const receiver = query.text('subscriber');
    if (receiver !== undefined && !isIri(receiver)) throw invalidQuery('subscriber', 'must be an IRI');
    const page = query.page(PAGE_LIMIT, MAX_LIMIT);
    const { limit, offset } = page;
    if (offset > MAX_SKIP) throw invalidQuery('skip', `must be at most ${MAX_SKIP}: older ones are found by \`to\``);
    const filter = { receiver, from: query.time('from')?.instant, to: query.time('to')?.until };
    // One more says whether there is another page.
    const found = await findPauses(services, pauses, filter, offset + limit + 1);
    const answer: DeliveryPausesAnswer = { items: found.slice(offset, offset + limit).map(pauseItem) };
    const headers = numberedPageLinks(context.address(services.uris.base), query, page, found.length);
    return { kind: 'content', body: jsonBody(answer), contentType: 'application/json', headers };
  }

  return [
    {
      path: '/internal/delivery-pauses',
      methods: { GET: list },
      query: ['subscriber', 'from', 'to', 'limit', 'skip'],
      negotiatesItself: true,
    },
  ];
}
