/** The lookup of VerificationRequests by object. */
import { lookupOfRequests, objectsOf } from '../action-requests/lookups.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/** The VerificationRequests by object, in the order of the last change of their status, for the audit trail (V17). */
export function updatedVerificationLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  return lookupOfRequests(
    { name: 'updated-verifications', order: 'statusSince' },
    (request) => (request.kind === 'VerificationRequest' ? objectsOf(request.data, vocabulary) : []),
    uris,
    vocabulary,
  );
}
