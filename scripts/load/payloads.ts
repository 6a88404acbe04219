/** What is sent under load: pieces with an embedded weight, changes of their description, events, a subscription. */
const api = 'https://onerecord.iata.org/ns/api#';
const cargo = 'https://onerecord.iata.org/ns/cargo#';
const xsd = 'http://www.w3.org/2001/XMLSchema#';
const context = { api, cargo };
const anyUri = (value: string): unknown => ({ '@type': `${xsd}anyURI`, '@value': value });

/** A piece of 8 statements, three of them of its embedded weight. */
export function piece(description: string, weight: number): Record<string, unknown> {
  return {
    '@context': context,
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': description,
    'cargo:coload': false,
    'cargo:stackable': true,
    'cargo:turnable': false,
    'cargo:grossWeight': {
      '@type': 'cargo:Value',
      'cargo:numericalValue': weight,
      'cargo:unit': { '@id': 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM' },
    },
  };
}

/** A Change that puts another description in the place of one. */
export function change(object: string, revision: number, from: string, to: string): unknown {
  const operation = (op: string, value: string): unknown => ({
    '@type': 'api:Operation',
    'api:op': { '@id': `api:${op}` },
    'api:s': object,
    'api:p': anyUri(`${cargo}goodsDescription`),
    'api:o': [{ '@type': 'api:OperationObject', 'api:hasDatatype': anyUri(`${xsd}string`), 'api:hasValue': value }],
  });
  return {
    '@context': context,
    '@type': 'api:Change',
    'api:hasLogisticsObject': { '@id': object },
    'api:hasRevision': { '@type': `${xsd}positiveInteger`, '@value': String(revision) },
    'api:hasOperation': [operation('DELETE', from), operation('ADD', to)],
  };
}

export function event(date: Date): unknown {
  return {
    '@context': context,
    '@type': 'cargo:LogisticsEvent',
    'cargo:eventDate': { '@type': `${xsd}dateTime`, '@value': date.toISOString() },
  };
}

/** A subscription to what becomes of all pieces. */
export function subscription(subscriber: string): unknown {
  return {
    '@context': context,
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': subscriber },
    'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
    'api:hasTopic': anyUri(`${cargo}Piece`),
    'api:includeSubscriptionEventType': [
      { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
      { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    ],
  };
}

/** What an analyst asks: how much there is of each weight unit. */
export const question =
  'SELECT ?unit (COUNT(*) AS ?pieces) { ?p a cargo:Piece ; cargo:grossWeight/cargo:unit ?unit } GROUP BY ?unit';
