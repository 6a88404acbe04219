/** What the node validates with, for partners to check before they send. */
import { schemaRef } from './json-ld.js';
import { address, described } from './operation.js';
import type { RoomDescription, Subject } from './room.js';
import type { Parameter } from './types.js';

function nameParameter(values: readonly string[]): Parameter {
  return {
    name: 'name',
    in: 'path',
    required: true,
    description: 'Which one.',
    schema: { type: 'string', enum: values },
  };
}

export function dataModel(subject: Subject): RoomDescription {
  const tag = { name: 'Data model', description: 'What this node validates with.' };
  const tagged = { tag: tag.name, security: subject.security };
  return {
    tag,
    paths: {
      '/ontology/{name}': address(tagged, {
        get: {
          id: 'getOntology',
          summary: 'Read an ontology',
          admitted: 'authenticated',
          parameters: [nameParameter(['cargo', 'api', 'code-lists'])],
          answers: {
            200: described('The classes, properties and codes, as OWL.', schemaRef('Graph'), {
              '@context': { owl: 'http://www.w3.org/2002/07/owl#', ...subject.context },
              '@graph': [{ '@id': 'cargo:Piece', '@type': 'owl:Class' }],
            }),
          },
          refusals: [404],
        },
      }),
      '/shapes/{name}': address(tagged, {
        get: {
          id: 'getShapes',
          summary: 'Read shapes',
          admitted: 'authenticated',
          parameters: [nameParameter(['cargo', 'api'])],
          answers: {
            200: described('What a valid object looks like, as SHACL.', schemaRef('Graph'), {
              '@context': { sh: 'http://www.w3.org/ns/shacl#', ...subject.context },
              '@graph': [
                { '@id': 'cargo:PieceShape', '@type': 'sh:NodeShape', 'sh:targetClass': { '@id': 'cargo:Piece' } },
              ],
            }),
          },
          refusals: [404],
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
