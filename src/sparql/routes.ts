/** The SPARQL 1.1 Protocol for queries (operator contract; D36, D37). */
import { ServiceError } from '../errors.js';
import type { HandlerResult, RequestContext } from '../http/request-context.js';
import { negotiate } from '../http/representation/negotiation.js';
import { invalidQuery, QueryParameters } from '../http/query-parameters.js';
import { schemaRef, string } from '../openapi/json-ld.js';
import { moduleRoutes, operation } from '../openapi/operation.js';
import { type QueryValues, readQuery } from '../openapi/query.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { Services } from '../services.js';
import { type AskedQuery, QueryPhases } from './query-phases.js';
import { type QueryReport, serverTiming } from './query-report.js';
import type { EngineResult } from './engine/engine-result.js';
import { acceptedFormats } from './formats.js';
import type { Caller } from '../http/caller.js';
import { queryAnswer, queryAnswerOrService, queryNotes, sparqlSchemas, sparqlTag } from './openapi.js';
import { datasetParameters, queryParameters, type SparqlParameters, updateRefused } from './parameters.js';
import { describeService, serviceType } from './service-description.js';

/** What answers queries: the workers, or the engine that the node feeds. */
export interface Analytics {
  ask(request: AskedQuery, caller: Caller, aborted: AbortSignal): Promise<EngineResult>;
}

interface SparqlParts extends Pick<Services, 'uris' | 'vocabulary' | 'representations' | 'clock' | 'formDefaults'> {
  readonly analytics: Analytics;
  readonly report: QueryReport;
}

const FORM = 'application/x-www-form-urlencoded';
const QUERY = 'application/sparql-query';
const UPDATE = 'application/sparql-update';

export function sparqlRoutes({
  analytics,
  report,
  uris,
  representations,
  vocabulary,
  clock,
  formDefaults,
}: SparqlParts): ModuleRoutes {
  const example = `SELECT ?piece WHERE { ?piece a <${vocabulary.namespaces.cargo}Piece> } LIMIT 10`;
  const parameters = queryParameters(clock, example);

  async function ask(
    context: RequestContext,
    { query: text, defaultGraphs, namedGraphs, at }: QueryValues<SparqlParameters>,
  ): Promise<HandlerResult> {
    if (text === undefined) throw invalidQuery('query', 'is missing');
    if (text.trim() === '') throw invalidQuery('query', 'is empty');
    const { caller, requestId } = context;
    const phases = new QueryPhases();
    const request: AskedQuery = {
      text,
      phases,
      dataset: defaultGraphs.length + namedGraphs.length === 0 ? undefined : { defaultGraphs, namedGraphs },
      at,
      ...acceptedFormats(context.header('accept')),
    };
    // How long what takes says how much there is that a partner does not see.
    const timing = (): Record<string, string> => (caller.internal ? { 'Server-Timing': serverTiming(phases) } : {});
    const answer = analytics
      .ask(request, caller, context.aborted())
      .finally(() => {
        phases.end();
        report({ text, caller, requestId }, phases);
      })
      .catch((error: unknown) => {
        throw error instanceof ServiceError ? error.with(timing()) : error;
      });
    const { body, contentType, truncated, dataset } = await answer;
    return {
      kind: 'content',
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
      contentType,
      headers: {
        ...(truncated && { Truncated: 'true' }),
        ...timing(),
        ...(dataset !== undefined && {
          'Dataset-Sequence': String(dataset.sequence),
          'Dataset-Behind': String(dataset.behind),
        }),
      },
    };
  }

  const get = operation({
    method: 'GET',
    path: '/sparql',
    id: 'query',
    summary: 'Ask in SPARQL',
    description: queryNotes,
    accessLevel: 'authenticated',
    query: parameters,
    negotiatesItself: true,
    errors: [507],
    responses: (node) => ({ 200: queryAnswerOrService(node) }),
    handle: async (context, query) => {
      if (!context.query.isEmpty) return ask(context, query());
      const { form } = negotiate(context.header('accept'), formDefaults);
      return representations.answer(describeService(uris), form, { type: serviceType });
    },
  });

  const post = operation({
    method: 'POST',
    path: '/sparql',
    id: 'postQuery',
    summary: 'Ask in SPARQL, with a longer query',
    description: queryNotes,
    accessLevel: 'authenticated',
    safe: true,
    query: datasetParameters(clock),
    body: () => ({
      description:
        'The query itself, or a form with it and with what else is asked for, as far as the address does not say it.',
      required: true,
      content: {
        [QUERY]: { schema: string, example: example },
        [FORM]: { schema: schemaRef('SparqlForm'), example: { query: example } },
      },
    }),
    negotiatesItself: true,
    errors: [507],
    responses: (node) => ({ 200: queryAnswer(node) }),
    handle: async (context) => {
      const { type, text } = await context.text([FORM, QUERY, UPDATE]);
      switch (type) {
        case QUERY: {
          const asked = readQuery(parameters, context.query);
          if (asked.query !== undefined) throw invalidQuery('query', 'is given beside the body');
          return ask(context, { ...asked, query: text });
        }
        case FORM: {
          // With those of the address: a tool that is given an endpoint's address with at in it may send forms there.
          const both = [text, context.query.toString()].filter((part) => part !== '').join('&');
          return ask(context, readQuery(parameters, new QueryParameters(both)));
        }
        case UPDATE:
          throw updateRefused();
      }
    },
  });

  return moduleRoutes(sparqlTag, [get, post], sparqlSchemas(Object.values(parameters)));
}
