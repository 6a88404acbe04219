/** A Subscription: the topics and events that a subscriber is notified of (specification, Subscription; D26, D27). */
import type { IdSource } from '../clock.js';
import type { ErrorDetail } from '../errors.js';
import { PropertyReader } from '../rdf/property-reader.js';
import type { Graph } from '../rdf/graph.js';
import {
  factory,
  type Iri,
  type IriNode,
  isIri,
  isNamedNode,
  namedNode,
  type NamedNode,
  node,
  type Quad,
  type Term,
  triple,
} from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';

export const topicTypes = ['LOGISTICS_OBJECT_TYPE', 'LOGISTICS_OBJECT_IDENTIFIER'] as const;
export type TopicType = (typeof topicTypes)[number];

export const subscriptionEvents = [
  'LOGISTICS_OBJECT_CREATED',
  'LOGISTICS_OBJECT_UPDATED',
  'LOGISTICS_EVENT_RECEIVED',
] as const;
export type SubscriptionEvent = (typeof subscriptionEvents)[number];

export interface Subscription {
  /** The subscriber's own `@id`; this node does not use it. */
  readonly id: Iri | undefined;
  readonly subscriber: Iri;
  readonly topicType: TopicType;
  readonly topic: Iri;
  readonly events: readonly SubscriptionEvent[];
  readonly description: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly notifyRequestStatusChange: boolean;
  readonly sendLogisticsObjectBody: boolean;
  readonly contentTypes: readonly string[];
}

/** The supported media types of notifications. */
export const offeredContentTypes = ['application/ld+json'] as const;

/** The reasons why a subscription would never cause a notification, as details (D26). */
export function findObstacles(
  { expiresAt, contentTypes = [] }: Pick<Subscription, 'expiresAt'> & Partial<Pick<Subscription, 'contentTypes'>>,
  now: Date,
  { api }: Vocabulary,
): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  if (expiresAt !== undefined && expiresAt <= now) {
    const message = `expiresAt is ${expiresAt.toISOString()}, which is in the past`;
    details.push({ message, property: api.expiresAt.value });
  }
  const isOffered = (text: string): boolean =>
    offeredContentTypes.some((type) => type === text.split(';')[0]?.trim().toLowerCase());
  if (contentTypes.length > 0 && !contentTypes.some(isOffered)) {
    const message = `hasContentType must name ${offeredContentTypes.join(' or ')}, in which notifications are sent`;
    details.push({ message, property: api.hasContentType.value });
  }
  return details;
}

/** Parses a topic type: its name, or an IRI with `#` or `/` before the name; LOGISTICS_OBJECT_URI is an older name (D26). */
export function parseTopicType(text: string, { namespaces }: Vocabulary): TopicType | undefined {
  const stem = namespaces.api.replace(/[#/]$/, '');
  const name =
    text.startsWith(stem) && /^[#/]/.test(text.slice(stem.length))
      ? text.slice(stem.length + 1)
      : text.replace(/^api:/, '');
  return name === 'LOGISTICS_OBJECT_URI' ? 'LOGISTICS_OBJECT_IDENTIFIER' : topicTypes.find((type) => type === name);
}

const OBJECTS_PATH = '/logistics-objects/';

/** The base URL of the server of an organization's URI; undefined for a URI of another form (D27). */
export function serverBaseOf(organization: Iri): string | undefined {
  const at = organization.indexOf(OBJECTS_PATH);
  return at === -1 || !/^https?:/i.test(organization) ? undefined : organization.slice(0, at);
}

/**
 * Reads a Subscription from a body.
 *
 * @param otherEvents event types beside those of the standard, which are read elsewhere.
 * @throws InputError with all problems.
 */
export function readSubscription(
  data: Graph,
  root: Term,
  vocabulary: Vocabulary,
  otherEvents: readonly IriNode[] = [],
): Subscription {
  const { api } = vocabulary;
  const fields = new PropertyReader(data, root);
  if (data.match(root, rdfTerms.type, api.Subscription).size === 0) {
    fields.addError(api.Subscription, 'the body must be a Subscription (@type api:Subscription)');
  }
  const subscriber = fields.iri(api.hasSubscriber);
  if (subscriber !== undefined && serverBaseOf(subscriber) === undefined) {
    fields.addError(
      api.hasSubscriber,
      'hasSubscriber must be an http(s) URI with /logistics-objects/ in it: notifications go to its server',
    );
  }
  const [typeTerm] = fields.terms(api.hasTopicType, { min: 1, max: 1 });
  const topicType = typeTerm && parseTopicType(typeTerm.value, vocabulary);
  if (typeTerm !== undefined && topicType === undefined) {
    fields.addError(api.hasTopicType, `hasTopicType must be one of ${topicTypes.join(', ')}`);
  }
  const topic = fields.iri(api.hasTopic);
  const events = fields.names(
    api.includeSubscriptionEventType,
    subscriptionEvents,
    api,
    { min: 1, max: Infinity },
    otherEvents,
  );
  const rest = {
    id: isNamedNode(root) && isIri(root.value) && !root.value.startsWith('internal:') ? root.value : undefined,
    description: fields.optionalText(api.hasDescription),
    expiresAt: fields.optionalInstant(api.expiresAt),
    notifyRequestStatusChange: fields.flag(api.notifyRequestStatusChange),
    sendLogisticsObjectBody: fields.flag(api.sendLogisticsObjectBody),
    contentTypes: fields.texts(api.hasContentType),
  };
  fields.throwIfInvalid();
  if (subscriber === undefined || topicType === undefined || topic === undefined) {
    throw new TypeError('a Subscription without problems is complete');
  }
  return { ...rest, subscriber, topicType, topic, events: [...new Set(events)] };
}

/** The statements of a Subscription, with its `@id` or a new identifier. */
export function describeSubscription(
  subscription: Subscription,
  { api }: Vocabulary,
  ids: IdSource,
): { root: NamedNode; statements: Quad[] } {
  const { id, subscriber, topicType, topic, events, description, expiresAt, contentTypes } = subscription;
  const root = id === undefined ? namedNode(`internal:${ids.next()}`) : node(id);
  const flag = (value: boolean): ReturnType<typeof factory.literal> => factory.literal(String(value), xsd.boolean);
  const statements = [
    triple(root, rdfTerms.type, api.Subscription),
    triple(root, api.hasSubscriber, node(subscriber)),
    triple(root, api.hasTopicType, api[topicType]),
    triple(root, api.hasTopic, factory.literal(topic, xsd.anyURI)),
    ...events.map((event) => triple(root, api.includeSubscriptionEventType, api[event])),
    ...contentTypes.map((type) => triple(root, api.hasContentType, factory.literal(type))),
    ...(description === undefined ? [] : [triple(root, api.hasDescription, factory.literal(description))]),
    ...(expiresAt === undefined
      ? []
      : [triple(root, api.expiresAt, factory.literal(expiresAt.toISOString(), xsd.dateTime))]),
    triple(root, api.notifyRequestStatusChange, flag(subscription.notifyRequestStatusChange)),
    triple(root, api.sendLogisticsObjectBody, flag(subscription.sendLogisticsObjectBody)),
  ];
  return { root, statements };
}
