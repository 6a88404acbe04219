/** Whether one party was told of the latest revision of an object, and if not why (K55). */
import type { OutboxEntry } from '../../notifications/outbox-entry.js';
import type { QueueFailure, QueuePause } from '../../notifications/queues/queue-states.js';
import type { Receipt } from '../../notifications/receipts/receipt.js';
import type { Iri } from '../../rdf/terms.js';
import type { noticeRules, NoticeState } from '../responses/told.js';
import type { SubscriptionOf } from './subscribers.js';

/** The latest revision of an object. */
export interface LatestRevision {
  readonly number: number;
  readonly madeAt: Date;
  readonly madeBy: string | null;
}

/** A notification that waits, with the state of its queue. */
export interface WaitingEntry {
  readonly entry: OutboxEntry;
  readonly pause: QueuePause | undefined;
  readonly failure: QueueFailure | undefined;
}

/** What is known of a party. */
export interface PartyFacts {
  readonly agent: Iri;
  readonly latest: LatestRevision;
  readonly canRead: boolean;
  readonly subscriptions: readonly SubscriptionOf[];
  /** Receipts and waiting notifications of the latest revision. */
  readonly receipts: readonly Receipt[];
  readonly waiting: readonly WaitingEntry[];
  /** Receipts of that time have ended, or are not stored (`RECEIPT_DAYS`). */
  readonly isForgotten: boolean;
  /** Some notifications, or subscriptions, were not read. */
  readonly isCut: boolean;
}

export interface PartyState {
  readonly state: NoticeState;
  readonly since?: Date | undefined;
  readonly attempts?: number;
  readonly lastError?: string;
  readonly nextAttempt?: Date;
  readonly reason?: string | undefined;
  readonly by?: Iri;
  readonly rule?: (typeof noticeRules)[number];
  readonly subscription?: Iri | undefined;
  readonly notification?: Iri;
}

export function stateOf(facts: PartyFacts): PartyState {
  return told(facts) ?? waits(facts) ?? ended(facts) ?? silent(facts);
}

/** By the first confirmation: the same revision may be told through several subscriptions, and again. */
function told({ receipts }: PartyFacts): PartyState | undefined {
  const confirmed = receipts.filter(({ skipped, filtered }) => skipped === undefined && filtered === undefined);
  const first = firstOf(confirmed);
  return first && { state: 'told', ...ofReceipt(first), attempts: first.attempts };
}

function waits({ waiting }: PartyFacts): PartyState | undefined {
  const [first] = waiting.toSorted((one, other) => one.entry.sequence - other.entry.sequence);
  if (first === undefined) return undefined;
  const { entry, pause, failure } = first;
  const of = { notification: entry.id, subscription: entry.subscription };
  if (pause !== undefined) return { ...of, state: 'paused', since: pause.at, reason: pause.reason, by: pause.by };
  if (failure === undefined) return { ...of, state: 'waiting', since: entry.createdAt };
  const { since, attempts, lastError, nextAttempt } = failure;
  // The queue may have failed before this notification was written.
  return {
    ...of,
    state: 'failing',
    since: since > entry.createdAt ? since : entry.createdAt,
    attempts,
    lastError,
    nextAttempt,
  };
}

/** An operator skipped it, or a filter left it out. */
function ended({ receipts }: PartyFacts): PartyState | undefined {
  const skipped = firstOf(receipts.filter((receipt) => receipt.skipped !== undefined));
  if (skipped !== undefined)
    return { state: 'skipped', ...ofReceipt(skipped), ...skipped.skipped, attempts: skipped.attempts };
  const filtered = firstOf(receipts.filter((receipt) => receipt.filtered !== undefined));
  return filtered?.filtered && { state: 'filtered', ...ofReceipt(filtered), rule: filtered.filtered };
}

/** Nothing was written for it: what is known of the reason. */
function silent({ agent, latest, canRead, subscriptions, isForgotten, isCut }: PartyFacts): PartyState {
  if (latest.madeBy === agent) return { state: 'own', since: latest.madeAt };
  if (isForgotten || isCut) return { state: 'not-known', subscription: subscriptions[0]?.request };
  const [subscription] = subscriptions;
  if (subscription === undefined) return { state: canRead ? 'no-subscription' : 'no-access' };
  const { request } = subscription;
  const event = latest.number === 1 ? 'LOGISTICS_OBJECT_CREATED' : 'LOGISTICS_OBJECT_UPDATED';
  const ofEvent = subscriptions.filter(({ events }) => events.includes(event));
  if (ofEvent.length === 0) return { state: 'filtered', rule: 'events', subscription: request };
  const earlier = ofEvent.filter(({ acceptedAt }) => acceptedAt <= latest.madeAt);
  // Told of what comes next.
  if (earlier.length === 0) return { state: 'no-subscription', since: subscription.acceptedAt, subscription: request };
  // A condition is judged only for who may read.
  if (!canRead && earlier.every(({ extensions }) => extensions.condition !== undefined))
    return { state: 'no-access', subscription: request };
  return { state: 'not-known', subscription: request };
}

const ofReceipt = ({
  confirmedAt,
  notification,
  subscription,
}: Receipt): Pick<PartyState, 'since' | 'notification' | 'subscription'> => ({
  since: confirmedAt,
  notification,
  subscription,
});

const firstOf = (receipts: readonly Receipt[]): Receipt | undefined =>
  receipts.reduce<Receipt | undefined>(
    (first, one) => (first === undefined || one.confirmedAt < first.confirmedAt ? one : first),
    undefined,
  );
