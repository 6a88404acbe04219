/** A record in PostgreSQL, which several nodes share. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Iri, isIri } from '../../rdf/terms.js';
import { keyPart } from '../key-part.js';
import type { Lookup, LookupEntry, LookupPage } from '../lookup.js';
import type {
  CheckedGraph,
  FeedEntry,
  FeedPage,
  GraphRecord,
  PendingCommit,
  RecordSize,
  SharedRecord,
  WriteResult,
} from '../record.js';
import { BatchWriter } from './batch-writer.js';
import { CHANNEL, type Position } from './commit-batch.js';
import type { Database } from './database.js';
import { incompleteTables } from './database-errors.js';
import { feedEntry, type FeedRow } from './feed-rows.js';
import { GraphLoader } from './graph-loader.js';
import { checkedGraphs } from './graph-pages.js';
import { entryPages } from './entry-pages.js';
import { PostgresLog } from './postgres-log.js';
import { PostgresLeases } from './postgres-leases.js';
import { Presence } from './presence.js';
import { CommitHistory } from './commit-history.js';
import { purgeDatabase } from './purge.js';

export interface PostgresRecordOptions {
  readonly feedLength: number;
  /** The generation of this release: commits of another one are rejected. */
  readonly generation: string;
  readonly log: Logger;
}

/** The interval of checks for commits of other nodes without a notification. */
const POLL_MS = 1_000;
/** The time for which notifications are collected: requests read commits of other nodes anyway. */
const HINT_MS = 20;
/** The time in which every process reads the feed. */
const FEED_READ_MS = 2_000;
/** The number of commits in one transaction of the database. */
const MAX_BATCH = 64;

/** The position of the record, with its entry of the feed, if there is one. */
interface PageRow extends Omit<Position, 'sequence'> {
  readonly last: number;
  readonly sequence: number | null;
  readonly batch: string | null;
  readonly changes: string | null;
}

/** The position when the record is opened. */
interface PositionRow extends Position {
  /** The batch of the last commit; null without one. */
  readonly batch: string | null;
  /** Whether the database has notifications. */
  readonly notifies: boolean;
}

export class PostgresRecord implements GraphRecord {
  /** The id of this process, among those that use the database. */
  readonly id = randomUUID();
  readonly #presence: Presence;
  readonly file = undefined;
  readonly diskUsage = undefined;
  readonly maxBatch = MAX_BATCH;
  readonly shared: SharedRecord;
  readonly log: PostgresLog;

  readonly #loader: GraphLoader;
  readonly #hintListeners = new Set<() => void>();
  readonly #poll: NodeJS.Timeout;
  /** The batches of the commits that were read or written last, by sequence. */
  readonly #history: CommitHistory;
  readonly #writer: BatchWriter;
  #hint: NodeJS.Timeout | undefined;
  #size: RecordSize;
  #sequence: number;

