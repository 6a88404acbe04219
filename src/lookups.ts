/** All lookups of the node: the indexes of its store. A lookup is named here once. */
import { derivedDelegationLookup } from './access-delegations/lookups.js';
import { agentLookup, replacedListLookup } from './access/lookups.js';
import { requestLookups } from './action-requests/lookups.js';
import { pendingChangeLookup, updatedChangeLookup } from './change-requests/lookups.js';
import { eventLookup, recordedEventLookup } from './logistics-events/lookups.js';
import { changedObjectLookup, identifierLookup, linkLookup, objectLookup } from './logistics-objects/lookups.js';
import { notificationLookups } from './notifications/lookups.js';
import type { Vocabulary } from './rdf/vocabulary.js';
import type { Lookup } from './store/lookup.js';
import { pendingSubscriptionLookup, subscriptionLookup } from './subscriptions/lookups.js';
import type { UriScheme } from './uris.js';
import { updatedVerificationLookup } from './verification-requests/lookups.js';

const lookupsOf = (uris: UriScheme, vocabulary: Vocabulary) => ({
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
  pendingSubscriptions: pendingSubscriptionLookup(uris, vocabulary),
  notifications: notificationLookups(uris, vocabulary),
  agents: agentLookup(uris, vocabulary),
  replacedLists: replacedListLookup(uris),
});

export type Lookups = Readonly<ReturnType<typeof lookupsOf>>;

export function createLookups(uris: UriScheme, vocabulary: Vocabulary): Lookups {
  return lookupsOf(uris, vocabulary);
}

/** All of them as a list, for the store: an index is kept of every member. */
export function listOf({ requests, notifications, ...others }: Lookups): Lookup[] {
  return [others, requests, notifications].flatMap((group) => Object.values<Lookup>(group));
}
