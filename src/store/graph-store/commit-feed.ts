/**
 * The followers of the commits of a store (`Store.follow`). Each holds a cursor and asks for the changes since: a
 * commit costs nothing for followers that do not wait for it. The last commits are in memory; the feed of the record
 * serves followers that are further behind.
 */
import type { Iri } from '../../rdf/terms.js';
import type { GraphRecord, SharedRecord } from '../record.js';
import type { Cursor } from '../store.js';

/** The number of commits in memory, and the number of commits read at a time from a shared record. */
const RECENT = 1_000;
const FEED_PAGE = 1_000;

export class CommitFeed {
  /** The graphs of the last commits, the last one being the last visible one. */
  #recent: (readonly Iri[])[] = [];
  /** Of the time since the last reset. */
  #lost = new AbortController();
  readonly #waiting = new Set<() => void>();
  readonly #maxRecent: number;

  /**
   * @param sequence the sequence of the last visible commit.
   * @param length the number of commits in the feed.
   */
  constructor(
    private readonly record: Pick<GraphRecord, 'changedSince'> & {
      readonly shared?: Pick<SharedRecord, 'feed'> | undefined;
    },
    private readonly sequence: () => number,
    length = RECENT,
  ) {
    this.#maxRecent = Math.min(RECENT, length);
  }

  /** As `Store.follow`. */
  follow(sequence = this.sequence()): Cursor {
    const lost = this.#lost.signal;
    return {
      sequence,
      lost,
      wait: async (signal) => {
        while (sequence === this.sequence() && !lost.aborted && !signal.aborted) await this.#next(signal);
        return !signal.aborted;
      },
      changes: async () => {
        const found = lost.aborted ? undefined : await this.#graphsSince(sequence);
        // Also when the store was reset while the feed was read.
        if (found === undefined || lost.aborted) return { kind: 'gap', next: this.follow() };
        return { kind: 'graphs', graphs: found.graphs, next: this.follow(found.until) };
      },
    };
  }

  /** A commit has become visible. */
  add(graphs: readonly Iri[]): void {
    this.#recent.push(graphs);
    if (this.#recent.length >= 2 * this.#maxRecent) this.#recent = this.#recent.slice(-this.#maxRecent);
    this.#wake();
  }

  /** Nothing that was read before may be used. */
  reset(): void {
    const before = this.#lost;
    this.#recent = [];
    this.#lost = new AbortController();
    before.abort();
    this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves at the next commit or reset, or when the signal is aborted. */
  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  /** The graphs that commits changed between two sequences. @throws the errors of the record. */
  async #graphsSince(
    after: number,
  ): Promise<{ readonly graphs: ReadonlySet<Iri>; readonly until: number } | undefined> {
    const until = this.sequence();
    const count = until - after;
    if (!(count >= 0)) return undefined;
    if (count <= this.#recent.length) {
      return { graphs: new Set(this.#recent.slice(this.#recent.length - count).flat()), until };
    }
    const { shared } = this.record;
    if (shared === undefined) {
      const graphs = this.record.changedSince?.(after, until);
      return graphs && { graphs, until };
    }
    const graphs = new Set<Iri>();
    let sequence = after;
    while (sequence < until) {
      const page = await shared.feed(sequence, Math.min(FEED_PAGE, until - sequence));
      if (page.kind === 'gap' || page.entries.length === 0) return undefined;
      for (const entry of page.entries) {
        for (const graph of entry.graphs) graphs.add(graph);
        ({ sequence } = entry);
      }
    }
    return { graphs, until: sequence };
  }
}
