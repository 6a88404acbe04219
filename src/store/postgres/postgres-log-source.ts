/** The log of proofs of a database for its verification (P46): one snapshot, beside running nodes. */
import { type Iri, isIri } from '../../rdf/terms.js';
import { keyPart } from '../key-part.js';
import type { LogSource, NewestPlace } from '../log-source.js';
import type { Lookup } from '../lookup.js';
import type { LogEntry, LogValue } from '../proof-log.js';
import { type GraphRow, verifiedText } from './graph-loader.js';
import { type EntryRow, readEntry } from './postgres-log.js';
import type { DatabaseSnapshot } from './snapshot.js';
import type { SqlTransaction } from './sql.js';

/** Rows of one page. */
const PAGE = 1_000;
/** Sorts after everything that continues a prefix. */
const LAST = '\u{10ffff}';

export class PostgresLogSource implements LogSource {
  private constructor(
    private readonly sql: SqlTransaction,
    readonly counted: number,
  ) {}

  static async of({ sql }: Pick<DatabaseSnapshot, 'sql'>): Promise<PostgresLogSource> {
    const [row] = await sql<{ entries: number }[]>`SELECT entries FROM cargograph_position WHERE id = 1`;
    return new PostgresLogSource(sql, row?.entries ?? 0);
  }

  async entries(from: number): Promise<LogEntry[]> {
    const rows = await this.sql<EntryRow[]>`
      SELECT position, record, leaf FROM cargograph_log
      WHERE position >= ${from}::bigint ORDER BY position LIMIT ${PAGE}`;
    return rows.map(readEntry);
  }

  async newest(graphs: readonly string[]): Promise<(NewestPlace | undefined)[]> {
    if (graphs.length === 0) return [];
    const rows = await this.sql<{ name: string; position: number; salts: string }[]>`
      SELECT name, position, salts FROM cargograph_log_newest
      WHERE name IN (SELECT value FROM json_array_elements_text(${JSON.stringify(graphs)}::text::json))`;
    const found = new Map(
      rows.map(({ name, position, salts }) => [name, { position, salts: Buffer.from(salts, 'base64') }]),
    );
    return graphs.map((graph) => found.get(graph));
  }

  async logged(after = ''): Promise<{ graph: string; position: number }[]> {
    const rows = await this.sql<{ graph: string; position: number }[]>`
      SELECT name AS graph, position FROM cargograph_log_newest WHERE name > ${after} ORDER BY name LIMIT ${PAGE}`;
    return [...rows];
  }

  async texts(graphs: readonly string[]): Promise<(string | undefined)[]> {
    if (graphs.length === 0) return [];
    const rows = await this.sql<GraphRow[]>`
      SELECT name, text, checksum FROM cargograph_graphs
      WHERE name IN (SELECT value FROM json_array_elements_text(${JSON.stringify(graphs)}::text::json))`;
    const found = new Map(rows.map((row) => [row.name, verifiedText(row)]));
    return graphs.map((graph) => (found.has(graph) ? found.get(graph) : ''));
  }

  async graphs(after = ''): Promise<string[]> {
    const rows = await this.sql<{ name: string }[]>`
      SELECT name FROM cargograph_graphs WHERE name > ${after} ORDER BY name LIMIT ${PAGE}`;
    return rows.map(({ name }) => name);
  }

  async values(prefix: string, after: string | undefined): Promise<LogValue[]> {
    const rows = await this.sql<LogValue[]>`
      SELECT key, value FROM cargograph_log_values
      WHERE ${after === undefined ? this.sql`key >= ${prefix}` : this.sql`key > ${after}`} AND key < ${prefix + LAST}
      ORDER BY key LIMIT ${PAGE}`;
    return [...rows];
  }

  async valuesOf(keys: readonly string[]): Promise<(string | undefined)[]> {
    if (keys.length === 0) return [];
    const rows = await this.sql<LogValue[]>`
      SELECT key, value FROM cargograph_log_values
      WHERE key IN (SELECT value FROM json_array_elements_text(${JSON.stringify(keys)}::text::json))`;
    const found = new Map(rows.map(({ key, value }) => [key, value]));
    return keys.map((key) => found.get(key));
  }

  async lookup({ name }: Lookup, partition: string): Promise<Iri[]> {
    const rows = await this.sql<{ value: string }[]>`
      SELECT value FROM cargograph_lookups WHERE lookup = ${name} AND part = ${keyPart(partition)}`;
    return rows.map(({ value }) => value).filter(isIri);
  }
}
