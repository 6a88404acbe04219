/** How fast a partner is told, in figures: without a picture, and the worst first. */

/** A delivery that ended, or waits: confirmed, given up by an operator, or on its way. */
export interface Timed {
  readonly outcome: 'confirmed' | 'skipped' | 'waits';
  readonly written: number;
  /** The time of confirmation or skip; now for a waiting delivery. */
  readonly until: number;
}

/** What is told within this time was told at once. */
export const SOON_MS = 5_000;

export interface LatencyFigures {
  /** The share that was confirmed within 5 s, of those whose 5 s are over; undefined while there are none. */
  readonly soon: number | undefined;
  /** Of the confirmed ones, in milliseconds; undefined without any. */
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  readonly confirmed: number;
  readonly skipped: number;
  readonly waiting: number;
  /** Since when the oldest one waits. */
  readonly waitsSince: number | undefined;
}

/** The value that this share of the sorted values does not exceed: the nearest rank. */
function quantile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

export function latencyFigures(deliveries: readonly Timed[]): LatencyFigures {
  const of = (outcome: Timed['outcome']): readonly Timed[] => deliveries.filter((each) => each.outcome === outcome);
  const durations = of('confirmed')
    .map(({ until, written }) => until - written)
    .sort((a, b) => a - b);
  const waiting = of('waits');
  const skipped = of('skipped').length;
  const late = waiting.filter(({ until, written }) => until - written > SOON_MS).length + skipped;
  const counted = durations.length + late;
  return {
    soon: counted === 0 ? undefined : durations.filter((ms) => ms <= SOON_MS).length / counted,
    p50: quantile(durations, 0.5),
    p95: quantile(durations, 0.95),
    confirmed: durations.length,
    skipped,
    waiting: waiting.length,
    waitsSince: waiting.length === 0 ? undefined : Math.min(...waiting.map(({ written }) => written)),
  };
}

/** The share as a whole per cent: below 100 while any was late, above 0 while any was not. */
export function percent(share: number): number {
  const rounded = Math.round(share * 100);
  return share < 1 && rounded === 100 ? 99 : share > 0 && rounded === 0 ? 1 : rounded;
}

/** For sorting: the smallest share within 5 s first, of equal ones the slowest, then the one with most waiting. */
export function byWorst(one: LatencyFigures, other: LatencyFigures): number {
  return (one.soon ?? 1) - (other.soon ?? 1) || (other.p95 ?? 0) - (one.p95 ?? 0) || other.waiting - one.waiting;
}
