/**
 * What waits, by whose it is: start-time fair queueing (P. Goyal, H. Vin and H. Cheng, 1996), where what something costs is known
 * when it is done. Of those who have something waiting each gets as much as the others: who has much waiting comes no sooner for it,
 * and who asks for little waits neither for that nor for what comes later.
 */

/** How many finishes are kept before those are looked for that have no meaning any more. */
const MIN_RETAINED = 1_000;

interface Waiting<Item> {
  readonly items: Item[];
  /** The virtual time when the first of them came to stand there. */
  readonly since: number;
}

export class FairQueue<Item> {
  /** The start of what was last taken: in milliseconds of work of each of those who have something waiting. */
  #virtualTime = 0;
  /** When the last work of each is done, in virtual time; of those for whom that is to come. */
  readonly #finishes = new Map<string, number>();
  /** In the order in which they came, or had their turn. */
  readonly #waiting = new Map<string, Waiting<Item>>();
  #size = 0;
  #maxRetained = MIN_RETAINED;

  get size(): number {
    return this.#size;
  }

  /** Of how many is known what they have used. */
  get known(): number {
    return this.#finishes.size;
  }

  push(party: string, item: Item): void {
    const waiting = this.#waiting.get(party);
    if (waiting === undefined) this.#waiting.set(party, { items: [item], since: this.#virtualTime });
    else waiting.items.push(item);
    this.#size += 1;
  }

  /** Takes the item that starts first. What it costs is to be charged before the next one is taken. */
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

  /** Counts the cost of what was taken, or of what did not have to wait. */
  charge(party: string, cost: number): void {
    const finish = Math.max(this.#virtualTime, this.#finishes.get(party) ?? 0) + cost;
    if (this.#size === 0) {
      // Nobody has waited for it.
      this.#virtualTime = finish;
      this.#finishes.clear();
      return;
    }
    this.#finishes.set(party, finish);
    if (this.#finishes.size > this.#maxRetained) this.#forget();
  }

  /** Forgets those who would start now, as those do of whom nothing is known. */
  #forget(): void {
    for (const [party, finish] of this.#finishes) if (finish <= this.#virtualTime) this.#finishes.delete(party);
    this.#maxRetained = Math.max(MIN_RETAINED, 2 * this.#finishes.size);
  }
}
