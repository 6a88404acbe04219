/** The parameters of a query, in the address or in a form (SPARQL 1.1 Protocol, section 2.1). */
import type { Clock } from '../clock.js';
import type { ServiceError } from '../errors.js';
import { invalidQuery } from '../http/query-parameters.js';
import { flag, iri, mapped, pastTime, type QueryDeclaration, type QueryParameter, text } from '../openapi/query.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { PastTime } from './worker/protocol.js';

export const updateRefused = (): ServiceError =>
  invalidQuery('update', 'is not supported: only queries are answered here; change data through the API');

/** Recognized only for a better error, and not described. */
const update: QueryParameter<void> = {
  names: ['update'],
  read: (query) => {
    if (query.text('update') !== undefined) throw updateRefused();
  },
  described: [],
};

const graphs = (name: string, description: string): QueryParameter<readonly Iri[]> => ({
  names: [name],
  read: (query) =>
    query.all(name).map((graph) => {
      if (isIri(graph)) return graph;
      throw invalidQuery(name, `must be an absolute IRI, not ${JSON.stringify(graph)}`);
    }),
  described: [{ name, in: 'query', description, schema: { type: 'array', items: { type: 'string', format: 'uri' } } }],
});

interface DatasetParameters extends QueryDeclaration {
  readonly update: QueryParameter<void>;
  readonly defaultGraphs: QueryParameter<readonly Iri[]>;
  readonly namedGraphs: QueryParameter<readonly Iri[]>;
  readonly at: QueryParameter<PastTime | undefined>;
  readonly mirrored: QueryParameter<boolean>;
  readonly explain: QueryParameter<boolean>;
  readonly agent: QueryParameter<Iri | undefined>;
}

/** The parameters of the dataset; the address of a form may have them, too. */
export const datasetParameters = (clock: Clock): DatasetParameters => ({
  update,
  defaultGraphs: graphs('default-graph-uri', 'A graph for the default graph; several are merged.'),
  namedGraphs: graphs('named-graph-uri', 'A named graph of the dataset.'),
  at: mapped(
    pastTime(clock, 'The query sees the data that was valid at this time.'),
    (at) => at && { until: at.until.getTime() },
  ),
  mirrored: flag('mirrored', {
    description: "The query sees the copies of partners' objects, too; for internal agents only (M52).",
  }),
  explain: flag('explain', {
    description: 'For internal agents only: the query is not run but explained, as `QueryPlan`.',
  }),
  agent: iri('agent', { description: 'With `explain`: explains the query of this agent, as if it asked.' }),
});

export interface SparqlParameters extends DatasetParameters {
  readonly query: QueryParameter<string | undefined>;
}

/** @param example an example of a query. */
export const queryParameters = (clock: Clock, example: string): SparqlParameters => ({
  query: text('query', { description: 'The query; without any parameter the service describes itself.', example }),
  ...datasetParameters(clock),
});
