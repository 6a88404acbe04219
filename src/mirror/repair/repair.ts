/**
 * Fetches the missing revisions of one copy, newest first (M34): the mementos of its TimeMap, walking back by the times
 * of its revisions, the times in its audit trail, and at last halving.
 */
import type { Copies } from '../copies/copies.js';
import type { CopyHead, Gap } from '../copies/copy-facts.js';
import type { CopyWriter } from '../copies/copy-writer.js';
import type { ErasedProperties } from '../copies/erased-properties.js';
import { type Miss, type NumberRange, withoutRange } from '../copies/gaps.js';
import type { FetchOptions, Fetched, NothingFetched, ObjectAnswer, ObjectFetcher } from '../fetching/fetch-object.js';
import { auditedTimes } from './audited-times.js';
import { type Memento, mementosOf, MementoSearch } from './mementos.js';
import { RevisionTimes } from './revision-times.js';
import { compactTime, secondOf } from '../fetching/seconds.js';

/** The most requests for a copy in one check, and for one revision. */
const MAX_REQUESTS = 100;
const MAX_FOR_ONE = 40;

export interface RepairParts {
  readonly copies: Pick<Copies, 'revision'>;
  readonly fetcher: Pick<ObjectFetcher, 'object' | 'timeMap' | 'auditTrail'>;
  readonly writer: Pick<CopyWriter, 'store'>;
  readonly erased: Pick<ErasedProperties, 'follow'>;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

/** Why a repair ended: nothing is left to try, its requests are used up, or it has to wait. */
export type RepairEnd =
  | { readonly kind: 'done' | 'more' }
  /** A notification about the object has come, or nothing follows it any more. */
  | { readonly kind: 'interrupted' }
  | Extract<NothingFetched, { kind: 'silent' | 'failed' }>;

export interface Repaired {
  readonly end: RepairEnd;
  readonly misses: readonly Miss[];
}

/** The number of the revision that came, 0 for none, and its second. */
interface Answer {
  readonly number: number;
  readonly modified?: number | undefined;
}

/** Ends a repair before everything has been tried. */
class Stop extends Error {
  constructor(readonly end: Exclude<RepairEnd, { kind: 'done' }>) {
    super(end.kind);
  }
}

export class Repair {
  readonly #times = new RevisionTimes();
  readonly #misses: Miss[] = [];
  readonly #requestsFor = new Map<number, number>();
  #missing: NumberRange[];
  #requests = 0;
  #isAudited = false;
  #mementos: MementoSearch | undefined;

  /** @param gaps those that are to be tried. */
  constructor(
    private readonly parts: RepairParts,
    private readonly head: CopyHead,
    gaps: readonly Gap[],
    private readonly lost: AbortSignal,
  ) {
    this.#missing = gaps.map(({ from, to }) => ({ from, to }));
  }

  /** @throws the errors of the store, and of the thread that reads answers. */
  async run(): Promise<Repaired> {
    let end: RepairEnd = { kind: 'done' };
    try {
      await this.#learnTimes();
      if (this.head.timeMap !== undefined) await this.#readTimeMap(this.head.timeMap);
      for (let number = this.#newest(); number !== undefined; number = this.#newest()) await this.#seek(number);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      ({ end } = error);
    }
    return { end, misses: this.#misses };
  }

  #newest(): number | undefined {
    return this.#missing.length === 0 ? undefined : Math.max(...this.#missing.map(({ to }) => to));
  }

  /** The times of what is held around the gaps. */
  async #learnTimes(): Promise<void> {
    const { object, held } = this.head;
    this.#times.existed(secondOf(this.parts.now()), held);
    for (const { from, to } of this.#missing)
      for (const number of [from - 1, to + 1]) {
        if (number < 1 || number > held) continue;
        const provenance = await this.parts.copies.revision(object, number);
        if (provenance === undefined) continue;
        this.#times.existed(secondOf(provenance.receivedAt.getTime()), number);
        if (provenance.validAt !== undefined) this.#times.started(number, secondOf(provenance.validAt.getTime()));
      }
  }

  async #readTimeMap(address: string): Promise<void> {
    const { object, seen } = this.head;
    const mementos = await mementosOf(address, object, (url) =>
      this.#count(() => this.parts.fetcher.timeMap(url, this.#options())),
    );
    if (mementos !== undefined) this.#mementos = new MementoSearch(mementos, seen);
  }

  /** One step towards a revision. */
  async #seek(number: number): Promise<void> {
    const memento = this.#mementos?.next(number);
    if (memento !== undefined) {
      await this.#ask(number, memento);
      return;
    }
    const used = this.#requestsFor.get(number) ?? 0;
    if (used >= MAX_FOR_ONE) {
      this.#miss({ from: number, to: number, reason: 'no-history' });
      return;
    }
    const lead = this.#times.leadTo(number);
    switch (lead?.kind) {
      case undefined: {
        // It has been named, and was never seen.
        const now = secondOf(this.parts.now());
        if (used === 0) await this.#askAt(number, now);
        if (this.#isMissing(number) && this.#times.leadTo(number) === undefined) this.#missAbove(number);
        return;
      }
      case 'ask':
        await this.#askAt(number, lead.second);
        return;
      case 'halve':
        if (this.#isAudited) await this.#askAt(number, lead.second);
        else await this.#audit();
        return;
      case 'same-second':
        this.#miss({ from: lead.from, to: lead.to, reason: 'same-second' });
        return;
      case 'no-history':
        // Nor is there one for any revision before.
        this.#miss({ from: 1, to: number, reason: 'no-history' });
    }
  }

  /** The numbers from the highest one that is known to exist up to one that is not. */
  #missAbove(number: number): void {
    const range = this.#missing.find(({ from, to }) => from <= number && number <= to);
    const from = Math.max(range?.from ?? number, this.head.held + 1);
    this.#miss({ from, to: number, reason: 'no-history' });
  }

