/** The messages between the main thread and a query worker: plain values that survive structured cloning. */
import type { Iri } from '../../rdf/terms.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import type { GraphText } from '../../store/store.js';
import type { GraphFormat, ResultFormat } from '../formats.js';

/** What a query may need while it runs, in the engine of its worker. */
export const MAX_QUERY_BYTES = 1.5 * 2 ** 30;

/** The settings of all workers. */
export interface QuerySetup {
  readonly base: Iri;
  readonly namespaces: Namespaces;
  readonly maxRows: number;
}

/** The settings of one worker. */
export interface WorkerSetup extends QuerySetup {
  /** The store's file; undefined for a store in memory, whose graphs are sent. */
  readonly file: string | undefined;
  /** What each of its engines may take, and all of them together; a query that needs more breaks its engine, and nothing else. */
  readonly maxEngineBytes: number;
  /** A dataset with more removed statements than present ones, and more than this, is filled anew. */
  readonly maxGarbageQuads: number;
  /** The datasets that workers before this one could not hold; see `contentKey`. */
  readonly tooLarge: readonly string[];
}

/** What a caller may see. The lists are texts, one IRI a line: one long text is cloned a hundred times as fast as many short ones. */
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
      /** Another number when the content is another. */
      readonly version: number;
      readonly content: ScopeContent;
    };

/** A scope whose content is left out where the worker has it. */
export type SentScope =
  | { readonly kind: 'everything' }
  | (Omit<Extract<Scope, { kind: 'some' }>, 'content'> & {
      readonly content: ScopeContent | undefined;
      /** The scope was determined as of this commit or a later one. */
      readonly sequence: number;
    });

/** A moment in the past, as `at` names it. */
export interface PastTime {
  /** The last instant that counts (D10), in milliseconds. */
  readonly until: number;
}

/** A dataset that the request itself names (SPARQL 1.1 Protocol, section 2.1.4). */
export interface NamedDataset {
  readonly defaultGraphs: readonly Iri[];
  readonly namedGraphs: readonly Iri[];
}

export interface QueryRequest {
  readonly text: string;
  /** From the protocol; it takes the place of what the query says with FROM. */
  readonly dataset: NamedDataset | undefined;
  readonly at: PastTime | undefined;
  /** What the caller accepts for solutions and for graphs; undefined where it accepts none. */
  readonly results: ResultFormat | undefined;
  readonly graph: GraphFormat | undefined;
}

export interface QueryResult {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly truncated: boolean;
}

/** Why a query has no result, in words that are fit for its caller. */
export interface QueryFailure {
  readonly kind: 'invalid-query' | 'not-acceptable' | 'unavailable' | 'insufficient-storage';
  readonly message: string;
}

/** New texts of graphs of a store in memory; an empty text is a graph that was deleted. */
export interface GraphsMessage {
  readonly kind: 'graphs';
  /** The commit that the worker is as of with these graphs. */
  readonly sequence: number;
  readonly graphs: readonly GraphText[];
}

export type ToWorker =
  | GraphsMessage
  /** Fills a dataset of everything, or brings it up to date: the latest revisions, or the one with all named graphs. */
  | { readonly kind: 'warm'; readonly named: boolean }
  | {
      readonly kind: 'query';
      readonly request: QueryRequest;
      readonly scope: SentScope;
      /** The query is to see this commit. */
      readonly sequence: number;
      /** The datasets that another worker holds or fills: they are not filled here, too. */
      readonly elsewhere: readonly string[];
    };

export type FromWorker =
  /** The worker waits for queries. */
  | { readonly kind: 'ready' }
  /** The dataset for the query has to be filled or updated first. */
  | { readonly kind: 'preparing' }
  /** The dataset is ready, and the query itself begins. */
  | { readonly kind: 'running' }
  | { readonly kind: 'progress'; readonly progress: DatasetProgress }
  | { readonly kind: 'filled'; readonly dataset: FilledDataset }
  /** What the worker holds, where that has changed. */
  | { readonly kind: 'held'; readonly datasets: readonly string[]; readonly metrics: ReplicaMetrics }
  | { readonly kind: 'damaged'; readonly graph: Iri }
  | { readonly kind: 'warmed'; readonly sequence: number }
  /** Of the time since `running`, `writingMs` went into writing the result. */
  | { readonly kind: 'answered'; readonly result: QueryResult; readonly writingMs: number }
  /** The dataset was filled, which may have taken longer than its query is wanted: to be asked again. */
  | { readonly kind: 'prepared'; readonly sequence: number }
  /** Another worker holds the dataset, or fills it. */
  | { readonly kind: 'elsewhere'; readonly dataset: string }
  /**
   * The worker has data of this commit, and the scope may be another since: it is to be determined as of that commit. Or
   * the worker does not have the content of the scope.
   */
  | { readonly kind: 'retry'; readonly sequence: number }
  | {
      readonly kind: 'failed';
      readonly failure: QueryFailure;
      /** The engine can no longer be trusted. */
      readonly broken: boolean;
      /** The dataset that the worker cannot hold. */
      readonly tooLarge?: string;
      /** What went wrong here, for the log: the query is not to blame. */
      readonly fault?: string;
    };

/** How far a dataset is filled. */
export interface DatasetProgress {
  /** Names it. */
  readonly dataset: string;
  /** Whose it is; undefined for that of internal agents. */
  readonly agent: Iri | undefined;
  readonly named: boolean;
  readonly statements: number;
  /** What share of its graphs was read, from 0 to 1. */
  readonly share: number;
}

export interface FilledDataset {
  readonly dataset: string;
  /** Whether it has named graphs: all revisions. */
  readonly named: boolean;
  readonly quads: number;
  readonly ms: number;
}

export interface ReplicaMetrics {
  readonly quads: number;
  readonly memoryBytes: number;
}

/** Names a dataset: of whom (of internal agents: of nobody), with named graphs or without, and as of when. */
export const datasetKey = (agent: Iri | undefined, named: boolean, asOf = 'now'): string =>
  `${agent ?? ''} ${String(named)} ${asOf}`;

/** Of datasets that are too large; the oldest are forgotten, and would be filled in vain once more. */
const MAX_TOO_LARGE = 1000;

export function rememberTooLarge(datasets: Set<string>, key: string): void {
  datasets.add(key);
  for (const oldest of datasets) {
    if (datasets.size <= MAX_TOO_LARGE) return;
    datasets.delete(oldest);
  }
}

/** What can be done about a dataset that a worker cannot hold. @param named whether it has the history. */
export const tooLargeMessage = (named: boolean): string =>
  `the dataset of this query needs more memory than a query worker may have: ${named ? 'reduce the query (without GRAPH and at it needs the latest revisions only)' : 'use the lists of the API'}, add memory to the machine, or set up a SPARQL engine of your own`;
