/** What is done when a copy is due: its newest revision is asked for, then its events, then what it links to. */
import type { Iri } from '../../rdf/terms.js';
import type { Copies } from '../copies/copies.js';
import type { CopyAccess, CopyFacts, CopyHead, Due } from '../copies/copy-facts.js';
import { otherHolder, withDisputes } from '../copies/contradictions.js';
import type { CopyWriter, Stored } from '../copies/copy-writer.js';
import type { LinkFollowing } from '../copies/link-following.js';
import { dueGaps, dueWithGaps, withMissing } from '../copies/gaps.js';
import {
  afterPoison,
  dueAfter,
  type Intervals,
  later,
  nextAttempt,
  nextDay,
  nextSweep,
  sooner,
} from '../copies/next-due.js';
import type { Fetched, NothingFetched, ObjectFetcher } from '../fetching/fetch-object.js';
import { ReaderEnded } from '../fetching/reader.js';
import type { FollowStates } from '../follows/follow-states.js';
import type { Follows } from '../follows/follows.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Repairing } from '../repair/repairing.js';
import type { MirrorTime } from '../time.js';
import type { CopiedEventLists, EventListEnd } from './event-lists.js';
import type { ErasedProperties } from '../copies/erased-properties.js';
import type { Erasing } from '../copies/erasing.js';
import type { CheckBook } from './check-book.js';
import type { ServerConditions } from './server-conditions.js';

/** Attempts to learn whether a property was erased, before the partner contradicts itself. */
const ERASURE_ATTEMPTS = 3;

type Unchanged = Extract<Fetched, { kind: 'unchanged' }>;

export interface CopyJobParts {
  readonly copies: Copies;
  readonly follows: Follows;
  readonly states: FollowStates;
  readonly conditions: ServerConditions;
  readonly repairing: Repairing;
  readonly book: Pick<CheckBook, 'note' | 'forget'>;
  readonly erasing: Erasing;
  readonly erased: Pick<ErasedProperties, 'follow'>;
  readonly events: CopiedEventLists;
  readonly fetcher: ObjectFetcher;
  readonly writer: CopyWriter;
  readonly links: LinkFollowing;
  readonly intervals: Intervals;
  readonly time: MirrorTime;
  /** Called when other copies of the server may be due. */
  readonly wake: (server: Iri) => void;
}

