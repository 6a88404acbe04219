/**
 * The demand for each dataset: when it was last used, and for how long queries have waited behind others on it. A second
 * worker gets a copy of a dataset when the waiting has cost as much as filling the copy.
 */

/** A dataset without a query for this time may be evicted for another one. */
export const UNUSED_MS = 5 * 60_000;
/** Waiting is forgotten after this time without any. */
const FORGOTTEN_MS = 60_000;

interface Demand {
  usedAt: number;
  waitedMs: number;
  waitedAt: number;
}

export class DatasetDemand {
  readonly #demands = new Map<string, Demand>();

  /**
   * @param minMs the smallest waiting time for which a copy is worthwhile.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor(
    private readonly minMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Counts an answered query.
   *
   * @param runningMs the time of the query.
   * @param waiting the number of queries that waited meanwhile.
   */
  onAnswered(dataset: string, runningMs: number, waiting: number): void {
    const now = this.now();
    const { waitedMs, waitedAt } = this.#demands.get(dataset) ?? { waitedMs: 0, waitedAt: now };
    const before = now - waitedAt > FORGOTTEN_MS ? 0 : waitedMs;
    // The least recently used one first.
    this.#demands.delete(dataset);
    this.#demands.set(dataset, {
      usedAt: now,
      waitedMs: before + runningMs * waiting,
      waitedAt: waiting > 0 ? now : waitedAt,
    });
    for (const [oldest, { usedAt }] of this.#demands) {
      if (now - usedAt <= UNUSED_MS) return;
      this.#demands.delete(oldest);
    }
  }

  /** Whether queries have waited for longer than a copy takes. @param fillMs the time that filling took. */
  deservesCopy(dataset: string, fillMs: number): boolean {
    return (this.#demands.get(dataset)?.waitedMs ?? 0) >= Math.max(this.minMs, fillMs);
  }

  /** A copy is being filled. */
  onCopied(dataset: string): void {
    const demand = this.#demands.get(dataset);
    if (demand !== undefined) demand.waitedMs = 0;
  }

  isInUse(dataset: string): boolean {
    const usedAt = this.#demands.get(dataset)?.usedAt;
    return usedAt !== undefined && this.now() - usedAt <= UNUSED_MS;
  }
}
