/** An archive: the versions of resources over time. It is generated (generator.ts), or read from files (archive-files.ts). */

/** A statement about a resource; one that is removed and added again is the same object. */
export interface Statement {
  /** The number of the resource. */
  readonly resource: number;
  /** An IRI. */
  readonly property: string;
  /** A term of N-Triples, as `writeTerm` writes it. */
  readonly value: string;
}

/** The statements between a version and the next one. */
export interface VersionChange {
  readonly removed: readonly Statement[];
  readonly added: readonly Statement[];
}

/** The statements with a property, or with a property and a value: BEAR's `? P ?` and `? P O`. */
export interface Pattern {
  readonly property: string;
  readonly value?: string;
}

export interface Archive {
  /** The number of resources. */
  readonly resources: number;
  /** The interval between two versions. */
  readonly hours: number;
  readonly first: readonly Statement[];
  readonly changes: readonly VersionChange[];
  readonly patterns: readonly Pattern[];
}

/** The number of versions. */
export const versionsOf = ({ changes }: Archive): number => changes.length + 1;

/** Calls a function with the statements of each version, which it must not keep. */
export function eachVersion(
  { first, changes }: Archive,
  visit: (statements: ReadonlySet<Statement>, version: number) => void,
): void {
  const present = new Set(first);
  visit(present, 0);
  for (const [index, { removed, added }] of changes.entries()) {
    for (const statement of removed) present.delete(statement);
    for (const statement of added) present.add(statement);
    visit(present, index + 1);
  }
}

/** The figures of an archive by which BEAR describes its data. */
export interface ArchiveFigures {
  readonly versions: number;
  readonly first: number;
  readonly last: number;
  /** The mean share of two versions' statements that only one of them has. */
  readonly changed: number;
  /** The statements of the first version that no later version lacks. */
  readonly staticCore: number;
  /** The statements of any version. */
  readonly everPresent: number;
}

export function figuresOf(archive: Archive): ArchiveFigures {
  const core = new Set(archive.first);
  const ever = new Set(archive.first);
  let present = archive.first.length;
  let ratios = 0;
  for (const { removed, added } of archive.changes) {
    ratios += (removed.length + added.length) / (present + added.length);
    present += added.length - removed.length;
    for (const statement of removed) core.delete(statement);
    for (const statement of added) ever.add(statement);
  }
  return {
    versions: versionsOf(archive),
    first: archive.first.length,
    last: present,
    changed: ratios / Math.max(archive.changes.length, 1),
    staticCore: core.size,
    everPresent: ever.size,
  };
}
