/** One query and the engine that it is asked of, with the dataset that it is asked on (D36). */
import { type Iri, isIri, node } from '../../rdf/terms.js';
import { isBroken } from '../../store/oxigraph/engine.js';
import type { NamedDataset } from '../worker/protocol.js';
import { engineMessage } from './parse-error.js';
import { ParseError, type RewrittenQuery, QueryError } from './rewrite-query.js';
import type { DatasetView } from '../worker/dataset-view.js';

interface ResolvedDataset {
  readonly results: {
    readonly bindings: readonly Readonly<Partial<Record<'default' | 'named', { readonly value: string }>>>[];
  };
}

export class QueryExecution {
  #chosen:
    { readonly default_graph: ReturnType<typeof node>[]; readonly named_graphs: ReturnType<typeof node>[] } | undefined;

  /** @param base what relative IRIs are resolved against, where the query has no BASE. */
  constructor(
    private readonly view: DatasetView,
    private readonly plan: RewrittenQuery,
    private readonly base: string,
  ) {}

  /**
   * Chooses among the graphs of the view: what the request says, or else the query. A graph that is not there, or that
   * the caller may not see, is no part of the dataset.
   */
  choose(requested: NamedDataset | undefined): void {
    const dataset = requested ?? this.#named();
    if (dataset === undefined) return;
    const visible = (graphs: readonly Iri[]): ReturnType<typeof node>[] =>
      graphs.filter((graph) => this.view.graphs.has(graph)).map(node);
    this.#chosen = { default_graph: visible(dataset.defaultGraphs), named_graphs: visible(dataset.namedGraphs) };
  }

  /** @throws QueryError for what the engine refuses. */
  run(text: string, format: string): string {
    try {
      const written = this.view.store.query(text, { results_format: format, base_iri: this.base, ...this.#chosen });
      if (typeof written !== 'string') throw new TypeError('a query gave no text');
      return written;
    } catch (error) {
      // The engine's own refusals are plain errors, in words for who wrote the query.
      if (!(error instanceof Error) || error.constructor !== Error || isBroken(error)) throw error;
      const where = engineMessage(error.message, this.plan);
      if (where !== undefined) throw new ParseError(where, { cause: error });
      throw new QueryError(`the query cannot be run: ${error.message}`, { cause: error });
    }
  }

  /** What the query itself names, with FROM and FROM NAMED. */
  #named(): NamedDataset | undefined {
    const { datasetQuery } = this.plan;
    if (datasetQuery === undefined) return undefined;
    // The engine's own output, in the form that the W3C defined for it.
    const { results } = JSON.parse(this.run(datasetQuery, 'json')) as ResolvedDataset;
    const graphs = (kind: 'default' | 'named'): Iri[] =>
      results.bindings.map((row) => row[kind]?.value ?? '').filter(isIri);
    return { defaultGraphs: graphs('default'), namedGraphs: graphs('named') };
  }
}
