/** The payloads of the measurements. */

const context = { api: 'https://onerecord.iata.org/ns/api#', cargo: 'https://onerecord.iata.org/ns/cargo#' };
const CODES = 'https://onerecord.iata.org/ns/code-lists/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

const value = (amount: number, unit: string): object => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': { '@type': `${XSD}double`, '@value': String(amount) },
  'cargo:unit': { '@id': `${CODES}MeasurementUnitCode#${unit}` },
});

/** A typical object, of 20 statements with 4 embedded objects. */
export const piece = {
  '@context': context,
  '@type': 'cargo:Piece',
  'cargo:goodsDescription': 'Printed brochures and display material for an exhibition',
  'cargo:coload': false,
  'cargo:stackable': true,
  'cargo:grossWeight': value(20.5, 'KGM'),
  'cargo:dimensions': {
    '@type': 'cargo:Dimensions',
    'cargo:height': value(30, 'CMT'),
    'cargo:length': value(40, 'CMT'),
  },
};

/** An object of the same size as `piece`, with texts and weights of its own. */
export const anotherPiece = (number: number): object => ({
  ...piece,
  'cargo:goodsDescription': `Printed brochures and display material, lot ${number}`,
  'cargo:grossWeight': value(1 + (number % 10_000) / 10, 'KGM'),
});

/** A piece of 8 statements, three of them of its embedded weight. */
export const smallPiece = (description: string, weight: number): Record<string, unknown> => ({
  '@context': context,
  '@type': 'cargo:Piece',
  'cargo:goodsDescription': description,
  'cargo:coload': false,
  'cargo:stackable': true,
  'cargo:turnable': false,
  'cargo:grossWeight': value(weight, 'KGM'),
});

export const shipment = {
  '@context': context,
  '@type': 'cargo:Shipment',
  'cargo:goodsDescription': 'Exhibition',
  'cargo:pieces': Array.from({ length: 10 }, () => piece),
};

export const event = {
  '@context': context,
  '@type': 'cargo:LogisticsEvent',
  'cargo:eventDate': { '@type': `${XSD}dateTime`, '@value': '2026-03-01T10:38:01Z' },
  'cargo:eventCode': { '@id': `${CODES}StatusCode#DEP` },
  'cargo:eventName': 'Consignment departed on a specific flight',
};

/** A Change that swaps the goods description of a revision. */
export function change(object: string, revision: number, from: string, to: string): object {
  const operation = (op: string, text: string): object => ({
    '@type': 'api:Operation',
    'api:op': { '@id': `api:${op}` },
    'api:s': object,
    'api:p': { '@type': `${XSD}anyURI`, '@value': `${context.cargo}goodsDescription` },
    'api:o': [
      {
        '@type': 'api:OperationObject',
        'api:hasDatatype': { '@type': `${XSD}anyURI`, '@value': `${XSD}string` },
        'api:hasValue': text,
      },
    ],
  });
  return {
    '@context': context,
    '@type': 'api:Change',
    'api:hasLogisticsObject': { '@id': object },
    'api:hasRevision': { '@type': `${XSD}positiveInteger`, '@value': String(revision) },
    'api:hasOperation': [operation('DELETE', from), operation('ADD', to)],
  };
}

/** A subscription to all pieces: to their creation, or to all their events. */
export function subscription(subscriber: string, ...events: ('CREATED' | 'UPDATED')[]): object {
  return {
    '@context': context,
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': subscriber },
    'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
    'api:hasTopic': { '@type': `${XSD}anyURI`, '@value': `${context.cargo}Piece` },
    'api:includeSubscriptionEventType': events.map((event) => ({ '@id': `api:LOGISTICS_OBJECT_${event}` })),
  };
}

/** An analyst's query: the number of weights by unit. */
export const question =
  'SELECT ?unit (COUNT(*) AS ?pieces) { ?p a cargo:Piece ; cargo:grossWeight/cargo:unit ?unit } GROUP BY ?unit';
