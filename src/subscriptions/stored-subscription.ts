/**
 * A Subscription in its stored request. The reader of bodies is unsuitable here: it may have become stricter since the
 * submission.
 */
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import type { Iri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import {
  parseTopicType,
  serverBaseOf,
  type Subscription,
  type SubscriptionEvent,
  subscriptionEvents,
  type TopicType,
} from './subscription.js';

/** The parts of a subscription that notifications need. */
export type StoredSubscription = Pick<
  Subscription,
  'subscriber' | 'topicType' | 'topic' | 'events' | 'expiresAt' | 'sendLogisticsObjectBody'
>;

/**
 * Reads the Subscription of a request.
 *
 * @throws DamagedDataError without subscriber, topic or expiry.
 */
export function readStoredSubscription(request: ActionRequest, vocabulary: Vocabulary): StoredSubscription {
  const { api } = vocabulary;
  const fields = contentFields(request, vocabulary);
  const subscriber = fields.iri(api.hasSubscriber);
  const topicType = topicTypeOf(request, vocabulary);
  const topic = fields.iri(api.hasTopic);
  const expiresAt = fields.date(api.expiresAt);
  if (subscriber === undefined || serverBaseOf(subscriber) === undefined)
    throw new DamagedDataError('a Subscription whose subscriber names no server');
  if (topicType === undefined || topic === undefined) throw new DamagedDataError('a Subscription without a topic');
  if (expiresAt === undefined && fields.terms(api.expiresAt).length > 0)
    throw new DamagedDataError('a Subscription whose expiry cannot be read');
  const stated = new Set(fields.terms(api.includeSubscriptionEventType).map(({ value }) => value));
  const events = subscriptionEvents.filter((event: SubscriptionEvent) => stated.has(api[event].value));
  const sendLogisticsObjectBody = fields.flag(api.sendLogisticsObjectBody);
  return { subscriber, topicType, topic, events, expiresAt, sendLogisticsObjectBody };
}

/** The Logistics Object of a readable Subscription; undefined if the topic is a type. */
export function subscribedObject(request: ActionRequest, vocabulary: Vocabulary): Iri | undefined {
  const isToObject = topicTypeOf(request, vocabulary) === 'LOGISTICS_OBJECT_IDENTIFIER';
  return isToObject ? contentFields(request, vocabulary).iri(vocabulary.api.hasTopic) : undefined;
}

function topicTypeOf(request: ActionRequest, vocabulary: Vocabulary): TopicType | undefined {
  const [term] = contentFields(request, vocabulary).terms(vocabulary.api.hasTopicType);
  return term && parseTopicType(term.value, vocabulary);
}
