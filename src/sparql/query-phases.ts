/** Measures the phases of one query. */
import type { QueryRequest } from './worker/protocol.js';

/**
 * `waiting`: for a worker, or until an engine has the latest commits. `scope`: determining the data that the caller may
 * see. `filling`: filling or updating its dataset. `running`: the engine. `writing`: the result.
 */
export const queryPhases = ['waiting', 'scope', 'filling', 'running', 'writing'] as const;

export type QueryPhase = (typeof queryPhases)[number];

/** A query with its timers. */
export interface AskedQuery extends QueryRequest {
  readonly phases?: QueryPhases;
  /** Instead of the limit of the pool. */
  readonly timeoutMs?: number;
}

export class QueryPhases {
  readonly #milliseconds = new Map<QueryPhase, number>();
  #current: QueryPhase | undefined;
  #since = 0;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Begins a phase, and ends the one before. */
  begin(phase: QueryPhase): void {
    this.end();
    this.#current = phase;
  }

  end(): void {
    const now = this.now();
    if (this.#current !== undefined) this.#add(this.#current, now - this.#since);
    this.#current = undefined;
    this.#since = now;
  }

  /** Moves a part of one phase to another. */
  move(from: QueryPhase, to: QueryPhase, milliseconds: number): void {
    const moved = Math.min(milliseconds, this.of(from));
    this.#add(from, -moved);
    this.#add(to, moved);
  }

  of(phase: QueryPhase): number {
    return this.#milliseconds.get(phase) ?? 0;
  }

  get total(): number {
    return queryPhases.reduce((sum, phase) => sum + this.of(phase), 0);
  }

  #add(phase: QueryPhase, milliseconds: number): void {
    this.#milliseconds.set(phase, this.of(phase) + milliseconds);
  }
}
