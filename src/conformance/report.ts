/** What a run found, as all outputs tell it: the same checks in the same order (T24). */
import { type Outcome, outcomes } from './outcome.js';
import { type Area, areaOf, type Level, type Row } from './row.js';
import type { ApiVersion } from './versions.js';

export interface Result {
  readonly row: Row;
  readonly version: ApiVersion;
  readonly outcome: Outcome;
  /** Of all outcomes but passed (T10). */
  readonly reason?: string;
  readonly expected?: string;
  readonly came?: string;
  readonly curl?: string;
  /** Why it is known to fail (T14). */
  readonly known?: string;
  readonly seconds: number;
}

export interface VersionReport {
  readonly version: ApiVersion;
  readonly results: readonly Result[];
  readonly requests: number;
  readonly seconds: number;
}

export interface Report {
  readonly run: string;
  readonly server: string;
  readonly started: Date;
  readonly versions: readonly VersionReport[];
  /** What could not be deleted or revoked (T18). */
  readonly leftBehind: readonly string[];
  /** Sentences about the run as a whole. */
  readonly notes: readonly string[];
  /** Known failures that pass (T14). */
  readonly stale: readonly string[];
}

export type Counts = Readonly<Record<Outcome, number>>;

export function countsOf(results: readonly Result[]): Counts {
  const counts: Record<Outcome, number> = { passed: 0, failed: 0, cantTell: 0, inapplicable: 0, untested: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

/** Failures that count for the exit code, of one level. */
export const failures = (results: readonly Result[], level?: Level): readonly Result[] =>
  results.filter(
    ({ outcome, known, row }) =>
      outcome === 'failed' && known === undefined && (level === undefined || row.level === level),
  );

export const ofArea = (results: readonly Result[], area: Area): readonly Result[] =>
  results.filter(({ row }) => areaOf(row) === area);

/** The summary of a version (T20). */
export function summaryOf({ version, results, requests, seconds }: VersionReport): string {
  const counts = countsOf(results);
  const must = failures(results, 'MUST').length;
  const should = failures(results, 'SHOULD').length;
  const known = counts.failed - must - should;
  const parts = [`MUST ${must}`, `SHOULD ${should}`, ...(known > 0 ? [`known ${known}`] : [])];
  const failed = counts.failed === 0 ? '0 failed' : `${counts.failed} failed (${parts.join(', ')})`;
  const rest = outcomes.slice(2).map((outcome) => `${counts[outcome]} ${outcome}`);
  return `${version}: ${[`${counts.passed} passed`, failed, ...rest].join(', ')}; ${requests} requests, ${Math.round(seconds)} s`;
}

/** T2, T14: 1 if a check failed that counts, or a known failure is stale, or the run did not come to its end. */
export function exitCode({ versions, stale }: Report, strict: boolean, isWhole: boolean): 0 | 1 {
  const failed = versions.flatMap(({ results }) => failures(results, strict ? undefined : 'MUST'));
  return failed.length > 0 || stale.length > 0 || !isWhole ? 1 : 0;
}
