/**
 * Who was told of an object: one item for each party that is subscribed, may read, was told or asked (K54). What was not
 * read, or is no longer stored, is not known: never "none" (K55).
 */
import { agentsOf, readAccessEntries } from '../../access/access-entries.js';
import type { Caller } from '../../http/caller.js';
import type { Head } from '../../logistics-objects/revisions.js';
import type { OutboxEntry } from '../../notifications/outbox-entry.js';
import type { Iri } from '../../rdf/terms.js';
import type { DeliveryHistory } from '../agents.js';
import { type PartyNotice, noticeStates } from '../responses/told.js';
import type { ConsoleServices } from '../services.js';
import { type LatestRevision, type PartyFacts, type PartyState, stateOf, type WaitingEntry } from './party-state.js';
import { RevisionNotices } from './revision-notices.js';
import { subscriptionsOf, type SubscriptionOf } from './subscribers.js';

/** Parties of one object. */
export const MAX_PARTIES = 100;
/** Requests about the object whose requestors are parties, the newest. */
const MAX_REQUESTS = 100;
/** Notifications of the latest revision to one party, and receipts in which the last one is looked for. */
const MAX_NOTICES = 20;
const DAY_MS = 86_400_000;

export interface FoundParties {
  readonly items: readonly PartyNotice[];
  readonly isWhole: boolean;
}

export class NotifiedParties {
  readonly #notices: RevisionNotices;

  constructor(
    private readonly services: ConsoleServices,
    private readonly deliveries: Pick<DeliveryHistory, 'queues' | 'pauses'>,
  ) {
    this.#notices = new RevisionNotices(services);
  }

  /** @param caller a partner gets itself only. */
  async of(head: Head, caller: Caller): Promise<FoundParties> {
    const { history, internalAgents } = this.services;
    const { object, latestRevision: number } = head;
    const { at, agent: madeBy } = await history.provenance(object, number);
    const latest: LatestRevision = { number, madeAt: at === '' ? head.modified : new Date(at), madeBy };
    const subscribed = await subscriptionsOf(this.services, head);
    const known = caller.internal
      ? await this.#parties(object, [...subscribed.bySubscriber.keys()])
      : { parties: [caller.agent], isWhole: true };
    const parties = known.parties.filter((agent) => !internalAgents.has(agent));
    const items = await Promise.all(
      parties.slice(0, MAX_PARTIES).map((agent) => {
        const subscriptions = subscribed.bySubscriber.get(agent) ?? [];
        return this.#item(head, { agent, latest, subscriptions, isCut: !subscribed.isWhole }, caller);
      }),
    );
    const isWhole = known.isWhole && subscribed.isWhole && parties.length <= MAX_PARTIES;
    return { items: items.sort(byAttention), isWhole };
  }

  /** The subscribers, the readers, who has been or will be told, and who has asked. */
  async #parties(object: Iri, subscribers: readonly Iri[]): Promise<{ parties: Iri[]; isWhole: boolean }> {
    const { store, lookups, requests, uris, vocabulary, access } = this.services;
    const list = readAccessEntries(await store.read(uris.acl(object)), vocabulary);
    const readers = list.filter(
      ({ endsAt, permissions }) => access.hasNotEnded(endsAt) && permissions.has('GET_LOGISTICS_OBJECT'),
    );
    const notified = await this.#notices.parties(object, MAX_PARTIES + 1);
    const page = { limit: MAX_REQUESTS, reverse: true };
    const asked = await store.lookup(lookups.requests.byObject, object, page);
    const requestors = (await requests.readable(asked.map(({ value }) => value))).map(({ requestedBy }) => requestedBy);
    const parties = [...new Set([...subscribers, ...notified.parties, ...agentsOf(readers), ...requestors])];
    return { parties, isWhole: notified.isWhole && asked.length < MAX_REQUESTS };
  }

  async #item(
    { object }: Head,
    known: Pick<PartyFacts, 'agent' | 'latest' | 'subscriptions' | 'isCut'>,
    caller: Caller,
  ): Promise<PartyNotice> {
    const { access, labels, settings, clock } = this.services;
    const { agent, latest, subscriptions } = known;
    const page = { limit: MAX_NOTICES, from: latest.number };
    // In this order: what is confirmed meanwhile is in the receipts.
    const waiting = await this.#notices.waiting(object, agent, page);
    const receipts = await this.#notices.receipts(object, agent, page);
    const canRead = await access.isAllowed({ agent, internal: false }, 'GET_LOGISTICS_OBJECT', object);
    const facts: PartyFacts = {
      ...known,
      canRead,
      receipts: receipts.items,
      waiting: (await Promise.all(waiting.items.map((entry) => this.#waiting(entry)))).flat(),
      isForgotten: latest.madeAt.getTime() < clock.now().getTime() - settings.receiptDays * DAY_MS,
      isCut: known.isCut || receipts.readFrom !== undefined || waiting.readFrom !== undefined,
    };
    const state = stateOf(facts);
    return {
      agent,
      label: await labels.label(agent, caller),
      object,
      latest: latest.number,
      revision: state.state === 'told' ? latest.number : await this.#lastTold(object, agent),
      readable: canRead,
      ...described(state, subscriptions, caller),
    };
  }

  /** None for one whose subscription has ended: it will not be sent. */
  async #waiting(entry: OutboxEntry): Promise<WaitingEntry[]> {
    const { requests } = this.services;
    const { subscription } = entry;
    const isOver = subscription !== undefined && (await requests.find(subscription))?.status !== 'REQUEST_ACCEPTED';
    if (isOver) return [];
    const failure = await this.deliveries.queues.failureOf(entry);
    return [{ entry, pause: this.deliveries.pauses.of(entry), failure }];
  }

  async #lastTold(object: Iri, agent: Iri): Promise<number | null> {
    const { items } = await this.#notices.receipts(object, agent, { limit: MAX_NOTICES });
    const last = items.find(({ skipped, filtered }) => skipped === undefined && filtered === undefined);
    return last?.revision ?? null;
  }
}

