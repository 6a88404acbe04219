/**
 * From the formats 1 and 2 to 3: texts are compressed, and keys are shortened by the base. Graphs move in batches from the
 * old database to the new one, so that each is in one of the two whenever the process ends. The indexes are rebuilt when
 * the file is opened.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import type { Logger } from 'pino';
import { iri } from '../../rdf/terms.js';
import { compressionDictionary } from './dictionary.js';
import { openDatabases, openMeta } from './environment.js';

const BATCH_GRAPHS = 500;
const PROGRESS_MS = 1_000;

/** Before format 3: graphs by name, commits, lookups and counts, none of them compressed. */
const OLD_DATABASES = ['graphs', 'commits', 'lookups', 'counts'];

export async function moveToFormat3(root: RootDatabase, log?: Pick<Logger, 'info'>): Promise<void> {
  const meta = openMeta(root);
  if (!meta.doesExist('dictionary')) {
    const dictionary = compressionDictionary(iri(meta.get('base') ?? ''));
    await root.childTransaction(() => {
      void meta.put('dictionary', dictionary);
      for (const key of Array.from(meta.getKeys())) if (key.startsWith('lookup ')) void meta.remove(key);
    });
  }
  const { graphs, commits, names } = openDatabases(root, meta);
  const oldGraphs = root.openDB<string, string>({ name: 'graphs', encoding: 'string' });
  let moved = 0;
  let reported = performance.now();
  for (;;) {
    const batch = Array.from(oldGraphs.getRange({ limit: BATCH_GRAPHS }));
    if (batch.length === 0) break;
    await root.childTransaction(() => {
      for (const { key, value } of batch) {
        // With its checksum, which covers the name and the text: a damaged graph stays one.
        void graphs.put(names.short(key), value);
        void oldGraphs.remove(key);
      }
    });
    moved += batch.length;
    await nextTurn();
    if (performance.now() - reported < PROGRESS_MS) continue;
    reported = performance.now();
    log?.info({ graphs: moved }, `compressing the store: ${moved} graphs so far`);
  }
  const oldCommits = root.openDB<string, number>({ name: 'commits', encoding: 'string' });
  for (const sequence of oldCommits.getKeys({ reverse: true, limit: 1 }))
    await root.childTransaction(() => {
      void commits.put(sequence, '');
    });
  for (const name of OLD_DATABASES) await root.openDB({ name }).drop();
  if (moved > 0) log?.info({ graphs: moved }, 'the store is compressed');
}
