/** The lookups of Changes by object. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { isIn, lookupOfRequests, objectsOf, updatedPartitions } from '../action-requests/lookups.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';

export interface ChangeLookups {
  /** The pending ChangeRequests; the partitions are the objects that they are about. */
  readonly pending: IndexedLookup;
  /**
   * All ChangeRequests by object, and by object and status (`updatedPartition`), in the order of the last change of their
   * status, for the audit trail.
   */
  readonly updated: IndexedLookup;
}

/** The services of this module. */
export type ChangeServices = ExchangeServices & { readonly lookups: { readonly changes: ChangeLookups } };

export function changeLookups(scope: LookupScope): ChangeLookups {
  const { vocabulary } = scope;
  return {
    pending: lookupOfRequests(scope, { name: 'pending-changes' }, (request) =>
      isIn(request, 'ChangeRequest', 'REQUEST_PENDING') ? objectsOf(request.data, vocabulary) : [],
    ),
    updated: lookupOfRequests(scope, { name: 'updated-changes', version: 2, order: 'statusSince' }, (request) =>
      request.kind === 'ChangeRequest' ? updatedPartitions(request, vocabulary) : [],
    ),
  };
}
