/** Entries in the log of graphs that are stored without one: of an older store, or written while the log was off (P51). */
import { turns } from '../../async/turns.js';
import type { Clock } from '../../clock.js';
import type { StoredGraph } from '../../log-rules.js';
import { parseRecord } from '../../proofs/format/record.js';
import { readSlots } from '../../proofs/salts.js';
import { contentOf, hashesOf, statementLines } from '../../proofs/statement-lines.js';
import { Graph } from '../../rdf/graph.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { parseTriples } from '../oxigraph/ntriples.js';
import type { LogRules, LogValue, NewestEntry, StoredDraft } from '../proof-log.js';
import { WrongChecksumError } from '../quarantine.js';
import type { GraphRecord } from '../record.js';

/** Entries that are ready to be written. */
export interface FoundEntries {
  readonly drafts: readonly StoredDraft[];
  /** The graphs that cannot be read. */
  readonly damaged: readonly Iri[];
}

export interface FindOptions {
  /** Whether a graph that may change gets another entry if its newest one does not fit it. */
  readonly isCompared: boolean;
  /** Whether all graphs of an entry are read, to find the damaged ones. */
  readonly isWhole: boolean;
}

/** Names of graphs that may need an entry. */
export interface NamePage {
  readonly graphs: readonly Iri[];
  /** The number of names that were read, and the last one; undefined after the last page. */
  readonly read: number;
  readonly last: string | undefined;
}

export class StoredEntries {
  constructor(
    private readonly record: Pick<GraphRecord, 'log' | 'text' | 'graphNames'>,
    private readonly rules: LogRules,
    private readonly clock: Clock,
    private readonly put: (
      values: readonly LogValue[],
      lockKey: Iri,
      stored: readonly StoredDraft[],
    ) => Promise<boolean>,
  ) {}

  /** The names of graphs after one, of kinds with entries. */
  async names(after: string, limit: number): Promise<NamePage> {
    const names = await this.record.graphNames(after, limit);
    const graphs = names.filter((name) => isIri(name)).filter((name) => this.rules.stored(name) !== undefined);
    return { graphs, read: names.length, last: names.at(-1) };
  }

  /**
   * The entries that graphs lack. It reads past the caches: what is old would displace what is used.
   *
   * @throws ServiceError if the record cannot be read.
   */
  async find(graphs: readonly Iri[], { isCompared, isWhole }: FindOptions): Promise<FoundEntries> {
    const drafts: StoredDraft[] = [];
    const damaged: Iri[] = [];
    const positions = await this.record.log.positions(graphs);
    const lacking = graphs.flatMap((graph, index) => {
      const stored = this.rules.stored(graph);
      const newest = positions[index];
      return stored === undefined || (newest !== undefined && (stored.isFinal || !isCompared))
        ? []
        : [{ stored, newest }];
    });
    // Together: a database answers all of them with one statement.
    const read = await Promise.all(
      lacking.map(async ({ stored: { source, parts } }) => {
        const others = isWhole ? parts.filter((part) => part !== source) : [];
        const [text, ...rest] = await Promise.all([source, ...others].map((graph) => this.#text(graph)));
        return rest.includes(undefined) ? undefined : text;
      }),
    );
    for (const [index, { stored, newest }] of lacking.entries()) {
      await turns.next();
      const source = read[index];
      if (source === undefined) damaged.push(stored.graph);
      else if (newest === undefined || (await this.#isOutdated(stored)))
        drafts.push({
          draft: stored.draft(new Graph(parseTriples(source)), { now: this.clock.now() }),
          newest,
        });
    }
    return { drafts, damaged };
  }

  /** Whether a graph is stored, and lacks the entry that fits it. @param isCompared as for `find`. */
  async isLacking(graph: Iri, isCompared: boolean): Promise<boolean> {
    const stored = this.rules.stored(graph);
    if (stored === undefined) return false;
    const [newest] = await this.record.log.positions([graph]);
    if (newest === undefined) return ((await this.#text(graph)) ?? '') !== '';
    return isCompared && !stored.isFinal && (await this.#isOutdated(stored));
  }

  /**
   * Makes entries durable, with values of the log in the same commit. A graph that is gone by then, or has another entry,
   * gets none.
   *
   * @param lockKey of the values.
   * @returns false if another process has written under the key, or to one of the graphs: nothing was written.
   * @throws ServiceError as `Store.transact`.
   */
  write(drafts: readonly StoredDraft[], values: readonly LogValue[], lockKey: Iri): Promise<boolean> {
    return this.put(values, lockKey, drafts);
  }

  /** The text of a graph; undefined for a damaged one. */
  async #text(graph: Iri): Promise<string | undefined> {
    try {
      return await this.record.text(graph);
    } catch (error) {
      if (error instanceof WrongChecksumError) return undefined;
      throw error;
    }
  }

  /** Whether a graph has changed since its newest entry. One without statements is gone. */
  async #isOutdated({ graph, parts }: StoredGraph): Promise<boolean> {
    const newest = await this.record.log.newest(graph, parts);
    return newest !== undefined && !fits(newest, parts);
  }
}

/** Whether the statements of an entry are those that its graphs have. */
function fits({ record, salts, texts }: NewestEntry, parts: readonly Iri[]): boolean {
  const whole = texts.filter((text) => text !== undefined);
  // A damaged graph is no changed one.
  if (whole.length < parts.length) return true;
  const lines = statementLines(parts.map((graph, index) => ({ graph, text: whole[index] ?? '' })));
  const slots = readSlots(salts, lines.length);
  if (slots === undefined) return lines.length === 0;
  const remaining = lines.values();
  const hashes = slots.map((slot) => {
    if (slot.kind === 'erased') return slot.hash;
    const line = remaining.next().value;
    return line === undefined ? undefined : hashesOf([line], slot.salt);
  });
  const all = hashes.filter((hash) => hash !== undefined);
  return (
    all.length === hashes.length &&
    remaining.next().done === true &&
    contentOf(Buffer.concat(all)).equals(parseRecord(record).content)
  );
}
