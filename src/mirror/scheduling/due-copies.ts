/** The copies of a server that need a request: a lookup in the store, of which a few entries are in memory (M66). */
import type { Iri } from '../../rdf/terms.js';
import type { LookupEntry, LookupPage } from '../../store/lookup.js';
import { type DueClass, dueClasses, duePartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { MirrorTime } from '../time.js';
import type { CheckBook } from './check-book.js';

/** Entries read at a time. */
const PAGE = 64;
/** Regular checks that are overdue at the start are spread over this time (M36). */
const SPREAD_MS = 60_000;

export class DueCopies {
  #found: { readonly head: Iri; readonly isOverdue: boolean }[] = [];
  readonly #startedAt: number;
  /** The regular checks of the server, of which all may be overdue. */
  #checks: number | undefined;
  /** The overdue checks that have begun. */
  #begun = 0;

  constructor(
    private readonly context: Pick<MirrorContext, 'store' | 'lookups'>,
    private readonly server: Iri,
    private readonly time: Pick<MirrorTime, 'now'>,
    private readonly book: Pick<CheckBook, 'has' | 'size' | 'nextOf'>,
  ) {
    this.#startedAt = time.now();
  }

  /** Forgets the entries in memory: others may be more urgent now. */
  refresh(): void {
    this.#found = [];
  }

  /** The head of the most urgent copy that is due; undefined for none. @param taken those under way. */
  async next(taken: ReadonlySet<Iri>): Promise<Iri | undefined> {
    if (this.#found.length === 0) this.#found = await this.#read(taken);
    for (let one = this.#found.shift(); one !== undefined; one = this.#found.shift()) {
      if (taken.has(one.head)) continue;
      if (one.isOverdue) this.#begun += 1;
      return one.head;
    }
    const booked = this.book.nextOf(this.server, taken);
    return booked !== undefined && booked.at <= this.time.now() ? booked.head : undefined;
  }

  /** The time at which the next copy is due; undefined for none. */
  async nextTime(taken: ReadonlySet<Iri>): Promise<number | undefined> {
    const times: number[] = [];
    for (const one of dueClasses) {
      const first = await this.#firstBut(taken, one);
      if (first === undefined) continue;
      const isOverdue = isCheck(one) && first.order <= this.#startedAt;
      times.push(isOverdue ? await this.#nextOverdue() : first.order);
      if (!isOverdue) continue;
      const [later] = await this.#entries(one, taken, { limit: 1, from: this.#startedAt + 1 });
      if (later !== undefined) times.push(later.order);
    }
    const booked = this.book.nextOf(this.server, taken);
    if (booked !== undefined) times.push(booked.at);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async #read(taken: ReadonlySet<Iri>): Promise<{ readonly head: Iri; readonly isOverdue: boolean }[]> {
    const now = this.time.now();
    for (const one of dueClasses) {
      if (((await this.#first(one))?.order ?? Infinity) > now) continue;
      if (!isCheck(one)) {
        const found = await this.#entries(one, taken, { limit: PAGE, until: now });
        if (found.length > 0) return found.map(({ value }) => ({ head: value, isOverdue: false }));
        continue;
      }
      const limit = Math.min(PAGE, await this.#room());
      const overdue = limit === 0 ? [] : await this.#entries(one, taken, { limit, until: this.#startedAt });
      const later = await this.#entries(one, taken, { limit: PAGE, from: this.#startedAt + 1, until: now });
      if (overdue.length + later.length > 0)
        return [
          ...overdue.map(({ value }) => ({ head: value, isOverdue: true })),
          ...later.map(({ value }) => ({ head: value, isOverdue: false })),
        ];
    }
    return [];
  }

  /** The number of overdue checks that may begin now. */
  async #room(): Promise<number> {
    const elapsed = this.time.now() - this.#startedAt;
    if (elapsed >= SPREAD_MS) return Infinity;
    return Math.max(0, Math.floor(((await this.#count()) * elapsed) / SPREAD_MS) + 1 - this.#begun);
  }

  /** The time at which the next overdue check may begin. */
  async #nextOverdue(): Promise<number> {
    return (
      this.#startedAt + Math.min(SPREAD_MS, Math.ceil((SPREAD_MS * this.#begun) / Math.max(1, await this.#count())))
    );
  }

  async #count(): Promise<number> {
    const { store, lookups } = this.context;
    const countOf = (one: DueClass): Promise<number> => store.count(lookups.mirror.due, duePartition(this.server, one));
    this.#checks ??= (await countOf('root-sweep')) + (await countOf('sweep'));
    return this.#checks;
  }

  /** The first entry of a class. The store remembers it until it changes: most classes are asked for in vain. */
  async #first(of: DueClass): Promise<LookupEntry | undefined> {
    const { store, lookups } = this.context;
    const [first] = await store.lookup(lookups.mirror.due, duePartition(this.server, of), { limit: 1 });
    return first;
  }

  /** The first entry that is neither taken nor noted in the book. */
  async #firstBut(taken: ReadonlySet<Iri>, of: DueClass): Promise<LookupEntry | undefined> {
    const first = await this.#first(of);
    if (first === undefined || !(taken.has(first.value) || (isCheck(of) && this.book.has(first.value)))) return first;
    return (await this.#entries(of, taken, { limit: 1 }))[0];
  }

  async #entries(of: DueClass, taken: ReadonlySet<Iri>, page: LookupPage & { limit: number }): Promise<LookupEntry[]> {
    const { store, lookups } = this.context;
    const { book } = this;
    const limit = page.limit + taken.size + (isCheck(of) ? book.size : 0);
    const entries = await store.lookup(lookups.mirror.due, duePartition(this.server, of), { ...page, limit });
    return entries.filter(({ value }) => !taken.has(value) && !(isCheck(of) && book.has(value))).slice(0, page.limit);
  }
}

/** Whether copies of a class are due for a regular check. */
const isCheck = (of: DueClass): boolean => of === 'root-sweep' || of === 'sweep';
