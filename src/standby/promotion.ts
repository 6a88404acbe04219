/** A standby becomes the store of a node: a person decides it, because nothing here knows whether the primary is gone. */
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { SettingsError } from '../settings/settings.js';
import { dateTimeText, type Position } from '../store/commit-time.js';
import { exists, syncFolder } from '../store/folder/file-checks.js';
import { lockFolder } from '../store/folder/folder-lock.js';
import { markRestored } from '../store/folder/restored.js';
import { SegmentWriter } from '../store/folder/segment-writer.js';
import { readStandbyMark, unmarkStandby } from '../store/folder/standby-mark.js';
import { FILE } from '../store/lmdb/new-file.js';
import { StoreError } from '../store/store-error.js';

export interface Promoted extends Position {
  readonly primary: string;
}

/**
 * Ends a standby. Its log of proofs begins another epoch, because the primary may have signed more than it has (P21).
 *
 * @param answers whether the primary does; undefined if that does not count.
 * @throws StoreError for a folder that is no standby, is in use or has no copy of the store yet, SettingsError for a
 * primary that answers.
 */
export async function promote(
  folder: string,
  answers: ((primary: string) => Promise<boolean>) | undefined,
): Promise<Promoted> {
  const mark = (await exists(folder)) ? await readStandbyMark(folder) : undefined;
  if (mark === undefined) throw new StoreError(`the store in ${folder} is no standby`);
  const lock = await lockFolder(folder);
  try {
    const file = join(folder, FILE);
    if (mark.history === undefined || !(await exists(file)))
      throw new StoreError(`the standby in ${folder} has no copy of the store yet`);
    if ((await answers?.(mark.primary)) === true)
      throw new SettingsError(
        `--promote: ${mark.primary} answers: stop it first, and make sure that it does not start again; --force promotes although it answers`,
      );
    const writer = SegmentWriter.open(file);
    const { position } = writer;
    await writer.close();
    await rm(join(folder, 'unfinished.mdb'), { force: true });
    await markRestored(folder, `promotion of a standby with the commits until ${dateTimeText(position.time)}`);
    await syncFolder(folder);
    // Last: from here on a node opens it.
    await unmarkStandby(folder);
    return { ...position, primary: mark.primary };
  } finally {
    await lock.release();
  }
}
