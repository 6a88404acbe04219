/** An empty database that an import fills. */
import { isIri } from '../../rdf/terms.js';
import type { GraphChange } from '../record.js';
import { StoreError } from '../store-error.js';
import type { GraphText } from '../store.js';
import type { Database } from './database.js';
import { checkedGraphs } from './graph-pages.js';
import { writeGuarded } from './guarded-batch.js';
import { TABLE_NAMES } from './schema.js';

export interface DatabaseImport {
  write(changes: readonly GraphChange[]): Promise<void>;
  graphs(): AsyncIterable<GraphText>;
  /** Makes it a store; a node makes the indexes when it opens it. */
  finish(): Promise<void>;
  /** Removes the imported data. */
  abandon(): Promise<void>;
}

/** @throws StoreError for a database that is not empty. */
export async function openImportTarget(database: Database, feedLength: number): Promise<DatabaseImport> {
  await database.run(async (sql) => {
    const [row] = await sql<{ sequence: number }[]>`SELECT sequence FROM cargograph_position WHERE id = 1`;
    if (row?.sequence !== 0)
      throw new StoreError(`store ${database.name} is not empty: set STORE_URL to an empty database`);
    await sql`INSERT INTO cargograph_meta (key, value) VALUES ('importing', 'true')`;
  });
  let commits = 0;
  return {
    async write(changes) {
      const readUpTo = commits;
      commits += 1;
      const commit = { changes, lockKeys: [], since: readUpTo };
      const options = {
        batch: `import ${commits}`,
        generation: undefined,
        last: undefined,
        readUpTo,
        feedLength,
        trims: true,
        notify: undefined,
      };
      const written = await database.transactionTogether((sql) => writeGuarded(sql, [commit], options), {
        isLong: true,
      });
      if (written === undefined) throw new StoreError(`store ${database.name} is being written by another process`);
    },
    async *graphs() {
      for await (const { graph, text } of checkedGraphs((work) => database.run(work))) {
        if (text === undefined || !isIri(graph)) throw new StoreError(`graph <${graph}> was not stored as it was sent`);
        yield { graph, text };
      }
    },
    async finish() {
      await database.run(async (sql) => sql`DELETE FROM cargograph_meta WHERE key = 'importing'`);
    },
    async abandon() {
      await database.run(async (sql) => {
        for (const table of TABLE_NAMES) await sql.unsafe(`DROP TABLE IF EXISTS ${table}`);
      });
    },
  };
}
