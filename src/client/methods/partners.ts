/** Access delegations, verifications, subscriptions, notifications and the server's information (T38). */
import { type CallOptions, type Exchange, isoTime, rootOf } from '../exchange.js';
import { literal, type Term, xsd } from '../rdf/terms.js';
import { readOf } from '../read.js';
import { valueOf } from '../values/read-value.js';
import type { NodeValue } from '../values/types.js';
import { context, type Json, literalOf } from '../values/write-value.js';
import { api, localName, type Permission, type SubscriptionEvent } from '../vocabulary.js';
import type { SubmittedRequest } from './requests.js';

/**
 * What a server says of itself.
 *
 * @since 0.3.0
 */
export interface ServerInformation {
  /** The URI of the data holder. */
  readonly holder: string | undefined;
  /** Its API versions, the oldest first. */
  readonly versions: readonly string[];
  /** The IRIs of its ontologies. */
  readonly ontologies: readonly string[];
  readonly ontologyVersions: readonly string[];
  readonly contentTypes: readonly string[];
  readonly languages: readonly string[];
  /** Its address, as it sees itself. */
  readonly endpoint: string | undefined;
}

/**
 * Access that is asked for.
 *
 * @since 0.3.0
 */
export interface AccessRequest extends CallOptions {
  /** The URIs of the objects. */
  readonly objects: readonly string[];
  /** The URIs of the agents that get it; from 2.3.0 on, one. */
  readonly agents: readonly string[];
  readonly permissions: readonly Permission[];
  readonly description?: string | undefined;
  readonly notify?: boolean | undefined;
  readonly expires?: Date | string | undefined;
}

/**
 * An error found in an object.
 *
 * @since 0.3.0
 */
export interface FoundError {
  readonly title: string;
  readonly severity?: 'ERROR' | 'WARNING' | undefined;
  readonly details?: readonly {
    readonly code?: string | undefined;
    readonly message?: string | undefined;
    /** A property of the model, or its IRI. */
    readonly property?: string | undefined;
    readonly resource?: string | undefined;
  }[];
}

/**
 * @since 0.3.0
 */
export interface VerifyOptions extends CallOptions {
  /** The revision that has the errors. Default: the latest one, which is asked for. */
  readonly revision?: number | undefined;
  readonly notify?: boolean | undefined;
}

/**
 * A subscription to ask for.
 *
 * @since 0.3.0
 */
export interface SubscriptionOptions extends CallOptions {
  /** The URI of an object; or a class of the model, or its IRI, for all objects of it. */
  readonly topic: string;
  readonly topicType?: 'LOGISTICS_OBJECT_TYPE' | 'LOGISTICS_OBJECT_IDENTIFIER' | undefined;
  readonly events: readonly SubscriptionEvent[];
  /** The URI of the subscriber. Default: the agent that the token names. */
  readonly subscriber?: string | undefined;
  /** Whether notifications have the object. */
  readonly sendBody?: boolean | undefined;
  /** Whether the server notifies of the decision. */
  readonly notify?: boolean | undefined;
  readonly expires?: Date | string | undefined;
  readonly description?: string | undefined;
}

/**
 * A notification to send.
 *
 * @since 0.3.0
 */
export interface OutgoingNotification {
  readonly eventType: string;
  /** The URI of the object. */
  readonly object?: string | undefined;
  /** The IRI of its class, or its name in the model. */
  readonly objectType?: string | undefined;
  /** Properties of the model, or their IRIs. */
  readonly changedProperties?: readonly string[] | undefined;
  /** The URI of the ActionRequest. */
  readonly triggeredBy?: string | undefined;
}

const anyUri = (value: string): Json => literalOf(literal(value, `${xsd}anyURI`));
const link = (uri: string): Json => ({ '@id': uri });
const expiry = (time: Date | string | undefined): Json | undefined =>
  time === undefined ? undefined : literalOf(literal(isoTime(time, 'expires'), `${xsd}dateTime`));

function body(members: Readonly<Record<string, Json | undefined>>): string {
  return JSON.stringify({ '@context': context, ...members });
}

export async function information(exchange: Exchange, { signal }: CallOptions): Promise<ServerInformation> {
  const answer = await exchange.send({ name: 'information' }, 'GET', exchange.at('/'), { signal });
  const graph = await answer.graph();
  const root = graph.instances(`${api}ServerInformation`)[0] ?? rootOf(graph, exchange.at('/'), answer);
  const all = (name: string): string[] =>
    graph
      .values(root, api + name)
      .map(({ value }: Term) => value)
      .sort();
  return {
    holder: all('hasDataHolder')[0],
    versions: all('hasSupportedApiVersion'),
    ontologies: all('hasSupportedOntology'),
    ontologyVersions: all('hasSupportedOntologyVersion'),
    contentTypes: all('hasSupportedContentType'),
    languages: all('hasSupportedLanguage'),
    endpoint: all('hasServerEndpoint')[0],
  };
}

export async function askAccess(exchange: Exchange, asked: AccessRequest): Promise<SubmittedRequest> {
  const { objects, agents, permissions, description, notify, expires, signal } = asked;
  const document = body({
    '@type': 'api:AccessDelegation',
    'api:hasLogisticsObject': objects.map(link),
    'api:isRequestedFor': agents.map(link),
    'api:hasPermission': permissions.map((permission) => link(`api:${permission}`)),
    'api:hasDescription': description,
    'api:notifyRequestStatusChange': notify,
    'api:expiresAt': expiry(expires),
  });
  const feature = { name: 'askAccess', isOptional: true };
  const { uri, type } = await exchange.submit(feature, 'POST', exchange.at('/access-delegations'), document, {
    signal,
  });
  return { uri, type };
}

