/** The payloads of the demo's parties. */

export const context = {
  api: 'https://onerecord.iata.org/ns/api#',
  cargo: 'https://onerecord.iata.org/ns/cargo#',
};

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const CODES = 'https://onerecord.iata.org/ns/code-lists/';

export const xsd = (name: string): string => `${XSD}${name}`;
export const code = (list: string, name: string): string => `${CODES}${list}#${name}`;
export const cargo = (name: string): string => `${context.cargo}${name}`;

const typed = (datatype: string, value: string): object => ({ '@type': xsd(datatype), '@value': value });

const weight = (kilograms: number): object => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': typed('double', String(kilograms)),
  'cargo:unit': { '@id': code('MeasurementUnitCode', 'KGM') },
});

/** A shipment of two nested pieces, each of which becomes an object of its own. */
export const shipment = {
  '@context': context,
  '@type': 'cargo:Shipment',
  'cargo:goodsDescription': 'Exhibition materials',
  'cargo:totalGrossWeight': weight(45.5),
  'cargo:pieces': [
    {
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': 'Printed brochures',
      'cargo:coload': false,
      'cargo:grossWeight': weight(20),
    },
    {
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': 'Display stand',
      'cargo:coload': false,
      'cargo:grossWeight': weight(25.5),
      'cargo:specialHandlingCodes': [{ '@id': code('SpecialHandlingCode', 'VAL') }],
    },
  ],
};

export function subscription(subscriber: string, type: string): object {
  return {
    '@context': context,
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': subscriber },
    'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
    'api:hasTopic': typed('anyURI', cargo(type)),
    'api:includeSubscriptionEventType': [
      { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
      { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
      { '@id': 'api:LOGISTICS_EVENT_RECEIVED' },
    ],
    'api:sendLogisticsObjectBody': true,
  };
}

export function accessDelegation(
  objects: readonly string[],
  delegates: readonly string[],
  permissions: readonly string[],
): object {
  return {
    '@context': context,
    '@type': 'api:AccessDelegation',
    'api:hasDescription': 'Access for handling',
    'api:hasPermission': permissions.map((permission) => ({ '@id': `api:${permission}` })),
    'api:isRequestedFor': delegates.map((delegate) => ({ '@id': delegate })),
    'api:hasLogisticsObject': objects.map((object) => ({ '@id': object })),
  };
}

export interface Operation {
  readonly op: 'ADD' | 'DELETE';
  readonly s: string;
  readonly p: string;
  readonly datatype: string;
  readonly value: string;
}

export function change(
  object: string,
  revision: number,
  description: string,
  operations: readonly Operation[],
): object {
  return {
    '@context': context,
    '@type': 'api:Change',
    'api:hasLogisticsObject': { '@id': object },
    'api:hasRevision': typed('positiveInteger', String(revision)),
    'api:hasDescription': description,
    'api:notifyRequestStatusChange': true,
    'api:hasOperation': operations.map(({ op, s, p, datatype, value }) => ({
      '@type': 'api:Operation',
      'api:op': { '@id': `api:${op}` },
      'api:s': s,
      'api:p': typed('anyURI', p),
      'api:o': [
        { '@type': 'api:OperationObject', 'api:hasDatatype': typed('anyURI', datatype), 'api:hasValue': value },
      ],
    })),
  };
}

export function departure(at: string): object {
  return {
    '@context': context,
    '@type': 'cargo:LogisticsEvent',
    'cargo:eventDate': typed('dateTime', at),
    'cargo:eventCode': { '@id': code('StatusCode', 'DEP') },
    'cargo:eventName': 'Consignment departed on a specific flight',
    'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
    'cargo:partialEventIndicator': false,
  };
}

/** The error in a property of an object, as its reader reports it. */
export function verification(object: string, revision: number, property: string, message: string): object {
  return {
    '@context': context,
    '@type': 'api:Verification',
    'api:hasLogisticsObject': { '@id': object },
    'api:hasRevision': typed('positiveInteger', String(revision)),
    'api:hasError': {
      '@type': 'api:Error',
      'api:hasTitle': 'The weight looks wrong',
      'api:hasSeverity': { '@id': 'api:WARNING' },
      'api:hasErrorDetail': {
        '@type': 'api:ErrorDetail',
        'api:hasMessage': message,
        'api:hasProperty': typed('anyURI', cargo(property)),
      },
    },
  };
}
