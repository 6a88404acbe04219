/** Bounded concurrency, in all and for each party. */

export class ConcurrencyLimiter {
  readonly #taken = new Map<string, number>();
  readonly #waiting: { readonly party: string; readonly start: () => void }[] = [];
  #all = 0;

  constructor(
    private readonly max: number,
    private readonly maxPerParty: number,
  ) {}

  /** Waits for a slot; the result gives it back. */
  async take(party: string): Promise<() => void> {
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
    return this.#all < this.max && (this.#taken.get(party) ?? 0) < this.maxPerParty;
  }

  #count(party: string, change: 1 | -1): void {
    this.#all += change;
    const taken = (this.#taken.get(party) ?? 0) + change;
    if (taken === 0) this.#taken.delete(party);
    else this.#taken.set(party, taken);
  }

  /** Lets in the first of those waiting whose party has a slot left. */
  #next(): void {
    const at = this.#waiting.findIndex(({ party }) => this.#fits(party));
    const [next] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) return;
    this.#count(next.party, 1);
    next.start();
  }
}
