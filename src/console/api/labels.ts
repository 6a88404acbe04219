/** `GET /internal/labels` and `/internal/term-labels`: what objects and terms are called. */
import { invalidQuery } from '../../http/query-parameters.js';
import type { Resource } from '../../http/request-context.js';
import { iri, isIri } from '../../rdf/terms.js';
import type { LabelsAnswer, TermLabelsAnswer } from '../responses/labels.js';
import type { ConsoleServices } from '../services.js';
import { termLabels } from '../term-labels.js';
import { jsonAnswer } from './answer.js';

/** Objects of one request. */
export const MAX_URIS = 50;

export function labelRoutes({ labels, model, vocabulary, uris: own, revisions }: ConsoleServices): Resource[] {
  const isMissing = async (uri: string): Promise<boolean> =>
    isIri(uri) && own.objectId(uri) !== undefined && (await revisions.head(uri)) === undefined;
  const agentClass = iri(`${vocabulary.namespaces.cargo}LogisticsAgent`);
  let terms: TermLabelsAnswer | undefined;

  return [
    {
      path: '/internal/labels',
      query: ['uri'],
      negotiatesItself: true,
      methods: {
        GET: async (context) => {
          const uris = [...new Set(context.query.all('uri'))];
          if (uris.length === 0) throw invalidQuery('uri', 'is needed: the URI of an object, at most 50 times');
          if (uris.length > MAX_URIS) throw invalidQuery('uri', `must be given at most ${MAX_URIS} times`);
          const found = await Promise.all(
            uris.map(async (uri) => {
              const { label = null, type } = (await labels.of(uri, context.caller)) ?? {};
              if (label === null || type === undefined) return [];
              return [{ uri, label, type, isAgent: model.ancestors(type).has(agentClass) }];
            }),
          );
          const missing = context.caller.internal
            ? (await Promise.all(uris.map(async (uri) => ((await isMissing(uri)) ? [uri] : [])))).flat()
            : [];
          const answer: LabelsAnswer = { items: found.flat(), missing };
          return jsonAnswer(context, answer);
        },
      },
    },
    {
      path: '/internal/term-labels',
      query: [],
      negotiatesItself: true,
      methods: { GET: async (context) => Promise.resolve(jsonAnswer(context, (terms ??= termLabels(model)))) },
    },
  ];
}
