/** What `/health/ready` answers: the node and the console's browser code import the same types. */
import type { Degradation } from '../../degradations.js';

/** `GET /health/ready`: whether the node can answer and write. All but `status` are for internal agents and on the same machine. */
export interface Readiness {
  readonly status: 'ready' | 'read-only' | 'not ready';
  readonly reason?: string;
  /** What it does without. */
  readonly degraded?: readonly Degradation[];
  /** The datasets of queries that are being filled. */
  readonly filling?: readonly FillProgress[];
}

/** How far a dataset is that a query worker fills. */
export interface FillProgress {
  /** Whose it is; that of internal agents has none. */
  readonly agent?: string;
  /** Whether it has the named graphs: the history. */
  readonly namedGraphs: boolean;
  readonly statements: number;
  /** About how many it will have; absent at its beginning. */
  readonly expectedStatements?: number;
  /** How long it has been filled. */
  readonly seconds: number;
}
