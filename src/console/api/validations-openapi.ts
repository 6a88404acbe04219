/** The check of a document. */
import { count, flag, listOf, nullable, record, uri } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { jsonLdBody } from '../../openapi/responses.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import { documentKinds } from '../validation/kinds.js';
import { jsonResponse } from './json-response.js';

export function validations(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  return {
    paths: {
      '/internal/validations': address(
        { tag, security: node.security },
        {
          post: {
            id: 'validateDocument',
            summary: 'Check a document without storing it',
            description:
              'As the address would that it is for: the same readers and the same check of the data model. Each violation says where it is in the document. Messages of shapes of the operator are in the language that Accept-Language prefers.',
            accessLevel: 'authenticated',
            safe: true,
            parameters: [
              {
                name: 'as',
                in: 'query',
                description: 'What the document is; by default that is found out by its types.',
                schema: { enum: [...documentKinds] },
              },
              {
                name: 'object',
                in: 'query',
                description: 'The object that a Change, a Verification or an event is to be sent to.',
                schema: { type: 'string' },
                example: node.uri(exampleIds.piece),
              },
            ],
            body: jsonLdBody(
              { type: 'object' },
              node.document({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' }),
            ),
            responses: {
              200: jsonResponse('The result.', 'Validation', {
                fits: false,
                kind: 'object',
                types: [`${node.namespaces.cargo}Piece`],
                violations: [
                  {
                    kind: 'unknown-property',
                    message:
                      'the data model has no property cargo:goodsDescripton; did you mean cargo:goodsDescription?',
                    resource: null,
                    property: `${node.namespaces.cargo}goodsDescripton`,
                    shape: null,
                    pointer: '/cargo:goodsDescripton',
                    line: 7,
                    column: 3,
                  },
                ],
                warnings: [],
                dropped: [],
                creates: [],
                turtle: `[] a <${node.namespaces.cargo}Piece> .`,
              }),
            },
            errors: [400, 403, 404, 415],
          },
        },
      ),
    },
    schemas: {
      ValidationFinding: record(
        {
          kind: string,
          message: string,
          resource: nullable(string),
          property: nullable(string),
          shape: nullable(string),
          pointer: nullable(string),
          line: count,
          column: count,
        },
        ['line', 'column'],
      ),
      Validation: record({
        fits: flag,
        kind: { enum: [...documentKinds] },
        types: listOf(uri),
        violations: listOf(schemaRef('ValidationFinding')),
        warnings: listOf(schemaRef('ValidationFinding')),
        dropped: listOf(string),
        creates: listOf(string),
        turtle: nullable(string),
      }),
    },
  };
}
