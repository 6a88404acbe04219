/** The statuses of an action request in their order, with the agent that set each. */
import type { ActionRequest } from '../action-requests/action-request.js';
import { requestStatuses } from '../action-requests/action-request.js';
import { compareTexts } from '../rdf/order.js';
import { node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { StatusEntry } from './responses.js';

/**
 * The current status is the last one. A stored entry names the agent that ended its status and began the next one
 * (V47).
 */
export function statusEntries(
  { uri, data, status, statusSince, requestedBy }: ActionRequest,
  { api }: Vocabulary,
): StatusEntry[] {
  const left = data
    .objects(node(uri), api.hasRequestStatusHistory)
    .map((entry) => ({
      status: requestStatuses.find((name) => api[name].value === data.object(entry, api.hasRequestStatus)?.value),
      since: data.date(entry, api.hasRequestStatusSince)?.toISOString() ?? '',
      endedBy: data.object(entry, api.isChangedBy)?.value ?? null,
    }))
    .sort(
      (a, b) =>
        Number(b.status === 'REQUEST_PENDING') - Number(a.status === 'REQUEST_PENDING') ||
        compareTexts(a.since, b.since),
    );
  const entries: StatusEntry[] = [];
  let by: string | null = requestedBy;
  for (const { status: name, since, endedBy } of left) {
    if (name !== undefined) entries.push({ status: name, since, by });
    by = endedBy;
  }
  return [...entries, { status, since: statusSince.toISOString(), by }];
}
