/** A PostgreSQL database in which a store has made one commit, as the tests of what writes the next ones find it. */
import postgres from 'postgres';
import { openStore } from '../../../src/store/open-store.js';
import { Database } from '../../../src/store/postgres/database.js';
import { base, object, silent, statement } from '../../store/support/open.js';

export interface DatabaseOfOneCommit {
  readonly sql: postgres.Sql;
  readonly database: Database;
  /** What a batch expects that follows the commit. */
  readonly expected: {
    readonly generation: string | undefined;
    readonly last: { readonly sequence: number; readonly batch: string };
    readonly notify: undefined;
  };
  /** All that commits write. */
  readonly content: () => Promise<unknown>;
}

const TABLES = ['position', 'feed', 'graphs', 'lock_slots', 'lookups', 'counts'];

/** @param url of an empty database. The commit is of the graph `piece`. */
export async function withOneCommit(url: string, use: (opened: DatabaseOfOneCommit) => Promise<void>): Promise<void> {
  const piece = object('piece');
  const store = await openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: [] });
  await store.transact([piece], (tx) => tx.replace(piece, [statement('piece', 'goodsDescription', 'first')]));
  await store.close();
  const sql = postgres(url, { onnotice: () => undefined });
  const database = new Database({ url, log: silent });
  try {
    const [last] = await sql<{ batch: string }[]>`SELECT batch FROM cargograph_feed WHERE sequence = 1`;
    const [stored] = await sql<{ value: string }[]>`SELECT value FROM cargograph_meta WHERE key = 'generation'`;
    await use({
      sql,
      database,
      expected: {
        generation: stored?.value,
        last: { sequence: 1, batch: last?.batch ?? '' },
        notify: undefined,
      },
      content: () => Promise.all(TABLES.map((table) => sql.unsafe(`SELECT * FROM cargograph_${table} ORDER BY 1, 2`))),
    });
  } finally {
    await database.close();
    await sql.end();
  }
}
