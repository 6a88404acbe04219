/**
 * From the formats 1 and 2 to 3: texts are compressed, and keys are shortened by the base. The graphs are copied to a new
 * file, which then takes the place of the old one: a process that is killed leaves the old file as it was, and the next
 * start begins again. The old file is only read: releases that wrote it used a version of LMDB whose list of free pages
 * this one does not understand. The indexes are built when the new file is opened.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import type { Logger } from 'pino';
import { iri } from '../../rdf/terms.js';
import { openDatabases, openMeta, openRoot } from './environment.js';
import { moveIntoFolder } from '../folder/file-checks.js';
import { createUnfinished, FILE } from './new-file.js';
import { writeTransaction } from './write-error.js';

const BATCH_GRAPHS = 500;
const PROGRESS_MS = 1_000;

const OLD_FORMATS: ReadonlySet<string | undefined> = new Set(['1', '2']);

/** Whether a store has a format that is copied, by the format in its file. */
export const isOldFormat = (format: string | undefined): boolean => OLD_FORMATS.has(format);

/**
 * Replaces a file of format 1 or 2; any other file is left as it is.
 *
 * @param base a store for another base is left as it is, too: opening it is an error.
 */
export async function replaceOldFormat(
  folder: string,
  base: string | undefined,
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  const file = join(folder, FILE);
  const old = openRoot(file, { readOnly: true });
  let copy: string | undefined;
  try {
    const meta = openMeta(old);
    const oldBase = meta.get('base') ?? '';
    if (!isOldFormat(meta.get('format')) || (base !== undefined && base !== oldBase)) return;
    copy = await createUnfinished(folder, iri(oldBase));
    await copyGraphs(old, copy, log);
  } finally {
    await old.close();
  }
  await rm(`${file}-lock`, { force: true });
  await moveIntoFolder(copy, folder, FILE);
}

async function copyGraphs(old: RootDatabase, file: string, log?: Pick<Logger, 'info'>): Promise<void> {
  const root = openRoot(file);
  try {
    const { graphs, commits, names } = openDatabases(root);
    const oldGraphs = old.openDB<string, string>({ name: 'graphs', encoding: 'string' });
    const oldCommits = old.openDB<string, number>({ name: 'commits', encoding: 'string' });
    let copied = 0;
    let reported = performance.now();
    const batchAfter = (last: string | undefined): { key: string; value: string }[] => {
      const after = last === undefined ? {} : { start: last, exclusiveStart: true };
      return Array.from(oldGraphs.getRange({ limit: BATCH_GRAPHS, ...after }));
    };
    for (let batch = batchAfter(undefined); batch.length > 0; batch = batchAfter(batch.at(-1)?.key)) {
      const current = batch;
      await writeTransaction(root, () => {
        // With its checksum, which covers the name and the text: a damaged graph stays one.
        for (const { key, value } of current) void graphs.put(names.short(key), value);
      });
      copied += batch.length;
      await nextTurn();
      if (performance.now() - reported < PROGRESS_MS) continue;
      reported = performance.now();
      log?.info({ graphs: copied }, `migrating the store: ${copied} graphs so far`);
    }
    for (const sequence of oldCommits.getKeys({ reverse: true, limit: 1 }))
      await writeTransaction(root, () => void commits.put(sequence, ''));
    log?.info({ graphs: copied }, 'the store is migrated to format 3');
  } finally {
    await root.close();
  }
  await rm(`${file}-lock`, { force: true });
}
