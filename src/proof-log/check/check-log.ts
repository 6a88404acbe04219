/** Verifies a store against its log of proofs, and the log against its signed heads (P46, P47, P22). */
import type { ErasureLookups } from '../../erasures/lookups.js';
import { EntryRules } from '../../log-rules.js';
import { type VerifierKey, writeVkey } from '../../proofs/format/note.js';
import type { Vocabulary } from '../../rdf/vocabulary.js';
import type { LogSource } from '../../store/log-source.js';
import type { UriScheme } from '../../uris.js';
import { Awaited } from './awaited.js';
import { EntriesCheck } from './entries-check.js';
import { LogFindings } from './findings.js';
import type { GivenHead } from './given-heads.js';
import { GraphsCheck } from './graphs-check.js';
import { Losses } from './losses.js';

export interface LogCheckOptions {
  readonly uris: UriScheme;
  readonly vocabulary: Vocabulary;
  readonly lookups: { readonly erasures: Pick<ErasureLookups, 'erasures'> };
  /** Heads that were handed out. */
  readonly given: readonly GivenHead[];
  /** The keys of witnesses that cosign the log. */
  readonly witnesses: readonly VerifierKey[];
  readonly onProgress?: (done: number, what: 'entries' | 'graphs') => void;
}

/** An epoch as it was read. */
export interface CheckedEpoch {
  readonly origin: string;
  readonly entries: number;
  readonly checkpoints: number;
  /** The size of the last checkpoint. */
  readonly signed: number;
  /** The key that signs it now. */
  readonly key: string | undefined;
}

export interface LogReport {
  readonly entries: number;
  /** The number of graphs with entries. */
  readonly graphs: number;
  /** The number of entries that lost content by an erasure that is on record. */
  readonly erased: number;
  /** The number of graphs that have no entry yet, or may have changed while the log was off. */
  readonly awaiting: number;
  readonly epochs: readonly CheckedEpoch[];
  /** What is wrong, a finding a line. */
  readonly findings: readonly string[];
}

export async function checkLog(source: LogSource, options: LogCheckOptions): Promise<LogReport> {
  const { uris, vocabulary, lookups, given, witnesses, onProgress = () => undefined } = options;
  const findings = new LogFindings();
  const losses = new Losses(source, uris, lookups.erasures.erasures);
  await losses.readExpiries();
  const awaited = await Awaited.read(source, uris);
  const entries = new EntriesCheck({
    ...{ source, findings, given, witnesses, uris, losses, awaited },
    onProgress: (done) => {
      onProgress(done, 'entries');
    },
  });
  await entries.run();
  awaited.startsAt(entries.epochs[0]?.number);
  await checkPlaces(source, entries, findings);
  await checkValues(source, entries, findings);
  const graphs = new GraphsCheck({
    ...{ source, findings, uris },
    rules: new EntryRules(uris, vocabulary, uris.base),
    latestRevision: vocabulary.api.hasLatestRevision.value,
    awaited,
    onProgress: (done) => {
      onProgress(done, 'graphs');
    },
  });
  await graphs.run();
  for (const { name, checkpoint } of given)
    if (!entries.epochs.some(({ origin }) => origin === checkpoint.origin))
      findings.add('given', `${name}: this store has no log ${checkpoint.origin}`);
  if (entries.size === 0 && graphs.count > 0) findings.add('count', 'the log has no entry');
  if (source.counted !== undefined && source.counted !== entries.size)
    findings.add(
      'count',
      `the log has ${entries.size} entries, and the position of the database counts ${source.counted}`,
    );
  return {
    ...{ entries: entries.size, graphs: graphs.count, erased: entries.erasedCount, findings: findings.lines },
    awaiting: awaited.count,
    epochs: entries.epochs.map(({ origin, size, checkpoints, keys }) => {
      const key = keys.at(-1);
      return {
        ...{ origin, entries: size, checkpoints: checkpoints.count, signed: checkpoints.last?.size ?? 0 },
        key: key && writeVkey(key),
      };
    }),
  };
}

/** Each graph's newest entry is one of its own; only where their numbers differ are they read again. */
async function checkPlaces(source: LogSource, entries: EntriesCheck, findings: LogFindings): Promise<void> {
  let count = 0;
  for await (const page of pages((last?: { graph: string }) => source.logged(last?.graph))) count += page.length;
  if (count === entries.newestCount) return;
  for await (const page of pages((last?: { graph: string }) => source.logged(last?.graph)))
    for (const { graph, position } of page) {
      const [entry] = Number.isSafeInteger(position) && position >= 0 ? await source.entries(position) : [];
      if (entry?.position !== position || !entry.record.includes(`\ngraph ${graph}\n`))
        findings.add('newest', `graph <${graph}>: its newest entry is said to be ${position}, which is not its own`);
    }
}

/** Checkpoints of logs that this store does not have, and hashes of the tree that belong nowhere. */
async function checkValues(source: LogSource, { epochs }: EntriesCheck, findings: LogFindings): Promise<void> {
  const prefix = 'checkpoint/';
  let after: string | undefined;
  for (;;) {
    const [first] = await source.values(prefix, after);
    if (first === undefined) break;
    const epoch = first.key.slice(prefix.length).split('/')[0] ?? '';
    if (!epochs.some(({ number }) => String(number) === epoch))
      findings.add('checkpoint', `the stored checkpoint ${first.key} is of a log that is not there`);
    after = `${prefix}${epoch}/\u{fffd}`;
  }
  let count = 0;
  for await (const page of pages((last?: { key: string }) => source.values('tree/', last?.key))) count += page.length;
  const known = epochs.reduce((sum, { subtreeCount }) => sum + subtreeCount, 0);
  if (count !== known) findings.add('subtree', `${count} hashes of the tree are stored, ${known} of them belong to it`);
}

/** All pages of a list. @param read the page after an item. */
async function* pages<Item>(read: (last?: Item) => Promise<readonly Item[]>): AsyncGenerator<readonly Item[], void> {
  for (let page = await read(); page.length > 0; page = await read(page.at(-1))) yield page;
}
