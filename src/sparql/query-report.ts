/** Reports the phases of queries: to metrics, to the log if a query was slow, and to internal agents in each answer. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Caller } from '../http/caller.js';
import type { Metrics } from '../metrics/metrics.js';
import { queryPhases, type QueryPhases } from './query-phases.js';

export interface QueryReportOptions {
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Slower queries are logged; 0: none is. */
  readonly slowMs: number;
}

/** The reported facts about a query, in addition to its phases. */
export interface ReportedQuery {
  readonly text: string;
  /** Whether it is as of a time (W78). */
  readonly isOfPast: boolean;
  readonly caller: Caller;
  readonly requestId: string | undefined;
}

export type QueryReport = (query: ReportedQuery, phases: QueryPhases) => void;

/**
 * Reports a query at its end, with or without an answer. Its text may be confidential, so the log contains its digest.
 */
export function createQueryReport({ metrics, log, slowMs }: QueryReportOptions): QueryReport {
  const seconds = metrics.histogram(
    'sparql_query_phase_seconds',
    'Where the time of queries goes, by phase, apart for those as of a time.',
    ['phase', 'at'],
  );
  return ({ text, isOfPast, caller, requestId }, phases) => {
    const at = isOfPast ? 'yes' : 'no';
    for (const phase of queryPhases) seconds.observe({ phase, at }, phases.of(phase) / 1000);
    if (slowMs === 0 || phases.total < slowMs) return;
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const ms = Object.fromEntries(queryPhases.map((phase) => [phase, Math.round(phases.of(phase))]));
    log.warn({ digest, ms: Math.round(phases.total), phases: ms, agent: caller.agent, requestId }, 'a query was slow');
  };
}

/** The header field `Server-Timing` (W3C): the phases in milliseconds. */
export const serverTiming = (phases: QueryPhases): string =>
  queryPhases.map((phase) => `${phase};dur=${phases.of(phase).toFixed(1)}`).join(', ');
