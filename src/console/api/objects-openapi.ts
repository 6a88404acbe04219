/** Finding objects: by what is pasted, and as a list. */
import { count, listOf, nullable, record, revisionNumber, time, uri } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { listParameter, parameterRefs } from '../../openapi/parameters.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import { objectOrders } from './objects.js';
import { jsonPage, jsonResponse } from './json-response.js';

export function objects(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const tagged = { tag, security: node.security };
  const { cargo } = node.namespaces;
  return {
    paths: {
      '/internal/lookup': address(tagged, {
        get: {
          id: 'lookUp',
          summary: 'Find what a text names',
          description:
            'A URI of this node, an id or its beginning, or a business identifier or its beginning: air waybill number (with or without prefix and dash), UPID, ULD number, vehicle registration, references. Case, blanks, dashes, dots and slashes do not matter. Only what the caller may see.',
          accessLevel: 'authenticated',
          parameters: [
            {
              name: 'q',
              in: 'query',
              required: true,
              description: 'What to look up.',
              schema: { type: 'string', minLength: 1, maxLength: 2000 },
              example: '123-12345675',
            },
            {
              name: 'limit',
              in: 'query',
              description: 'The most items to return.',
              schema: { type: 'integer', minimum: 0, maximum: 20, default: 20 },
            },
          ],
          responses: {
            200: jsonResponse('What was found, exact matches first.', 'Found', {
              items: [
                {
                  uri: node.uri(exampleIds.piece),
                  kind: 'object',
                  type: `${cargo}Piece`,
                  label: 'UPID-7',
                  matched: { by: 'identifier', text: 'UPID7', property: `${cargo}upid` },
                },
              ],
            }),
          },
          errors: [400],
        },
      }),
      '/internal/objects': address(tagged, {
        get: {
          id: 'listObjects',
          summary: 'List Logistics Objects with their labels and pending changes',
          description:
            'Internal agents see all; others what they may read, in the order of the URIs and without a total. With `q` those whose id or business identifier begins so, in the order of these.',
          accessLevel: 'authenticated',
          parameters: [
            listParameter('type', 'Only objects of these types and of those that inherit from them, by name or IRI.'),
            { name: 'q', in: 'query', description: 'The beginning of an id or identifier.', schema: string },
            {
              name: 'sort',
              in: 'query',
              description: 'The order: by creation or last change, `-` for the newest first.',
              schema: { type: 'string', enum: objectOrders, default: '-created' },
            },
            ...parameterRefs('consoleLimit', 'skip', 'after', 'before'),
          ],
          responses: {
            200: jsonPage('The objects.', 'Objects', {
              total: 1,
              items: [
                {
                  uri: node.uri(exampleIds.piece),
                  type: `${cargo}Piece`,
                  label: 'Oranges',
                  latestRevision: 2,
                  created: '2026-03-01T09:00:00.000Z',
                  modified: '2026-03-01T10:00:00.400Z',
                  modifiedBy: node.uri(exampleIds.airline),
                  pending: 1,
                  movedTo: null,
                },
              ],
            }),
          },
          errors: [400],
        },
      }),
    },
    schemas: {
      Found: record({
        items: listOf(
          record({
            uri,
            kind: { enum: ['object', 'event', 'request', 'revision', 'agent'] },
            type: nullable(string),
            label: nullable(string),
            matched: record({
              by: { enum: ['uri', 'id', 'identifier'] },
              text: string,
              property: nullable(uri),
            }),
          }),
        ),
      }),
      ObjectItem: record({
        uri,
        type: uri,
        label: nullable(string),
        latestRevision: revisionNumber,
        created: time,
        modified: time,
        modifiedBy: nullable(uri),
        pending: count,
        movedTo: nullable(uri),
      }),
      Objects: record({ total: nullable(count), items: listOf(schemaRef('ObjectItem')) }),
    },
  };
}
