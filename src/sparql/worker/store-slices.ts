/**
 * Reads a store in slices. Each slice is one short read transaction; its texts are loaded afterwards. A transaction for
 * a whole dataset would retain every page of an LMDB file that commits replace meanwhile, and the file would grow with
 * each commit.
 *
 * So commits happen between slices. The next slice begins with their changes (`changed`). The reader skips these
 * graphs, because revisions and events count only once, and reads them at the end, until none is left. The result then
 * matches one commit, that of the last slice.
 */
import { inEngineForm } from './engine-form.js';
import type { GraphSnapshot, SnapshotSource } from '../../store/snapshot.js';

/** The loading of a text after it was read. */
export interface Load {
  readonly characters: number;
  readonly apply: () => void;
}

/** Undefined for work that took time without loading anything. */
export type Step = Load | undefined;

/** The limits of a slice. */
export interface SliceLimits {
  readonly milliseconds: number;
  readonly characters: number;
  readonly steps: number;
}

export const SLICE_LIMITS: SliceLimits = { milliseconds: 50, characters: 2 ** 21, steps: 10_000 };

/** In the names of graphs of copies. */
const COPIES = '/internal/mirror/';

/** Number of names read at a time. */
const NAMES_AT_A_TIME = 1000;

/** The feed of the store no longer contains the changes. */
export class FeedGap extends Error {
  override readonly name = 'FeedGap';
}

export class StoreSlices {
  /** Graphs that commits have changed and that were not read since, in the order of the commits. */
  readonly changed = new Set<string>();
  #snapshot: GraphSnapshot | undefined;
  #sequence: number | undefined;

  /** @param since the commit to follow from; by default that of the first slice. */
  constructor(
    private readonly source: SnapshotSource,
    since: number | undefined,
    private readonly limits: SliceLimits = SLICE_LIMITS,
  ) {
    this.#sequence = since;
  }

  /** The commit of the last slice. */
  get sequence(): number {
    return this.#sequence ?? 0;
  }

  /** The number of graphs in the store. */
  get graphs(): number {
    return this.#current.graphs;
  }

  text(graph: string): string {
    const text = this.#current.text(graph);
    return graph.includes(COPIES) ? inEngineForm(text) : text;
  }

  /** The text of a graph; undefined for a graph that has changed since, which is read at the end. */
  unchanged(graph: string): string | undefined {
    return this.changed.has(graph) ? undefined : this.text(graph);
  }

  /** The names that begin with a prefix, sorted. For a long list, later slices read newer names. */
  *names(prefix: string): Generator<string, void, undefined> {
    let after: string | undefined;
    for (;;) {
      const names: string[] = [];
      for (const name of this.#current.names(prefix, after)) {
        names.push(name);
        if (names.length === NAMES_AT_A_TIME) break;
      }
      yield* names;
      if (names.length < NAMES_AT_A_TIME) return;
      after = names.at(-1);
    }
  }

  /**
   * Does work in slices.
   *
   * @param work reads until its next step; the loads of a step run after the slice.
   * @param onSlice called after each slice.
   * @returns the result of the work.
   * @throws FeedGap
   */
  run<Result>(work: Iterator<Step, Result>, onSlice: () => void): Result {
    for (;;) {
      const loads: Load[] = [];
      const result = this.source.read((snapshot) => {
        this.#enter(snapshot);
        try {
          return this.#read(work, loads);
        } finally {
          this.#snapshot = undefined;
        }
      });
      for (const { apply } of loads) apply();
      onSlice();
      if (result.done === true) return result.value;
    }
  }

  #read<Result>(work: Iterator<Step, Result>, loads: Load[]): IteratorResult<Step, Result> {
    const end = performance.now() + this.limits.milliseconds;
    let characters = 0;
    for (let steps = 1; ; steps += 1) {
      const step = work.next();
      if (step.done === true) return step;
      if (step.value !== undefined) {
        loads.push(step.value);
        characters += step.value.characters;
      }
      if (steps >= this.limits.steps || characters >= this.limits.characters || performance.now() >= end) return step;
    }
  }

  #enter(snapshot: GraphSnapshot): void {
    const { sequence } = snapshot;
    if (this.#sequence !== undefined && sequence !== this.#sequence) {
      const changed = snapshot.changedSince(this.#sequence);
      if (changed === undefined) throw new FeedGap('the feed does not reach back');
      for (const graph of changed) this.changed.add(graph);
    }
    this.#sequence = sequence;
    this.#snapshot = snapshot;
  }

  get #current(): GraphSnapshot {
    if (this.#snapshot === undefined) throw new TypeError('a store is read outside of a slice');
    return this.#snapshot;
  }
}
