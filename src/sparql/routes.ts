/** The SPARQL 1.1 Protocol for queries (operator contract; D36, D37). */
import type { Clock } from '../clock.js';
import { assertInternal } from '../http/caller.js';
import type { HandlerResult, RequestContext } from '../http/request-context.js';
import { jsonBody } from '../http/representation/json-body.js';
import { requireAcceptable } from '../http/representation/media-ranges.js';
import { negotiate } from '../http/representation/negotiation.js';
import { invalidQuery, QueryParameters } from '../http/query-parameters.js';
import { ACCEPT_DATETIME, acceptedSecond } from '../logistics-objects/mementos.js';
import { schemaRef, string } from '../openapi/json-ld.js';
import { moduleRoutes, operation } from '../openapi/operation.js';
import { type QueryValues, readQuery } from '../openapi/query.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { Services } from '../services.js';
import type { AnswerQuery } from './answers.js';
import type { QueryExplainer } from './explain/explainer.js';
import { acceptedFormats } from './formats.js';
import { queryAnswer, queryAnswerOrService, queryNotes, asOf, sparqlSchemas, sparqlTag } from './openapi.js';
import { datasetParameters, queryParameters, type SparqlParameters, updateRefused } from './parameters.js';
import type { PastTime, QueryRequest } from './worker/protocol.js';
import { describeService, serviceType } from './service-description.js';

interface SparqlParts extends Pick<
  Services,
  'settings' | 'uris' | 'vocabulary' | 'representations' | 'clock' | 'formDefaults' | 'internalAgents'
> {
  readonly answer: AnswerQuery;
  readonly explainer: Pick<QueryExplainer, 'explain'>;
}

const SECOND_MS = 1000;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const QUERY = 'application/sparql-query';
const UPDATE = 'application/sparql-update';

export function sparqlRoutes({
  answer,
  explainer,
  internalAgents,
  settings,
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
    { query: text, defaultGraphs, namedGraphs, at: named, mirrored, explain, agent }: QueryValues<SparqlParameters>,
  ): Promise<HandlerResult> {
    if (explain) assertInternal(context.caller);
    if (mirrored) assertMirrored(context);
    if (text === undefined) throw invalidQuery('query', 'is missing');
    if (text.trim() === '') throw invalidQuery('query', 'is empty');
    const at = named ?? acceptedTime(context, clock);
    const asked: QueryRequest = {
      text,
      dataset: defaultGraphs.length + namedGraphs.length === 0 ? undefined : { defaultGraphs, namedGraphs },
      at,
      mirrored,
      ...acceptedFormats(context.header('accept')),
    };
    if (explain) {
      requireAcceptable(context.header('accept'), JSON_TYPE);
      const caller = agent === undefined ? context.caller : { agent, internal: internalAgents.has(agent) };
      const plan = await explainer.explain(asked, caller, context.aborted());
      return { kind: 'content', body: jsonBody(plan), contentType: JSON_TYPE, vary: ACCEPT_DATETIME };
    }
    const content = await answer(context, asked);
    // So that a stored result shows its time (W38).
    const headers = { ...content.headers, ...(at !== undefined && { 'Memento-Datetime': secondOf(at) }) };
    return { ...content, vary: ACCEPT_DATETIME, headers };
  }

  /** Copies are for internal agents, and only while the mirror is on. */
  function assertMirrored({ caller }: RequestContext): void {
    if (!settings.mirror.isOn) throw invalidQuery('mirrored', 'must not be true: this node has no mirror (MIRROR)');
    assertInternal(caller);
  }

  // A link to the description of the data (W28).
  const link = `<${uris.datasetDescription}>; rel="describedby"`;

  const get = operation({
    method: 'GET',
    path: '/sparql',
    id: 'query',
    summary: 'Query in SPARQL',
    description: queryNotes,
    accessLevel: 'authenticated',
    query: parameters,
    headers: [asOf],
    negotiatesItself: true,
    link,
    errors: [403, 507],
    responses: (node) => ({ 200: queryAnswerOrService(node) }),
    handle: async (context, query) => {
      if (!context.query.isEmpty) return ask(context, query());
      const { form } = negotiate(context.header('accept'), formDefaults);
      return representations.answer(describeService(uris, settings.mirror.isOn), form, { type: serviceType });
    },
  });

  const post = operation({
    method: 'POST',
    path: '/sparql',
    id: 'postQuery',
    summary: 'Query in SPARQL, with a long query',
    description: queryNotes,
    accessLevel: 'authenticated',
    safe: true,
    query: datasetParameters(clock),
    headers: [asOf],
    body: () => ({
      description: 'The query itself, or a form with it and with the parameters that are not in the address.',
      required: true,
      content: {
        [QUERY]: { schema: string, example: example },
        [FORM]: { schema: schemaRef('SparqlForm'), example: { query: example } },
      },
    }),
    negotiatesItself: true,
    errors: [403, 507],
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
          // Includes the address's parameters: a tool with an endpoint address that contains `at` may send forms there.
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

/** The time of `Accept-Datetime`: a time in the future means now (RFC 7089, section 4.5; W38). */
function acceptedTime(context: RequestContext, clock: Clock): PastTime | undefined {
  const accepted = acceptedSecond(context);
  if (accepted === undefined) return undefined;
  const now = clock.now().getTime();
  return { until: Math.min(accepted, now - (now % SECOND_MS)) + SECOND_MS - 1 };
}

const secondOf = ({ until }: PastTime): string => new Date(until).toUTCString();
