/**
 * Stored entries that cannot be read: an earlier release, an import or a defect may have written them. Such an entry is
 * quarantined instead of failing every request that meets it: logged once, reported in `/health/ready`, left on disk, and
 * read again when it changes. Input of callers is different: it is rejected with an Error.
 */
import type { Logger } from 'pino';
import type { Degradations } from '../degradations.js';
import { ServiceError } from '../errors.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import { lines } from './oxigraph/ntriples.js';

/** A stored entry is not as this node writes it. */
export class DamagedDataError extends Error {
  override readonly name: string = 'DamagedDataError';
}

/** The text of a graph on disk differs from the written one. */
export class WrongChecksumError extends DamagedDataError {
  override readonly name = 'WrongChecksumError';

  /** @param statements the graph's share of the statement count, estimated from its text: at least one. */
  constructor(readonly statements = 1) {
    super('its text on disk does not match its checksum');
  }
}

/** The statement count of a graph with a damaged text: its number of lines, at least one. */
export const statementsOfDamaged = (text: string): number => Math.max(1, lines(text).length);

/** The most entries that the log names; others are only counted. */
const MAX_LOGGED = 100;

const KEY = 'stored-entries';
const REASON = 'stored entries cannot be read and were set aside; the log names them';

export class Quarantine {
  /** Problems by entry and by the part of the node that cannot read it. */
  readonly #problems = new Map<Iri, Map<string, string>>();
  #logged = 0;

  constructor(private readonly context: { readonly log: Logger; readonly degradations: Degradations }) {}

  /** Whether some part of the node cannot read it. */
  has(entry: Iri): boolean {
    return this.#problems.has(entry);
  }

  /** The number of entries directly below a prefix that ends in a slash. */
  countBelow(prefix: Iri): number {
    let count = 0;
    for (const entry of this.#problems.keys())
      if (entry.lastIndexOf('/') + 1 === prefix.length && entry.startsWith(prefix)) count += 1;
    return count;
  }

  /**
   * Records that a part of the node continues without an entry.
   *
   * @throws the error itself when the store is unavailable: that is not the entry's fault.
   */
  add(part: string, entry: Iri, error: unknown): void {
    if (error instanceof ServiceError && error.kind === 'unavailable') throw error;
    const problem = error instanceof Error ? error.message : String(error);
    const problems = this.#problems.get(entry) ?? new Map<string, string>();
    const isKnown = [...problems.values()].includes(problem);
    this.#problems.set(entry, problems.set(part, problem));
    if (!isKnown) this.#log(part, entry, error);
    this.#report();
  }

  /** Records that a part of the node can read an entry. */
  release(part: string, entry: Iri): void {
    const problems = this.#problems.get(entry);
    if (problems?.delete(part) !== true) return;
    if (problems.size === 0) this.#problems.delete(entry);
    this.#report();
  }

  /** After a reset: damage is found again when it is read. */
  clear(): void {
    this.#problems.clear();
    this.#report();
  }

  /** Wraps a parser of graphs: a graph on which it throws is quarantined and parsed as undefined. */
  tolerant<Value>(
    part: string,
    parse: (data: Graph, graph: Iri) => Value | undefined,
  ): (data: Graph, graph: Iri) => Value | undefined {
    return (data, graph) => {
      try {
        const value = parse(data, graph);
        this.release(part, graph);
        return value;
      } catch (error) {
        this.add(part, graph, error);
        return undefined;
      }
    };
  }

  /**
   * The result of a reader, or undefined for an entry that the store itself cannot read and has quarantined.
   *
   * @throws everything else.
   */
  async tolerate<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof DamagedDataError) return undefined;
      throw error;
    }
  }

  #log(part: string, entry: Iri, error: unknown): void {
    this.#logged += 1;
    const { log } = this.context;
    if (this.#logged <= MAX_LOGGED)
      log.error({ err: error, entry, part }, 'a stored entry cannot be read; it is set aside');
    else if (this.#logged === MAX_LOGGED + 1)
      log.error('more stored entries cannot be read; /health/ready counts them, and the log no longer names them');
  }

  #report(): void {
    this.context.degradations.report(KEY, REASON, this.#problems.size);
  }
}
