/**
 * SubscriptionRequests of subscribers, or of a publisher that asked its subscriber; an accepted one is an active
 * subscription (D26, D31).
 */
import type { SubscriptionServices } from './lookups.js';
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import type { Decision, RequestContent } from '../action-requests/action-requests.js';
import type { RequestHandler } from '../action-requests/decisions.js';
import { hasFeature } from '../api-versions.js';
import { requestPartition } from '../action-requests/lookups.js';
import { ServiceError } from '../errors.js';
import type { Decider, Requestor } from '../http/caller.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { type Iri, node, triple } from '../rdf/terms.js';
import { prov, type Vocabulary } from '../rdf/vocabulary.js';
import { compareTexts } from '../rdf/order.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { Transaction } from '../store/store.js';
import type { EventTransaction } from '../transactions.js';
import {
  areEqualExtensions,
  type ConditionEngine,
  describeExtensions,
  type ExtensionTerms,
  extensionTerms,
  readExtensions,
  readStoredExtensions,
  type SubscriptionExtensions,
} from './extensions.js';
import { InheritedSubscriptions, isForLater } from './later-subscriptions.js';
import type { Offer } from './proposals.js';
import { readStoredSubscription, type StoredSubscription, subscribedObject } from './stored-subscription.js';
import {
  findObstacles,
  describeSubscription,
  readSubscription,
  type Subscription,
  type TopicType,
} from './subscription.js';

export const subscriptionContent = (vocabulary: Vocabulary): RequestContent => ({
  readers: (request) => contentFields(request, vocabulary).iris(vocabulary.api.hasSubscriber),
  object: (request) => subscribedObject(request, vocabulary),
});

export class SubscriptionRequests implements RequestHandler {
  readonly #inherited: InheritedSubscriptions;

  constructor(
    private readonly services: SubscriptionServices,
    private readonly conditions: ConditionEngine,
  ) {
    this.#inherited = new InheritedSubscriptions(services);
  }

  /**
   * Creates a SubscriptionRequest from a body.
   *
   * @throws ServiceError `invalid-resource` for a subscription that is invalid, has expired, allows only unsupported
   * media types, or has an unknown topic; `forbidden` for one of another subscriber, unless the operator allows it;
   * `unprocessable` for an existing one, if the request names a version that does not allow repetitions (V74).
   */
  async submit({ root, data }: JsonLdDocument, caller: Requestor): Promise<ActionRequest> {
    const { transactions, strangers, model, vocabulary, clock, settings, uris } = this.services;
    const subscription = readSubscription(data, root, vocabulary, [extensionTerms(uris).LOGISTICS_OBJECT_ERASED]);
    const extensions = readExtensions(data, root, extensionTerms(uris), vocabulary);
    const violations = await model.check(withoutOwnEvents(data, extensionTerms(uris), vocabulary), [root]);
    if (violations.length > 0) throw new ServiceError('invalid-resource', violations);
    const problems = findObstacles(subscription, clock.now(), vocabulary);
    if (problems.length > 0) throw new ServiceError('invalid-resource', problems);
    if (subscription.subscriber !== caller.agent && !caller.internal && !settings.thirdPartySubscriptions) {
      throw new ServiceError('forbidden', {
        message:
          'hasSubscriber must be the authenticated agent: this node does not take subscriptions for third parties',
        property: vocabulary.api.hasSubscriber.value,
        resource: subscription.subscriber,
      });
    }
    await this.assertTopic(subscription.topicType, subscription.topic);
    await this.#assertCondition(extensions);
    const { apiVersion } = caller;
    const isToObject = subscription.topicType === 'LOGISTICS_OBJECT_IDENTIFIER';
    const strange = await strangers.strangeTo(caller, isToObject ? [subscription.topic] : []);
    const open = async (tx: EventTransaction): Promise<ActionRequest> => {
      await strangers.assertRoom(caller, strange);
      const request = await this.#open(tx, subscription, caller, extensions);
      tx.answer(this.services.requests.answer(201, request));
      return request;
    };
    if (apiVersion === undefined || !hasFeature(apiVersion, 'distinctSubscriptions'))
      return transactions.transact(strange, open, caller.trace);
    // If two equal requests arrive together, the second one finds the first.
    return transactions.transact(
      [subscription.subscriber, ...strange],
      async (tx) => {
        const equal = await this.#findEqual(subscription, extensions);
        if (equal === undefined) return open(tx);
        const message = `the subscriber has a subscription to the same topic and events already, which is ${equal.status}`;
        throw new ServiceError('unprocessable', { message, resource: equal.uri });
      },
      caller.trace,
    );
  }

