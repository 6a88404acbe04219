/** Logistics Objects as the OpenAPI document has them. */
import { z } from 'zod';
import { errorKinds } from '../errors.js';
import { link, literal, oneOrMany, resource, schemaRef, wholeNumber } from '../openapi/json-ld.js';
import { component } from '../openapi/json-schema.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';
import { isIri } from '../rdf/terms.js';

type Members = Readonly<Record<string, JsonValue>>;

export const tag = {
  name: 'Logistics Objects',
  description: 'Typed records with a URI, and all their revisions.',
};

/** A number and a code in the data model's form (D64). */
const weight = ({ namespaces }: DescriptionContext): Members => ({
  'cargo:numericalValue': literal('20.0', 'double'),
  'cargo:unit': { '@id': `${namespaces.codeLists}MeasurementUnitCode#KGM` },
});

/** A piece in a request body. */
export const postedPiece = (node: DescriptionContext): Members =>
  node.document({
    '@id': node.uri(exampleIds.piece),
    '@type': 'cargo:Piece',
    'cargo:coload': false,
    'cargo:goodsDescription': 'Oranges',
    'cargo:grossWeight': { '@type': 'cargo:Value', ...weight(node) },
  });

/** That piece in an answer. */
export const readPiece = (node: DescriptionContext): Members => ({
  ...postedPiece(node),
  'cargo:grossWeight': {
    '@id': 'internal:65de7819-cbc7-445e-941c-4edf439d3930',
    '@type': 'cargo:Value',
    ...weight(node),
  },
});

/** A query for two objects, one of which is not there. */
export const queryExample = (node: DescriptionContext): Members => ({
  '@context': { api: node.namespaces.api },
  '@type': 'api:LogisticsObjectsQuery',
  'api:hasLogisticsObjects': [node.link(exampleIds.piece), node.link('/logistics-objects/piece-9')],
});

/** Its answer. */
export function queriedObjectsExample(node: DescriptionContext): Members {
  const { title, status } = errorKinds['not-found'];
  return {
    '@context': { api: node.namespaces.api },
    '@id': 'internal:0d0d4e1c-6f0e-4f6c-9b8e-3f7d4c1f2a10',
    '@type': 'api:Collection',
    'api:hasItem': [readPiece(node)],
    'api:hasError': [
      {
        '@context': { api: node.namespaces.api },
        '@id': 'internal:2a4f1b5d-93b7-4b3e-a7a8-0c3d8f5e6b21',
        '@type': 'api:Error',
        'api:hasErrorDetail': {
          '@id': 'internal:6b9d2c7e-1f4a-4c8d-8e5b-7a3c9d0e4f32',
          '@type': 'api:ErrorDetail',
          'api:hasCode': String(status),
          'api:hasMessage': 'this node has no Logistics Object with this URI',
          'api:hasResource': literal(node.uri('/logistics-objects/piece-9'), 'anyURI'),
        },
        'api:hasSeverity': { '@id': 'api:ERROR' },
        'api:hasTitle': title,
      },
    ],
    'api:hasTotalItems': literal('1', 'nonNegativeInteger'),
  };
}

/** The new address of a moved object. */
export const relocation = component(
  'Relocation',
  z
    .strictObject({
      location: z
        .string()
        .refine((text) => isIri(text) && /^https?:\/\/[^/]/i.test(text) && URL.canParse(text))
        .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' }),
      permanent: z.boolean(),
    })
    .meta({ description: 'The new location of an object.' }),
);

export const schemas: Readonly<Record<string, Schema>> = {
  Collection: resource(
    'Items, and how many matched before `limit` and `skip`.',
    { const: 'api:Collection' },
    { 'api:hasItem': oneOrMany(link), 'api:hasTotalItems': wholeNumber },
    ['api:hasTotalItems'],
  ),
  LogisticsObjectsQuery: resource(
    'The Logistics Objects that are asked for, by their URIs.',
    { const: 'api:LogisticsObjectsQuery' },
    { 'api:hasLogisticsObjects': oneOrMany(link), 'api:hasLogisticsObjectRef': oneOrMany(link) },
  ),
  QueriedObjects: resource(
    'The objects as GET gives them, each with its own `@context`, and an Error for each that is not given.',
    { const: 'api:Collection' },
    {
      'api:hasItem': { type: 'array', items: schemaRef('LogisticsObject') },
      'api:hasError': { type: 'array', items: schemaRef('Error') },
      'api:hasTotalItems': wholeNumber,
    },
    ['api:hasItem', 'api:hasTotalItems'],
  ),
};