export class CopyJob {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: CopyJobParts,
  ) {}

  /**
   * Does what is due.
   *
   * @returns false without an answer.
   * @throws the errors of the store.
   */
  async run(graph: Iri, lost: AbortSignal): Promise<boolean> {
    const { copies, time, repairing } = this.parts;
    const head = await copies.byGraph(graph);
    if (head?.due === undefined || head.reaches.length === 0 || head.due.at.getTime() > time.now()) return true;
    if (head.due.priority !== 'repair') return this.#check(head, head.due, lost);
    await repairing.run(head, head.due, lost);
    return true;
  }

  /**
   * Does at once what a notification makes due, before that is stored.
   *
   * @returns false without an answer.
   * @throws the errors of the store.
   */
  async runNotified(graph: Iri, due: Due, heardAt: Date, lost: AbortSignal): Promise<boolean> {
    const head = await this.parts.copies.byGraph(graph);
    return head === undefined || head.reaches.length === 0 || this.#check({ ...head, heardAt }, due, lost);
  }

  async #check(head: CopyHead, due: Due, lost: AbortSignal): Promise<boolean> {
    const { conditions, erasing, states } = this.parts;
    const fetched = await this.#fetch(head, due, lost);
    await conditions.observe(head.server, fetched, lost);
    const stored = await this.#record(head, due, fetched, lost);
    if (stored?.head === undefined) return fetched.kind !== 'silent';
    if (fetched.kind === 'erased') await erasing.object(stored.head, fetched, lost);
    await states.ofCopy(stored.head, lost);
    if (fetched.kind === 'revision' || fetched.kind === 'unchanged') await this.#afterwards(stored.head, due, lost);
    return true;
  }

  async #fetch(head: CopyHead, { attempts }: Due, lost: AbortSignal): Promise<Fetched> {
    const { object, server, held, etag, poison } = head;
    const isHeld = held > 0 && poison === undefined;
    try {
      const fetched = await this.parts.fetcher.object(object, { server, lost, etag: isHeld ? etag : undefined });
      const unknown = fetched.kind === 'revision' && (await this.parts.erased.follow(head, fetched.answer, lost));
      if (!unknown || (unknown.kind === 'failed' && attempts >= ERASURE_ATTEMPTS)) return fetched;
      return unknown;
    } catch (error) {
      if (error instanceof ReaderEnded) return { kind: 'failed', status: 0 };
      throw error;
    }
  }

  async #record(head: CopyHead, taken: Due, fetched: Fetched, lost: AbortSignal): Promise<Stored | undefined> {
    const { writer } = this.parts;
    const { object } = head;
    if (fetched.kind === 'revision') {
      const finding = { by: taken.foundBy, hint: taken.hint, heardAt: head.heardAt, taken, isNewest: true };
      const stored = await writer.store(object, fetched.answer, finding, lost);
      if (stored.kind === 'stored' && taken.foundBy === 'notification' && head.heardAt !== undefined)
        this.context.mirrorMetrics.notified((this.context.clock.now().getTime() - head.heardAt.getTime()) / 1000);
      return stored;
    }
    if (fetched.kind === 'silent') return undefined;
    if (fetched.kind === 'unchanged' && this.#note(head, taken, fetched)) return { kind: 'known', head };
    const { heardAt } = head;
    const change = (one: CopyHead, now: Date): Partial<CopyFacts> => ({
      ...this.#change(one, taken, fetched, now),
      heardAt: later(one.heardAt, heardAt),
    });
    const changed = await writer.change(object, change, lost);
    return { kind: 'known', head: changed };
  }

  /** Notes a regular check that has found nothing, whose time is written later. @returns whether it was one. */
  #note(head: CopyHead, taken: Due, { latest = 0, holderChange }: Unchanged): boolean {
    const { intervals, book } = this.parts;
    const { access, poison, unreadEvents, silence, seen, gaps } = head;
    const now = this.context.clock.now();
    const isRead = access.kind === 'granted' && poison === undefined && unreadEvents === undefined;
    const isAnswered = isRead && silence === undefined && latest <= seen;
    const isPlain = isAnswered && otherHolder(head, holderChange, now).length === 0;
    if (!isPlain || taken.priority !== 'sweep' || dueGaps(gaps, now).length > 0) return false;
    book.note(head, taken, { checkedAt: now, next: dueWithGaps(nextSweep(now, intervals), gaps, now) });
    return true;
  }

  #change(
    head: CopyHead,
    taken: Due,
    fetched: Exclude<Fetched, { kind: 'revision' | 'silent' }>,
    now: Date,
  ): Partial<CopyFacts> {
    const { intervals } = this.parts;
    const checked = { checkedAt: now, silence: undefined };
    switch (fetched.kind) {
      case 'unchanged': {
        const seen = Math.max(head.seen, fetched.latest ?? 0);
        const gaps = withMissing(head.gaps, head.held + 1, seen);
        const due = dueWithGaps(dueAfter(head.due, taken, nextSweep(now, intervals), now), gaps, now);
        const disputes = withDisputes(head, otherHolder(head, fetched.holderChange, now));
        return { ...checked, access: { kind: 'granted' }, poison: undefined, disputes, seen, gaps, due };
      }
      case 'poison': {
        const due = dueAfter(head.due, taken, afterPoison(now, taken, intervals), now);
        return { ...checked, access: { kind: 'granted' }, poison: fetched.poison, due };
      }
      case 'failed':
        return { due: dueAfter(head.due, taken, nextAttempt(now, taken, intervals), now) };
      case 'forbidden':
      case 'not-found':
      case 'gone':
      case 'erased':
      case 'moved':
        return { ...checked, access: withdrawn(head, fetched), due: dueAfter(head.due, taken, nextDay(now), now) };
    }
  }

  async #afterwards(head: CopyHead, taken: Due, lost: AbortSignal): Promise<void> {
    const { links, wake } = this.parts;
    if (head.linksFollowed < head.held) {
      await links.follow(head, lost);
      wake(head.server);
    }
    if (await this.#wantsEvents(head)) await this.#events(head, taken, lost);
    else await this.#readEvents(head, lost);
    if (taken.priority === 'notified') wake(head.server);
  }

  async #wantsEvents({ reaches }: CopyHead): Promise<boolean> {
    for (const { follow } of reaches) if ((await this.parts.follows.find(follow))?.events === true) return true;
    return false;
  }

  async #events(head: CopyHead, taken: Due, lost: AbortSignal): Promise<void> {
    const { events, writer, conditions, book, intervals } = this.parts;
    const { object, server } = head;
    const ended = await this.#list(() => events.fetch(head, taken.foundBy !== 'notification', lost));
    const isFailure = ended.kind === 'failed' && (ended.status === 0 || ended.status >= 500);
    const isIncomplete = ended.kind === 'silent' || ended.kind === 'unread' || isFailure;
    if (!isIncomplete) {
      // A list that is not given has nothing that cannot be read.
      if (ended.kind !== 'read' || ended.isWhole) await this.#readEvents(head, lost);
      return;
    }
    // The check is not complete: the copy remains due, or becomes so.
    book.forget(this.context.uris.copyHead(object));
    if (ended.kind === 'silent') await conditions.observe(server, ended, lost);
    const again: Due = { ...taken, priority: 'sweep', foundBy: 'sweep', hint: undefined };
    await writer.change(
      object,
      ({ due }, now): Partial<CopyFacts> => {
        if (ended.kind === 'silent') return { due: sooner(due, taken) };
        const isRegular = due === undefined || due.priority === 'sweep';
        if (ended.kind !== 'unread') return { due: isRegular ? nextAttempt(now, again, intervals) : due };
        return { unreadEvents: ended.poison, due: isRegular ? afterPoison(now, again, intervals) : due };
      },
      lost,
    );
  }

  async #list(fetch: () => Promise<EventListEnd>): Promise<EventListEnd> {
    try {
      return await fetch();
    } catch (error) {
      if (error instanceof ReaderEnded) return { kind: 'failed', status: 0 };
      throw error;
    }
  }

  /** Records that nothing of the list of events is left to be read. */
  async #readEvents({ object, unreadEvents }: CopyHead, lost: AbortSignal): Promise<void> {
    if (unreadEvents === undefined) return;
    await this.parts.writer.change(object, () => ({ unreadEvents: undefined }), lost);
  }
}

/** Access that was never given is refused; what was given is frozen (M8). */
function withdrawn(
  { access }: Pick<CopyHead, 'access'>,
  fetched: Extract<NothingFetched, { kind: 'forbidden' | 'not-found' | 'gone' | 'erased' | 'moved' }>,
): CopyAccess {
  if (fetched.kind === 'moved') return { kind: 'frozen', reason: 'moved', target: fetched.target };
  if (fetched.kind === 'erased') return { kind: 'frozen', reason: 'erased' };
  const hadAccess = access.kind === 'granted' || access.kind === 'frozen';
  if (fetched.kind === 'forbidden') return { kind: hadAccess ? 'frozen' : 'refused', reason: 'forbidden' };
  return hadAccess ? { kind: 'frozen', reason: 'gone' } : { kind: 'refused', reason: 'not-found' };
}
