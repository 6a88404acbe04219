/** What commits have touched, looked at when somebody asks: what indexes are kept up with. */
import { setImmediate } from 'node:timers/promises';
import type { Iri } from '../../rdf/terms.js';
import type { DamagedEntries } from '../damaged-entries.js';
import type { Store } from '../store.js';

/** How many are looked at in one turn. */
const BATCH_SIZE = 100;

export interface IncrementalIndexOptions<Value> {
  readonly store: Pick<Store, 'onCommit'>;
  /** What a graph is the graph of; undefined for graphs that are of no interest. */
  readonly keyOf: (graph: Iri) => Iri | undefined;
  /** What there is of it now. */
  readonly load: (subject: Iri) => Promise<Value | undefined>;
  /** Is told what there is of it now; undefined when it is gone, or never was, or cannot be read. */
  readonly update: (subject: Iri, value: Value | undefined) => void;
  /** What follows, for the log. */
  readonly part: string;
  /** Where what cannot be read is set aside: one entry must not stop those who ask for another. */
  readonly damaged: Pick<DamagedEntries, 'setAside' | 'isReadable'>;
}

export class IncrementalIndex<Value> {
  /** Those that a commit has touched since they were last looked at. */
  readonly #stale: Set<Iri>;
  #looking: Promise<void> | undefined;

  /** @param known those to be looked at first. */
  constructor(
    private readonly options: IncrementalIndexOptions<Value>,
    known: Iterable<Iri> = [],
  ) {
    this.#stale = new Set(known);
    const { store, keyOf: subject } = options;
    store.onCommit(({ graphs }) => {
      for (const graph of graphs) {
        const touched = subject(graph);
        if (touched !== undefined) this.#stale.add(touched);
      }
    });
  }

  /**
   * Fulfils when everything is looked at that was committed before this was called. One look at a time, so that nobody
   * goes on with an index that another is mending.
   *
   * @throws what the store throws; the next call tries again.
   */
  async refresh(): Promise<void> {
    if (this.#stale.size === 0 && this.#looking === undefined) return;
    const before = this.#looking ?? Promise.resolve();
    const looking = before.catch(() => undefined).then(() => this.#look());
    this.#looking = looking;
    try {
      await looking;
    } finally {
      if (this.#looking === looking) this.#looking = undefined;
    }
  }

  async #look(): Promise<void> {
    const { load: find, update: take, part, damaged } = this.options;
    for (const [index, subject] of [...this.#stale].entries()) {
      // After long without a question there are many: others have their turn between them.
      if (index % BATCH_SIZE === BATCH_SIZE - 1) await setImmediate();
      // Unmarked first: a commit during the reading marks it again.
      this.#stale.delete(subject);
      const value = await find(subject).catch((error: unknown) => {
        this.#stale.add(subject);
        throw error;
      });
      try {
        take(subject, value);
        damaged.isReadable(part, subject);
      } catch (error) {
        take(subject, undefined);
        damaged.setAside(part, subject, error);
      }
    }
  }
}
