/** All lookups of the node: the indexes of its store. */
import { derivedDelegationLookup } from './access-delegations/lookups.js';
import { agentLookup, replacedListLookup } from './access/lookups.js';
import { requestLookups, type RequestLookups } from './action-requests/lookups.js';
import { pendingChangeLookup, updatedChangeLookup } from './change-requests/lookups.js';
import { eventLookup, recordedEventLookup } from './logistics-events/lookups.js';
import { changedObjectLookup, identifierLookup, linkLookup, objectLookup } from './logistics-objects/lookups.js';
import { notificationLookups, type NotificationLookups } from './notifications/lookups.js';
import type { Vocabulary } from './rdf/vocabulary.js';
import type { Lookup } from './store/lookup.js';
import { subscriptionLookup } from './subscriptions/lookups.js';
import type { UriScheme } from './uris.js';
import { updatedVerificationLookup } from './verification-requests/lookups.js';

export interface Lookups {
  readonly objects: Lookup;
  readonly changedObjects: Lookup;
  readonly identifiers: Lookup;
  readonly inboundLinks: Lookup;
  readonly events: Lookup;
  readonly recordedEvents: Lookup;
  readonly requests: RequestLookups;
  readonly pendingChanges: Lookup;
  readonly updatedChanges: Lookup;
  readonly updatedVerifications: Lookup;
  readonly derivedDelegations: Lookup;
  readonly subscriptions: Lookup;
  readonly notifications: NotificationLookups;
  readonly agents: Lookup;
  readonly replacedLists: Lookup;
}

export function createLookups(uris: UriScheme, vocabulary: Vocabulary): Lookups {
  return {
    objects: objectLookup(uris, vocabulary),
    changedObjects: changedObjectLookup(uris, vocabulary),
    identifiers: identifierLookup(uris, vocabulary),
    inboundLinks: linkLookup(uris),
    events: eventLookup(uris, vocabulary),
    recordedEvents: recordedEventLookup(uris),
    requests: requestLookups(uris, vocabulary),
    pendingChanges: pendingChangeLookup(uris, vocabulary),
    updatedChanges: updatedChangeLookup(uris, vocabulary),
    updatedVerifications: updatedVerificationLookup(uris, vocabulary),
    derivedDelegations: derivedDelegationLookup(uris, vocabulary),
    subscriptions: subscriptionLookup(uris, vocabulary),
    notifications: notificationLookups(uris, vocabulary),
    agents: agentLookup(uris, vocabulary),
    replacedLists: replacedListLookup(uris),
  };
}

/** All of them as a list, for the store. */
export function listOf({ requests, notifications, ...others }: Lookups): Lookup[] {
  const { objects, events, recordedEvents, pendingChanges, updatedChanges, updatedVerifications } = others;
  const { derivedDelegations, subscriptions, agents, replacedLists, changedObjects, identifiers, inboundLinks } =
    others;
  const { byState, byObject, byRequestor } = requests;
  const { outbox, queues, inbox, receipts, pauses, endedPauses, failures } = notifications;
  return [
    ...[objects, events, recordedEvents, pendingChanges, updatedChanges, updatedVerifications],
    ...[derivedDelegations, subscriptions, agents, replacedLists, changedObjects, identifiers, inboundLinks],
    ...[byState, byObject, byRequestor, outbox, queues, inbox, receipts, pauses, endedPauses, failures],
  ];
}
