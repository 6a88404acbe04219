/** The data model by name. */
import { count, flag, listOf, mapOf, nullable, record, uri } from '../../openapi/json.js';
import { string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { schemaRef } from '../../openapi/json-ld.js';
import type { DescriptionContext, OpenApiSection } from '../../openapi/section.js';
import { jsonResponse } from './json-response.js';

export function model(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const tagged = { tag, security: node.security };
  const { cargo, codeLists } = node.namespaces;
  return {
    paths: {
      '/internal/model': address(tagged, {
        get: {
          id: 'getModelNames',
          summary: 'The names of the data model',
          description:
            'Classes, properties and codes that the node knows, and the prefixes that queries need not declare.',
          accessLevel: 'authenticated',
          responses: {
            200: jsonResponse('The names.', 'ModelNames', {
              prefixes: { cargo },
              codeLists,
              vocabularies: [
                { namespace: cargo, classes: ['Piece'], properties: ['grossWeight'], individuals: ['DIRECT'] },
              ],
              lists: [{ name: 'StatusCode', codes: ['ARR', 'DLV'] }],
            }),
          },
          errors: [400],
        },
      }),
      '/internal/model/terms': address(tagged, {
        get: {
          id: 'getModelTerms',
          summary: 'A class, property or code of the data model, with what its shape demands',
          accessLevel: 'authenticated',
          parameters: [
            {
              name: 'name',
              in: 'query',
              required: true,
              description: 'A name (`Piece`, `grossWeight`, `StatusCode#ARR`, `ARR`) or an IRI, in any case.',
              schema: { type: 'string', minLength: 1, maxLength: 500 },
              example: 'coload',
            },
          ],
          responses: {
            200: jsonResponse('All that has this name.', 'ModelTerms', {
              name: 'coload',
              items: [
                {
                  iri: `${cargo}coload`,
                  kind: 'property',
                  label: 'coload',
                  comment: null,
                  deprecated: false,
                  parents: [],
                  children: [],
                  properties: [],
                  ranges: ['http://www.w3.org/2001/XMLSchema#boolean'],
                  requirement: 'a boolean (xsd:boolean)',
                  codes: [],
                  codeCount: 0,
                  isOpen: false,
                  usedBy: [`${cargo}Piece`],
                },
              ],
              truncated: false,
            }),
          },
          errors: [400, 404],
        },
      }),
    },
    schemas: {
      ModelNames: record({
        prefixes: mapOf(uri),
        codeLists: uri,
        vocabularies: listOf(
          record({
            namespace: uri,
            classes: listOf(string),
            properties: listOf(string),
            individuals: listOf(string),
          }),
        ),
        lists: listOf(record({ name: string, codes: listOf(string) })),
      }),
      ModelTerm: record({
        iri: uri,
        kind: { enum: ['class', 'property', 'code'] },
        label: nullable(string),
        comment: nullable(string),
        deprecated: flag,
        parents: listOf(uri),
        children: listOf(uri),
        properties: listOf(
          record({
            property: uri,
            of: uri,
            ranges: listOf(uri),
            requirement: nullable(string),
            min: count,
            max: nullable(count),
          }),
        ),
        ranges: listOf(uri),
        requirement: nullable(string),
        codes: listOf(uri),
        codeCount: count,
        isOpen: flag,
        usedBy: listOf(uri),
      }),
      ModelTerms: record({ name: string, items: listOf(schemaRef('ModelTerm')), truncated: flag }),
    },
  };
}
