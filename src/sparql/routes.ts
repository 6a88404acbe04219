/** The SPARQL 1.1 Protocol for queries (operator contract; D36, D37). */
import type { UriScheme } from '../uris.js';
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { type FormDefaults, negotiate } from '../http/representation/negotiation.js';
import { invalidQuery, QueryParameters } from '../http/query-parameters.js';
import type { Representations } from '../http/representation/representation.js';
import { type Iri, isIri } from '../rdf/terms.js';
import { type AskedQuery, QueryPhases } from './query-phases.js';
import { type QueryReport, serverTiming } from './query-report.js';
import type { EngineResult } from './engine/engine-result.js';
import { acceptedFormats } from './formats.js';
import type { Caller } from '../http/caller.js';
import type { NamedDataset, PastTime } from './worker/protocol.js';
import { describeService, serviceType } from './service-description.js';

/** What answers queries: the workers, or the engine that the node feeds. */
export interface Analytics {
  ask(request: AskedQuery, caller: Caller, aborted: AbortSignal): Promise<EngineResult>;
}

export interface SparqlRoutesContext {
  readonly analytics: Analytics;
  readonly report: QueryReport;
  readonly uris: UriScheme;
  readonly representations: Representations;
  readonly clock: Clock;
  readonly formDefaults: FormDefaults;
}

const FORM = 'application/x-www-form-urlencoded';
const QUERY = 'application/sparql-query';
const UPDATE = 'application/sparql-update';

/** What was created at a time is visible at most so long after it. */
const MAX_COMMIT_MS = 60_000;

export function sparqlRoutes({
  analytics,
  report,
  uris,
  representations,
  clock,
  formDefaults,
}: SparqlRoutesContext): Resource[] {
  async function ask(context: RequestContext, text: string, parameters: QueryParameters): Promise<HandlerResult> {
    if (text.trim() === '') throw invalidQuery('query', 'is empty');
    const { caller, requestId } = context;
    const phases = new QueryPhases();
    const request: AskedQuery = {
      text,
      phases,
      dataset: datasetOf(parameters),
      at: pastTimeOf(parameters, clock),
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

  async function get(context: RequestContext): Promise<HandlerResult> {
    const { query } = context;
    if (query.isEmpty) {
      const { form } = negotiate(context.header('accept'), formDefaults);
      return representations.answer(describeService(uris), form, { type: serviceType });
    }
    return ask(context, queryOf(query), query);
  }

  async function post(context: RequestContext): Promise<HandlerResult> {
    const { type, text } = await context.text([FORM, QUERY, UPDATE]);
    switch (type) {
      case QUERY:
        if (context.query.text('query') !== undefined) throw invalidQuery('query', 'is given beside the body');
        if (context.query.text('update') !== undefined) throw updateNotSupported();
        return ask(context, text, context.query);
      case FORM: {
        // With those of the address: a tool that is given an endpoint's address with at in it may send forms there.
        const parameters = new QueryParameters(
          [text, context.query.toString()].filter((part) => part !== '').join('&'),
        );
        return ask(context, queryOf(parameters), parameters);
      }
      case UPDATE:
        throw updateNotSupported();
    }
  }

  const standardQuery = ['query', 'update', 'default-graph-uri', 'named-graph-uri', 'at'];
  return [{ path: '/sparql', methods: { GET: get, POST: post }, standardQuery, negotiatesItself: true }];
}

/** The one query among the parameters (SPARQL 1.1 Protocol, section 2.1). */
function queryOf(parameters: QueryParameters): string {
  if (parameters.text('update') !== undefined) throw updateNotSupported();
  const text = parameters.text('query');
  if (text === undefined) throw invalidQuery('query', 'is missing');
  return text;
}

function updateNotSupported(): ServiceError {
  return invalidQuery('update', 'is not supported: only queries are answered here; change data through the API');
}

function datasetOf(parameters: QueryParameters): NamedDataset | undefined {
  const graphs = (name: string): Iri[] =>
    parameters.all(name).map((graph) => {
      if (isIri(graph)) return graph;
      throw invalidQuery(name, `must be an absolute IRI, not ${JSON.stringify(graph)}`);
    });
  const dataset = { defaultGraphs: graphs('default-graph-uri'), namedGraphs: graphs('named-graph-uri') };
  return dataset.defaultGraphs.length + dataset.namedGraphs.length === 0 ? undefined : dataset;
}

function pastTimeOf(parameters: QueryParameters, clock: Clock): PastTime | undefined {
  const at = parameters.time('at');
  if (at === undefined) return undefined;
  const now = clock.now();
  if (at.second > now) throw invalidQuery('at', 'must not be in the future');
  const until = at.until.getTime();
  return { until, settled: until < now.getTime() - MAX_COMMIT_MS };
}
