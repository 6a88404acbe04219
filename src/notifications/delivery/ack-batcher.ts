/** Deletes delivered entries from the store in batches: each transaction deletes all that were added during the previous one. */

export class AckBatcher<Item> {
  #pending: Item[] = [];
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param drop deletes entries from the store; it never rejects. */
  constructor(private readonly drop: (entries: readonly Item[]) => Promise<void>) {}

  /** How many entries wait for the next transaction. */
  get pending(): number {
    return this.#pending.length;
  }

  /** Resolves when the entry, and every one that was added before it, has been deleted or could not be deleted. */
  add(entry: Item): Promise<void> {
    this.#pending.push(entry);
    this.#next ??= this.#last.then(() => {
      const entries = this.#pending;
      this.#pending = [];
      this.#next = undefined;
      return this.drop(entries);
    });
    this.#last = this.#next;
    return this.#next;
  }
}