  /** The oldest pending or active request of the same subscriber for the same notifications (V74, L40). */
  async #findEqual(subscription: Subscription, extensions: SubscriptionExtensions): Promise<ActionRequest | undefined> {
    const { store, lookups, requests, clock, vocabulary, uris } = this.services;
    const pending = requestPartition('REQUEST_PENDING', 'SubscriptionRequest');
    const entries = [
      ...(await store.lookup(lookups.requests.byState, pending)),
      ...(await store.lookup(lookups.subscriptions.byTopic, subscription.topic)),
    ].sort((one, other) => one.order - other.order || compareTexts(one.value, other.value));
    const now = clock.now();
    for (const { value } of entries) {
      const request = await requests.find(value);
      const found = request && this.#readable(request);
      if (found === undefined || !isEqual(found, subscription)) continue;
      const stored =
        request && readStoredExtensions(contentFields(request, vocabulary), extensionTerms(uris), vocabulary);
      if (stored === undefined || !areEqualExtensions(stored, extensions)) continue;
      if (found.expiresAt === undefined || found.expiresAt > now) return request;
    }
    return undefined;
  }

  /** The subscription of a request; undefined for an unreadable one. */
  #readable(request: ActionRequest): StoredSubscription | undefined {
    try {
      return readStoredSubscription(request, this.services.vocabulary);
    } catch (error) {
      if (error instanceof DamagedDataError) return undefined;
      throw error;
    }
  }

  /**
   * Stores a partner's offered subscription as an accepted request of that partner.
   *
   * @throws ServiceError `unprocessable` for one that has expired or allows only unsupported media types.
   */
  async createAccepted(
    { subscription, apiVersion }: Offer,
    { agent: decidedBy, trace }: Decider,
  ): Promise<ActionRequest> {
    const { transactions, requests, vocabulary, clock } = this.services;
    const problems = findObstacles(subscription, clock.now(), vocabulary);
    if (problems.length > 0) throw new ServiceError('unprocessable', problems);
    return transactions.transact(
      [],
      async (tx) => {
        const request = await this.#open(tx, subscription, { agent: subscription.subscriber, apiVersion });
        return requests.transition(tx, request, 'accept', { agent: decidedBy, at: clock.now() });
      },
      trace,
    );
  }

  /** @throws ServiceError `invalid-resource` for a topic that is neither an object of this node nor a type of Logistics Objects. */
  async assertTopic(topicType: TopicType, topic: Iri): Promise<void> {
    const { objects, model, vocabulary, lenient } = this.services;
    const exists =
      topicType === 'LOGISTICS_OBJECT_IDENTIFIER'
        ? await objects.exists(topic)
        : lenient || model.isLogisticsObject([topic]);
    if (exists) return;
    const message =
      topicType === 'LOGISTICS_OBJECT_IDENTIFIER'
        ? `hasTopic must be the URI of a Logistics Object of this node; <${topic}> is not`
        : `hasTopic must be a supported Logistics Object type; <${topic}> is not`;
    throw new ServiceError('invalid-resource', { message, property: vocabulary.api.hasTopic.value });
  }

  /**
   * Only checks: the lookup of subscriptions contains all accepted requests. Fails for an object that has moved, since
   * this node sends no notifications of it, and for an expired subscription.
   */
  async accept(_tx: Transaction, request: ActionRequest, { at }: Decision): Promise<undefined> {
    const { vocabulary } = this.services;
    const problems = findObstacles(readStoredSubscription(request, vocabulary), at, vocabulary);
    if (problems.length > 0) throw new ServiceError('unprocessable', problems);
    const object = subscribedObject(request, vocabulary);
    if (object !== undefined) await this.services.objects.assertNotMoved(object);
  }

  /** A subscription to a shipment is revoked with what was derived from it; neither while something is linked to it. */
  lockKeys(request: ActionRequest): readonly Iri[] {
    const object = subscribedObject(request, this.services.vocabulary);
    const isOfLater = object !== undefined && isForLater(request.data, request.uri);
    return [...(isOfLater ? [object] : []), ...request.data.iris(node(request.uri), prov.wasDerivedFrom)];
  }

  /** Revokes those that were derived from it (K48). */
  revoke(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<void> {
    return this.#inherited.revoke(tx, request, decision);
  }

  /** The subscriber, also when another agent is the requestor (specification, States and transitions). */
  revokers(request: ActionRequest): readonly Iri[] {
    return subscriptionContent(this.services.vocabulary).readers(request);
  }

  /** @throws ServiceError `invalid-resource` for an invalid condition, `unavailable` if it cannot be checked in time. */
  async #assertCondition({ condition }: SubscriptionExtensions): Promise<void> {
    const problem = condition === undefined ? undefined : await this.conditions.problemOf(condition);
    if (problem === undefined) return;
    const { hasCondition } = extensionTerms(this.services.uris);
    throw new ServiceError('invalid-resource', {
      message: `hasCondition cannot be used: ${problem}`,
      property: hasCondition.value,
    });
  }

  #open(
    tx: EventTransaction,
    subscription: Subscription,
    requestor: Pick<Requestor, 'agent' | 'apiVersion'>,
    extensions?: SubscriptionExtensions,
  ): Promise<ActionRequest> {
    const { requests, vocabulary, ids, clock, uris } = this.services;
    const { root, statements } = describeSubscription(subscription, vocabulary, ids);
    return requests.create(
      tx,
      'SubscriptionRequest',
      (uri) => [
        triple(uri, vocabulary.api.hasSubscription, root),
        ...statements,
        ...(extensions === undefined ? [] : describeExtensions(root, extensions, extensionTerms(uris), vocabulary)),
      ],
      requestor,
      clock.now(),
    );
  }
}

/** Whether two subscriptions cause the same notifications to the same subscriber. */
function isEqual(one: StoredSubscription, other: StoredSubscription): boolean {
  return (
    one.subscriber === other.subscriber &&
    one.topicType === other.topicType &&
    one.topic === other.topic &&
    one.sendLogisticsObjectBody === other.sendLogisticsObjectBody &&
    one.events.length === other.events.length &&
    one.events.every((event) => other.events.includes(event))
  );
}

/** For the model, which knows the standard's event types only, an erasure is an update, as it is for who does not ask. */
function withoutOwnEvents(
  data: Graph,
  { LOGISTICS_OBJECT_ERASED: erased }: ExtensionTerms,
  { api }: Vocabulary,
): Graph {
  const property = api.includeSubscriptionEventType;
  if (data.match(null, property, erased).size === 0) return data;
  return graphOf(
    Array.from(data, (quad) =>
      quad.predicate.equals(property) && quad.object.equals(erased)
        ? triple(quad.subject, property, api.LOGISTICS_OBJECT_UPDATED)
        : quad,
    ),
  );
}
