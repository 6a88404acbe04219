/** The rows of a measurement, printed as they come. */
import type { LoadResult } from './load.js';

interface Row {
  readonly what: string;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly baseline?: { readonly what: string; readonly rate: number; readonly ratio: number };
}

export class Report {
  readonly rows: Row[] = [];

  add(what: string, result: LoadResult, baseline?: { what: string; result: LoadResult }): void {
    const row: Row = {
      what,
      ...result,
      ...(baseline && {
        baseline: { what: baseline.what, rate: baseline.result.rate, ratio: result.rate / baseline.result.rate },
      }),
    };
    this.rows.push(row);
    console.log(line(row));
  }
}

function line({ what, rate, p50, p99, baseline }: Row): string {
  const numbers = `${what.padEnd(44)} ${rate.toFixed(0).padStart(7)}/s   p50 ${p50.toFixed(2).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(6)} ms`;
  return baseline === undefined
    ? numbers
    : `${numbers}   ${baseline.ratio.toFixed(2)} of ${baseline.what} (${baseline.rate.toFixed(0)}/s)`;
}
