/** SubscriptionRequests: of a subscriber, or of a publisher that asked it; an accepted one is an active subscription (D26, D31). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import type { Decision, RequestContent } from '../action-requests/action-requests.js';
import type { RequestHandler } from '../action-requests/decisions.js';
import { ServiceError } from '../errors.js';
import type { Requestor } from '../http/caller.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { type Iri, triple } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { Transaction } from '../store/store.js';
import type { EventTransaction } from '../transactions.js';
import type { Offer } from './proposals.js';
import { readStoredSubscription, subscribedObject } from './stored-subscription.js';
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
  constructor(private readonly services: ExchangeServices) {}

  /**
   * Creates a SubscriptionRequest from a body.
   *
   * @throws ServiceError `invalid-body` for an invalid subscription, one that has expired or allows only media types that are
   *   not offered, or one to an unknown topic; `forbidden` for one of another subscriber, unless the operator allows it.
   */
  async submit({ root, data }: JsonLdDocument, caller: Requestor): Promise<ActionRequest> {
    const { transactions, model, vocabulary, clock, settings } = this.services;
    const subscription = readSubscription(data, root, vocabulary);
    const violations = await model.check(data, [root]);
    if (violations.length > 0) throw new ServiceError('invalid-body', violations);
    const problems = findObstacles(subscription, clock.now(), vocabulary);
    if (problems.length > 0) throw new ServiceError('invalid-body', problems);
    if (subscription.subscriber !== caller.agent && !caller.internal && !settings.thirdPartySubscriptions) {
      throw new ServiceError('forbidden', {
        message:
          'hasSubscriber must be the authenticated agent: this node does not take subscriptions for third parties',
        property: vocabulary.api.hasSubscriber.value,
        resource: subscription.subscriber,
      });
    }
    await this.assertTopic(subscription.topicType, subscription.topic);
    return transactions.transact([], (tx) => this.#open(tx, subscription, caller));
  }

  /**
   * Stores a subscription that a partner offered as an accepted request of that partner.
   *
   * @throws ServiceError `unprocessable` for one that has expired or allows only media types that are not offered.
   */
  async createAccepted({ subscription, apiVersion }: Offer, decidedBy: Iri): Promise<ActionRequest> {
    const { transactions, requests, vocabulary, clock } = this.services;
    const problems = findObstacles(subscription, clock.now(), vocabulary);
    if (problems.length > 0) throw new ServiceError('unprocessable', problems);
    return transactions.transact([], async (tx) => {
      const request = await this.#open(tx, subscription, { agent: subscription.subscriber, apiVersion });
      return requests.transition(tx, request, 'accept', { agent: decidedBy, at: clock.now() });
    });
  }

  /** @throws ServiceError `invalid-body` for a topic that is neither an object of this node nor a type of Logistics Objects. */
  async assertTopic(topicType: TopicType, topic: Iri): Promise<void> {
    const { objects, model, vocabulary, lenient } = this.services;
    const exists =
      topicType === 'LOGISTICS_OBJECT_IDENTIFIER'
        ? await objects.exists(topic)
        : lenient || model.isLogisticsObject([topic]);
    if (exists) return;
    const message =
      topicType === 'LOGISTICS_OBJECT_IDENTIFIER'
        ? `hasTopic must be the URI of a Logistics Object of this node; <${topic}> is none`
        : `hasTopic must be a supported Logistics Object type; <${topic}> is none`;
    throw new ServiceError('invalid-body', { message, property: vocabulary.api.hasTopic.value });
  }

  /**
   * Checks only: the lookup of subscriptions has all accepted requests. Fails for an object that has moved, since this node
   * sends no notifications of it, and for a subscription that has expired.
   */
  async accept(_tx: Transaction, request: ActionRequest, { at }: Decision): Promise<void> {
    const { vocabulary } = this.services;
    const problems = findObstacles(readStoredSubscription(request, vocabulary), at, vocabulary);
    if (problems.length > 0) throw new ServiceError('unprocessable', problems);
    const object = subscribedObject(request, vocabulary);
    if (object !== undefined) await this.services.objects.assertNotMoved(object);
  }

  /** The subscriber, also when another agent is the requestor (specification, States and transitions). */
  revokers(request: ActionRequest): readonly Iri[] {
    return subscriptionContent(this.services.vocabulary).readers(request);
  }

  #open(
    tx: EventTransaction,
    subscription: Subscription,
    requestor: Pick<Requestor, 'agent' | 'apiVersion'>,
  ): Promise<ActionRequest> {
    const { requests, vocabulary, ids, clock } = this.services;
    const { root, statements } = describeSubscription(subscription, vocabulary, ids);
    return requests.create(
      tx,
      'SubscriptionRequest',
      (uri) => [triple(uri, vocabulary.api.hasSubscription, root), ...statements],
      requestor,
      clock.now(),
    );
  }
}
