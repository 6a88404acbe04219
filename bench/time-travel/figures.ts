/** Durations, and bounds on them. */

/** @param part 0.5 for the median. */
export function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export const median = (times: readonly number[]): number => quantile(times, 0.5);

/** Milliseconds as tables show them. */
export const shown = (ms: number): string => (Number.isNaN(ms) ? '' : ms.toFixed(2));

/** Some of the values, evenly spread, with the first and the last one. */
export const spreadOf = <Value>(values: readonly Value[], most: number): readonly Value[] =>
  values.length <= most
    ? values
    : Array.from({ length: most }, (_, index) => Math.round((index * (values.length - 1)) / (most - 1))).flatMap(
        (index) => values.slice(index, index + 1),
      );

/** Bounds that figures must keep. */
export class Bounds {
  readonly #missed: string[] = [];

  get missed(): readonly string[] {
    return this.#missed;
  }

  expect(what: string, found: number, most: number): void {
    if (!(found <= most)) this.#missed.push(`${what}: ${found.toFixed(2)}, at most ${most.toFixed(2)}`);
  }
}
