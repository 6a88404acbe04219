/** The authenticated caller of a request. */
import type { Iri } from '../rdf/terms.js';

export interface Caller {
  /** The logistics agent that a verified token speaks for (its `logistics_agent_uri`). */
  readonly agent: Iri;
  /** Whether it is the data holder or one of `INTERNAL_AGENTS`. */
  readonly internal: boolean;
}
