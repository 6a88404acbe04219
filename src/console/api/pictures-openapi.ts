/** What the console draws of an object. */
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { parameterRefs, timeParameter } from '../../openapi/parameters.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import { directions } from '../neighbours.js';
import { MAX_NODES, MAX_STEPS } from './pictures.js';
import { count, flag, jsonResponse, listOf, mapOf, nullable, record, uri } from './schemas.js';

export function pictures(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const tagged = { tag, security: node.security };
  const { cargo } = node.namespaces;
  const [piece, shipment] = [node.uri(exampleIds.piece), node.uri('/logistics-objects/shipment-1')];
  return {
    paths: {
      '/internal/objects/{id}/links': address(tagged, {
        get: {
          id: 'listLinks',
          summary: 'List what an object points to and what points to it',
          description:
            'One or two steps. Of an object that the caller may not read only the URI is given, and only where an object that it may read points to it; objects of other nodes are not fetched. `more` counts neighbours that are not in the answer.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            {
              name: 'direction',
              in: 'query',
              description: 'What is listed: what it points to, what points to it, or both.',
              schema: { type: 'string', enum: directions, default: 'both' },
            },
            {
              name: 'depth',
              in: 'query',
              description: 'The number of links from the object.',
              schema: { type: 'integer', minimum: 1, maximum: MAX_STEPS, default: 1 },
            },
            timeParameter('at', 'As of when; now by default.'),
            {
              name: 'limit',
              in: 'query',
              description: 'The most objects to list, with the object itself.',
              schema: { type: 'integer', minimum: 1, maximum: MAX_NODES, default: MAX_NODES },
            },
          ],
          responses: {
            200: jsonResponse('The neighbours.', 'Links', {
              object: piece,
              nodes: [
                { uri: piece, type: `${cargo}Piece`, label: 'Oranges', here: true, readable: true },
                { uri: shipment, type: `${cargo}Shipment`, label: 'Fruit', here: true, readable: true },
              ],
              edges: [{ from: shipment, to: piece, property: `${cargo}pieces` }],
              more: { [shipment]: 2 },
              truncated: false,
            }),
          },
          errors: [400, 404],
        },
      }),
    },
    schemas: {
      LinkNode: record({ uri, type: nullable(uri), label: nullable(string), here: flag, readable: flag }),
      Links: record({
        object: uri,
        nodes: listOf(schemaRef('LinkNode')),
        edges: listOf(record({ from: uri, to: uri, property: uri })),
        more: mapOf(count),
        truncated: flag,
      }),
    },
  };
}
