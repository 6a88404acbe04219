/** The log of proofs in a database. A batch appends to it in its own statement. */
import { toBase64 } from '../../proofs/format/encoding.js';
import { sealEntries } from '../../proofs/sealing.js';
import type { Iri } from '../../rdf/terms.js';
import type { LogEntry, LogValue, LogValueRange, NewestEntry, ProofLogReader } from '../proof-log.js';
import type { PendingCommit } from '../record.js';
import { draftsWithTexts, type StoredState } from '../sealed-commit.js';
import type { Database } from './database.js';
import { type GraphRow, verifiedText } from './graph-loader.js';

/** What a batch does to the log; the positions of its entries are counted from 0. */
export interface LogRows {
  readonly entries: readonly { readonly position: number; readonly record: string; readonly leaf: string }[];
  /** The newest entry of each graph with one. */
  readonly newest: readonly { readonly name: string; readonly position: number; readonly salts: string }[];
  /** The salts that are left of entries before the batch. */
  readonly salts: readonly { readonly name: string; readonly salts: string }[];
  readonly values: readonly LogValue[];
}

/** The rows of a batch: a graph has one row, the last. @param state as it is before the batch. */
export function logRows(commits: readonly Pick<PendingCommit, 'changes' | 'log'>[], state: StoredState): LogRows {
  const drafts = commits.map((commit) => draftsWithTexts(commit, state));
  const sealed = sealEntries(drafts.flat());
  const newest = new Map<Iri, LogRows['newest'][number]>();
  const salts = new Map<Iri, LogRows['salts'][number]>();
  const values = new Map<string, LogValue>();
  let position = 0;
  for (const [index, { log }] of commits.entries()) {
    if (log === undefined) continue;
    for (const { graph, salts: left } of log.salts) {
      const present = newest.get(graph);
      if (present === undefined) salts.set(graph, { name: graph, salts: toBase64(left) });
      else newest.set(graph, { ...present, salts: toBase64(left) });
    }
    for (const { graph, seed } of sealed.slice(position, position + (drafts[index]?.length ?? 0))) {
      newest.set(graph, { name: graph, position, salts: toBase64(seed) });
      salts.delete(graph);
      position += 1;
    }
    for (const value of log.values) values.set(value.key, value);
  }
  return {
    entries: sealed.map(({ record, leaf }, index) => ({ position: index, record, leaf: toBase64(leaf) })),
    newest: [...newest.values()],
    salts: [...salts.values()],
    values: [...values.values()],
  };
}

export interface EntryRow {
  readonly position: number;
  readonly record: string;
  readonly leaf: string;
}

export const readEntry = ({ position, record, leaf }: EntryRow): LogEntry => ({
  position,
  record,
  leaf: Buffer.from(leaf, 'base64'),
});

export class PostgresLog implements ProofLogReader {
  constructor(private readonly database: Pick<Database, 'read'>) {}

  async size(): Promise<number> {
    const [row] = await this.database.read(
      async (sql) => sql<{ entries: number }[]>`SELECT entries FROM cargograph_position WHERE id = 1`,
    );
    return row?.entries ?? 0;
  }

  async entries(from: number, until: number): Promise<LogEntry[]> {
    const rows = await this.database.read(
      async (sql) => sql<EntryRow[]>`
        SELECT position, record, leaf FROM cargograph_log
        WHERE position >= ${from}::bigint AND position < ${until}::bigint ORDER BY position`,
    );
    return rows.map(readEntry);
  }

  async newest(graph: Iri, parts: readonly Iri[]): Promise<NewestEntry | undefined> {
    // One statement sees one state of the database.
    const rows = await this.database.read(
      async (sql) => sql<
        (EntryRow & { readonly salts: string } & { readonly [Key in keyof GraphRow]: string | null })[]
      >`
        SELECT l.position, l.record, l.leaf, n.salts, g.name, g.text, g.checksum
        FROM cargograph_log_newest n
        JOIN cargograph_log l ON l.position = n.position
        LEFT JOIN cargograph_graphs g
          ON g.name IN (SELECT value FROM json_array_elements_text(${JSON.stringify(parts)}::text::json))
        WHERE n.name = ${graph}`,
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const texts = new Map<string, string | undefined>();
    for (const { name, text, checksum } of rows)
      if (name !== null && text !== null && checksum !== null) texts.set(name, verifiedText({ name, text, checksum }));
    return {
      ...readEntry(first),
      salts: Buffer.from(first.salts, 'base64'),
      texts: parts.map((part) => (texts.has(part) ? texts.get(part) : '')),
    };
  }

  async positions(graphs: readonly Iri[]): Promise<(number | undefined)[]> {
    const rows = await this.database.read(
      async (sql) => sql<{ name: string; position: number }[]>`
        SELECT name, position FROM cargograph_log_newest
        WHERE name IN (SELECT value FROM json_array_elements_text(${JSON.stringify(graphs)}::text::json))`,
    );
    const found = new Map(rows.map(({ name, position }) => [name, position]));
    return graphs.map((graph) => found.get(graph));
  }

  async value(key: string): Promise<string | undefined> {
    const [row] = await this.database.read(
      async (sql) => sql<{ value: string }[]>`SELECT value FROM cargograph_log_values WHERE key = ${key}`,
    );
    return row?.value;
  }

  values({ prefix, reverse = false, limit }: LogValueRange): Promise<LogValue[]> {
    return this.database.read(async (sql) => {
      const rows = await sql<{ key: string; value: string }[]>`
        SELECT key, value FROM cargograph_log_values
        WHERE key >= ${prefix} AND key < ${`${prefix}\u{10ffff}`}
        ${reverse ? sql`ORDER BY key DESC` : sql`ORDER BY key`}
        ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`;
      return [...rows];
    });
  }
}
