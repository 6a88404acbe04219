/** How a store's file is opened, for writing by the node and for reading by its threads: a part of the format. */
import { type Database, open, type RootDatabase, type RootDatabaseOptions } from 'lmdb';
import type { CommitTime } from '../commit-time.js';
import type { RecordSize } from '../record.js';
import { Frames } from './log/frames.js';
import { ShortNames } from './names.js';

/** The format of the files that this program reads and writes, as all versions since 0.2.0. */
export const FORMAT = '3';

/**
 * The format of a file while commits may be in the log beside it, and of one with entries in the log of proofs (P51): an
 * earlier release, which does not read the one and would not write the other, refuses the file. After an orderly stop one
 * without entries has `FORMAT` again.
 */
const LOGGED_FORMAT = '4';

export const isReadable = (format: string | undefined): boolean => format === FORMAT || format === LOGGED_FORMAT;

/** Formats before 0.2.0: files of another LMDB version, whose free list this one does not understand. */
const EARLIER = new Set(['1', '2']);

/** Shorter values are not compressed. */
const COMPRESSED_FROM_BYTES = 100;

/** The metadata of a file: format, base, compression dictionary, size, last commit time, versions of its indexes. */
export type Meta = Database<string, string>;

/** The databases of a file of the current format. */
export interface Databases {
  readonly meta: Meta;
  /** The checked texts of the graphs, compressed, by short names. */
  readonly graphs: Database<string, string>;
  /** The graphs that each commit changed, as lines of short names, by sequence. */
  readonly commits: Database<string, number>;
  /** The log of proofs: by position, a leaf hash in base64, and the record. */
  readonly logEntries: Database<string, number>;
  /** By short name, the position of the newest entry of a graph, and what is left of its salts. */
  readonly logGraphs: Database<string, string>;
  /** Checkpoints, hashes of subtrees, epochs. */
  readonly logValues: Database<string, string>;
  readonly names: ShortNames;
}

/** Opens a file. */
export function openRoot(file: string, options: Pick<RootDatabaseOptions, 'readOnly'> = {}): RootDatabase {
  // Without overlappingSync a transaction's promise resolves when the file is flushed. Without eventTurnBatching a
  // failed flush rejects that promise only; with it, LMDB's own promise rejects as well, which cannot be caught.
  return open({
    path: file,
    noSubdir: true,
    overlappingSync: false,
    eventTurnBatching: false,
    encoding: 'string',
    maxDbs: 16,
    ...options,
  });
}

export const openMeta = (root: RootDatabase): Meta => root.openDB({ name: 'meta', encoding: 'string' });

/**
 * Reads the format of a file without writing to it.
 *
 * @returns the error for another format than this program's; undefined for its own.
 */
export async function formatProblem(file: string): Promise<string | undefined> {
  const root = openRoot(file, { readOnly: true });
  try {
    const format = openMeta(root).get('format');
    if (format === undefined)
      return 'is damaged (it has no format): restore the folder from a backup, or move it away to start with an empty store';
    if (isReadable(format)) return undefined;
    const advice = EARLIER.has(format)
      ? 'export it with the version that wrote it, and import that into an empty store'
      : 'use the version that wrote it';
    return `has format ${format} and this program reads ${FORMAT}: ${advice}`;
  } finally {
    await root.close();
  }
}

/** The name of the log beside a file; undefined if it has none. */
export function logNameIn(meta: Meta): string | undefined {
  return meta.get('format') === LOGGED_FORMAT ? meta.get('log') : undefined;
}

/**
 * To be called in a write transaction.
 *
 * @param name of the log beside the file; undefined if it has none.
 * @param hasEntries whether the log of proofs has.
 */
export function putLogName(meta: Meta, name: string | undefined, hasEntries: boolean): void {
  void meta.put('format', name === undefined && !hasEntries ? FORMAT : LOGGED_FORMAT);
  if (name === undefined) void meta.remove('log');
  else void meta.put('log', name);
}

/**
 * The name of the history whose commits are kept for increments of backups; undefined if they are not kept. A sequence
 * names a commit within one history only: a restored store begins another one.
 */
export const historyIn = (meta: Meta): string | undefined => meta.get('history');

/** To be called in a write transaction. @param history undefined if its commits are not kept any more. */
export function putHistory(meta: Meta, history: string | undefined): void {
  if (history === undefined) void meta.remove('history');
  else void meta.put('history', history);
}

/** How the batches in a log are written: as the texts of graphs, with the dictionary of the file. */
export const framesOf = (meta: Meta, name: string): Frames =>
  new Frames(name, Buffer.from(meta.get('dictionary') ?? ''));

/** The sequence of the last commit in a file; 0 without any. */
export function lastSequence({ commits }: Pick<Databases, 'commits'>): number {
  for (const sequence of commits.getKeys({ reverse: true, limit: 1 })) return sequence;
  return 0;
}

/** The number of graphs and statements in a file; undefined before its indexes are built for the first time. */
export function sizeIn(meta: Meta): RecordSize | undefined {
  const statements = meta.get('statements');
  if (statements === undefined) return undefined;
  return { graphs: Number(meta.get('graphs') ?? 0), statements: Number(statements) };
}

/** To be called in a write transaction. */
export function putSize(meta: Meta, { graphs, statements }: RecordSize): void {
  void meta.put('graphs', String(graphs));
  void meta.put('statements', String(statements));
}

/** The time of the last commit (W54); 0 before the first one, and in a file of an earlier release. */
export const timeIn = (meta: Meta): CommitTime => Number(meta.get('time') ?? 0);

/** To be called in a write transaction. @param sequence of the last commit, whose time it is. */
export function putTime(meta: Meta, time: CommitTime, sequence: number): void {
  void meta.put('time', String(time));
  void meta.put('timed', String(sequence));
}

/** The last commit with a time: after it, an earlier release has written. Undefined if no commit has one. */
export function lastTimed(meta: Meta): number | undefined {
  const timed = meta.get('timed');
  return timed === undefined ? undefined : Number(timed);
}

/** Opens the databases of a file in the current format, even one that is being filled: its base is known. */
export function openDatabases(root: RootDatabase, meta: Meta = openMeta(root)): Databases {
  const compression = { dictionary: Buffer.from(meta.get('dictionary') ?? ''), threshold: COMPRESSED_FROM_BYTES };
  return {
    meta,
    graphs: root.openDB({ name: 'graphs-3', encoding: 'string', compression }),
    commits: root.openDB({ name: 'commits-3', encoding: 'string', compression }),
    logEntries: root.openDB({ name: 'log-entries', encoding: 'string', compression }),
    logGraphs: root.openDB({ name: 'log-graphs', encoding: 'string' }),
    logValues: root.openDB({ name: 'log-values', encoding: 'string' }),
    names: new ShortNames(meta.get('base') ?? ''),
  };
}
