/**
 * Writes that must not be lost while the disk fails: items wait in order until they are written, and are tried again
 * with growing delays. Items that wait together are written together. None is given up before the end of the process.
 */
import { backoffDelay } from './backoff.js';
import { sleep } from './sleep.js';

export interface RetriedWritesOptions<Item> {
  /** Writes items in order: either all of them, or none, and then it rejects. */
  readonly write: (items: readonly Item[]) => Promise<void>;
  /** Whether an error has nothing to do with the items, so that smaller batches would fail as well. */
  readonly isOutage: (error: unknown) => boolean;
  readonly retryMs: { readonly min: number; readonly max: number };
  /** From 0 to less than 1, evenly distributed. */
  readonly random: () => number;
  /** Called after each attempt with the number of items that wait, and the error of the attempt. */
  readonly onAttempt: (attempt: { readonly waiting: number; readonly error?: unknown }) => void;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly settle: () => void;
}

/** Maximum number of items in one attempt. */
const MAX_BATCH = 1_000;

export class RetriedWrites<Item> {
  /** Items by key, in order. Items of a running attempt are still among them. */
  readonly #waiting = new Map<string, Waiting<Item>>();
  readonly #closing = new AbortController();
  #beingWritten = 0;
  #isFailing = false;
  /** Whether the last attempt left items unwritten. */
  #hasLeft = false;
  /** Ends the delay after an attempt that failed for some items only. */
  #added = new AbortController();
  #run: Promise<void> | undefined;
  #attempt: Promise<void> = Promise.resolve();

  constructor(private readonly options: RetriedWritesOptions<Item>) {}

  /** The number of items that wait for the next attempt, without those of the running one. */
  get pending(): number {
    return this.#waiting.size - this.#beingWritten;
  }

  /** Whether the last attempt wrote nothing. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** An item that is not written yet. */
  get(key: string): Item | undefined {
    return this.#waiting.get(key)?.item;
  }

  /**
   * Adds an item after all others. It replaces an item that waits under the same key, which is out of date.
   *
   * @returns resolves when the item or its replacement has been written, or was given up at the end.
   */
  add(key: string, item: Item): Promise<void> {
    return new Promise((resolve) => {
      const replaced = this.#waiting.get(key);
      this.#waiting.delete(key);
      const settle = (): void => {
        replaced?.settle();
        resolve();
      };
      this.#waiting.set(key, { item, settle });
      if (this.#closing.signal.aborted) return;
      if (!this.#isFailing) this.#added.abort();
      this.#run ??= this.#writeAll();
    });
  }

  /** Resolves when each present item has been written, or its attempt has failed. */
  async attempted(): Promise<void> {
    // A running attempt may have begun without the last items.
    for (let attempts = 0; attempts < 2 && this.#waiting.size > 0 && !this.#isFailing; attempts += 1) {
      await Promise.resolve();
      await this.#attempt;
    }
  }

  /**
   * Makes a last attempt and gives up the remaining items.
   *
   * @returns the number of items given up.
   */
  async close(): Promise<number> {
    this.#closing.abort();
    await this.#run;
    for (let before = Infinity; this.#waiting.size > 0 && this.#waiting.size < before;) {
      before = this.#waiting.size;
      await this.#write();
    }
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { settle } of left) settle();
    return left.length;
  }

  async #writeAll(): Promise<void> {
    const { retryMs, random } = this.options;
    const { signal } = this.#closing;
    for (let failures = 0; this.#waiting.size > 0 && !signal.aborted;) {
      this.#added = new AbortController();
      await this.#write();
      failures = this.#hasLeft ? failures + 1 : 0;
      if (failures > 0) await sleep(backoffDelay(retryMs, failures, random()), signal, this.#added.signal);
    }
    // No await since the last check: an item added from now on starts another run.
    this.#run = undefined;
  }

  /** Makes one attempt. Never rejects. */
  #write(): Promise<void> {
    const batch = [...this.#waiting].slice(0, MAX_BATCH);
    this.#beingWritten = batch.length;
    this.#attempt = this.#writeBatch(batch).then(
      () => {
        this.#ended();
      },
      (error: unknown) => {
        this.#ended(error);
      },
    );
    return this.#attempt;
  }

  #ended(...failure: readonly unknown[]): void {
    this.#beingWritten = 0;
    const [error] = failure;
    this.#hasLeft = failure.length > 0;
    this.#isFailing = this.#hasLeft && this.options.isOutage(error);
    this.options.onAttempt({ waiting: this.#waiting.size, ...(this.#hasLeft && { error }) });
  }

  async #writeBatch(batch: readonly (readonly [string, Waiting<Item>])[]): Promise<void> {
    const { write, isOutage } = this.options;
    try {
      await write(batch.map(([, { item }]) => item));
      this.#written(batch);
    } catch (error) {
      if (batch.length === 1 || isOutage(error)) throw error;
      await this.#writeEach(batch);
    }
  }

  /** One bad item must not keep the others from being written. */
  async #writeEach(batch: readonly (readonly [string, Waiting<Item>])[]): Promise<void> {
    const failures: unknown[] = [];
    for (const one of batch)
      await this.#writeBatch([one]).catch((error: unknown) => {
        failures.push(error);
      });
    if (failures.length > 0) throw failures[0];
  }

  #written(batch: readonly (readonly [string, Waiting<Item>])[]): void {
    for (const [key, one] of batch) {
      // A newer item may have replaced it meanwhile.
      if (this.#waiting.get(key) === one) this.#waiting.delete(key);
      this.#beingWritten = Math.max(0, this.#beingWritten - 1);
      one.settle();
    }
  }
}
