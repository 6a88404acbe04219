/** The rows of a measurement, printed as they arrive. */
import type { LoadResult } from './load.js';

/** The target of a figure: a rate per second, or a share of its baseline. */
export type Aim = { readonly rate: number } | { readonly ratio: number };

interface Row {
  readonly what: string;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly baseline?: { readonly what: string; readonly rate: number; readonly ratio: number };
  readonly aim?: Aim;
  readonly reached?: boolean;
}

export class Report {
  readonly rows: Row[] = [];

  add(
    what: string,
    result: LoadResult,
    { baseline, aim }: { baseline?: { what: string; result: LoadResult }; aim?: Aim | undefined } = {},
  ): void {
    const ratio = baseline === undefined ? NaN : result.rate / baseline.result.rate;
    const row: Row = {
      what,
      ...result,
      ...(baseline && { baseline: { what: baseline.what, rate: baseline.result.rate, ratio } }),
      ...(aim && { aim, reached: 'rate' in aim ? result.rate >= aim.rate : ratio >= aim.ratio }),
    };
    this.rows.push(row);
    console.log(line(row));
  }
}

function line({ what, rate, p50, p99, baseline, aim, reached }: Row): string {
  const parts = [
    `${what.padEnd(44)} ${rate.toFixed(0).padStart(7)}/s   p50 ${p50.toFixed(2).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(6)} ms`,
  ];
  if (baseline !== undefined)
    parts.push(`${baseline.ratio.toFixed(2)} of ${baseline.what} (${baseline.rate.toFixed(0)}/s)`);
  if (aim !== undefined)
    parts.push(`aim ${'rate' in aim ? `${aim.rate}/s` : aim.ratio}: ${reached === true ? 'reached' : 'not reached'}`);
  return parts.join('   ');
}
