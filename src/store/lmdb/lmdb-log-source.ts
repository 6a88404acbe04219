/** The log of proofs of a store's file for its verification (P46). Nothing may write to the file meanwhile. */
import type { Iri } from '../../rdf/terms.js';
import type { LogSource, NewestPlace } from '../log-source.js';
import type { Lookup } from '../lookup.js';
import type { LogEntry, LogValue } from '../proof-log.js';
import type { Databases } from './environment.js';
import type { GraphTexts } from './graph-texts.js';
import { readEntry, readNewest } from './lmdb-log.js';
import type { LookupIndex } from './lookup-index.js';

/** Entries, names and values in one read. */
const PAGE = 256;
/** Sorts after everything that continues a prefix. */
const LAST = '\uffff';

export class LmdbLogSource implements LogSource {
  readonly counted = undefined;

  constructor(
    private readonly databases: Databases,
    private readonly graphTexts: GraphTexts,
    private readonly index: LookupIndex,
  ) {}

  entries(from: number): Promise<LogEntry[]> {
    const { logEntries } = this.databases;
    const range = { start: from, limit: PAGE };
    try {
      return Promise.resolve(Array.from(logEntries.getRange(range), ({ key, value }) => readEntry(key, value)));
    } catch {
      // One of the values cannot be decompressed, and the error does not say which: they are read one by one.
      return Promise.resolve(Array.from(logEntries.getKeys(range), (position) => this.#entry(position)));
    }
  }

  #entry(position: number): LogEntry {
    try {
      return readEntry(position, this.databases.logEntries.get(position) ?? '');
    } catch {
      return { position, leaf: Buffer.alloc(0), record: '' };
    }
  }

  newest(graphs: readonly string[]): Promise<(NewestPlace | undefined)[]> {
    const { logGraphs, names } = this.databases;
    return Promise.resolve(
      graphs.map((graph) => {
        const value = logGraphs.get(names.short(graph));
        return value === undefined ? undefined : readNewest(value);
      }),
    );
  }

  logged(after: string | undefined): Promise<{ graph: string; position: number }[]> {
    const { logGraphs, names } = this.databases;
    const range = logGraphs.getRange(this.#after(after));
    return Promise.resolve(
      Array.from(range, ({ key, value }) => ({ graph: names.full(key), position: readNewest(value).position })),
    );
  }

  texts(graphs: readonly string[]): Promise<(string | undefined)[]> {
    return Promise.resolve(graphs.map((graph) => this.graphTexts.get(graph)));
  }

  graphs(after: string | undefined): Promise<string[]> {
    const { graphs, names } = this.databases;
    return Promise.resolve(Array.from(graphs.getKeys(this.#after(after)), (key) => names.full(key)));
  }

  values(prefix: string, after: string | undefined): Promise<LogValue[]> {
    const start = after === undefined ? { start: prefix } : { start: after, exclusiveStart: true };
    return Promise.resolve([...this.databases.logValues.getRange({ ...start, end: prefix + LAST, limit: PAGE })]);
  }

  valuesOf(keys: readonly string[]): Promise<(string | undefined)[]> {
    return Promise.resolve(keys.map((key) => this.databases.logValues.get(key)));
  }

  lookup(lookup: Lookup, partition: string): Promise<Iri[]> {
    return Promise.resolve(this.index.lookup(lookup, partition, {}).map(({ value }) => value));
  }

  #after(name: string | undefined): { limit: number; start?: string; exclusiveStart?: boolean } {
    if (name === undefined) return { limit: PAGE };
    return { limit: PAGE, start: this.databases.names.short(name), exclusiveStart: true };
  }
}
