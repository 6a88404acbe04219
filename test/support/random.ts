/** Seeded randomness: every random choice of the tests is reproducible. */

/** The seed of this run, printed at its start; `TEST_SEED` repeats a run. */
export const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

/** Numbers from 0 to less than 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Random {
  constructor(private readonly random: () => number) {}

  /** A whole number from 0 to less than `max`. */
  below(max: number): number {
    return Math.floor(this.random() * max);
  }

  /** A number from 0 to less than `max`. */
  upTo(max: number): number {
    return this.random() * max;
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  one<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('nothing to choose from');
    return value;
  }
}