  async #audit(): Promise<void> {
    this.#isAudited = true;
    const { fetcher, now } = this.parts;
    const until = secondOf(now());
    const ask = (window?: Parameters<ObjectFetcher['auditTrail']>[2]) =>
      this.#count(() => fetcher.auditTrail(this.head.object, this.#options(), window));
    for (const { revision, acceptedAt, requestedAt } of await auditedTimes(ask, until))
      if (acceptedAt !== undefined) this.#times.started(revision, secondOf(acceptedAt));
      else if (requestedAt !== undefined) this.#times.requested(revision, secondOf(requestedAt));
  }

  async #askAt(number: number, second: number): Promise<void> {
    const at = compactTime(second);
    const fetched = await this.#request(number, { ...this.#options(), at });
    const answered = await this.#take(number, fetched);
    if (answered === undefined) return;
    this.#times.answered(second, answered.number);
    const { modified } = answered;
    // The revision as of a second is not younger than it.
    if (modified !== undefined && modified <= second) this.#times.started(answered.number, modified);
  }

  async #ask(number: number, memento: Memento): Promise<void> {
    const fetched = await this.#request(number, { ...this.#options(), url: memento.url });
    const answered = await this.#take(number, fetched);
    if (answered === undefined || answered.number === 0) {
      this.#mementos?.without(memento);
      return;
    }
    memento.number = answered.number;
    if (answered.modified !== undefined) this.#times.started(answered.number, answered.modified);
  }

  /** Stores what came. @returns undefined for an answer that says nothing of any revision. */
  async #take(number: number, fetched: Fetched): Promise<Answer | undefined> {
    switch (fetched.kind) {
      case 'revision': {
        const found = await this.#store(fetched.answer);
        if (found !== undefined) return found;
        this.#missAll('no-history');
        return undefined;
      }
      case 'poison': {
        const reason = fetched.poison.reason === 'too-large' ? 'too-large' : 'unreadable';
        const found = fetched.revision ?? number;
        this.#miss({ from: found, to: found, reason });
        return { number: found, modified: fetched.modified && secondOf(fetched.modified.getTime()) };
      }
      case 'forbidden':
      case 'gone':
      case 'erased':
      case 'moved':
        this.#missAll('no-access');
        return undefined;
      case 'silent':
        throw new Stop(fetched);
      case 'failed':
        if (fetched.status === 0 || fetched.status >= 500) throw new Stop(fetched);
        return { number: 0 };
      case 'not-found':
      case 'unchanged':
        return { number: 0 };
    }
  }

  async #store(answer: ObjectAnswer): Promise<Answer | undefined> {
    const number = answer.revision ?? answer.object.revision;
    if (number === undefined) return undefined;
    const { object } = this.head;
    const known = await this.parts.copies.revision(object, number);
    if (known === undefined || known.purgedAt !== undefined || known.digest !== answer.object.digest) {
      const unknown = await this.parts.erased.follow(this.head, { ...answer, revision: number }, this.lost);
      if (unknown?.kind === 'silent') throw new Stop(unknown);
      const finding = { by: 'repair', hint: undefined, taken: undefined, isNewest: false } as const;
      const { head } = await this.parts.writer.store(object, { ...answer, revision: number }, finding, this.lost);
      this.#missing = withoutRange(this.#missing, { from: number, to: number });
      if (head === undefined || head.due?.priority === 'notified') throw new Stop({ kind: 'interrupted' });
    } else this.#missing = withoutRange(this.#missing, { from: number, to: number });
    return { number, modified: answer.modified && secondOf(answer.modified.getTime()) };
  }

  #request(number: number, options: FetchOptions): Promise<Fetched> {
    this.#requestsFor.set(number, (this.#requestsFor.get(number) ?? 0) + 1);
    return this.#count(() => this.parts.fetcher.object(this.head.object, options));
  }

  async #count<Result extends { readonly kind: string }>(request: () => Promise<Result>): Promise<Result> {
    if (this.#requests >= MAX_REQUESTS) throw new Stop({ kind: 'more' });
    this.#requests += 1;
    return request();
  }

  #options(): Pick<FetchOptions, 'server' | 'lost'> {
    return { server: this.head.server, lost: this.lost };
  }

  #isMissing(number: number): boolean {
    return this.#missing.some(({ from, to }) => from <= number && number <= to);
  }

  /** Only what is missing: what is held within the range stays. */
  #miss(miss: Miss): void {
    this.#misses.push(miss);
    this.#missing = withoutRange(this.#missing, miss);
  }

  #missAll(reason: Miss['reason']): void {
    for (const range of this.#missing) this.#misses.push({ ...range, reason });
    this.#missing = [];
  }
}
