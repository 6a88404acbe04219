/** The standbys that follow this node: who has asked for commits lately, and how far they are. */
import type { Clock } from '../clock.js';
import type { CommitsQuery } from './protocol.js';

/** A standby that has not asked for so long does not follow: a broken connection is retried more often. */
const FOLLOWS_MS = 5 * 60_000;
/** More than anybody has; others are not remembered. */
const MAX_STANDBYS = 16;

interface Standby extends Pick<CommitsQuery, 'sequence' | 'purged'> {
  readonly asked: number;
}

export class Standbys {
  readonly #standbys = new Map<string, Standby>();

  constructor(private readonly clock: Clock) {}

  /** Notes that a standby has asked, and what it has by then. */
  asked({ standby, sequence, purged }: CommitsQuery): void {
    this.#forget();
    if (this.#standbys.size < MAX_STANDBYS || this.#standbys.has(standby))
      this.#standbys.set(standby, { sequence, purged, asked: this.clock.now().getTime() });
  }

  /** How many follow. */
  get count(): number {
    this.#forget();
    return this.#standbys.size;
  }

  /** The last commit that all of them have; undefined if none follows. */
  get sequence(): number | undefined {
    this.#forget();
    const sequences = Array.from(this.#standbys.values(), ({ sequence }) => sequence);
    return sequences.length === 0 ? undefined : Math.min(...sequences);
  }

  /** Whether nothing of what was erased until a commit is in the files of those that follow (P39). */
  havePurged(sequence: number): boolean {
    this.#forget();
    return [...this.#standbys.values()].every(({ purged }) => purged >= sequence);
  }

  #forget(): void {
    const since = this.clock.now().getTime() - FOLLOWS_MS;
    for (const [name, { asked }] of this.#standbys) if (asked < since) this.#standbys.delete(name);
  }
}
