/**
 * The dataset of a query (D36, M52, M53): what this node holds of its own and of partners' objects, or the graphs that the
 * query names. Two names stand for all of either kind, for tools that cannot add a parameter.
 */
import type { Extent } from '../../graph-kinds.js';
import { extended, type Iri } from '../../rdf/terms.js';
import { QueryError } from '../query/rewrite-query.js';
import type { Extents, NamedDataset } from './protocol.js';

export type AskedDataset =
  | {
      readonly kind: 'data';
      readonly extents: Extents;
      /** Whether it has named graphs only. */
      readonly isDefaultEmpty: boolean;
    }
  | {
      readonly kind: 'graphs';
      readonly dataset: NamedDataset;
      /** The data that the graphs may be of. */
      readonly extent: Extent;
    };

interface Asking {
  readonly base: Iri;
  /** Whether the query reads named graphs. */
  readonly named: boolean;
  readonly mirrored: boolean;
  /** Whether the caller may ask for copies: for others, their dataset is a graph that is not there. */
  readonly mayMirror: boolean;
}

/** The name of the dataset of this node's data, or of the copies of partners' objects. */
export const datasetName = (base: Iri, extent: Exclude<Extent, 'both'>): Iri => extended(base, `/datasets/${extent}`);

/**
 * @param dataset that the request or its query names.
 * @throws QueryError
 */
export function askedDataset(
  dataset: NamedDataset | undefined,
  { base, named, mirrored, mayMirror }: Asking,
): AskedDataset {
  const all: Extent = mirrored && mayMirror ? 'both' : 'own';
  if (dataset === undefined)
    return { kind: 'data', extents: { default: all, named: named ? all : undefined }, isDefaultEmpty: false };
  const [own, copies] = [datasetName(base, 'own'), datasetName(base, 'mirrored')];
  const extentOf = (graphs: readonly Iri[]): Extent | undefined => {
    const [hasOwn, hasCopies] = [graphs.includes(own), mayMirror && graphs.includes(copies)];
    if (hasOwn && hasCopies) return 'both';
    return hasOwn ? 'own' : hasCopies ? 'mirrored' : undefined;
  };
  const single = (graphs: readonly Iri[]): readonly Iri[] =>
    graphs.filter((graph) => graph !== own && graph !== copies);
  const [defaultGraphs, namedGraphs] = [single(dataset.defaultGraphs), single(dataset.namedGraphs)];
  const [ofDefault, ofNamed] = [extentOf(dataset.defaultGraphs), extentOf(dataset.namedGraphs)];
  const content = ofDefault ?? ofNamed;
  if (content === undefined) return { kind: 'graphs', dataset: { defaultGraphs, namedGraphs }, extent: all };
  if (defaultGraphs.length + namedGraphs.length > 0)
    throw new QueryError(`a query names the datasets <${own}> and <${copies}>, or single graphs, but not both`);
  const extents = { default: content, named: named ? ofNamed : undefined };
  return { kind: 'data', extents, isDefaultEmpty: ofDefault === undefined };
}
