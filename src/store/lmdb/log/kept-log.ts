/**
 * The commits that are kept after they have come into the trees, for increments of backups (`COMMIT_LOG_KEEP_MB`): a folder
 * of segments. A commit is kept before its place in the log is given to others. Nothing waits for room: if a segment cannot
 * be written, all of them go, and the next backup must be a full one.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { codeOf } from '../../../errors.js';
import { syncFolder } from '../../folder/file-checks.js';
import { makeFolder } from '../../folder/folders.js';
import type { CommitRange } from './commit-range.js';
import { limitSegments, saveSegment, type SegmentHeader, segmentName, writeSegment } from './segments.js';

const FOLDER = 'kept-commits';

/** The folder of segments in that of a store. */
export const keptFolder = (folder: string): string => join(folder, FOLDER);

/** Removes all kept commits. @throws the errors of the file system. */
export async function dropKept(folder: string): Promise<void> {
  await rm(keptFolder(folder), { recursive: true, force: true });
  await syncFolder(folder);
}

export interface KeptLogOptions {
  /** The folder of the store. */
  readonly folder: string;
  readonly history: string;
  /** The largest size of all segments; undefined for none. */
  readonly maxBytes?: number | undefined;
  readonly log?: Partial<Pick<Logger, 'warn'>> | undefined;
}

export class KeptLog {
  readonly #path: string;
  /** The last commit that was kept, or given up. */
  #until = 0;

  constructor(private readonly options: KeptLogOptions) {
    this.#path = keptFolder(options.folder);
  }

  get history(): string {
    return this.options.history;
  }

  /**
   * Keeps commits that are about to come into the trees, once. What was kept before an erasure goes (P27).
   *
   * @throws no error of the file system: the commits are not kept then, nor are those before them.
   */
  async keep(range: CommitRange, about: Pick<SegmentHeader, 'log' | 'lookups'>): Promise<void> {
    const { span } = range;
    try {
      if (range.hasErasure && this.#until < range.until) await dropKept(this.options.folder);
      if (span !== undefined && this.#until < span.last) await this.#save(range, { ...span, ...about });
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      const text = 'commits could not be kept for increments of backups: the next backup must be a full one';
      this.options.log?.warn?.({ err: error }, text);
      // They are of no use without the ones that follow, and take room.
      await dropKept(this.options.folder).catch(() => undefined);
    }
    this.#until = range.until;
  }

  /** After a purge nothing is left of what was erased (P39). @throws the errors of the file system. */
  drop(): Promise<void> {
    return dropKept(this.options.folder);
  }

  async #save({ parts }: CommitRange, about: Omit<SegmentHeader, 'kind' | 'version' | 'history'>): Promise<void> {
    const header: SegmentHeader = { kind: 'cargograph-commits', version: 1, history: this.history, ...about };
    const frames = await Promise.all(
      parts.map(async ({ file, begin, end }) => (await readFile(file)).subarray(begin, end)),
    );
    const { folder, maxBytes } = this.options;
    const bytes = writeSegment({ header, frames: Buffer.concat(frames) });
    await makeFolder(this.#path, 0o700);
    await syncFolder(folder);
    await saveSegment(this.#path, bytes, segmentName(header));
    if (maxBytes !== undefined) await limitSegments(this.#path, maxBytes);
  }
}
