/** The description of queries and their answers (D36, D37). */
import { z } from 'zod';
import { headerRefs, optionalHeaders } from '../openapi/headers.js';
import { anyObject, oneOrMany, schemaRef, string } from '../openapi/json-ld.js';
import { referenceTo } from '../openapi/json-schema.js';
import { acceptDatetime } from '../openapi/parameters.js';
import type { QueryParameter } from '../openapi/query.js';
import type { DescriptionContext } from '../openapi/section.js';
import type { MediaType, Parameter, Response, Schema } from '../openapi/types.js';
import { type QueryPlan, queryPlan } from './explain/schema.js';

export const sparqlTag = { name: 'SPARQL', description: 'Queries over everything that the caller may read.' };

export const queryNotes =
  'Without a dataset in the request, the default graph is the union of the latest revision of every object and of all events that the caller may see, and the named graphs are all graphs that it may see. A query over its time limit is answered with 503. So is one whose dataset is not filled after 20 seconds: the filling goes on, the message says how far it is, and `Retry-After` when to ask again. One whose dataset no query worker can hold with 507; over its row limit the first rows are returned, with `Truncated: true`. With a SPARQL engine beside the node, `Dataset-Behind` says how many commits it lacks.';

export const asOf: Parameter = {
  ...acceptDatetime,
  description: 'A time in the date format of HTTP (RFC 7089); used as `at` if the query has none.',
};

const planExample = (node: DescriptionContext): QueryPlan => ({
  form: 'SELECT',
  agent: node.uri('/logistics-objects/_data-holder'),
  runsIn: 'worker',
  because: 'there is no SPARQL engine beside this node',
  dataset: {
    namedGraphs: false,
    graphs: 86_765,
    statements: 514_029,
    state: 'fits',
    bytes: 179_910_150,
    fillMilliseconds: 3427,
  },
  waiting: { queries: 0, workers: ['idle'] },
  phases: [
    { phase: 'waiting', milliseconds: 0 },
    { phase: 'scope', milliseconds: null },
    { phase: 'filling', milliseconds: 3427 },
    { phase: 'running', milliseconds: null },
    { phase: 'writing', milliseconds: null },
  ],
  steps: [{ operator: 'match', depth: 0, text: '?piece rdf:type cargo:Piece', joinsOn: [] }],
  advice: [],
});

const text: MediaType = { schema: string };

export const queryAnswer = (node: DescriptionContext): Response => ({
  description:
    'Bindings or a truth value for SELECT and ASK, a graph for CONSTRUCT and DESCRIBE; with `explain=true` the plan.',
  headers: {
    ...headerRefs([
      'Cache-Control',
      'Content-Language',
      'Vary',
      'Link',
      'Truncated',
      'Server-Timing',
      'Dataset-Sequence',
      'Dataset-Behind',
    ]),
    ...optionalHeaders(['Memento-Datetime']),
  },
  content: {
    'application/sparql-results+json': {
      schema: schemaRef('SparqlResults'),
      example: {
        head: { vars: ['piece'] },
        results: { bindings: [{ piece: { type: 'uri', value: node.uri('/logistics-objects/piece-1') } }] },
      },
    },
    'application/sparql-results+xml': text,
    'text/csv': text,
    'text/tab-separated-values': text,
    'application/ld+json': { schema: oneOrMany(anyObject) },
    'text/turtle': text,
    'application/n-triples': text,
    'application/rdf+xml': text,
    'application/n-quads': text,
    'application/trig': text,
    'application/json': { schema: referenceTo(queryPlan), example: z.json().parse(planExample(node)) },
  },
});

/** An answer, or the description of the service. */
export function queryAnswerOrService(node: DescriptionContext): Response {
  const answer = queryAnswer(node);
  return {
    description: `${answer.description} Without a query, the description of the service.`,
    headers: { ...answer.headers, ...optionalHeaders(['Type', 'ETag']) },
    content: { ...answer.content, 'application/x-turtle': text },
  };
}

/** @param parameters the parameters of a query in an address, which forms share. */
export function sparqlSchemas(parameters: readonly QueryParameter<unknown>[]): Readonly<Record<string, Schema>> {
  const described = parameters.flatMap((parameter) => parameter.described);
  return {
    SparqlForm: {
      type: 'object',
      properties: Object.fromEntries(
        described.flatMap((parameter) => ('$ref' in parameter ? [] : [[parameter.name, parameter.schema]])),
      ),
      required: ['query'],
    },
    SparqlResults: {
      type: 'object',
      description: 'SPARQL 1.1 Query Results JSON.',
      properties: { head: anyObject, results: anyObject, boolean: { type: 'boolean' } },
      required: ['head'],
    },
  };
}
