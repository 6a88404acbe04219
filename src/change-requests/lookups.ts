/** The lookups of Changes by object. */
import { isIn, lookupOfRequests, objectsOf, updatedPartitions } from '../action-requests/lookups.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/** The pending ChangeRequests; the partitions are the objects that they are about. */
export function pendingChangeLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  return lookupOfRequests(
    { name: 'pending-changes' },
    (request) => (isIn(request, 'ChangeRequest', 'REQUEST_PENDING') ? objectsOf(request.data, vocabulary) : []),
    uris,
    vocabulary,
  );
}

/**
 * All ChangeRequests by object, and by object and status (`updatedPartition`), in the order of the last change of their
 * status, for the audit trail.
 */
export function updatedChangeLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  return lookupOfRequests(
    { name: 'updated-changes', version: 2, order: 'statusSince' },
    (request) => (request.kind === 'ChangeRequest' ? updatedPartitions(request, vocabulary) : []),
    uris,
    vocabulary,
  );
}
