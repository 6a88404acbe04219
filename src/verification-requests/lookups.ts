/** The lookup of VerificationRequests by object. */
import { lookupOfRequests, updatedPartitions } from '../action-requests/lookups.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/** The VerificationRequests as `updatedChangeLookup` has the ChangeRequests (V17). */
export function updatedVerificationLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  return lookupOfRequests(
    { name: 'updated-verifications', version: 2, order: 'statusSince' },
    (request) => (request.kind === 'VerificationRequest' ? updatedPartitions(request, vocabulary) : []),
    uris,
    vocabulary,
  );
}
