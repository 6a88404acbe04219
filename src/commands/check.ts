/** `check`: reads the whole store and reports damage; `--repair` rebuilds damaged indexes. */
import { systemClock } from '../clock.js';
import { createLookups } from '../lookups.js';
import { iri } from '../rdf/terms.js';
import { createVocabulary } from '../rdf/vocabulary.js';
import type { Settings } from '../settings/settings.js';
import { commitTimeOf } from '../store/commit-time.js';
import { withOfflineStore } from '../store/folder/dump.js';
import { buildIndexes } from '../store/lmdb/index-builder.js';
import type { Expected, Findings } from '../store/findings.js';
import type { LmdbFile } from '../store/lmdb/lmdb-file.js';
import { verify } from '../store/lmdb/verify.js';
import { rebuildIndexes } from '../store/postgres/migration.js';
import { verifyDatabase } from '../store/postgres/verify.js';
import { silent, withDatabase } from './command-database.js';
import { StoreError } from '../store/store-error.js';
import { UriScheme } from '../uris.js';
import { storeFolder } from './store-folder.js';
import { Progress } from './progress.js';

/**
 * Runs the command.
 *
 * @param repair whether indexes that disagree with their graphs are rebuilt.
 * @returns the report for the operator.
 * @throws SettingsError for a store that is not on disk, StoreError for an unreadable store or remaining damage.
 */
export async function check(repair: boolean, settings: Settings): Promise<string> {
  const progress = new Progress();
  const show = (graphs: number, total: number): void => {
    progress.show(`${graphs} of ${total} graphs`);
  };
  const expectedFor = (base: string): Expected => {
    const uris = new UriScheme(iri(base));
    const { indexes } = createLookups(uris, createVocabulary(settings.namespaces));
    return { lookups: indexes, isKnown: (graph) => uris.graphKind(graph) !== undefined };
  };
  const report = async (findings: Findings, rebuild: () => Promise<void>): Promise<string> => {
    progress.end();
    const wrong = describe(findings);
    const read = `read ${findings.graphs} graphs with ${findings.statements} statements, and ${findings.indexCount} indexes`;
    if (wrong.length === 0) return `${read}: nothing is wrong${notesOn(findings)}`;
    if (repair) {
      await rebuild();
      if (findings.damaged.length === 0) return [`${read}; repaired:`, ...wrong].join('\n');
    }
    throw new StoreError([`${read}; errors:`, ...wrong, adviceOn(findings)].join('\n'));
  };
  const checkFile = (file: LmdbFile): Promise<string> => {
    const expected = expectedFor(file.base);
    const findings = verify(file, expected, (graphs) => {
      show(graphs, file.size.graphs);
    });
    return report(findings, async () => {
      for (const { name } of expected.lookups) await file.index.outdate(name);
      await buildIndexes(file, expected.lookups, commitTimeOf(systemClock.now()));
    });
  };
  const { store } = settings;
  try {
    if (store.kind !== 'postgres') return await withOfflineStore(storeFolder('check', settings), checkFile, true);
    return await withDatabase(store.url, undefined, async (database, base) => {
      const expected = expectedFor(base);
      const findings = await verifyDatabase(database, expected, show);
      return report(findings, () => rebuildIndexes(database, expected.lookups, silent));
    });
  } finally {
    progress.end();
  }
}

const MAX_LISTED = 20;

function describe({ damaged, indexes, isCountedRight }: Findings): string[] {
  const listed = damaged.slice(0, MAX_LISTED).map((graph) => `- graph <${graph}> has a wrong checksum`);
  return [
    ...listed,
    ...(damaged.length > MAX_LISTED ? [`- and ${damaged.length - MAX_LISTED} more graphs`] : []),
    ...indexes.map(({ lookup, problem }) => `- index ${lookup}: ${problem}`),
    ...(isCountedRight ? [] : ['- the numbers of graphs and statements']),
  ];
}

/** Findings that are not damage. */
function notesOn({ unbuiltCount, unknown }: Findings): string {
  const [first = ''] = unknown;
  return [
    ...(unbuiltCount > 0 ? [`; the node builds ${unbuiltCount} indexes at its next start`] : []),
    ...(unknown.length > 0 ? [`; ${unknown.length} graphs of unknown kinds are not read, such as <${first}>`] : []),
  ].join('');
}

const adviceOn = ({ damaged }: Findings): string =>
  damaged.length > 0
    ? 'Restore the folder from a backup; the node continues without the damaged graphs.'
    : 'Run it again with --repair.';
