/** `GET /internal/labels` and `/internal/term-labels`: the labels of objects and terms. */
import { invalidQuery } from '../../http/query-parameters.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { exampleIds } from '../../openapi/section.js';
import { iri, isIri } from '../../rdf/terms.js';
import { labelItems, termLabelItems, type TermLabelsAnswer } from '../responses/labels.js';
import type { ConsoleServices } from '../services.js';
import { termLabels } from '../term-labels.js';

/** Maximum number of objects per request. */
const MAX_URIS = 50;

export function labelOperations({
  labels,
  model,
  vocabulary,
  uris: own,
  revisions,
}: ConsoleServices): DeclaredOperation[] {
  const isMissing = async (uri: string): Promise<boolean> =>
    isIri(uri) && own.objectId(uri) !== undefined && (await revisions.head(uri)) === undefined;
  const agentClass = iri(`${vocabulary.namespaces.cargo}LogisticsAgent`);
  let terms: TermLabelsAnswer | undefined;

  const ofObjects = jsonOperation({
    method: 'GET',
    path: '/internal/labels',
    id: 'listLabels',
    summary: 'Labels of objects of this node',
    description:
      'For internal agents also of copies of partners’ objects, and of partners that were given a name. Objects that the caller may not read, and those without a label, are left out. For internal agents the response names those that do not exist.',
    accessLevel: 'authenticated',
    query: {
      uris: query.mapped(
        query.every('uri', {
          description: `An object; at most ${MAX_URIS} by repetition.`,
          schema: { type: 'array', items: { type: 'string' } },
          example: [`https://node.example${exampleIds.piece}`],
        }),
        (uris) => {
          if (uris.length === 0)
            throw invalidQuery('uri', `is needed: the URI of an object, at most ${MAX_URIS} times`);
          const different = [...new Set(uris)];
          if (different.length > MAX_URIS) throw invalidQuery('uri', `must be given at most ${MAX_URIS} times`);
          return different;
        },
      ),
    },
    answers: {
      description: 'The labels.',
      schema: labelItems,
      example: (node) => ({
        items: [
          {
            uri: node.uri(exampleIds.piece),
            label: 'Oranges',
            type: `${node.namespaces.cargo}Piece`,
            isAgent: false,
          },
        ],
        missing: [],
      }),
    },
    handle: async ({ caller }, asks) => {
      const { uris } = asks();
      const found = await Promise.all(
        uris.map(async (uri) => {
          const { label = null, type, mirrored } = (await labels.of(uri, caller)) ?? {};
          const given = label === null || mirrored ? await labels.given(uri, caller) : undefined;
          if (given !== undefined) return [{ uri, label: given, type: agentClass, isAgent: true }];
          if (label === null || type === undefined) return [];
          const isAgent = model.ancestors(type).has(agentClass);
          return [{ uri, label, type, isAgent, ...(mirrored && { mirrored }) }];
        }),
      );
      const missing = caller.internal
        ? (await Promise.all(uris.map(async (uri) => ((await isMissing(uri)) ? [uri] : [])))).flat()
        : [];
      return { answer: { items: found.flat(), missing } };
    },
  });

  const ofTerms = jsonOperation({
    method: 'GET',
    path: '/internal/term-labels',
    id: 'listTermLabels',
    summary: 'Labels of classes, properties and codes',
    description:
      'A clerk’s words in English and German, then the `rdfs:label` of the ontologies with their language, if they differ from the name of the term; at most 5000.',
    accessLevel: 'authenticated',
    answers: {
      description: 'The labels.',
      schema: termLabelItems,
      example: ({ namespaces }) => ({
        items: [{ term: `${namespaces.cargo}goodsDescription`, label: 'Warenbeschreibung', language: 'de' }],
        truncated: false,
      }),
    },
    handle: () => Promise.resolve({ answer: (terms ??= termLabels(model)) }),
  });

  return [ofObjects, ofTerms];
}
