/** Logistics Objects as the OpenAPI document has them. */
import { z } from 'zod';
import { link, literal, oneOrMany, resource, wholeNumber } from '../openapi/json-ld.js';
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
};
