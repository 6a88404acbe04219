/** Bodies of the requests that many rows send. */
import { api, cargo, context, literal, xsd } from './names.js';
import type { Changing, JsonObject, Operation, Subscribing } from './world.js';

const nameOf = (name: string): string => (name.includes(':') ? name : cargo + name);

function operationBody({ op, s, p, value, datatype = `${xsd}string` }: Operation): JsonObject {
  return {
    '@type': 'api:Operation',
    'api:op': { '@id': `api:${op}` },
    'api:s': s,
    'api:p': literal(nameOf(p), 'anyURI'),
    'api:o': [
      {
        '@type': 'api:OperationObject',
        'api:hasDatatype': literal(nameOf(datatype), 'anyURI'),
        'api:hasValue': value,
      },
    ],
  };
}

export function changeBody(
  object: string,
  revision: number,
  operations: readonly Operation[],
  { description, more = {} }: Changing = {},
): JsonObject {
  return {
    '@context': context,
    '@type': 'api:Change',
    'api:hasLogisticsObject': { '@id': object },
    'api:hasRevision': literal(String(revision), 'positiveInteger'),
    ...(description !== undefined && { 'api:hasDescription': description }),
    'api:hasOperation': operations.map(operationBody),
    ...more,
  };
}

const everyEvent = ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED', 'LOGISTICS_EVENT_RECEIVED'];

export function subscriptionBody(
  subscriber: string,
  { topic, topicType, events = everyEvent, more = {} }: Subscribing,
): JsonObject {
  const type = topicType ?? (topic.startsWith(cargo) ? 'LOGISTICS_OBJECT_TYPE' : 'LOGISTICS_OBJECT_IDENTIFIER');
  return {
    '@context': context,
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': subscriber },
    'api:hasTopicType': { '@id': `api:${type}` },
    'api:hasTopic': literal(topic, 'anyURI'),
    'api:includeSubscriptionEventType': events.map((event) => ({ '@id': `api:${event}` })),
    ...more,
  };
}

export function delegationBody(object: string, delegate: string, permissions: readonly string[]): JsonObject {
  return {
    '@context': context,
    '@type': 'api:AccessDelegation',
    'api:hasPermission': permissions.map((permission) => ({ '@id': `api:${permission}` })),
    'api:isRequestedFor': [{ '@id': delegate }],
    'api:hasLogisticsObject': [{ '@id': object }],
  };
}

export function eventBody(time: Date, more: JsonObject): JsonObject {
  return {
    '@context': context,
    '@type': 'cargo:LogisticsEvent',
    'cargo:eventDate': literal(time.toISOString(), 'dateTime'),
    ...more,
  };
}

/** The IRI of a status, a kind of topic or another individual, as its short name. */
export const shortName = (iri: string): string => iri.replace(api, '');
