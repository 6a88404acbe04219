/** The subscriptions of a partner, as its page lists them (K49). */
import type { Caller } from '../http/caller.js';
import type { Receipts } from '../notifications/receipts/receipts.js';
import { type Iri, node } from '../rdf/terms.js';
import { prov } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import { isForLater } from '../subscriptions/later-subscriptions.js';
import { readStoredSubscription } from '../subscriptions/stored-subscription.js';
import type { AgentSubscriptionsAnswer } from './responses/agents.js';
import type { ConsoleServices } from './services.js';

/** Subscriptions of one answer. */
export const MAX_SUBSCRIPTIONS = 200;

type Subscription = AgentSubscriptionsAnswer['items'][number];

/** The active subscriptions of an agent, the newest first. */
export async function subscriptionsOf(
  services: ConsoleServices,
  receipts: Pick<Receipts, 'lastNotifiedOf'>,
  agent: Iri,
  caller: Caller,
): Promise<AgentSubscriptionsAnswer> {
  const { store, lookups } = services;
  const page = { limit: MAX_SUBSCRIPTIONS, reverse: true };
  const [entries, total] = await Promise.all([
    store.lookup(lookups.subscriptions.bySubscriber, agent, page),
    store.count(lookups.subscriptions.bySubscriber, agent),
  ]);
  const items: Subscription[] = [];
  for (const { value } of entries) {
    const item = await subscriptionAt(services, receipts, value, caller);
    if (item !== undefined) items.push(item);
  }
  return { agent, total, items };
}

async function subscriptionAt(
  { requests, vocabulary, clock, labels }: ConsoleServices,
  receipts: Pick<Receipts, 'lastNotifiedOf'>,
  uri: Iri,
  caller: Caller,
): Promise<Subscription | undefined> {
  const request = await requests.find(uri);
  if (request === undefined || !requests.mayRead(request, caller)) return undefined;
  try {
    const { subscriber, topic, topicType, events, expiresAt } = readStoredSubscription(request, vocabulary);
    if (expiresAt !== undefined && expiresAt <= clock.now()) return undefined;
    const isToType = topicType === 'LOGISTICS_OBJECT_TYPE';
    const object = isToType ? undefined : await labels.of(topic, caller);
    return {
      request: uri,
      topic,
      toType: isToType,
      label: object?.label ?? null,
      type: isToType ? topic : (object?.type ?? null),
      events: [...events],
      since: request.statusSince.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      later: isForLater(request.data, uri),
      derivedFrom: request.data.iri(node(uri), prov.wasDerivedFrom) ?? null,
      lastTold: (await receipts.lastNotifiedOf(subscriber, topic))?.toISOString() ?? null,
    };
  } catch (error) {
    if (error instanceof DamagedDataError) return undefined;
    throw error;
  }
}