/** What an operator wrote, and what an attempt met in this node's network, is not for partners. */
function described(
  found: PartyState,
  subscriptions: readonly SubscriptionOf[],
  { internal }: Caller,
): Omit<PartyNotice, 'agent' | 'label' | 'object' | 'latest' | 'revision' | 'readable'> {
  const { state, since, attempts = 0, lastError, nextAttempt, reason, by, rule, notification } = found;
  const of = subscriptions.find(({ request }) => request === found.subscription) ?? subscriptions[0];
  return {
    ...{ state, attempts, rule: rule ?? null, notification: notification ?? null },
    since: since?.toISOString() ?? null,
    nextAttempt: nextAttempt?.toISOString() ?? null,
    lastError: internal ? (lastError ?? null) : null,
    reason: internal ? (reason ?? null) : null,
    by: internal ? (by ?? null) : null,
    properties: rule === 'properties' ? [...(of?.extensions.properties ?? [])] : [],
    subscription: of?.request ?? null,
    objects: { total: 1, told: isNotified({ state }) ? 1 : 0 },
  };
}

/** Whether a party knows the latest revision: it was told, or it is its own. */
export const isNotified = ({ state }: Pick<PartyNotice, 'state'>): boolean => state === 'told' || state === 'own';

const rankOf = ({ state }: PartyNotice): number => noticeStates.indexOf(state);

export const byAttention = (one: PartyNotice, other: PartyNotice): number =>
  rankOf(one) - rankOf(other) || (one.agent < other.agent ? -1 : 1);

/** The parties of an object by their states, for an overview (K36). */
export function countNotified(items: readonly PartyNotice[]): {
  readonly told: number;
  readonly waiting: number;
  readonly failing: number;
  readonly notTold: number;
} {
  const count = (...states: readonly PartyNotice['state'][]): number =>
    items.filter(({ state }) => states.includes(state)).length;
  return {
    told: count('told', 'own'),
    waiting: count('waiting'),
    failing: count('failing'),
    notTold: items.length - count('told', 'own', 'waiting', 'failing'),
  };
}

/** One item for each party of a whole: the one that needs most attention, with the number of objects told (K54). */
export function ofWhole(all: readonly FoundParties[], limit: number): FoundParties {
  const byAgent = new Map<string, PartyNotice>();
  for (const { items } of all)
    for (const item of items) {
      const other = byAgent.get(item.agent);
      const first = other === undefined || byAttention(item, other) < 0 ? item : other;
      const objects = {
        total: (other?.objects.total ?? 0) + 1,
        told: (other?.objects.told ?? 0) + item.objects.told,
      };
      byAgent.set(item.agent, { ...first, objects });
    }
  const items = [...byAgent.values()].sort(byAttention);
  return { items: items.slice(0, limit), isWhole: all.every(({ isWhole }) => isWhole) && items.length <= limit };
}
