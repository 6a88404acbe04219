/** The store of a command that reads it as a node does. */
import { EntryRules } from '../log-rules.js';
import { createLookups, type NodeLookups } from '../lookups.js';
import { type Iri, iri } from '../rdf/terms.js';
import { createVocabulary, type Vocabulary } from '../rdf/vocabulary.js';
import type { Settings } from '../settings/settings.js';
import { withOfflineStore } from '../store/folder/dump.js';
import type { GraphStore } from '../store/graph-store/graph-store.js';
import { openStore } from '../store/open-store.js';
import { UriScheme } from '../uris.js';
import { silent, withDatabase } from './command-database.js';
import { storeFolder } from './store-folder.js';

export interface CommandStore {
  readonly store: GraphStore;
  readonly uris: UriScheme;
  readonly vocabulary: Vocabulary;
  readonly lookups: NodeLookups;
  readonly dataHolder: Iri;
}

/**
 * Opens the store of `STORE_URL`, which must exist, and closes it at the end: that of a folder without a node, or one of a
 * database.
 *
 * @throws SettingsError for a store in memory, StoreError for one that is not there or that a node has open.
 */
export async function withCommandStore<Result>(
  command: string,
  settings: Settings,
  work: (opened: CommandStore) => Promise<Result>,
): Promise<Result> {
  const { store: location } = settings;
  const base =
    location.kind === 'postgres'
      ? await withDatabase(location.url, undefined, (_database, found) => Promise.resolve(found))
      : await withOfflineStore(storeFolder(command, settings), (file) => Promise.resolve(file.base));
  const uris = new UriScheme(iri(base));
  const vocabulary = createVocabulary(settings.namespaces);
  const { lookups, indexes } = createLookups(uris, vocabulary);
  const dataHolder = settings.dataHolderUri ?? uris.object('_data-holder');
  const logRules = new EntryRules(uris, vocabulary, dataHolder, settings.proofs.isOn);
  const store = await openStore({ location, base: uris.base, lookups: indexes, log: silent, logRules });
  try {
    return await work({ store, uris, vocabulary, lookups, dataHolder });
  } finally {
    await store.close();
  }
}
