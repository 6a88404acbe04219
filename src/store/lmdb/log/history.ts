/** Whether the commits of a store's file are kept for increments of backups: then the file has a history with a name. */
import { randomUUID } from 'node:crypto';
import type { RootDatabase } from 'lmdb';
import { historyIn, type Meta, putHistory } from '../environment.js';
import { isFull, writeTransaction } from '../write-error.js';
import { dropArchived, LogArchive, type LogArchiveOptions } from './log-archive.js';

interface HistoryOptions extends LogArchiveOptions {
  readonly root: RootDatabase;
  readonly meta: Meta;
}

/**
 * Opens the kept commits of a file.
 *
 * @param options.maxBytes 0 for none, which ends the history; undefined to keep commits if they are kept, without a limit.
 * @returns undefined if none are kept.
 */
export async function openHistory({ root, meta, ...options }: HistoryOptions): Promise<LogArchive | undefined> {
  const { folder, maxBytes } = options;
  if (maxBytes === 0) await dropArchived(folder);
  const isArchived = historyIn(meta) !== undefined;
  if (maxBytes !== undefined && isArchived !== maxBytes > 0)
    try {
      await writeTransaction(root, () => {
        putHistory(meta, isArchived ? undefined : randomUUID());
      });
    } catch (error) {
      // The next start does it. Until then commits are kept as before, within the limit.
      if (!isFull(error)) throw error;
    }
  return historyIn(meta) === undefined ? undefined : new LogArchive(options);
}
