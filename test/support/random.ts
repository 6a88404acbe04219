/** Randomness that is the same every time: a failure tells its seed. */

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

export class Dice {
  constructor(private readonly random: () => number) {}

  /** From 0 to less than `most`. */
  below(most: number): number {
    return Math.floor(this.random() * most);
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
