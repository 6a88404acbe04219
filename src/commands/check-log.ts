/** `check --log`: verifies a store against its log of proofs, and the log against checkpoints (P46). */
import { readFile } from 'node:fs/promises';
import { reasonOf } from '../log/error-line.js';
import { createLookups } from '../lookups.js';
import { checkLog as verifyLog, type CheckedEpoch, type LogReport } from '../proof-log/check/check-log.js';
import { type GivenHead, readGivenHeads } from '../proof-log/check/given-heads.js';
import { FormatError } from '../proofs/format/format-error.js';
import { iri } from '../rdf/terms.js';
import { createVocabulary } from '../rdf/vocabulary.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import { withOfflineStore } from '../store/folder/dump.js';
import type { LogSource } from '../store/log-source.js';
import { PostgresLogSource } from '../store/postgres/postgres-log-source.js';
import { readSnapshot } from '../store/postgres/snapshot.js';
import { StoreError } from '../store/store-error.js';
import { UriScheme } from '../uris.js';
import { withDatabase } from './command-database.js';
import { Progress } from './progress.js';
import { storeFolder } from './store-folder.js';

/**
 * Runs the command. Nothing is repaired.
 *
 * @param files with checkpoints and bundles that were handed out (P22).
 * @returns the report for the operator.
 * @throws SettingsError for a file that is none, StoreError for an unreadable store and where anything is wrong.
 */
export async function checkLog(files: readonly string[], settings: Settings): Promise<string> {
  const given = (await Promise.all(files.map(readHeads))).flat();
  const progress = new Progress();
  const verify = async (source: LogSource, base: string): Promise<LogReport> => {
    const uris = new UriScheme(iri(base));
    const vocabulary = createVocabulary(settings.namespaces);
    const { lookups } = createLookups(uris, vocabulary);
    return verifyLog(source, {
      ...{ uris, vocabulary, lookups, given },
      witnesses: settings.proofs.witnesses.map(({ key }) => key),
      onProgress: (done, what) => {
        progress.show(`${done} ${what}`);
      },
    });
  };
  const read = (): Promise<LogReport> => {
    const { store } = settings;
    if (store.kind !== 'postgres')
      return withOfflineStore(storeFolder('check', settings), (file) => verify(file.logSource(), file.base), true);
    return withDatabase(store.url, undefined, (database, base) =>
      readSnapshot(database, async (snapshot) => verify(await PostgresLogSource.of(snapshot), base)),
    );
  };
  let report: LogReport;
  try {
    report = await read();
  } finally {
    progress.end();
  }
  return reported(report, given.length);
}

async function readHeads(file: string): Promise<GivenHead[]> {
  try {
    return readGivenHeads(file, await readFile(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof FormatError ? 'is neither a checkpoint nor a bundle' : 'cannot be read';
    throw new SettingsError(`--checkpoint: ${file} ${reason}: ${reasonOf(error)}`, { cause: error });
  }
}

/** @throws StoreError where anything is wrong. */
function reported({ entries, graphs, erased, awaiting, epochs, findings }: LogReport, given: number): string {
  const read = `read ${entries} entries of the log, and ${graphs} graphs that have one`;
  const lines = [
    ...epochs.map(describe),
    ...(erased > 0 ? [`- ${erased} entries lost content by erasures that are on record`] : []),
    ...(awaiting > 0
      ? [
          `- ${awaiting} graphs have no entry that fits them yet: a node with PROOF_LOG=true gives them one while it runs`,
        ]
      : []),
    ...(given > 0 ? [`- compared with ${given} checkpoints from outside`] : []),
  ];
  if (findings.length === 0) return [`${read}: nothing is wrong`, ...lines].join('\n');
  throw new StoreError([`${read}; errors:`, ...findings.map((finding) => `- ${finding}`), ADVICE].join('\n'));
}

const ADVICE =
  'What was altered cannot be repaired: keep a copy of this store for whoever finds out how, and restore a backup from before.';

function describe({ origin, entries, checkpoints, signed, key }: CheckedEpoch): string {
  const unsigned = entries > signed ? `, ${entries - signed} entries are under none yet` : '';
  return `- ${origin}: ${entries} entries, ${checkpoints} checkpoints${unsigned}, key ${key ?? 'unknown'}`;
}
