/** The statements that are in only one of two revisions, each with the revision that added or removed it. */
import type { Graph } from '../../rdf/graph.js';
import type { Iri, Quad } from '../../rdf/terms.js';
import type { DiffStatement } from './schemas.js';
import { compareStatements, missingFrom, Paths, termValue } from './statements.js';

/** Statements of a comparison that an answer lists. */
const MAX_STATEMENTS = 2_000;
/** Revisions that are read to find the one in which a statement was added or removed. */
const MAX_READ = 200;

/** The revisions of one object. */
export interface ComparedRevisions {
  readonly object: Iri;
  /** The statements of a revision. */
  readonly read: (number: number) => Promise<Graph>;
  /** A revision about halfway between two others; undefined if there is none. */
  readonly between: (low: number, high: number) => number | undefined;
}

export interface RevisionDifferences {
  readonly statements: DiffStatement[];
  readonly truncated: boolean;
}

/**
 * The differences of two revisions; `from` may be the later one. Where a statement was added and removed several times
 * between the two, its revision is one of these.
 */
export async function compareRevisions(
  revisions: ComparedRevisions,
  from: number,
  to: number,
): Promise<RevisionDifferences> {
  const { object, read } = revisions;
  const [before, after] = [await read(from), await read(to)];
  const [removed, added] = [missingFrom(after, before), missingFrom(before, after)];
  const all = [
    ...removed.sort(compareStatements).map((quad) => ({ op: 'removed' as const, quad })),
    ...added.sort(compareStatements).map((quad) => ({ op: 'added' as const, quad })),
  ];
  const listed = all.slice(0, MAX_STATEMENTS);
  const [low, high] = from < to ? [from, to] : [to, from];
  const search = new Search(revisions);
  await search.run(
    low,
    high,
    listed.map(({ quad }) => quad),
    from < to ? after : before,
  );
  const paths = { removed: new Paths(before, object), added: new Paths(after, object) };
  const statements = listed.map(({ op, quad }): DiffStatement => ({
    op,
    s: quad.subject.value,
    p: quad.predicate.value,
    o: termValue(quad.object),
    path: paths[op].of(quad.subject.value, quad.predicate.value),
    revision: search.found.get(quad) ?? high,
  }));
  return { statements, truncated: all.length > listed.length };
}

/** Finds the revisions in which statements changed. */
class Search {
  readonly found = new Map<Quad, number>();
  #left = MAX_READ;

  constructor(private readonly revisions: ComparedRevisions) {}

  /**
   * Finds for each differing statement a revision in which it changed. Statements that change together are searched
   * together, so that no revision is read twice.
   */
  async run(low: number, high: number, statements: readonly Quad[], later: Graph): Promise<void> {
    if (statements.length === 0) return;
    const middle = this.#left === 0 ? undefined : this.revisions.between(low, high);
    if (middle === undefined) {
      for (const quad of statements) this.found.set(quad, high);
      return;
    }
    this.#left -= 1;
    const data = await this.revisions.read(middle);
    // As in the later revision: it changed before.
    const isAsLater = (quad: Quad): boolean => data.has(quad) === later.has(quad);
    await this.run(low, middle, statements.filter(isAsLater), data);
    await this.run(
      middle,
      high,
      statements.filter((quad) => !isAsLater(quad)),
      later,
    );
  }
}
