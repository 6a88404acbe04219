/**
 * The commits that are kept after they have come into the trees, for increments of backups (`COMMIT_LOG_KEEP_MB`): a folder
 * of segments. A commit is kept before its place in the log is given to others. Nothing waits for room: if commits cannot
 * be kept, all segments go, and the next backup must be a full one.
 */
import { constants } from 'node:fs';
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { codeOf } from '../../../errors.js';
import { syncFolder } from '../../folder/file-checks.js';
import { makeFolder } from '../../folder/folders.js';
import type { CommitRange, Span } from './commit-range.js';
import { archiveName, listArchived, type LogDescription, segmentHeader, writeSegment } from './segments.js';

const FOLDER = 'kept-commits';

/** The folder of segments in that of a store. */
export const archiveFolder = (folder: string): string => join(folder, FOLDER);

/** Removes all kept commits. @throws the errors of the file system. */
export async function dropArchived(folder: string): Promise<void> {
  const path = archiveFolder(folder);
  // One by one: of a link to a folder on another disk only the link would go, not what was erased.
  for (const { name } of await listArchived(path)) await rm(join(path, name), { force: true });
  await rm(path, { recursive: true, force: true });
  await syncFolder(folder);
}

/** Adds to a file that is there: without its beginning a segment is none. */
const ADD = constants.O_WRONLY | constants.O_APPEND;

/** Where another segment begins: the limit of all is kept by removing whole ones. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
/** The least number of segments within the limit. */
const SEGMENTS = 8;

export interface LogArchiveOptions {
  /** The folder of the store. */
  readonly folder: string;
  /** The largest size of all segments; undefined for none. */
  readonly maxBytes?: number | undefined;
  readonly log?: Partial<Pick<Logger, 'warn'>> | undefined;
}

/** The segment that grows. */
interface Growing {
  readonly path: string;
  readonly about: string;
  last: number;
  bytes: number;
}

export class LogArchive {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #segmentBytes: number;
  #growing: Growing | undefined;
  /** The last commit that was kept, or given up. */
  #until = 0;

  constructor(private readonly options: LogArchiveOptions) {
    this.#path = archiveFolder(options.folder);
    this.#maxBytes = options.maxBytes ?? Infinity;
    this.#segmentBytes = Math.min(SEGMENT_BYTES, this.#maxBytes / SEGMENTS);
  }

  /**
   * Keeps commits that are about to come into the trees, once. What was kept before an erasure goes (P27).
   *
   * @throws no error of the file system: the commits are not kept then, nor are those before them.
   */
  async keep(range: CommitRange, about: LogDescription): Promise<void> {
    if (range.until <= this.#until) return;
    const { span } = range;
    try {
      if (range.hasErasure) await this.drop();
      if (span !== undefined) await this.#add(await framesIn(range), span, about);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // Those before are of no use without them, and take room.
      await this.giveUp(error);
    }
    this.#until = range.until;
  }

  /** Removes all segments, for the sake of the disk. Never rejects. @param error that is the reason. */
  async giveUp(error: unknown): Promise<void> {
    const text = 'commits could not be kept for increments of backups: the next backup must be a full one';
    this.options.log?.warn?.({ err: error }, text);
    await this.drop().catch(() => undefined);
  }

  /** Whether there are segments. */
  async hasAny(): Promise<boolean> {
    return (await listArchived(this.#path)).length > 0;
  }

  /** After a purge nothing is left of what was erased (P39). @throws the errors of the file system. */
  async drop(): Promise<void> {
    this.#growing = undefined;
    await dropArchived(this.options.folder);
  }

  async #add(frames: Buffer, span: Span, about: LogDescription): Promise<void> {
    const key = JSON.stringify(about);
    const growing = this.#growing;
    this.#growing = undefined;
    const isContinued = growing?.about === key && growing.last + 1 === span.first;
    if (growing === undefined || !isContinued || growing.bytes >= this.#segmentBytes) {
      this.#growing = await this.#begin(frames, span, about, key);
      return;
    }
    await appendFile(growing.path, frames, { flag: ADD, flush: true });
    this.#growing = { ...growing, last: span.last, bytes: growing.bytes + frames.length };
  }

  async #begin(frames: Buffer, { first, last, before }: Span, about: LogDescription, key: string): Promise<Growing> {
    const { folder } = this.options;
    await makeFolder(this.#path, 0o700);
    await syncFolder(folder);
    await this.#limit();
    const path = join(this.#path, archiveName(first));
    const bytes = writeSegment({ header: segmentHeader({ first, before, ...about }), frames });
    await writeFile(path, bytes, { mode: 0o600, flush: true });
    await syncFolder(this.#path);
    return { path, about: key, last, bytes: bytes.length };
  }

  /** Removes the oldest segments, so that another one has room. */
  async #limit(): Promise<void> {
    if (this.#maxBytes === Infinity) return;
    let sum = this.#segmentBytes;
    for (const { name } of (await listArchived(this.#path)).reverse()) {
      const path = join(this.#path, name);
      sum += (await stat(path)).size;
      if (sum > this.#maxBytes) await rm(path, { force: true });
    }
  }
}

async function framesIn({ parts }: CommitRange): Promise<Buffer> {
  const frames = parts.map(async ({ file, begin, end }) => (await readFile(file)).subarray(begin, end));
  return Buffer.concat(await Promise.all(frames));
}
