/** The log of proofs in a store's file. A batch appends to it within its own transaction. */
import type { RootDatabase } from 'lmdb';
import { toBase64 } from '../../proofs/format/encoding.js';
import { sealEntries } from '../../proofs/sealing.js';
import type { Iri } from '../../rdf/terms.js';
import { draftsWithTexts } from '../sealed-commit.js';
import type { LogEntry, LogValue, LogValueRange, NewestEntry, ProofLogReader } from '../proof-log.js';
import type { Databases } from './environment.js';
import { GraphTexts } from './graph-texts.js';
import type { LoggedCommit } from './log/frames.js';

/** Sorts after everything that continues a prefix: no key has this character. */
const LAST = '\uffff';

type LogDatabases = Pick<Databases, 'logEntries' | 'logGraphs' | 'logValues' | 'graphs' | 'names'>;

/** The newest entry of a graph: its position, and what is left of its salts. */
export interface Newest {
  readonly position: number;
  readonly salts: Buffer;
}

const writeNewest = (position: number, salts: Uint8Array): string => `${position} ${toBase64(salts)}`;

/** Reads what `logGraphs` has of a graph. */
export function readNewest(value: string): Newest {
  const [position, salts = ''] = value.split(' ');
  return { position: Number(position), salts: Buffer.from(salts, 'base64') };
}

const writeEntry = ({ leaf, record }: Pick<LogEntry, 'leaf' | 'record'>): string => `${toBase64(leaf)}\n${record}`;

/** Reads what `logEntries` has at a position. */
export function readEntry(position: number, value: string): LogEntry {
  const end = value.indexOf('\n');
  return { position, leaf: Buffer.from(value.slice(0, end), 'base64'), record: value.slice(end + 1) };
}

export class LmdbLog implements ProofLogReader {
  readonly #texts: GraphTexts;

  constructor(
    private readonly root: Pick<RootDatabase, 'useReadTransaction'>,
    private readonly databases: LogDatabases,
  ) {
    this.#texts = new GraphTexts(databases);
  }

  size(): Promise<number> {
    return Promise.resolve(this.count);
  }

  /** The number of entries. */
  get count(): number {
    for (const position of this.databases.logEntries.getKeys({ reverse: true, limit: 1 })) return position + 1;
    return 0;
  }

  entries(from: number, until: number): Promise<LogEntry[]> {
    const range = this.databases.logEntries.getRange({ start: from, end: until });
    return Promise.resolve(Array.from(range, ({ key, value }) => readEntry(key, value)));
  }

  newest(graph: Iri, parts: readonly Iri[]): Promise<NewestEntry | undefined> {
    const { logGraphs, logEntries, names } = this.databases;
    // One transaction: a commit may come between two reads.
    const transaction = this.root.useReadTransaction();
    try {
      const newest = logGraphs.get(names.short(graph), { transaction });
      if (newest === undefined) return Promise.resolve(undefined);
      const { position, salts } = readNewest(newest);
      const entry = readEntry(position, logEntries.get(position, { transaction }) ?? '\n');
      const texts = parts.map((part) => this.#texts.get(part, transaction));
      return Promise.resolve({ ...entry, salts, texts });
    } finally {
      transaction.done();
    }
  }

  positions(graphs: readonly Iri[]): Promise<(number | undefined)[]> {
    return Promise.resolve(graphs.map((graph) => this.#position(graph)));
  }

  value(key: string): Promise<string | undefined> {
    return Promise.resolve(this.databases.logValues.get(key));
  }

  values({ prefix, reverse = false, limit }: LogValueRange): Promise<LogValue[]> {
    const end = prefix + LAST;
    const range = reverse ? { start: end, end: prefix, reverse } : { start: prefix, end };
    return Promise.resolve([...this.databases.logValues.getRange({ ...range, ...(limit !== undefined && { limit }) })]);
  }

  /** Appends what a commit adds. To be called in a write transaction, when its graphs are written. */
  write(commit: LoggedCommit): void {
    const { logEntries, logGraphs, logValues, names } = this.databases;
    const { log, random } = commit;
    if (log === undefined) return;
    const sealed = sealEntries(
      draftsWithTexts(commit, {
        text: (graph) => this.#texts.get(graph),
        newest: (graph) => this.#position(graph),
      }),
      random && (() => random),
    );
    for (const { graph, salts } of log.salts) {
      const name = names.short(graph);
      const newest = logGraphs.get(name);
      if (newest !== undefined) void logGraphs.put(name, writeNewest(readNewest(newest).position, salts));
    }
    let position = sealed.length === 0 ? 0 : this.count;
    for (const entry of sealed) {
      void logEntries.put(position, writeEntry(entry));
      // The salts of an earlier entry of the graph go: its state is superseded (P17).
      void logGraphs.put(names.short(entry.graph), writeNewest(position, entry.seed));
      position += 1;
    }
    for (const { key, value } of log.values) void logValues.put(key, value);
  }

  #position(graph: Iri): number | undefined {
    const value = this.databases.logGraphs.get(this.databases.names.short(graph));
    return value === undefined ? undefined : readNewest(value).position;
  }
}
