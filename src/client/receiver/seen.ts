/** Which notifications have been processed: each of a sender once (T48). */
import type { Seen } from './options.js';

const MAX_IDS = 10_000;

/** The last ids, in this process. */
export function seenHere(): Seen {
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add: (id) => {
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > MAX_IDS && oldest !== undefined) ids.delete(oldest);
    },
  };
}

/** Processes one at a time of those with the same id: a sender that got no answer in time sends again. */
export class Once {
  // eslint-disable-next-line no-restricted-syntax -- a promise is kept until it ends, and none of them rejects
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(private readonly seen: Seen) {}

  /** @param id of the notification; undefined for one that cannot be told from others. */
  async run(id: string | undefined, process: () => unknown): Promise<void> {
    if (id === undefined) {
      await process();
      return;
    }
    const previous = this.#running.get(id) ?? Promise.resolve();
    const run = previous.then(async () => {
      if (await this.seen.has(id)) return;
      await process();
      await this.seen.add(id);
    });
    // One that follows runs whether this one ends well or not.
    const ended = run.catch(() => undefined);
    this.#running.set(id, ended);
    try {
      await run;
    } finally {
      if (this.#running.get(id) === ended) this.#running.delete(id);
    }
  }
}
