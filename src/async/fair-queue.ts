/**
 * A queue shared fairly between parties: start-time fair queueing (P. Goyal, H. Vin and H. Cheng, 1996), where the cost
 * of an item is known only after its work. Each party with waiting items gets an equal share. A party with many items
 * gains nothing by that; a party with few items does not wait for the many.
 */

/** The number of finish times above which outdated ones are removed. */
const MIN_RETAINED = 1_000;

interface Waiting<Item> {
  readonly items: Item[];
  /** The virtual time when the first item reached the head of the party's line. */
  readonly since: number;
}

export class FairQueue<Item> {
  /** The start time of the item taken last. Virtual time counts milliseconds of work per waiting party. */
  #virtualTime = 0;
  /** For each party, the virtual time when its last work ends. Parties whose work has ended may be absent. */
  readonly #finishes = new Map<string, number>();
  /** Parties in order of arrival, or of their last turn. */
  readonly #waiting = new Map<string, Waiting<Item>>();
  #size = 0;
  #maxRetained = MIN_RETAINED;

  get size(): number {
    return this.#size;
  }

  /** The number of parties whose use is remembered. */
  get known(): number {
    return this.#finishes.size;
  }

  push(party: string, item: Item): void {
    const waiting = this.#waiting.get(party);
    if (waiting === undefined) this.#waiting.set(party, { items: [item], since: this.#virtualTime });
    else waiting.items.push(item);
    this.#size += 1;
  }

  /** Takes the item with the earliest start. Its cost must be charged before the next call. */
  shift(): { readonly party: string; readonly item: Item } | undefined {
    let first: { readonly party: string; readonly items: Item[]; readonly start: number } | undefined;
    for (const [party, { items, since }] of this.#waiting) {
      const start = Math.max(since, this.#finishes.get(party) ?? 0);
      if (first === undefined || start < first.start) first = { party, items, start };
    }
    const item = first?.items.shift();
    if (first === undefined || item === undefined) return undefined;
    const { party, items, start } = first;
    this.#virtualTime = start;
    this.#waiting.delete(party);
    if (items.length > 0) this.#waiting.set(party, { items, since: start });
    this.#size -= 1;
    return { party, item };
  }

  /**
   * Charges a party for an item that was taken, or for work that did not have to wait.
   *
   * @param partyOf returns the party; called when it is needed.
   */
  charge(partyOf: () => string, cost: number): void {
    if (this.#size === 0) {
      // No other party has waited for this work. Clearing an empty map costs as much as a full one.
      if (this.#finishes.size > 0) this.#finishes.clear();
      return;
    }
    const party = partyOf();
    const finish = Math.max(this.#virtualTime, this.#finishes.get(party) ?? 0) + cost;
    this.#finishes.set(party, finish);
    if (this.#finishes.size > this.#maxRetained) this.#forget();
  }

  /** Forgets parties that could start at once: unknown parties can do so too. */
  #forget(): void {
    for (const [party, finish] of this.#finishes) if (finish <= this.#virtualTime) this.#finishes.delete(party);
    this.#maxRetained = Math.max(MIN_RETAINED, 2 * this.#finishes.size);
  }
}
