/** Answers of a SPARQL engine. */
import type { QueryResult } from '../worker/protocol.js';

/** What the engine is as of, beside an answer of it. */
export interface DatasetState {
  readonly sequence: number;
  /** Commits before the query that it does not have. */
  readonly behind: number;
}

export interface EngineResult extends QueryResult {
  readonly dataset?: DatasetState;
}
