/** `purge`: removes the bytes of what was erased from the files of a stopped store (P39). */
import { pino } from 'pino';
import { systemClock } from '../clock.js';
import { ErasurePurge } from '../erasures/purge.js';
import { EntryRules } from '../log-rules.js';
import { createLookups } from '../lookups.js';
import { iri } from '../rdf/terms.js';
import { createVocabulary } from '../rdf/vocabulary.js';
import type { Settings } from '../settings/settings.js';
import { withOfflineStore } from '../store/folder/dump.js';
import { openStore } from '../store/open-store.js';
import { UriScheme } from '../uris.js';
import { storeFolder } from './store-folder.js';

/**
 * Runs the command.
 *
 * @returns the report for the operator.
 * @throws SettingsError for a store that is not on disk, StoreError for one that a node has open, ServiceError without
 * room for a second file.
 */
export async function purge(settings: Settings): Promise<string> {
  const path = storeFolder('purge', settings);
  const base = iri(await withOfflineStore(path, (file) => Promise.resolve(file.base)));
  const uris = new UriScheme(base);
  const vocabulary = createVocabulary(settings.namespaces);
  const { lookups, indexes } = createLookups(uris, vocabulary);
  const dataHolder = settings.dataHolderUri ?? uris.object('_data-holder');
  const store = await openStore({
    location: { kind: 'folder', path },
    base,
    lookups: indexes,
    log: pino({ level: 'silent' }),
    logRules: new EntryRules(uris, vocabulary, dataHolder, settings.proofs.isOn),
  });
  try {
    const count = await new ErasurePurge({ store, uris, lookups, clock: systemClock }).run();
    const { diskBytes = 0 } = store.status();
    return `the files in ${path} are made anew (${String(diskBytes)} bytes): nothing that was erased is left in them; ${String(count)} erasures are PURGED now`;
  } finally {
    await store.close();
  }
}
