/** The messages between the main thread and a query worker: plain values that survive structured cloning. */
import type { Extent } from '../../graph-kinds.js';
import type { Iri } from '../../rdf/terms.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import type { GraphText } from '../../store/store.js';
import type { GraphFormat, ResultFormat } from '../formats.js';

/** The memory that a query may use in the engine of its worker. */
export const MAX_QUERY_BYTES = 1.5 * 2 ** 30;

/** The settings of all workers. */
export interface QuerySetup {
  readonly base: Iri;
  readonly namespaces: Namespaces;
  readonly maxRows: number;
  /** Whether internal agents may ask for the copies of partners' objects (M52). */
  readonly hasMirror?: boolean;
}

/** The settings of one worker. */
export interface WorkerSetup extends QuerySetup {
  /** The store's file; undefined for a store in memory, whose graphs are sent. */
  readonly file: string | undefined;
  /** The memory limit of each of its engines, and of all together. A query that needs more breaks its engine only. */
  readonly maxEngineBytes: number;
  /** A dataset is filled anew when its removed statements exceed this number and its present statements. */
  readonly maxGarbageQuads: number;
  /** The datasets that were too large for earlier workers; see `contentKey`. */
  readonly tooLarge: readonly string[];
}

/**
 * The graphs that a caller may see. The lists are texts, one IRI a line: cloning one long text is a hundred times as
 * fast as cloning many short ones.
 */
export interface ScopeContent {
  /** Objects whose head, revisions and provenance the caller may see. */
  readonly objects: string;
  /** Objects whose events it may see. */
  readonly events: string;
  readonly requests: string;
}

export type Scope =
  | { readonly kind: 'everything' }
  | {
      readonly kind: 'some';
      readonly agent: Iri;
      /** Changes with the content. */
      readonly version: number;
      readonly content: ScopeContent;
    };

/** A scope without its content if the worker already has it. */
export type SentScope =
  | { readonly kind: 'everything' }
  | (Omit<Extract<Scope, { kind: 'some' }>, 'content'> & {
      readonly content: ScopeContent | undefined;
      /** The scope was determined at this commit or a later one. */
      readonly sequence: number;
    });

/** A moment in the past that a query names with `at`. */
export interface PastTime {
  /** The last instant that counts (D10), in milliseconds. */
  readonly until: number;
}

/** A dataset that the request itself specifies (SPARQL 1.1 Protocol, section 2.1.4). */
export interface NamedDataset {
  readonly defaultGraphs: readonly Iri[];
  readonly namedGraphs: readonly Iri[];
}

/** A dataset without statements. */
export const NO_DATA: NamedDataset = { defaultGraphs: [], namedGraphs: [] };

export interface QueryRequest {
  readonly text: string;
  /** Whether it asks for the copies of partners' objects, too (M52): of internal agents only. */
  readonly mirrored?: boolean | undefined;
  /** The dataset of the protocol; it overrides FROM in the query. */
  readonly dataset: NamedDataset | undefined;
  readonly at: PastTime | undefined;
  /** The formats that the caller accepts for solutions and for graphs; undefined if it accepts none. */
  readonly results: ResultFormat | undefined;
  readonly graph: GraphFormat | undefined;
}

export interface QueryResult {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly truncated: boolean;
}

/** The reason why a query has no result, in words that its caller may see. */
export interface QueryFailure {
  readonly kind: 'invalid-query' | 'not-acceptable' | 'unavailable' | 'insufficient-storage';
  readonly message: string;
}

/** New texts of graphs of a store in memory; an empty text deletes the graph. */
export interface GraphsMessage {
  readonly kind: 'graphs';
  /** The commit that the worker has reached with these graphs. */
  readonly sequence: number;
  readonly graphs: readonly GraphText[];
}

export type ToWorker =
  | GraphsMessage
  /** Fills or updates a dataset of everything: the latest revisions, or all named graphs. */
  | { readonly kind: 'warm'; readonly named: boolean }
  | {
      readonly kind: 'query';
      readonly request: QueryRequest;
      readonly scope: SentScope;
      /** The commit that the query must see. */
      readonly sequence: number;
      /** The datasets that another worker holds or fills: this worker must not fill them. */
      readonly elsewhere: readonly string[];
    };

