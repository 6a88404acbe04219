/** Verifies the entries of a log in their order (P46): records, leaves, trees, and the graphs that they commit to. */
import { logKindOf } from '../../graph-kinds.js';
import { partsOf } from '../../log-rules.js';
import { isEqual } from '../../proofs/format/encoding.js';
import { FormatError } from '../../proofs/format/format-error.js';
import { entryOf, type LogRecord, parseRecord } from '../../proofs/format/record.js';
import { leafHash } from '../../proofs/format/tree.js';
import type { Iri } from '../../rdf/terms.js';
import type { LogSource, NewestPlace } from '../../store/log-source.js';
import type { LogEntry } from '../../store/proof-log.js';
import type { UriScheme } from '../../uris.js';
import { hostOf } from '../epochs.js';
import type { Awaited } from './awaited.js';
import { judgeContent } from './content.js';
import { EpochCheck, type EpochParts } from './epoch-check.js';
import type { LogFindings } from './findings.js';
import { LogStarts } from './log-starts.js';
import type { Losses } from './losses.js';

export interface EntriesCheckParts extends EpochParts {
  readonly source: LogSource;
  readonly uris: UriScheme;
  readonly losses: Pick<Losses, 'isOnRecord'>;
  readonly awaited: Pick<Awaited, 'hasChanged'>;
  readonly onProgress: (entries: number) => void;
}

/** An entry whose record can be read. */
interface ReadEntry {
  readonly entry: LogEntry;
  readonly record: LogRecord;
}

export class EntriesCheck {
  readonly epochs: EpochCheck[] = [];
  /** The position after the last entry. */
  #next = 0;
  /** The entries that are the newest of their graphs, and those that have lost content by an erasure. */
  #newest = 0;
  #erased = 0;
  readonly #starts: LogStarts;
  readonly #findings: LogFindings;

  constructor(private readonly parts: EntriesCheckParts) {
    this.#starts = new LogStarts(parts.uris);
    this.#findings = parts.findings;
  }

  /** The number of entries. */
  get size(): number {
    return this.#next;
  }

  get newestCount(): number {
    return this.#newest;
  }

  /** The entries that lost content by an erasure that is on record. */
  get erasedCount(): number {
    return this.#erased;
  }

  async run(): Promise<void> {
    for (;;) {
      const page = await this.parts.source.entries(this.#next);
      if (page.length === 0) break;
      const read = page.map((entry) => this.#read(entry));
      const newest = await this.#newestOf(read);
      const texts = await this.#textsOf(read, newest);
      for (const [index, entry] of page.entries()) await this.#add(entry, read[index], newest[index], texts);
      this.parts.onProgress(this.#next);
    }
    await this.epochs.at(-1)?.end();
  }

  #read(entry: LogEntry): ReadEntry | undefined {
    try {
      return { entry, record: parseRecord(entry.record) };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#findings.add('entry', `entry ${entry.position}: ${error.message}`);
      return undefined;
    }
  }

  async #newestOf(read: readonly (ReadEntry | undefined)[]): Promise<(NewestPlace | undefined)[]> {
    const found = await this.parts.source.newest(
      read.flatMap((each) => (each === undefined ? [] : [each.record.graph])),
    );
    const places = found.values();
    return read.map((each) => (each === undefined ? undefined : places.next().value));
  }

  /** The texts of the graphs of those entries that are the newest. */
  async #textsOf(
    read: readonly (ReadEntry | undefined)[],
    newest: readonly (NewestPlace | undefined)[],
  ): Promise<ReadonlyMap<Iri, string | undefined>> {
    const graphs = new Set<Iri>();
    for (const [index, each] of read.entries())
      if (each !== undefined && newest[index]?.position === each.entry.position)
        for (const part of partsOf(each.record.kind, each.record.graph)) graphs.add(part);
    const names = [...graphs];
    const texts = await this.parts.source.texts(names);
    return new Map(names.map((name, index) => [name, texts[index]]));
  }

