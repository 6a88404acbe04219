/** The graphs of a batch that get entries in the log without being changed (P51), as they are before it. */
import type { Iri } from '../../rdf/terms.js';
import type { PendingCommit } from '../record.js';
import type { StoredState } from '../sealed-commit.js';
import type { Database } from './database.js';
import { verifiedText } from './graph-loader.js';

interface StoredRow {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  readonly sequence: number;
  readonly position: number | null;
}

type Entering = Pick<PendingCommit, 'log'>;

const partsOf = (commits: readonly Entering[]): Iri[] =>
  commits.flatMap(({ log }) => (log?.stored ?? []).flatMap(({ draft }) => draft.parts));

export class StoredGraphs implements StoredState {
  private constructor(private readonly rows: ReadonlyMap<string, StoredRow>) {}

  /** @returns undefined for commits without such graphs. */
  static async read(database: Pick<Database, 'read'>, commits: readonly Entering[]): Promise<StoredGraphs | undefined> {
    const names = partsOf(commits);
    if (names.length === 0) return undefined;
    // One statement sees one state of the database.
    const rows = await database.read(
      async (sql) => sql<StoredRow[]>`
        SELECT g.name, g.text, g.checksum, g.sequence, n.position
        FROM json_array_elements_text(${JSON.stringify(names)}::text::json) AS wanted(name)
        JOIN cargograph_graphs g ON g.name = wanted.name
        LEFT JOIN cargograph_log_newest n ON n.name = g.name`,
    );
    return new StoredGraphs(new Map(rows.map((row) => [row.name, row])));
  }

  /** The commits that wrote the graphs last. */
  get sequences(): readonly Pick<StoredRow, 'name' | 'sequence'>[] {
    return Array.from(this.rows.values(), ({ name, sequence }) => ({ name, sequence }));
  }

  text(graph: Iri): string | undefined {
    const row = this.rows.get(graph);
    return row === undefined ? '' : verifiedText(row);
  }

  newest(graph: Iri): number | undefined {
    return this.rows.get(graph)?.position ?? undefined;
  }

  /** Whether one of the commits changes one of them. */
  isChangedBy(commits: readonly Pick<PendingCommit, 'changes'>[]): boolean {
    return commits.some(({ changes }) => changes.some(({ graph }) => this.rows.has(graph)));
  }
}
