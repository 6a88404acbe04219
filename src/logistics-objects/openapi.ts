/** Logistics Objects: create, list, read, relocate. */
import { collectionResponse } from '../openapi/collection.js';
import { link, literal, oneOrMany, resource, schemaRef, wholeNumber } from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { content, created, rdfResponse, jsonBody, jsonLdBody, linksTo, moved, seePage } from '../openapi/responses.js';
import { listParameter, parameterRefs, timeParameter } from '../openapi/parameters.js';
import { exampleIds, type OpenApiSection, type DescriptionContext } from '../openapi/section.js';
import type { JsonValue } from '../openapi/types.js';

/** A piece as it is posted. */
function postedPiece(node: DescriptionContext): Readonly<Record<string, JsonValue>> {
  return node.document({
    '@id': node.uri(exampleIds.piece),
    '@type': 'cargo:Piece',
    'cargo:coload': false,
    'cargo:goodsDescription': 'Oranges',
    'cargo:grossWeight': { '@type': 'cargo:Value', ...weight(node) },
  });
}

/** A number and a code, as the data model has them (D64). */
function weight({ namespaces }: DescriptionContext): Readonly<Record<string, JsonValue>> {
  return {
    'cargo:numericalValue': literal('20.0', 'double'),
    'cargo:unit': { '@id': `${namespaces.codeLists}MeasurementUnitCode#KGM` },
  };
}

/** A piece as it is read. */
function readPiece(node: DescriptionContext): JsonValue {
  return {
    ...postedPiece(node),
    'cargo:grossWeight': {
      '@id': 'internal:65de7819-cbc7-445e-941c-4edf439d3930',
      '@type': 'cargo:Value',
      ...weight(node),
    },
  };
}

export function logisticsObjects(node: DescriptionContext): OpenApiSection {
  const tag = {
    name: 'Logistics Objects',
    description: 'Typed records with a URI, and all their revisions.',
  };
  const tagged = { tag: tag.name, security: node.security };
  const one = schemaRef('LogisticsObject');
  const relocation = { location: 'https://other-node.example/logistics-objects/piece-1', permanent: true };
  return {
    tag,
    paths: {
      '/logistics-objects': address(tagged, {
        get: {
          id: 'listLogisticsObjects',
          summary: 'List the Logistics Objects of this node',
          accessLevel: 'internal',
          parameters: [
            listParameter('type', 'Types, as short name or IRI; their subtypes count. Several are alternatives.'),
            ...parameterRefs('limit', 'skip', 'after', 'before'),
          ],
          responses: {
            200: collectionResponse(node, 'Links to the objects.', '/logistics-objects', {
              ...node.link(exampleIds.piece),
              '@type': 'cargo:Piece',
            }),
          },
          errors: [400],
        },
        post: {
          id: 'createLogisticsObject',
          summary: 'Create a Logistics Object',
          description:
            'Nested Logistics Objects become separate objects, all in one transaction; other nested nodes become embedded objects with an `internal:` id. Without `@id` the server assigns one.',
          accessLevel: 'internal',
          body: jsonLdBody(one, postedPiece(node)),
          responses: {
            201: created(
              'The Logistics Object',
              linksTo([
                'getLogisticsObject',
                'requestChange',
                'getAuditTrail',
                'getAccessControlList',
                'putAccessControlList',
                'listLogisticsEvents',
                'createLogisticsEvent',
                'relocateLogisticsObject',
                'getRelocation',
                'undoRelocation',
              ]),
            ),
          },
          errors: [400, 409, 415],
        },
      }),
      '/logistics-objects/{id}': address(tagged, {
        get: {
          id: 'getLogisticsObject',
          summary: 'Read a Logistics Object',
          description: 'The latest revision, or the one that was valid at a time. Needs GET_LOGISTICS_OBJECT.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            timeParameter('at', 'The revision valid at that time, `YYYYMMDDThhmmssZ`; links then include it.'),
            {
              name: 'embedded',
              in: 'query',
              description: 'Replace linked objects of this node that the caller may read by their content.',
              schema: { type: 'boolean', default: false },
            },
          ],
          responses: {
            200: rdfResponse('The Logistics Object.', one, readPiece(node), [
              'Revision',
              'Latest-Revision',
              'Last-Modified',
            ]),
            ...moved,
            ...seePage,
          },
          errors: [400, 404, 415],
        },
      }),
      '/internal/relocations/{id}': address(tagged, {
        get: {
          id: 'getRelocation',
          summary: 'Read where a Logistics Object has moved to',
          accessLevel: 'internal',
          parameters: parameterRefs('object'),
          responses: {
            200: content(
              'The relocation.',
              'application/json',
              { schema: schemaRef('Relocation'), example: relocation },
              ['ETag', 'Cache-Control', 'Content-Language', 'Vary'],
            ),
          },
          errors: [404],
        },
        delete: {
          id: 'undoRelocation',
          summary: 'Undo a relocation',
          description: 'The Logistics Object is no longer redirected.',
          accessLevel: 'internal',
          parameters: parameterRefs('object'),
          responses: { 204: { description: 'The relocation was undone.' } },
          errors: [404],
        },
        put: {
          id: 'relocateLogisticsObject',
          summary: 'Mark a Logistics Object as moved',
          description:
            'Requests for it are then answered with 301 or 302. A location that redirects back to the same object is 400.',
          accessLevel: 'internal',
          parameters: parameterRefs('object'),
          body: jsonBody(schemaRef('Relocation'), relocation),
          responses: { 204: { description: 'The object is marked as moved.' } },
          errors: [400, 404, 415],
        },
      }),
    },
    schemas: {
      LogisticsObject: resource(
        'An instance of a class of the data model that inherits from LogisticsObject, with the properties of its class.',
        schemaRef('LogisticsObjectTypes'),
        {},
      ),
      Collection: resource(
        'Items, and how many matched before `limit` and `skip`.',
        { const: 'api:Collection' },
        { 'api:hasItem': oneOrMany(link), 'api:hasTotalItems': wholeNumber },
        ['api:hasTotalItems'],
      ),
      Relocation: {
        type: 'object',
        description: 'Where an object has moved to.',
        properties: {
          location: { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' },
          permanent: { type: 'boolean' },
        },
        required: ['location', 'permanent'],
        additionalProperties: false,
      },
    },
  };
}
