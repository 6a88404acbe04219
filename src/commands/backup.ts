/** `backup <folder>`: copies the current store, or what is new in it, whether or not the node runs. */
import { resolve } from 'node:path';
import type { Clock } from '../clock.js';
import { copyList } from '../erasure-list/lists.js';
import { erasureListBeside, type Settings, SettingsError } from '../settings/settings.js';
import { recordBackup } from '../store/folder/backup-record.js';
import { backUp } from '../store/folder/backup.js';
import { backUpSince } from '../store/folder/increments.js';
import { storeFolder } from './store-folder.js';

/**
 * Runs the command.
 *
 * @param since the folder of an earlier backup or increment: only what is new since then is copied.
 * @returns the report for the operator.
 * @throws SettingsError for a wrong setting, StoreError as `backUp` and `backUpSince`.
 */
export async function backup(folder: string, settings: Settings, clock: Clock, since?: string): Promise<string> {
  const target = resolve(folder);
  const store = storeFolder('backup', settings);
  const [report, createdAt] =
    since === undefined ? await full(store, target, clock) : await increment(store, target, resolve(since), clock);
  // After the store: what was erased meanwhile is in the list.
  const listed = await copyErasureList(settings, target);
  const isRecorded = await recordBackup(store, createdAt).then(
    () => true,
    () => false,
  );
  const note = isRecorded ? '' : `; its time could not be written to ${store}, so the metric of its age is wrong`;
  return report + listed + note;
}

async function full(store: string, target: string, clock: Clock): Promise<[string, string]> {
  const { sequence, graphs, bytes, createdAt } = await backUp(store, target, clock);
  const what = `commit ${sequence}, ${graphs} graphs, ${bytes} bytes, every graph checked`;
  return [`backup of ${createdAt} in ${target}: ${what}`, createdAt];
}

async function increment(store: string, target: string, since: string, clock: Clock): Promise<[string, string]> {
  const manifest = await backUpSince(store, target, since, clock);
  const { sequence, commits, bytes, createdAt } = manifest;
  const what = `commit ${sequence}, ${commits} commits since ${manifest.since.createdAt}, ${bytes} bytes, every commit checked`;
  return [`increment of ${createdAt} in ${target}: ${what}`, createdAt];
}

/** Copies the list of erasures beside the backup (P43). @throws SettingsError for one that cannot be read or written. */
async function copyErasureList({ erasureListFile: file }: Settings, target: string): Promise<string> {
  if (file === undefined) return '';
  const copy = erasureListBeside(target);
  try {
    return (await copyList(file, copy)) ? `; the list of erasures is in ${copy}` : '';
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(
      `ERASURE_LIST_FILE: the backup in ${target} is complete, but ${file} cannot be copied to ${copy}: ${reason}`,
      { cause },
    );
  }
}
