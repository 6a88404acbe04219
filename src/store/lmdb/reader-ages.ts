/** The ages of open read transactions: while one is open, no page of its time is reused, and the file grows. */

/** A line of LMDB's list of readers: process, thread, and the transaction that is read; none for a reader at rest. */
const READER = /^\s*(\d+)\s+(\S+)\s+(\d+)$/;

export class ReaderAges {
  /** When each reading was first seen to be older than the last commit. */
  #since = new Map<string, number>();

  /** @param now milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * The age of the oldest one, in seconds: since the first call that found a commit after its beginning.
   *
   * @param list the list in LMDB's form.
   * @param last the last transaction that wrote.
   */
  oldest(list: string, last: number): number {
    const now = this.now();
    const since = new Map<string, number>();
    for (const line of list.split('\n')) {
      const [, pid, thread, transaction] = READER.exec(line) ?? [];
      if (transaction === undefined || Number(transaction) >= last) continue;
      const reading = `${String(pid)} ${String(thread)} ${transaction}`;
      since.set(reading, this.#since.get(reading) ?? now);
    }
    this.#since = since;
    return Math.max(0, ...Array.from(since.values(), (begin) => (now - begin) / 1000));
  }
}
