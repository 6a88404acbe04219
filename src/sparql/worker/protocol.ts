/**
 * What the main thread and a query worker say to each other, in plain values only, that survive structured cloning; and
 * what both go by.
 */
import type { Iri } from '../../rdf/terms.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import type { GraphText } from '../../store/store.js';
import type { GraphFormat, ResultFormat } from '../formats.js';

/** What a query may need while it runs, in the engine of its worker. */
export const MAX_QUERY_BYTES = 1.5 * 2 ** 30;

/** What all workers are told. */
export interface QuerySetup {
  readonly base: Iri;
  readonly namespaces: Namespaces;
  readonly maxRows: number;
}

/** What a worker is told when it is made. */
export interface WorkerSetup extends QuerySetup {
  /** What each of its engines may take; a query that needs more breaks its engine, and nothing else. */
  readonly maxEngineBytes: number;
}

/**
 * What a caller may see. The lists are texts, one IRI a line: one long text is cloned a hundred times as fast as many
 * short ones.
 */
export type Scope =
  | { readonly kind: 'everything' }
  | {
      readonly kind: 'some';
      readonly agent: Iri;
      /** Another number when anything else of it is another. */
      readonly version: number;
      /** Objects whose head, revisions and provenance the caller may see. */
      readonly objects: string;
      /** Objects whose events it may see. */
      readonly events: string;
      readonly requests: string;
    };

/** A moment in the past, as `at` names it. */
export interface PastTime {
  /** The last instant that counts (D10), in milliseconds. */
  readonly until: number;
  /** Whether it is over, so that nothing can be added to it any more. */
  readonly settled: boolean;
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

/** Why a question has no answer: for the caller, in words that are fit for it. */
export interface QueryFailure {
  readonly kind: 'invalid-query' | 'not-acceptable' | 'unavailable';
  readonly message: string;
}

/** Some new state of graphs; an empty text is a graph that is gone. */
export interface GraphsMessage {
  readonly kind: 'graphs';
  readonly graphs: readonly GraphText[];
}

export type ToWorker =
  GraphsMessage | { readonly kind: 'question'; readonly question: QueryRequest; readonly scope: Scope };

export type FromWorker =
  | { readonly kind: 'applied'; readonly figures: ReplicaMetrics }
  /** What the query is to see is there, and the query itself begins. */
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly answer: QueryResult }
  | {
      readonly kind: 'refused';
      readonly refusal: QueryFailure;
      /** The engine is not to be trusted any more. */
      readonly broken: boolean;
      /** What went wrong here, for the log: the query is not to blame. */
      readonly fault?: string;
    };

export interface ReplicaMetrics {
  readonly graphs: number;
  /** Named graphs' statements, and those that were removed since: the engine keeps every version of them. */
  readonly quads: number;
  readonly deadQuads: number;
  readonly memoryBytes: number;
}
