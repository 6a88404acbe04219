/** `GET /internal/model` and `GET /internal/model/terms`: the data model of the node's validation, by name. */
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../errors.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import type { ModelTerms } from '../model-terms.js';
import { type ModelAnswer, modelNames, modelTerms } from '../responses/model.js';

const MAX_CACHED = 300;

/** @param all created at the first request, so that a node without visitors needs no memory for it. */
export function modelOperations(all: () => ModelTerms): DeclaredOperation[] {
  const cache = new LRUCache<string, ModelAnswer>({ max: MAX_CACHED });

  const names = jsonOperation({
    method: 'GET',
    path: '/internal/model',
    id: 'getModelNames',
    summary: 'List the names of the data model',
    description: 'Classes, properties and codes that the node knows, and the prefixes that queries need not declare.',
    accessLevel: 'authenticated',
    answers: {
      description: 'The names.',
      schema: modelNames,
      example: ({ namespaces: { cargo, codeLists } }) => ({
        prefixes: { cargo },
        codeLists,
        vocabularies: [{ namespace: cargo, classes: ['Piece'], properties: ['grossWeight'], individuals: ['DIRECT'] }],
        lists: [{ name: 'StatusCode', codes: ['ARR', 'DLV'] }],
      }),
    },
    handle: () => Promise.resolve({ answer: all().names() }),
  });

  const ofName = jsonOperation({
    method: 'GET',
    path: '/internal/model/terms',
    id: 'getModelTerms',
    summary: 'Read a class, property or code of the data model, with the constraints of its shape',
    accessLevel: 'authenticated',
    query: {
      name: query.filledText('name', {
        description: 'A name (`Piece`, `grossWeight`, `StatusCode#ARR`, `ARR`) or an IRI, in any case.',
        maxLength: 500,
        missing: 'is needed: a class, property or code',
        example: 'coload',
      }),
    },
    errors: [404],
    answers: {
      description: 'The terms with this name.',
      schema: modelTerms,
      example: ({ namespaces: { cargo } }): ModelAnswer => ({
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
    handle: (_context, asks) => {
      const { name } = asks();
      const answer = cache.get(name) ?? all().find(name);
      if (answer === undefined) throw new ServiceError('not-found', 'the data model has no term of this name');
      cache.set(name, answer);
      return Promise.resolve({ answer });
    },
  });

  return [names, ofName];
}
