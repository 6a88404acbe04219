/** The lookup of VerificationRequests by object. */
import { lookupOfRequests, updatedPartitions } from '../action-requests/lookups.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';

export interface VerificationLookups {
  /** The VerificationRequests, in the same way as ChangeRequests in `ChangeLookups.updated` (V17). */
  readonly updated: IndexedLookup;
}

export function verificationLookups(scope: LookupScope): VerificationLookups {
  return {
    updated: lookupOfRequests(scope, { name: 'updated-verifications', version: 2, order: 'statusSince' }, (request) =>
      request.kind === 'VerificationRequest' ? updatedPartitions(request, scope.vocabulary) : [],
    ),
  };
}
