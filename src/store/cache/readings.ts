/**
 * Readings from the record that are under way, by what they read: the result of one that a commit has outdated must not
 * be cached.
 */
import { getOrAdd } from '../../collections.js';

/** One reading. */
export interface Reading {
  /** Whether a commit has changed what is read since the reading began. */
  isStale: boolean;
}

export class Readings<Key> {
  readonly #underWay = new Map<Key, Set<Reading>>();

  begin(key: Key): Reading {
    const reading: Reading = { isStale: false };
    getOrAdd(this.#underWay, key, () => new Set()).add(reading);
    return reading;
  }

  end(key: Key, reading: Reading): void {
    const all = this.#underWay.get(key);
    all?.delete(reading);
    if (all?.size === 0) this.#underWay.delete(key);
  }

  /** Marks the readings of a key. */
  outdate(key: Key): void {
    for (const reading of this.#underWay.get(key) ?? []) reading.isStale = true;
  }

  outdateAll(): void {
    for (const key of this.#underWay.keys()) this.outdate(key);
  }
}
