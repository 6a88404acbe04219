/**
 * The messages of the example's parties. They use the standard's namespaces, which a development node has by default.
 */

/** A body in JSON-LD. */
export type Body = Readonly<Record<string, unknown>>;

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const CODES = 'https://onerecord.iata.org/ns/code-lists/';
const CARGO = 'https://onerecord.iata.org/ns/cargo#';

/** The `@context` of every body; objects are given theirs when they are sent. */
export const sampleContext = {
  api: 'https://onerecord.iata.org/ns/api#',
  cargo: CARGO,
  acl: 'http://www.w3.org/ns/auth/acl#',
};

export const codes = { valuable: `${CODES}SpecialHandlingCode#VAL` };

const typed = (datatype: string, value: string): Body => ({ '@type': XSD + datatype, '@value': value });

export interface SampleOperation {
  readonly op: 'ADD' | 'DELETE';
  readonly s: string;
  /** A property of `cargo:`. */
  readonly p: string;
  readonly value: string;
  /** An XSD datatype. */
  readonly datatype?: string;
  /** The code list of a code. */
  readonly code?: string;
}

export function change(
  object: string,
  revision: number,
  description: string,
  operations: readonly SampleOperation[],
): Body {
  return {
    '@type': 'api:Change',
    'api:hasLogisticsObject': { '@id': object },
    'api:hasRevision': typed('positiveInteger', String(revision)),
    'api:hasDescription': description,
    'api:notifyRequestStatusChange': true,
    'api:hasOperation': operations.map(({ op, s, p, value, datatype, code }) => ({
      '@type': 'api:Operation',
      'api:op': { '@id': `api:${op}` },
      'api:s': s,
      'api:p': typed('anyURI', CARGO + p),
      'api:o': [
        {
          '@type': 'api:OperationObject',
          'api:hasDatatype': typed('anyURI', code === undefined ? XSD + (datatype ?? 'string') : CODES + code),
          'api:hasValue': value,
        },
      ],
    })),
  };
}

export function organization(uri: string, type: string, name: string): Body {
  return { '@id': uri, '@type': `cargo:${type}`, 'cargo:name': name };
}

export function piece(uri: string, description: string, kilograms: number, upid: string): Body {
  return {
    '@id': uri,
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': description,
    'cargo:upid': upid,
    'cargo:coload': false,
    'cargo:grossWeight': {
      '@type': 'cargo:Value',
      'cargo:numericalValue': typed('double', String(kilograms)),
      'cargo:unit': { '@id': `${CODES}MeasurementUnitCode#KGM` },
    },
  };
}

export function event(code: string, name: string, at: string): Body {
  return {
    '@type': 'cargo:LogisticsEvent',
    'cargo:eventDate': typed('dateTime', at),
    'cargo:eventCode': { '@id': `${CODES}StatusCode#${code}` },
    'cargo:eventName': name,
    'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
  };
}

export function subscription(subscriber: string, type: string): Body {
  return {
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': subscriber },
    'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
    'api:hasTopic': typed('anyURI', CARGO + type),
    'api:includeSubscriptionEventType': ['CREATED', 'UPDATED']
      .map((name) => ({ '@id': `api:LOGISTICS_OBJECT_${name}` }))
      .concat({ '@id': 'api:LOGISTICS_EVENT_RECEIVED' }),
  };
}

export function delegation(
  description: string,
  objects: readonly string[],
  delegates: readonly string[],
  permissions: readonly string[],
): Body {
  return {
    '@type': 'api:AccessDelegation',
    'api:hasDescription': description,
    'api:hasPermission': permissions.map((permission) => ({ '@id': `api:${permission}` })),
    'api:isRequestedFor': delegates.map((delegate) => ({ '@id': delegate })),
    'api:hasLogisticsObject': objects.map((object) => ({ '@id': object })),
  };
}

/** Why a Change is rejected, by property. */
export function rejection(title: string, message: string, property: string): Body {
  return {
    '@type': 'api:Error',
    'api:hasTitle': title,
    'api:hasErrorDetail': {
      '@type': 'api:ErrorDetail',
      'api:hasMessage': message,
      'api:hasProperty': typed('anyURI', CARGO + property),
    },
  };
}

/** An access control list: an agent, or every authenticated one, with its permissions. */
export function list(grants: readonly (readonly [agent: string | undefined, permissions: readonly string[]])[]): Body {
  return {
    '@graph': grants.map(([agent, permissions]) => ({
      '@type': 'acl:Authorization',
      ...(agent === undefined
        ? { 'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' } }
        : { 'acl:agent': { '@id': agent } }),
      'acl:mode': permissions.map((permission) => ({ '@id': `api:${permission}` })),
    })),
  };
}

/** A text in JSON-LD below these members; empty if there is none. */
export function literalOf(body: unknown, ...members: readonly string[]): string {
  let value: unknown = body;
  for (const name of members)
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined;
  return typeof value === 'string' ? value : '';
}