/** From 2.1.0 on. */
export async function verify(
  exchange: Exchange,
  uri: string,
  errors: readonly FoundError[],
  { revision, notify, signal }: VerifyOptions,
): Promise<SubmittedRequest> {
  const address = exchange.own(uri);
  const { names } = exchange;
  const latest = revision ?? (await latestRevision(exchange, address, signal));
  const document = body({
    '@type': 'api:Verification',
    'api:hasLogisticsObject': link(uri),
    'api:hasRevision': literalOf(literal(String(latest), `${xsd}positiveInteger`)),
    'api:notifyRequestStatusChange': notify,
    'api:hasError': errors.map(({ title, severity, details = [] }) => ({
      '@type': 'api:Error',
      'api:hasTitle': title,
      'api:hasSeverity': severity === undefined ? undefined : link(`api:${severity}`),
      'api:hasErrorDetail': details.map(({ code, message, property, resource }) => ({
        '@type': 'api:ErrorDetail',
        'api:hasCode': code,
        'api:hasMessage': message,
        'api:hasProperty': property === undefined ? undefined : anyUri(names.propertyIri(property)),
        'api:hasResource': resource === undefined ? undefined : anyUri(resource),
      })),
    })),
  });
  const made = await exchange.submit({ name: 'verify' }, 'POST', address, document, { signal });
  return { uri: made.uri, type: made.type };
}

async function latestRevision(exchange: Exchange, uri: string, signal: AbortSignal | undefined): Promise<number> {
  const answer = await exchange.send({ name: 'verify' }, 'GET', uri, { signal });
  const { latestRevision: latest, revision } = await readOf(answer, uri, exchange.names);
  const number = latest ?? revision;
  if (number === undefined) throw answer.invalid('the server states no revision');
  return number;
}

/** A topic that is a class of the model, or of the standard's data model, is for all of its objects. */
function topicOf(
  exchange: Exchange,
  { topic, topicType }: Pick<SubscriptionOptions, 'topic' | 'topicType'>,
): { iri: string; type: string } {
  const { names } = exchange;
  const iri = names.classIri(topic);
  if (!names.isIri(iri)) throw new TypeError(`topic: ${JSON.stringify(topic)} is no class of the model, and no IRI`);
  const isClass = names.className(iri) !== iri || /^https?:\/\/onerecord\.iata\.org\/ns\//.test(iri);
  return { iri, type: topicType ?? (isClass ? 'LOGISTICS_OBJECT_TYPE' : 'LOGISTICS_OBJECT_IDENTIFIER') };
}

export async function subscribe(exchange: Exchange, asked: SubscriptionOptions): Promise<SubmittedRequest> {
  const { events, sendBody, notify, expires, description, signal } = asked;
  const { iri, type } = topicOf(exchange, asked);
  const subscriber = asked.subscriber ?? (await exchange.agent(signal));
  if (subscriber === undefined) throw new TypeError('subscriber must be given: the token names no agent');
  const document = body({
    '@type': 'api:Subscription',
    'api:hasSubscriber': link(subscriber),
    'api:hasTopic': anyUri(iri),
    'api:hasTopicType': link(`api:${type}`),
    'api:includeSubscriptionEventType': events.map((event) => link(`api:${event}`)),
    'api:sendLogisticsObjectBody': sendBody ?? false,
    'api:notifyRequestStatusChange': notify ?? false,
    'api:hasDescription': description,
    'api:expiresAt': expiry(expires),
  });
  const feature = { name: 'subscribe', isOptional: true };
  const made = await exchange.submit(feature, 'POST', exchange.at('/subscriptions'), document, { signal });
  return { uri: made.uri, type: made.type };
}

export async function offers(
  exchange: Exchange,
  topic: string,
  { signal, ...kind }: CallOptions & Pick<SubscriptionOptions, 'topicType'>,
): Promise<NodeValue[]> {
  const { iri, type } = topicOf(exchange, { topic, ...kind });
  const url = exchange.at('/subscriptions', { topicType: api + type, topic: iri });
  const answer = await exchange.transport.send('GET', url, { signal });
  // From 2.3.0 on, nothing to offer is an error (V72).
  if (answer.status === 422 && (await answer.error()).details.length > 0) return [];
  await exchange.accepted({ name: 'offers', isOptional: true }, answer);
  const graph = await answer.graph();
  return graph.instances(`${api}Subscription`).map((root) => valueOf(graph, root, exchange.names));
}

/** @param server the address of the receiver; the client's token must be meant for it, too. */
export async function notify(
  exchange: Exchange,
  server: string,
  notification: OutgoingNotification,
  { signal }: CallOptions,
): Promise<void> {
  if (!/^https?:/.test(server) || !URL.canParse(server)) throw new TypeError('server must be an http(s) URL');
  const { eventType, object, objectType, changedProperties, triggeredBy } = notification;
  const { names } = exchange;
  const document = body({
    '@type': 'api:Notification',
    'api:hasEventType': link(`api:${localName(eventType)}`),
    'api:hasLogisticsObject': object === undefined ? undefined : link(object),
    'api:hasLogisticsObjectType': objectType === undefined ? undefined : anyUri(names.classIri(objectType)),
    'api:hasChangedProperty': changedProperties?.map((property) => anyUri(names.propertyIri(property))),
    'api:isTriggeredBy': triggeredBy === undefined ? undefined : link(triggeredBy),
  });
  const url = `${server.replace(/(?<!\/)\/+$/, '')}/notifications`;
  await exchange.send({ name: 'notify' }, 'POST', url, { body: document, signal });
}
