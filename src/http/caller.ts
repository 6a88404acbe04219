/** The authenticated caller of a request. */
import type { ApiVersion } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import type { Iri } from '../rdf/terms.js';
import type { RequestOrigin } from '../transactions.js';

export interface Caller {
  /** The logistics agent that a verified token speaks for (its `logistics_agent_uri`). */
  readonly agent: Iri;
  /** Whether it is the data holder or one of `INTERNAL_AGENTS`. */
  readonly internal: boolean;
  /** Of a request that may change something: it is sent on to partners (D61), with its key (K22). */
  readonly trace?: RequestOrigin | undefined;
}

/** Whose decision it is, and for which request it is made. */
export type Decider = Pick<Caller, 'agent' | 'trace'>;

/** The caller of a request that creates something, with the API version that the request names itself (L2, L8). */
export interface Requestor extends Caller {
  readonly apiVersion: ApiVersion | undefined;
}

/** @throws ServiceError `forbidden` when the caller is not the data holder or one of its internal agents. */
export function assertInternal(caller: Caller): void {
  if (caller.internal) return;
  throw new ServiceError('forbidden', 'this is for the internal agents of the data holder only');
}
