/** The log of proofs in memory. */
import { sealEntries } from '../../proofs/sealing.js';
import type { Iri } from '../../rdf/terms.js';
import { compareTexts } from '../../rdf/order.js';
import type { LogEntry, LogValue, LogValueRange, NewestEntry, ProofLogReader } from '../proof-log.js';
import type { PendingCommit } from '../record.js';
import { draftsWithTexts } from '../sealed-commit.js';

export class MemoryLog implements ProofLogReader {
  readonly #entries: LogEntry[] = [];
  readonly #newest = new Map<Iri, { readonly entry: LogEntry; readonly salts: Buffer }>();
  readonly #values = new Map<string, string>();

  /** @param textOf a graph's text. */
  constructor(private readonly textOf: (graph: Iri) => string) {}

  size(): Promise<number> {
    return Promise.resolve(this.#entries.length);
  }

  entries(from: number, until: number): Promise<LogEntry[]> {
    return Promise.resolve(this.#entries.slice(from, until));
  }

  newest(graph: Iri, parts: readonly Iri[]): Promise<NewestEntry | undefined> {
    const newest = this.#newest.get(graph);
    return Promise.resolve(
      newest && { ...newest.entry, salts: newest.salts, texts: parts.map((part) => this.textOf(part)) },
    );
  }

  positions(graphs: readonly Iri[]): Promise<(number | undefined)[]> {
    return Promise.resolve(graphs.map((graph) => this.#newest.get(graph)?.entry.position));
  }

  value(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#values.get(key));
  }

  values({ prefix, reverse = false, limit }: LogValueRange): Promise<LogValue[]> {
    const found = Array.from(this.#values, ([key, value]) => ({ key, value }))
      .filter(({ key }) => key.startsWith(prefix))
      .sort((a, b) => compareTexts(a.key, b.key));
    return Promise.resolve((reverse ? found.reverse() : found).slice(0, limit));
  }

  /** Appends what a commit adds, whose graphs are written. */
  write(commit: Pick<PendingCommit, 'changes' | 'log'>): void {
    const { log } = commit;
    if (log === undefined) return;
    const sealed = sealEntries(
      draftsWithTexts(commit, {
        text: this.textOf,
        newest: (graph) => this.#newest.get(graph)?.entry.position,
      }),
    );
    for (const { graph, salts } of log.salts) {
      const newest = this.#newest.get(graph);
      if (newest !== undefined) this.#newest.set(graph, { ...newest, salts: Buffer.from(salts) });
    }
    for (const { graph, record, leaf, seed } of sealed) {
      const entry = { position: this.#entries.length, record, leaf };
      this.#entries.push(entry);
      this.#newest.set(graph, { entry, salts: seed });
    }
    for (const { key, value } of log.values) this.#values.set(key, value);
  }
}
