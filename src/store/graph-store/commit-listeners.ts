/** Those who follow the commits of a store. */
import type { Logger } from 'pino';
import type { Commit } from '../store.js';

export class CommitListeners {
  readonly #commits = new Set<(commit: Commit) => void>();
  readonly #resets = new Set<() => void>();

  constructor(private readonly log: Pick<Logger, 'error'>) {}

  onCommit(listener: (commit: Commit) => void): () => void {
    return add(this.#commits, listener);
  }

  onReset(listener: () => void): () => void {
    return add(this.#resets, listener);
  }

  /** A listener that fails does not keep the others from being called. */
  notify(commit: Commit): void {
    this.#callEach(this.#commits, (listener) => {
      listener(commit);
    });
  }

  reset(): void {
    this.#callEach(this.#resets, (listener) => {
      listener();
    });
  }

  clear(): void {
    this.#commits.clear();
    this.#resets.clear();
  }

  #callEach<Listener>(listeners: Iterable<Listener>, call: (listener: Listener) => void): void {
    for (const listener of listeners) {
      try {
        call(listener);
      } catch (error) {
        this.log.error({ err: error }, 'a listener to commits failed');
      }
    }
  }
}

/** A function of its own is added, so that the same listener may be given twice. */
function add<Parameters extends unknown[]>(
  listeners: Set<(...parameters: Parameters) => void>,
  listener: (...parameters: Parameters) => void,
): () => void {
  const entry = (...parameters: Parameters): void => {
    listener(...parameters);
  };
  listeners.add(entry);
  return () => listeners.delete(entry);
}