export type FromWorker =
  /** The worker waits for queries. */
  | { readonly kind: 'ready' }
  /** The worker must fill or update the dataset first. */
  | { readonly kind: 'preparing' }
  /** The dataset is ready, and the query starts. */
  | { readonly kind: 'running' }
  | { readonly kind: 'progress'; readonly progress: DatasetProgress }
  | { readonly kind: 'filled'; readonly dataset: FilledDataset }
  /** The datasets that the worker holds, sent when they change. */
  | { readonly kind: 'held'; readonly datasets: readonly HeldDataset[] }
  | { readonly kind: 'damaged'; readonly graph: Iri }
  | { readonly kind: 'warmed'; readonly sequence: number }
  /**
   * `writingMs` is the share of the time since `running` that writing the result took. `dataset` is undefined for a
   * dataset that the query itself names.
   */
  | {
      readonly kind: 'answered';
      readonly result: QueryResult;
      readonly writingMs: number;
      readonly dataset: string | undefined;
    }
  /** The dataset is filled. The query may have expired meanwhile, so it must be sent again. */
  | { readonly kind: 'prepared'; readonly sequence: number }
  /** Another worker holds the dataset, or fills it. */
  | { readonly kind: 'elsewhere'; readonly dataset: string }
  /**
   * The worker has data of this commit, and the scope may have changed: it must be determined at that commit. Or the
   * worker lacks the content of the scope.
   */
  | { readonly kind: 'retry'; readonly sequence: number }
  | {
      readonly kind: 'failed';
      readonly failure: QueryFailure;
      /** The engine can no longer be trusted. */
      readonly broken: boolean;
      /** The dataset that exceeds the memory of the worker. */
      readonly tooLarge?: string;
      /** An internal fault, for the log: the query did not cause it. */
      readonly fault?: string;
    };

/** The progress of filling a dataset. */
export interface DatasetProgress {
  /** The key of the dataset. */
  readonly dataset: string;
  /** The agent of the dataset; undefined for the dataset of internal agents. */
  readonly agent: Iri | undefined;
  readonly named: boolean;
  readonly statements: number;
  /** The share of its graphs that was read, from 0 to 1. */
  readonly share: number;
}

export interface FilledDataset {
  readonly dataset: string;
  /** Whether it has named graphs, that is all revisions. */
  readonly named: boolean;
  /** `every-moment`: it answers for every `at`; a time: it was filled for this `at` alone. */
  readonly asOf: string;
  readonly quads: number;
  readonly ms: number;
}

export interface ReplicaMetrics {
  readonly quads: number;
  readonly memoryBytes: number;
}

/** A dataset that a worker holds. */
export interface HeldDataset extends ReplicaMetrics {
  /** The key of the dataset. */
  readonly dataset: string;
}

/** The data of a dataset. */
export interface Extents {
  /** Of its default graph. */
  readonly default: Extent;
  /** Of its named graphs; undefined without them. */
  readonly named: Extent | undefined;
}

/** This node's data, with named graphs or without. */
export const ownData = (named: boolean): Extents => ({ default: 'own', named: named ? 'own' : undefined });

/**
 * The key of a dataset of this node's data: its agent (none for internal agents), with or without named graphs, and its
 * time.
 */
export const datasetKey = (agent: Iri | undefined, named: boolean, asOf = 'now'): string =>
  `${agent ?? ''} ${String(named)} ${asOf}`;

/** The key of a dataset of any data. */
export function extentsKey(agent: Iri | undefined, { default: content, named }: Extents, asOf: string): string {
  const key = datasetKey(agent, named !== undefined, asOf);
  return content === 'own' && (named ?? 'own') === 'own' ? key : `${key} ${content}+${named ?? ''}`;
}

/** Whether the dataset of a key has this node's data alone. */
export const isOfOwnData = (key: string): boolean => key.split(' ').length === 3;

/** Whether the dataset of a key has named graphs. */
export const hasNamedGraphs = (key: string): boolean => key.split(' ')[1] === 'true';

/** The number of remembered datasets that are too large. A forgotten one is filled again, without success. */
const MAX_TOO_LARGE = 1000;

export function rememberTooLarge(datasets: Set<string>, key: string): void {
  datasets.add(key);
  for (const oldest of datasets) {
    if (datasets.size <= MAX_TOO_LARGE) return;
    datasets.delete(oldest);
  }
}

/** The advice for a dataset that exceeds a worker's memory. @param named whether it has the history. */
export const tooLargeMessage = (named: boolean): string =>
  `the dataset of this query needs more memory than a query worker may have: ${named ? 'reduce the query (without GRAPH and at it needs the latest revisions only)' : 'use the lists of the API'}, add memory to the machine, or set up a SPARQL engine of your own`;
