/** The SPARQL 1.1 Protocol, queries only (D36, D37). */
import { headerRefs, optionalHeaders } from '../openapi/headers.js';
import { anyObject, oneOrMany, schemaRef, string } from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { timeParameter } from '../openapi/parameters.js';
import type { OpenApiSection, DescriptionContext } from '../openapi/section.js';
import type { MediaType, Parameter, Response, Schema } from '../openapi/types.js';

const graphs = { type: 'array', items: { type: 'string', format: 'uri' } } as const;
const dataset: readonly Parameter[] = [
  {
    name: 'default-graph-uri',
    in: 'query',
    description: 'A graph for the default graph; several are merged.',
    schema: graphs,
  },
  { name: 'named-graph-uri', in: 'query', description: 'A named graph of the dataset.', schema: graphs },
  timeParameter('at', 'Ask what was valid at that time.'),
];

export function sparql(node: DescriptionContext): OpenApiSection {
  const tag = { name: 'SPARQL', description: 'Queries over everything that the caller may read.' };
  const query = `SELECT ?piece WHERE { ?piece a <${node.namespaces.cargo}Piece> } LIMIT 10`;
  const text: MediaType = { schema: string };
  const answer: Response = {
    description: 'Bindings or a truth value for SELECT and ASK, a graph for CONSTRUCT and DESCRIBE.',
    headers: headerRefs([
      'Cache-Control',
      'Content-Language',
      'Vary',
      'Truncated',
      'Server-Timing',
      'Dataset-Sequence',
      'Dataset-Behind',
    ]),
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
    },
  };
  const answerOrService: Response = {
    description: `${answer.description} The description of the service, where nothing is asked.`,
    headers: { ...answer.headers, ...optionalHeaders(['Type', 'ETag']) },
    content: { ...answer.content, 'application/x-turtle': text },
  };
  const description =
    'Without a dataset in the request, the default graph is the union of the latest revision of every object and of all events that the caller may see, and the named graphs are all graphs that it may see. A query over its time limit is answered with 503. So is one whose dataset is not filled after 20 seconds: the filling goes on, the message says how far it is, and `Retry-After` when to ask again. One whose dataset no query worker can hold with 507; over its row limit the first rows are returned, with `Truncated: true`. With a SPARQL engine beside the node, `Dataset-Behind` says how many commits it lacks.';
  return {
    tag,
    paths: {
      '/sparql': address(
        { tag: tag.name, security: node.security },
        {
          get: {
            id: 'query',
            summary: 'Ask in SPARQL',
            description,
            accessLevel: 'authenticated',
            parameters: [
              {
                name: 'query',
                in: 'query',
                description: 'The query; without any parameter the service describes itself.',
                schema: string,
                example: query,
              },
              ...dataset,
            ],
            responses: { 200: answerOrService },
            errors: [400, 507],
          },
          post: {
            id: 'postQuery',
            summary: 'Ask in SPARQL, with a longer query',
            description,
            accessLevel: 'authenticated',
            safe: true,
            parameters: dataset,
            body: {
              description:
                'The query itself, or a form with it and with what else is asked for, as far as the address does not say it.',
              required: true,
              content: {
                'application/sparql-query': { schema: string, example: query },
                'application/x-www-form-urlencoded': { schema: schemaRef('SparqlForm'), example: { query } },
              },
            },
            responses: { 200: answer },
            errors: [400, 415, 507],
          },
        },
      ),
    },
    schemas: {
      SparqlForm: {
        type: 'object',
        properties: {
          query: string,
          'default-graph-uri': graphs,
          'named-graph-uri': graphs,
          at: string,
        } satisfies Record<string, Schema>,
        required: ['query'],
      },
      SparqlResults: {
        type: 'object',
        description: 'SPARQL 1.1 Query Results JSON.',
        properties: { head: anyObject, results: anyObject, boolean: { type: 'boolean' } },
        required: ['head'],
      },
    },
  };
}
