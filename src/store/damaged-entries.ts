/**
 * What is stored and cannot be read: a release before this one, an import or a defect may have left it. It is set aside,
 * not thrown at whoever comes by: logged once, told in `/health/ready`, left on disk as it is, and looked at again when
 * it is changed. Everything else goes on. What callers send is another matter: that is refused with an Error.
 */
import type { Logger } from 'pino';
import type { Degradations } from '../degradations.js';
import { ServiceError } from '../errors.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';

/** Something stored is not as this node writes it. */
export class DamagedDataError extends Error {
  override readonly name = 'DamagedDataError';
}

/** The problem of a graph whose text on disk is another than was written. */
export const WRONG_CHECKSUM = 'its text on disk does not fit its checksum';

/** The log names so many; the others are counted. */
const MAX_LOGGED = 100;

const KEY = 'stored-entries';
const REASON = 'stored entries cannot be read and were set aside; the log names them';

export class DamagedEntries {
  /** By entry, and by the part of the node that cannot read it: what the matter is. */
  readonly #problems = new Map<Iri, Map<string, string>>();
  #logged = 0;

  constructor(private readonly context: { readonly log: Logger; readonly degradations: Degradations }) {}

  /** Whether some part of the node cannot read it. */
  has(entry: Iri): boolean {
    return this.#problems.has(entry);
  }

  /** How many entries lie directly below a prefix that ends in a slash. */
  countBelow(prefix: Iri): number {
    let count = 0;
    for (const entry of this.#problems.keys())
      if (entry.lastIndexOf('/') + 1 === prefix.length && entry.startsWith(prefix)) count += 1;
    return count;
  }

  /**
   * Takes note that a part of the node goes on without an entry.
   *
   * @throws the error itself when it is the store's own: that one is no entry's fault.
   */
  setAside(part: string, entry: Iri, error: unknown): void {
    if (error instanceof ServiceError && error.kind === 'unavailable') throw error;
    const problem = error instanceof Error ? error.message : String(error);
    const problems = this.#problems.get(entry) ?? new Map<string, string>();
    const isKnown = [...problems.values()].includes(problem);
    this.#problems.set(entry, problems.set(part, problem));
    if (!isKnown) this.#log(part, entry, error);
    this.#report();
  }

  /** Takes note that a part of the node can read an entry. */
  isReadable(part: string, entry: Iri): void {
    const problems = this.#problems.get(entry);
    if (problems?.delete(part) !== true) return;
    if (problems.size === 0) this.#problems.delete(entry);
    this.#report();
  }

  /** A parser of graphs that sets aside what the given one throws on: undefined is made of it. */
  tolerant<Value>(
    part: string,
    parse: (data: Graph, graph: Iri) => Value | undefined,
  ): (data: Graph, graph: Iri) => Value | undefined {
    return (data, graph) => {
      try {
        const value = parse(data, graph);
        this.isReadable(part, graph);
        return value;
      } catch (error) {
        this.setAside(part, graph, error);
        return undefined;
      }
    };
  }

  /**
   * What a reader gives, or undefined for an entry that the store itself cannot read and has set aside.
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
      log.error('more stored entries cannot be read; they are counted in /health/ready and no longer named here');
  }

  #report(): void {
    this.context.degradations.report(KEY, REASON, this.#problems.size);
  }
}
