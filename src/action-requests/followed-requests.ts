/** Action requests as indexes of them follow the commit feed. */
import type { UriScheme } from '../uris.js';
import type { Iri } from '../rdf/terms.js';
import type { DamagedEntries } from '../store/damaged-entries.js';
import { IncrementalIndex } from '../store/cache/incremental-index.js';
import type { Store } from '../store/store.js';
import type { ActionRequest } from './action-request.js';
import type { ActionRequests } from './action-requests.js';

export interface FollowedRequestsContext {
  readonly store: Pick<Store, 'onCommit'>;
  readonly requests: ActionRequests;
  readonly addresses: UriScheme;
  readonly damaged: DamagedEntries;
}

/**
 * Follows the action requests that commits touch.
 *
 * @param part who follows them, for the log.
 * @param known those to be looked at first.
 * @param take is told what a request is now; undefined when it is gone or cannot be read.
 */
export function followRequests(
  { store, requests, addresses, damaged }: FollowedRequestsContext,
  part: string,
  known: Iterable<Iri>,
  take: (uri: Iri, request: ActionRequest | undefined) => void,
): IncrementalIndex<ActionRequest> {
  const subject = (graph: Iri): Iri | undefined => (addresses.actionRequestId(graph) === undefined ? undefined : graph);
  return new IncrementalIndex(
    { store, keyOf: subject, load: (uri) => requests.find(uri), update: take, part, damaged },
    known,
  );
}
