/** The copies of a server that need a request: a lookup in the store, of which a few entries are in memory (M66). */
import type { Iri } from '../../rdf/terms.js';
import { type Priority, priorities } from '../copies/copy-facts.js';
import { duePartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { MirrorTime } from '../time.js';

/** Entries read at a time. */
const PAGE = 64;

export class DueCopies {
  #found: Iri[] = [];

  constructor(
    private readonly context: Pick<MirrorContext, 'store' | 'lookups'>,
    private readonly server: Iri,
    private readonly time: MirrorTime,
  ) {}

  /** Forgets the entries in memory: others may be more urgent now. */
  refresh(): void {
    this.#found = [];
  }

  /** The head of the most urgent copy that is due; undefined for none. @param taken those under way. */
  async next(taken: ReadonlySet<Iri>): Promise<Iri | undefined> {
    if (this.#found.length === 0) this.#found = await this.#read(taken);
    for (let head = this.#found.shift(); head !== undefined; head = this.#found.shift())
      if (!taken.has(head)) return head;
    return undefined;
  }

  /** The time at which the next copy is due; undefined for none. */
  async nextTime(taken: ReadonlySet<Iri>): Promise<number | undefined> {
    const times: number[] = [];
    for (const priority of priorities) {
      const entries = await this.#entries(priority, taken.size + 1);
      const first = entries.find(({ value }) => !taken.has(value));
      if (first !== undefined) times.push(first.order);
    }
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async #read(taken: ReadonlySet<Iri>): Promise<Iri[]> {
    for (const priority of priorities) {
      const entries = await this.#entries(priority, PAGE + taken.size, this.time.now());
      const found = entries.map(({ value }) => value).filter((head) => !taken.has(head));
      if (found.length > 0) return found;
    }
    return [];
  }

  #entries(priority: Priority, limit: number, until?: number) {
    const { store, lookups } = this.context;
    return store.lookup(lookups.mirror.due, duePartition(this.server, priority), {
      limit,
      ...(until !== undefined && { until }),
    });
  }
}
