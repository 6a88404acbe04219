/** One query and the engine that runs it, with the dataset that the query names (D36). */
import { type Iri, type IriNode, isIri, node } from '../../rdf/terms.js';
import { isBroken } from '../../store/oxigraph/engine.js';
import type { DatasetView } from '../worker/dataset-view.js';
import type { NamedDataset } from '../worker/protocol.js';
import { engineMessage } from './parse-error.js';
import { ParseError, type RewrittenQuery, QueryError } from './rewrite-query.js';

interface ResolvedDataset {
  readonly results: {
    readonly bindings: readonly Readonly<Partial<Record<'default' | 'named', { readonly value: string }>>>[];
  };
}

interface ExecutionOptions {
  /** Replaces FROM and FROM NAMED of the query. Graphs outside of the view are ignored. */
  readonly dataset?: NamedDataset | undefined;
  /** Whether the query sees only the named graphs of the view. */
  readonly isDefaultEmpty?: boolean;
  /** The moment of the default graph, if the view has several. */
  readonly moment?: number | undefined;
}

/** Runs the text of a query or of its rewriting, and returns the result in a format of the engine. */
export type Execution = (text: string, format: string) => string;

/**
 * Prepares the execution of a query. It throws QueryError for queries that the engine rejects.
 *
 * @param base the base of relative IRIs in a query without BASE.
 */
export function executionOf(
  view: Pick<DatasetView, 'read' | 'graphs'>,
  query: RewrittenQuery,
  base: string,
  { dataset, isDefaultEmpty = false, moment }: ExecutionOptions = {},
): Execution {
  const present = (graphs: readonly Iri[]): IriNode[] => graphs.filter((graph) => view.graphs.has(graph)).map(node);
  const graphs = {
    ...(isDefaultEmpty && { default_graph: [] }),
    ...(dataset !== undefined && {
      default_graph: present(dataset.defaultGraphs),
      named_graphs: present(dataset.namedGraphs),
    }),
  };
  return (text, format) => {
    try {
      const written = view.read(moment, (store) =>
        store.query(text, { results_format: format, base_iri: base, ...graphs }),
      );
      if (typeof written !== 'string') throw new TypeError('a query returned no text');
      return written;
    } catch (error) {
      // The engine reports errors of the query as plain errors, in words for the author of the query.
      if (!(error instanceof Error) || error.constructor !== Error || isBroken(error)) throw error;
      const where = engineMessage(error.message, query);
      if (where !== undefined) throw new ParseError(where, { cause: error });
      throw new QueryError(`the query cannot be run: ${error.message}`, { cause: error });
    }
  };
}

/**
 * The dataset that a query names with FROM and FROM NAMED; undefined without these clauses.
 *
 * @param empty the engine that resolves the names; it needs no data.
 * @throws QueryError
 */
export function datasetOf(query: RewrittenQuery, base: string, empty: DatasetView): NamedDataset | undefined {
  const { datasetQuery } = query;
  if (datasetQuery === undefined) return undefined;
  // The engine's own output, in the form that W3C defines.
  const { results } = JSON.parse(executionOf(empty, query, base)(datasetQuery, 'json')) as ResolvedDataset;
  const graphs = (kind: 'default' | 'named'): Iri[] =>
    results.bindings.map((row) => row[kind]?.value ?? '').filter(isIri);
  return { defaultGraphs: graphs('default'), namedGraphs: graphs('named') };
}
