/** Stretches the minutes in which an archive was loaded to the days or hours that its versions are apart. */

/** The time of the first version: the month in which BEAR-B begins. */
export const FIRST_VERSION = Date.parse('2015-08-01T00:00:00Z');

const HOUR_MS = 3_600_000;
const TIME = /"([^"]+)"\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#dateTime>/g;

export class StretchedClock {
  readonly #begins: readonly number[];

  /**
   * @param begins when the loading of each version began, in milliseconds, in ascending order.
   * @param hours between two versions.
   */
  constructor(
    begins: readonly number[],
    private readonly hours: number,
  ) {
    this.#begins = begins;
  }

  /** The time of a version: its changes are at this time or shortly after it. */
  timeOf(version: number): number {
    return FIRST_VERSION + version * this.hours * HOUR_MS;
  }

  /** A time between the changes of a version and those of the next one. */
  momentOf(version: number): number {
    return this.timeOf(version) + (this.hours * HOUR_MS) / 2;
  }

  /** The version that was valid at a stretched time. */
  versionAt(time: number): number {
    return Math.floor((time - FIRST_VERSION) / (this.hours * HOUR_MS));
  }

  /** @throws RangeError if the loading of a version took longer than half of the interval. */
  stretch(time: number): number {
    const next = this.#begins.findIndex((begin) => begin > time);
    const version = Math.max(0, (next === -1 ? this.#begins.length : next) - 1);
    const since = Math.max(0, time - (this.#begins[version] ?? time));
    if (since >= (this.hours * HOUR_MS) / 2) throw new RangeError(`version ${String(version)} took too long to load`);
    return this.timeOf(version) + since;
  }

  /** A line of N-Quads with stretched times. */
  stretchLine(line: string): string {
    return line.replace(TIME, (literal, lexical: string) =>
      literal.replace(lexical, new Date(this.stretch(Date.parse(lexical))).toISOString().replace(/\.?0*Z$/, 'Z')),
    );
  }
}
