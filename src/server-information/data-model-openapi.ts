/** The OpenAPI section of the ontologies and shapes. */
import { schemaRef } from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { rdfResponse } from '../openapi/responses.js';
import type { OpenApiSection, DescriptionContext } from '../openapi/section.js';
import type { Parameter } from '../openapi/types.js';

function nameParameter(values: readonly string[], description = 'Which one.'): Parameter {
  return {
    name: 'name',
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', enum: values },
  };
}

export function dataModel(node: DescriptionContext): OpenApiSection {
  const tag = { name: 'Data model', description: 'What this node validates with.' };
  const tagged = { tag: tag.name, security: node.security };
  return {
    tag,
    paths: {
      '/ontology/{name}': address(tagged, {
        get: {
          id: 'getOntology',
          summary: 'Read an ontology',
          accessLevel: 'authenticated',
          parameters: [nameParameter(['cargo', 'api', 'code-lists'])],
          responses: {
            200: rdfResponse('The classes, properties and codes, as OWL.', schemaRef('Graph'), {
              '@context': { owl: 'http://www.w3.org/2002/07/owl#', ...node.context },
              '@graph': [{ '@id': 'cargo:Piece', '@type': 'owl:Class' }],
            }),
          },
          errors: [404],
        },
      }),
      '/shapes/{name}': address(tagged, {
        get: {
          id: 'getShapes',
          summary: 'Read shapes',
          accessLevel: 'authenticated',
          parameters: [nameParameter(['cargo', 'api', 'local'], 'Which ones; `local`: those of the operator, if any.')],
          responses: {
            200: rdfResponse('What a valid object looks like, as SHACL.', schemaRef('Graph'), {
              '@context': { sh: 'http://www.w3.org/ns/shacl#', ...node.context },
              '@graph': [
                { '@id': 'cargo:PieceShape', '@type': 'sh:NodeShape', 'sh:targetClass': { '@id': 'cargo:Piece' } },
              ],
            }),
          },
          errors: [404],
        },
      }),
    },
    schemas: {
      Graph: {
        type: 'object',
        description: 'A whole graph.',
        properties: { '@context': { type: 'object' }, '@graph': { type: 'array', items: { type: 'object' } } },
      },
    },
  };
}
