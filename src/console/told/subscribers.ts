/** The subscriptions that are about an object: to itself, or to one of its classes. */
import { contentFields } from '../../action-requests/action-request.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { type Iri, isIri, node } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import { extensionTerms, readStoredExtensions, type SubscriptionExtensions } from '../../subscriptions/extensions.js';
import { readStoredSubscription, type StoredSubscription } from '../../subscriptions/stored-subscription.js';
import { tolerant } from '../request-items.js';
import type { ConsoleServices } from '../services.js';

/** Subscriptions to one topic that are read. */
const MAX_SUBSCRIPTIONS = 200;

export interface SubscriptionOf extends StoredSubscription {
  readonly request: Iri;
  readonly acceptedAt: Date;
  readonly extensions: SubscriptionExtensions;
}

/** The accepted subscriptions that have not expired, by subscriber. */
export async function subscriptionsOf(
  services: ConsoleServices,
  { object, type, latestRevision }: Head,
): Promise<{ readonly bySubscriber: ReadonlyMap<Iri, readonly SubscriptionOf[]>; readonly isWhole: boolean }> {
  const { store, lookups, requests, model, vocabulary, uris, clock } = services;
  const stated = (await store.read(uris.revision(object, latestRevision))).objects(node(object), rdfTerms.type);
  const types = [type, ...stated.map(({ value }) => value).filter(isIri)];
  const topics = new Set([object, ...types.flatMap((one) => [one, ...model.ancestors(one)])]);
  const page = { limit: MAX_SUBSCRIPTIONS + 1 };
  const found = await Promise.all(
    Array.from(topics, (topic) => store.lookup(lookups.subscriptions.byTopic, topic, page)),
  );
  const bySubscriber = new Map<Iri, SubscriptionOf[]>();
  for (const request of await requests.readable(found.flat().map(({ value }) => value))) {
    const subscription = tolerant(() => readStoredSubscription(request, vocabulary));
    if (subscription === undefined) continue;
    const { subscriber, expiresAt } = subscription;
    if (expiresAt !== undefined && expiresAt <= clock.now()) continue;
    const extensions = readStoredExtensions(contentFields(request, vocabulary), extensionTerms(uris), vocabulary);
    const one = { ...subscription, request: request.uri, acceptedAt: request.statusSince, extensions };
    bySubscriber.set(subscriber, [...(bySubscriber.get(subscriber) ?? []), one]);
  }
  return { bySubscriber, isWhole: found.every((entries) => entries.length <= MAX_SUBSCRIPTIONS) };
}