  private constructor(
    private readonly database: Database,
    options: PostgresRecordOptions,
    { sequence, batch, graphs, statements, notifies }: PositionRow,
  ) {
    this.#sequence = sequence;
    this.#size = { graphs, statements };
    this.#loader = new GraphLoader(database);
    this.log = new PostgresLog(database);
    const presence = new Presence(database, { id: this.id, generation: options.generation }, options.log);
    this.#presence = presence;
    const history = new CommitHistory(sequence);
    if (batch !== null) history.add(sequence, batch);
    this.#history = history;
    const notify = (): string | undefined => (notifies && presence.others > 0 ? this.id : undefined);
    this.#writer = new BatchWriter(database, { ...options, id: this.id, history, notify });
    this.shared = {
      feed: (after, limit) => this.#feed(after, limit),
      onHint: (listener) => {
        this.#hintListeners.add(listener);
      },
      leases: new PostgresLeases(database, this.id, options.log),
      restart: () => {
        history.restart(this.#sequence);
      },
      value: (name, make) => this.#value(name, make),
      get otherProcesses() {
        return presence.others;
      },
      get connections() {
        return database.counts;
      },
    };
    const hint = (): void => {
      this.#hint = undefined;
      for (const listener of this.#hintListeners) listener();
    };
    const notified = (payload?: string): void => {
      // Its own commits it publishes itself.
      if (payload !== this.id) this.#hint ??= setTimeout(hint, HINT_MS).unref();
    };
    this.#poll = setInterval(hint, POLL_MS).unref();
    if (notifies) void database.listen(CHANNEL, notified);
  }

  /** Opens the record in a database whose schema is prepared. */
  static async open(database: Database, options: PostgresRecordOptions): Promise<PostgresRecord> {
    const [row] = await database.run(
      async (sql) => sql<PositionRow[]>`
        SELECT p.sequence, p.graphs, p.statements, f.batch,
          EXISTS (SELECT 1 FROM pg_proc WHERE proname = 'pg_notify') AS notifies
        FROM cargograph_position p LEFT JOIN cargograph_feed f ON f.sequence = p.sequence WHERE p.id = 1`,
    );
    if (row === undefined) throw incompleteTables();
    const record = new PostgresRecord(database, options, row);
    await record.#presence.report();
    return record;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get size(): RecordSize {
    return this.#size;
  }

  get problem(): string | undefined {
    return this.database.problem === undefined ? undefined : 'the database cannot be used';
  }

  text(graph: Iri): Promise<string> {
    return this.#loader.text(graph);
  }

  async lookup(
    { name }: Lookup,
    partition: string,
    { limit, offset = 0, after, reverse = false, from, until }: LookupPage = {},
  ): Promise<LookupEntry[]> {
    const rows = await this.database.read(async (sql) => {
      const { order = 0, value = '' } = after ?? {};
      const edge = reverse
        ? sql`AND (place, value) < (${order}::double precision, ${value}::text)`
        : sql`AND (place, value) > (${order}::double precision, ${value}::text)`;
      return sql<{ place: number; value: string }[]>`
        SELECT place, value FROM cargograph_lookups
        WHERE lookup = ${name} AND part = ${keyPart(partition)}
        ${after === undefined ? sql`` : edge}
        ${from === undefined ? sql`` : sql`AND place >= ${from}::double precision`}
        ${until === undefined ? sql`` : sql`AND place <= ${until}::double precision`}
        ${reverse ? sql`ORDER BY place DESC, value DESC` : sql`ORDER BY place, value`}
        ${limit === undefined || !Number.isFinite(limit) ? sql`` : sql`LIMIT ${limit}`}
        ${offset === 0 ? sql`` : sql`OFFSET ${offset}`}`;
    });
    return rows.flatMap(({ place, value }) => (isIri(value) ? [{ partition, order: place, value }] : []));
  }

  async count({ name }: Lookup, partition: string): Promise<number> {
    const [row] = await this.database.read(
      async (sql) => sql<{ entries: number }[]>`
        SELECT entries FROM cargograph_counts WHERE lookup = ${name} AND part = ${keyPart(partition)}`,
    );
    return row?.entries ?? 0;
  }

  graphNames(after: string, limit: number): Promise<string[]> {
    return this.database.read(async (sql) => {
      const rows = await sql<{ name: string }[]>`
        SELECT name FROM cargograph_graphs WHERE name > ${after} ORDER BY name LIMIT ${limit}`;
      return rows.map(({ name }) => name);
    });
  }

  checkedGraphs(): AsyncIterable<CheckedGraph> {
    return checkedGraphs((work) => this.database.read(work));
  }

  entries(lookup: string): AsyncIterable<LookupEntry> {
    return entryPages((work) => this.database.read(work), lookup);
  }

  async write(commits: readonly PendingCommit[]): Promise<WriteResult> {
    const written = await this.#writer.write(commits, this.#sequence);
    if (written === undefined) return { kind: 'conflict' };
    const { first, position, time, foreign } = written;
    if (position !== undefined) this.#moveTo(position);
    return { kind: 'written', first, time, others: this.#entriesOf(foreign) };
  }

  /** The rows are gone for every reader then; files, standbys and archives are the operator's (P40). */
  async purge(signal?: AbortSignal): Promise<void> {
    const until = this.#sequence;
    // Other processes poll, or are notified: they have read these commits then.
    await sleep(FEED_READ_MS, undefined, { ref: false });
    await purgeDatabase(this.database, until, signal);
  }

  hasSpace(): Promise<boolean> {
    return this.database.run(async (sql) => {
      await sql`SELECT 1`;
      return true;
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    clearTimeout(this.#hint);
    this.#hintListeners.clear();
    await this.#presence.leave();
    await this.database.close();
  }

  #moveTo({ sequence, graphs, statements }: Position): void {
    this.#sequence = sequence;
    this.#size = { graphs, statements };
  }

  /** The foreign commits of a batch. */
  #entriesOf(rows: readonly FeedRow[]): FeedEntry[] {
    const entries: FeedEntry[] = [];
    for (const { sequence, batch, changes } of rows) {
      // Another commit than the one seen: reading the feed finds the cause.
      if (!this.#history.fits(sequence, batch)) break;
      this.#history.add(sequence, batch);
      entries.push(feedEntry(sequence, changes, batch.startsWith(this.id)));
    }
    return entries;
  }

  async #value(name: string, make: () => Promise<string>): Promise<string> {
    const key = `value ${name}`;
    const read = (): Promise<string | undefined> =>
      this.database.read(async (sql) => {
        const [row] = await sql<{ value: string }[]>`SELECT value FROM cargograph_meta WHERE key = ${key}`;
        return row?.value;
      });
    const stored = await read();
    if (stored !== undefined) return stored;
    const made = await make();
    await this.database.run(
      async (sql) => sql`
        INSERT INTO cargograph_meta (key, value) VALUES (${key}, ${made}) ON CONFLICT (key) DO NOTHING`,
    );
    return (await read()) ?? made;
  }

  async #feed(after: number, limit: number): Promise<FeedPage> {
    const rows = await this.database.read(
      async (sql) => sql<PageRow[]>`
        SELECT p.sequence AS last, p.graphs, p.statements, f.sequence, f.batch, f.changes
        FROM cargograph_position p LEFT JOIN cargograph_feed f ON f.sequence >= ${after} AND f.sequence <= p.sequence
        WHERE p.id = 1 ORDER BY f.sequence LIMIT ${limit + 1}`,
    );
    const [first] = rows;
    if (first === undefined) throw incompleteTables();
    const { last: sequence, graphs, statements } = first;
    this.#moveTo({ sequence, graphs, statements });
    const entries: FeedEntry[] = [];
    for (const { sequence, batch, changes } of rows) {
      if (sequence === null || changes === null || batch === null) continue;
      // Another commit than the one seen under this sequence: the database was restored, or a replica without the last
      // commits has become the primary.
      if (!this.#history.fits(sequence, batch)) return { kind: 'gap', latest: first.last };
      this.#history.add(sequence, batch);
      if (sequence === after) continue;
      const isLocal = batch.startsWith(this.id);
      if (!isLocal) this.#history.addForeign(sequence);
      entries.push(feedEntry(sequence, changes, isLocal));
    }
    entries.splice(limit);
    const isWhole = first.last <= after || entries[0]?.sequence === after + 1;
    // A position that is lower than before has the same reasons.
    return isWhole && first.last >= after ? { kind: 'entries', entries } : { kind: 'gap', latest: first.last };
  }
}
