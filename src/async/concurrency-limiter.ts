/** Limits concurrency, in total and for each party. */

export class ConcurrencyLimiter {
  readonly #acquired = new Map<string, number>();
  readonly #waiting: { readonly party: string; readonly start: () => void }[] = [];
  #total = 0;

  constructor(
    private readonly max: number,
    private readonly maxPerParty: number,
  ) {}

  /** Waits for a slot; call the result to release it. */
  async acquire(party: string): Promise<() => void> {
    if (!this.#fits(party)) {
      await new Promise<void>((resolve) => {
        this.#waiting.push({ party, start: resolve });
      });
    } else this.#count(party, 1);
    return () => {
      this.#count(party, -1);
      this.#next();
    };
  }

  #fits(party: string): boolean {
    return this.#total < this.max && (this.#acquired.get(party) ?? 0) < this.maxPerParty;
  }

  #count(party: string, change: 1 | -1): void {
    this.#total += change;
    const acquired = (this.#acquired.get(party) ?? 0) + change;
    if (acquired === 0) this.#acquired.delete(party);
    else this.#acquired.set(party, acquired);
  }

  /** Gives the slot to the first waiting caller whose party has one left. */
  #next(): void {
    const at = this.#waiting.findIndex(({ party }) => this.#fits(party));
    const [next] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) return;
    this.#count(next.party, 1);
    next.start();
  }
}