  async #add(
    entry: LogEntry,
    read: ReadEntry | undefined,
    newest: NewestPlace | undefined,
    texts: ReadonlyMap<Iri, string | undefined>,
  ): Promise<void> {
    const { position } = entry;
    const missing = position - this.#next;
    if (missing > 0) this.#findings.add('entry', `the entries ${this.#next} to ${position - 1} are missing`);
    this.#next = position + 1;
    if (missing > 0) this.epochs.at(-1)?.skip(missing);
    const name = read === undefined ? `entry ${position}` : `entry ${position} (<${read.record.graph}>)`;
    const leaf = leafHash(entryOf(entry.record));
    if (read !== undefined && !isEqual(leaf, entry.leaf))
      this.#findings.add('entry', `${name}: its record and its leaf hash do not fit`);
    if (read?.record.kind === 'log') await this.#start(read, texts.get(read.record.graph) ?? '');
    const epoch = this.epochs.at(-1);
    if (epoch === undefined) {
      if (position === 0) this.#findings.add('epoch', `${name} does not start a log`);
    } else await epoch.add(leaf, entry.record);
    if (read !== undefined) await this.#compare(read, newest, texts);
  }

  /** Another epoch begins, or has another key from here on. An import has the starts of logs that are elsewhere. */
  async #start({ entry, record: { graph } }: ReadEntry, text: string): Promise<void> {
    const start = this.#starts.read(graph, text);
    const present = this.epochs.at(-1);
    if (start === undefined || start.epoch < (present?.number ?? 1)) return;
    if (start.epoch > (present?.number ?? 0)) {
      if (start.change > 1) return;
      await present?.end(start.previous);
      const origin = `${hostOf(this.parts.uris.base)}/log/${start.epoch}`;
      if (start.origin !== origin)
        this.#findings.add('epoch', `entry ${entry.position} (<${graph}>) does not say that ${origin} begins`);
      this.epochs.push(new EpochCheck(start.epoch, origin, entry.position, this.parts));
    }
    if (start.key !== undefined) this.epochs.at(-1)?.addKey(start.key);
  }

  async #compare(
    { entry: { position }, record: { kind, graph, content } }: ReadEntry,
    newest: NewestPlace | undefined,
    texts: ReadonlyMap<Iri, string | undefined>,
  ): Promise<void> {
    const name = `entry ${position}`;
    const stored = this.parts.uris.graphKind(graph);
    if (stored === undefined || logKindOf(stored) !== kind)
      this.#findings.add('entry', `${name} (<${graph}>): such a graph has no entry of the kind ${kind}`);
    if (newest === undefined || newest.position < position || Number.isNaN(newest.position)) {
      const where = newest === undefined ? 'not known' : `said to be ${newest.position}`;
      this.#findings.add('newest', `graph <${graph}>: its newest entry is ${where}, and is ${position}`);
      return;
    }
    if (newest.position > position) {
      // What is written once has one entry.
      if (stored?.isFinal === true)
        this.#findings.add(
          'newest',
          `graph <${graph}>: its newest entry is said to be ${newest.position}, and is ${position}`,
        );
      return;
    }
    this.#newest += 1;
    const parts = partsOf(kind, graph).map((part) => ({ graph: part, text: texts.get(part) }));
    const damaged = parts.filter(({ text }) => text === undefined);
    for (const { graph: part } of damaged)
      this.#findings.add('content', `graph <${part}> has a wrong checksum (${name})`);
    if (damaged.length > 0) return;
    const found = judgeContent(
      content,
      newest.salts,
      parts.map((part) => ({ graph: part.graph, text: part.text ?? '' })),
    );
    if (found.kind === 'different' && !this.parts.awaited.hasChanged(stored?.isFinal ?? true))
      this.#findings.add('content', `graph <${graph}> differs from ${name}: ${found.how}`);
    if (found.kind === 'missing') this.#findings.add('lost', `graph <${graph}> of ${name} is gone`);
    if (found.kind !== 'erased') return;
    this.#erased += 1;
    if (!(await this.parts.losses.isOnRecord(graph, position)))
      this.#findings.add('lost', `graph <${graph}> of ${name} has lost statements, and no erasure says so`);
  }
}
