/** The lookups of all modules: the indexes in the store of a node. */
import { agentNameLookups } from './agent-names/lookups.js';
import { delegationLookups } from './access-delegations/lookups.js';
import { accessLookups } from './access/lookups.js';
import { requestLookups } from './action-requests/lookups.js';
import { changeLookups } from './change-requests/lookups.js';
import { draftLookups } from './drafts/lookups.js';
import { watchedLookups } from './console/watched/lookups.js';
import { erasureLookups } from './erasures/lookups.js';
import { holdLookups } from './legal-holds/lookups.js';
import { eventLookups } from './logistics-events/lookups.js';
import { objectLookups } from './logistics-objects/lookups.js';
import { idempotencyLookups } from './idempotency/lookups.js';
import { messageLookups } from './messages/lookups.js';
import { mirrorLookups } from './mirror/lookups.js';
import { notificationLookups } from './notifications/lookups.js';
import { questionLookups } from './questions/saved/lookups.js';
import type { Vocabulary } from './rdf/vocabulary.js';
import { type IndexedLookup, Indexes, type LookupScope } from './store/lookup.js';
import { subscriptionLookups } from './subscriptions/lookups.js';
import type { UriScheme } from './uris.js';
import { verificationLookups } from './verification-requests/lookups.js';

const lookupsOf = (scope: LookupScope) => ({
  access: accessLookups(scope),
  requests: requestLookups(scope),
  objects: objectLookups(scope),
  events: eventLookups(scope),
  changes: changeLookups(scope),
  verifications: verificationLookups(scope),
  delegations: delegationLookups(scope),
  subscriptions: subscriptionLookups(scope),
  notifications: notificationLookups(scope),
  messages: messageLookups(scope),
  mirror: mirrorLookups(scope),
  idempotency: idempotencyLookups(scope),
  drafts: draftLookups(scope),
  watched: watchedLookups(scope),
  agentNames: agentNameLookups(scope),
  questions: questionLookups(scope),
  holds: holdLookups(scope),
  erasures: erasureLookups(scope),
});

/** By module. */
export type NodeLookups = Readonly<ReturnType<typeof lookupsOf>>;

export function createLookups(
  uris: UriScheme,
  vocabulary: Vocabulary,
): {
  /** The lookups of each module. */
  readonly lookups: NodeLookups;
  /** All lookups, for the store. */
  readonly indexes: readonly IndexedLookup[];
} {
  const indexes = new Indexes();
  const lookups = lookupsOf({ index: indexes.add, uris, vocabulary });
  return { lookups, indexes: indexes.lookups };
}
