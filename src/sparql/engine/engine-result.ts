/** Answers of a SPARQL engine. */
import type { QueryResult } from '../worker/protocol.js';

/** The state of the engine when it answered. */
export interface DatasetState {
  readonly sequence: number;
  /** The number of earlier commits that the engine lacks. */
  readonly behind: number;
}

export interface EngineResult extends QueryResult {
  readonly dataset?: DatasetState;
}
