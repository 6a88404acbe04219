/** All graphs of a database, sorted by name, page by page. */
import type { CheckedGraph } from '../record.js';
import type { Sql, SqlTransaction } from './sql.js';
import { type GraphRow, verifiedText } from './graph-loader.js';

/** The number of graphs read at a time. */
const PAGE_GRAPHS = 500;

/** Runs statements in one transaction, or separately, so that commits may happen between two pages. */
export type Run = <Result>(work: (sql: Sql | SqlTransaction) => Promise<Result>) => Promise<Result>;

export async function* graphPages(run: Run): AsyncGenerator<readonly GraphRow[], void, undefined> {
  for (let after = ''; ;) {
    const start = after;
    const rows = await run(
      async (sql) => sql<GraphRow[]>`
        SELECT name, text, checksum FROM cargograph_graphs WHERE name > ${start} ORDER BY name LIMIT ${PAGE_GRAPHS}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.name;
    yield rows;
  }
}

export async function* checkedGraphs(run: Run): AsyncGenerator<CheckedGraph, void, undefined> {
  for await (const rows of graphPages(run)) for (const row of rows) yield { graph: row.name, text: verifiedText(row) };
}
