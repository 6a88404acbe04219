/** What objects and terms are called. */
import { flag, listOf, nullable, record, uri } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import { jsonResponse } from './json-response.js';
import { MAX_URIS } from './labels.js';

export function labels(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const tagged = { tag, security: node.security };
  const { cargo } = node.namespaces;
  const piece = node.uri(exampleIds.piece);
  return {
    paths: {
      '/internal/labels': address(tagged, {
        get: {
          id: 'listLabels',
          summary: 'Labels of objects of this node',
          description:
            'Objects that the caller may not read, and those without a label, are left out. Internal agents are told which of them do not exist.',
          accessLevel: 'authenticated',
          parameters: [
            {
              name: 'uri',
              in: 'query',
              required: true,
              description: `An object; at most ${MAX_URIS} by repetition.`,
              schema: listOf(string),
              example: [piece],
            },
          ],
          responses: {
            200: jsonResponse('The labels.', 'Labels', {
              items: [{ uri: piece, label: 'Oranges', type: `${cargo}Piece`, isAgent: false }],
              missing: [],
            }),
          },
          errors: [400],
        },
      }),
      '/internal/term-labels': address(tagged, {
        get: {
          id: 'listTermLabels',
          summary: 'Labels of classes, properties and codes',
          description:
            'The `rdfs:label` of the ontologies, with their language, where it says something else than the name of the term; at most 5000.',
          accessLevel: 'authenticated',
          responses: {
            200: jsonResponse('The labels.', 'TermLabels', {
              items: [{ term: `${cargo}goodsDescription`, label: 'Warenbeschreibung', language: 'de' }],
              truncated: false,
            }),
          },
          errors: [400],
        },
      }),
    },
    schemas: {
      Labels: record({ items: listOf(schemaRef('Label')), missing: listOf(uri) }),
      Label: record({ uri, label: string, type: uri, isAgent: flag }),
      TermLabels: record({ items: listOf(schemaRef('TermLabel')), truncated: flag }),
      TermLabel: record({ term: uri, label: string, language: nullable(string) }),
    },
  };
}
