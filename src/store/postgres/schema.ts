/**
 * The tables, and how they come to be: `cargograph_` before each name, so that the database may hold others. Only
 * statements that databases of the same protocol have, too: no functions, triggers, extensions or advisory locks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import { StoreError } from '../store-error.js';
import type { Database } from './database.js';
import type { Sql } from './sql.js';

/** The layout of the tables that this release reads and writes. */
export const FORMAT = 1;

/** The time for which a silent node may still be running: it reports three times within it. */
export const NODE_SECONDS = 15;

const MAX_ATTEMPTS = 20;
const WAIT_MS = 500;

const TABLES = [
  // The metadata of the database: format, base, versions of the lookups, and values that all nodes share.
  `CREATE TABLE IF NOT EXISTS cargograph_meta (
    key text PRIMARY KEY,
    value text NOT NULL)`,
  // One row: the lock of commits, their counters, the time of the last one (W54), and the size of the log of proofs.
  `CREATE TABLE IF NOT EXISTS cargograph_position (
    id int PRIMARY KEY,
    sequence bigint NOT NULL,
    graphs bigint NOT NULL,
    statements bigint NOT NULL,
    time bigint NOT NULL DEFAULT 0,
    entries bigint NOT NULL DEFAULT 0)`,
  `INSERT INTO cargograph_position (id, sequence, graphs, statements) VALUES (1, 0, 0, 0) ON CONFLICT (id) DO NOTHING`,
  `CREATE TABLE IF NOT EXISTS cargograph_graphs (
    name text COLLATE "C" PRIMARY KEY,
    text text NOT NULL,
    checksum text NOT NULL,
    sequence bigint NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS cargograph_lookups (
    lookup text COLLATE "C" NOT NULL,
    part text COLLATE "C" NOT NULL,
    place double precision NOT NULL,
    value text COLLATE "C" NOT NULL,
    PRIMARY KEY (lookup, part, place, value))`,
  `CREATE TABLE IF NOT EXISTS cargograph_counts (
    lookup text COLLATE "C" NOT NULL,
    part text COLLATE "C" NOT NULL,
    entries bigint NOT NULL,
    PRIMARY KEY (lookup, part))`,
  // The last commit under each lock key, by a hash of the key: constant size.
  `CREATE TABLE IF NOT EXISTS cargograph_lock_slots (
    slot int PRIMARY KEY,
    sequence bigint NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS cargograph_feed (
    sequence bigint PRIMARY KEY,
    batch text NOT NULL,
    changes text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS cargograph_leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    term bigint NOT NULL,
    beat bigint NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS cargograph_nodes (
    id text PRIMARY KEY,
    generation text NOT NULL,
    seen timestamptz NOT NULL)`,
];

/** The log of proofs: entries, the newest entry of each graph with its salts, and values such as checkpoints. */
const LOG_TABLES = [
  `CREATE TABLE IF NOT EXISTS cargograph_log (
    position bigint PRIMARY KEY,
    record text NOT NULL,
    leaf text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS cargograph_log_newest (
    name text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL,
    salts text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS cargograph_log_values (
    key text COLLATE "C" PRIMARY KEY,
    value text NOT NULL)`,
];

/** The tables, in the order of dropping. */
export const TABLE_NAMES = [
  'meta',
  'position',
  'graphs',
  'lookups',
  'counts',
  'lock_slots',
  'feed',
  'leases',
  'nodes',
  'log',
  'log_newest',
  'log_values',
].map((name) => `cargograph_${name}`);

/** Errors of nodes that create the tables at the same time: duplicates of names and keys, and serialization failures. */
const RACES = new Set(['42P07', '23505', '42710', '40001', '40P01', 'XX000']);

/**
 * Creates the tables of an empty database, and checks those of another. Several nodes may do this concurrently.
 *
 * @param base the base URL of the store's node; undefined for any.
 * @returns the base of the store.
 * @throws StoreError for a store of another format or base, and for an empty database without a base.
 */
export async function prepareSchema(database: Database, base: Iri | undefined, log: Logger): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.run((sql) => prepare(sql, base, database.name));
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      if (error instanceof StoreError || !RACES.has(String(codeOf(cause))) || attempt === MAX_ATTEMPTS) throw error;
      log.debug({ err: cause }, 'another node creates the tables of the store');
      await sleep(WAIT_MS * Math.random());
    }
  }
}

async function prepare(sql: Sql, base: Iri | undefined, name: string): Promise<string> {
  const about = (problem: string): StoreError => new StoreError(`store ${name} ${problem}`);
  const meta = await readMeta(sql);
  if (meta === undefined) {
    if (base === undefined) throw about('is empty');
    for (const statement of [...TABLES, ...LOG_TABLES]) await sql.unsafe(statement);
    await sql`INSERT INTO cargograph_meta ${sql([
      { key: 'format', value: String(FORMAT) },
      { key: 'base', value: base },
    ])} ON CONFLICT (key) DO NOTHING`;
    return prepare(sql, base, name);
  }
  await addColumns(sql);
  const format = meta.get('format') ?? 'unknown';
  if (format !== String(FORMAT))
    throw about(`has format ${format} and this program reads ${FORMAT}: use the release that wrote it, or a later one`);
  if (meta.has('importing'))
    throw about('holds an interrupted import: drop its tables, or import into another database');
  const madeFor = meta.get('base') ?? '';
  if (base !== undefined && madeFor !== base)
    throw about(`was made for BASE_URL=${madeFor}, not ${base}: set BASE_URL back, or STORE_URL to another database`);
  return madeFor;
}

/** Adds what earlier releases did not have to a database whose nodes may be running. */
async function addColumns(sql: Sql): Promise<void> {
  const present = await sql<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'cargograph_position'`;
  for (const name of ['time', 'entries'])
    // A column that is there already is not added: the statement would wait for all commits.
    if (!present.some((column) => column.name === name))
      await sql.unsafe(`ALTER TABLE cargograph_position ADD COLUMN IF NOT EXISTS ${name} bigint NOT NULL DEFAULT 0`);
  for (const statement of LOG_TABLES) await sql.unsafe(statement);
}

/** The metadata in the database; undefined for one without our tables, or with only some of them. */
async function readMeta(sql: Sql): Promise<Map<string, string> | undefined> {
  try {
    const rows = await sql<{ key: string; value: string }[]>`
      SELECT key, value FROM cargograph_meta WHERE key IN ('format', 'base', 'importing')`;
    return rows.length >= 2 ? new Map(rows.map(({ key, value }) => [key, value])) : undefined;
  } catch (error) {
    if (codeOf(error) === '42P01') return undefined;
    throw error;
  }
}
