/**
 * The right answers, from the archive's own sets by membership and difference, without an engine. An answer is a set of
 * rows; a row is the number of a resource and a value.
 */
import { type Archive, type Pattern, type Statement, versionsOf } from './archive.js';

export type Rows = ReadonlySet<string>;

/** What differs between two versions. */
export interface Difference {
  readonly added: Rows;
  readonly removed: Rows;
}

/** The versions from the first to before the second number. */
export type Interval = readonly [from: number, until: number];

/** The intervals of each row, in order. */
export type Validity = ReadonlyMap<string, readonly Interval[]>;

export const rowOf = ({ resource, value }: Pick<Statement, 'resource' | 'value'>): string =>
  `${String(resource)} ${value}`;

export const difference = (before: Rows, after: Rows): Difference => ({
  added: new Set([...after].filter((row) => !before.has(row))),
  removed: new Set([...before].filter((row) => !after.has(row))),
});

export class Oracle {
  readonly #byProperty = new Map<string, Map<Statement, Interval[]>>();

  constructor(archive: Archive) {
    const since = new Map<Statement, number>(archive.first.map((statement) => [statement, 0]));
    const end = (statement: Statement, until: number): void => {
      const from = since.get(statement);
      if (from === undefined) throw new TypeError(`version ${String(until)} removes what is not there`);
      since.delete(statement);
      const same = this.#byProperty.get(statement.property) ?? new Map<Statement, Interval[]>();
      this.#byProperty.set(statement.property, same);
      same.set(statement, [...(same.get(statement) ?? []), [from, until]]);
    };
    for (const [index, { removed, added }] of archive.changes.entries()) {
      for (const statement of removed) end(statement, index + 1);
      for (const statement of added) since.set(statement, index + 1);
    }
    for (const statement of [...since.keys()]) end(statement, versionsOf(archive));
  }

  /** The matches of one version. */
  atVersion(pattern: Pattern, version: number): Rows {
    const rows = new Set<string>();
    for (const [row, intervals] of this.ofAllVersions(pattern)) {
      if (intervals.some(([from, until]) => from <= version && version < until)) rows.add(row);
    }
    return rows;
  }

  /** The difference between the matches of two versions. */
  between(pattern: Pattern, before: number, after: number): Difference {
    return difference(this.atVersion(pattern, before), this.atVersion(pattern, after));
  }

  /** The matches of all versions. */
  ofAllVersions({ property, value }: Pattern): Validity {
    const found = new Map<string, readonly Interval[]>();
    for (const [statement, intervals] of this.#byProperty.get(property) ?? []) {
      if (value === undefined || statement.value === value) found.set(rowOf(statement), intervals);
    }
    return found;
  }
}

export const sameRows = (one: Rows, other: Rows): boolean =>
  one.size === other.size && [...one].every((row) => other.has(row));

export const sameDifference = (one: Difference, other: Difference): boolean =>
  sameRows(one.added, other.added) && sameRows(one.removed, other.removed);

export const sameValidity = (one: Validity, other: Validity): boolean =>
  one.size === other.size && [...one].every(([row, intervals]) => String(intervals) === String(other.get(row)));

/** Joins intervals that follow each other, as those of an object's revisions do. */
export function joined(intervals: readonly Interval[]): readonly Interval[] {
  const found: [number, number][] = [];
  for (const [from, until] of [...intervals].sort(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last?.[1] === from) last[1] = until;
    else found.push([from, until]);
  }
  return found;
}
