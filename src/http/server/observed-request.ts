/** Facts about a request for the log and the metrics, collected while it is handled. */
import type { IncomingMessage } from 'node:http';
import type { RequestTrace } from '../../tracing/request-trace.js';

/** The route of a request that has none. */
export const NO_ROUTE = 'none';

export interface ObservedRequest {
  /** The target in its original form: Express removes the mount path of a page from `url`. */
  readonly target: string;
  /** The template of its route, when it has been found; until then `NO_ROUTE`. */
  route: string;
  /** The duration of an event stream depends on its client, and is not measured. */
  isStream: boolean;
  trace: RequestTrace;
  /** When the request was received, in the time of `performance.now`. */
  readonly start: number;
  /** The caller's agent, when it has been authenticated. */
  agent?: string;
  /** Whether this is an internal agent. */
  isInternal?: boolean;
  /** Why the answer is an error. */
  reason?: string;
}

/** The name of a method as a label: callers must not be able to create labels. */
export function methodLabel({ method = '' }: IncomingMessage): string {
  return METHODS.has(method) ? method : 'other';
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
