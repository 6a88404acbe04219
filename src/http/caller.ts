/** The authenticated caller of a request. */
import type { ApiVersion } from '../api-versions.js';
import type { Iri } from '../rdf/terms.js';

export interface Caller {
  /** The logistics agent that a verified token speaks for (its `logistics_agent_uri`). */
  readonly agent: Iri;
  /** Whether it is the data holder or one of `INTERNAL_AGENTS`. */
  readonly internal: boolean;
}

/** The caller of a request that creates something, with the API version that the request names itself (L2, L8). */
export interface Requestor extends Caller {
  readonly apiVersion: ApiVersion | undefined;
}
