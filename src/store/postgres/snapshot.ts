/** A consistent snapshot of a database, for commands that run beside nodes. */
import type { CheckedGraph, RecordSize } from '../record.js';
import type { Database } from './database.js';
import type { SqlTransaction } from './sql.js';
import type { GraphRow } from './graph-loader.js';
import { checkedGraphs, graphPages, type Run } from './graph-pages.js';

export interface DatabaseSnapshot {
  readonly sql: SqlTransaction;
  readonly sequence: number;
  readonly size: RecordSize;
  /** The graphs with their rows, sorted by name, page by page. */
  pages(): AsyncIterable<readonly GraphRow[]>;
  graphs(): AsyncIterable<CheckedGraph>;
}

/** Reads in one transaction of its own: commits of nodes are not held up, and not seen. */
export function readSnapshot<Result>(
  database: Database,
  read: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  return database.transaction(
    async (sql) => {
      await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`;
      const [position] = await sql<{ sequence: number; graphs: number; statements: number }[]>`
        SELECT sequence, graphs, statements FROM cargograph_position WHERE id = 1`;
      const { sequence = 0, graphs = 0, statements = 0 } = position ?? {};
      const run: Run = (work) => work(sql);
      const size = { graphs, statements };
      return read({ sql, sequence, size, pages: () => graphPages(run), graphs: () => checkedGraphs(run) });
    },
    { isLong: true },
  );
}
