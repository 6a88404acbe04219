/**
 * Notifications are hints (M16 to M18): what they name is asked for at once, or becomes due in the store where that has to
 * wait or takes long. Their position is stored (M45): until then they are looked at again after a restart.
 */
import { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import { type Iri, node } from '../../rdf/terms.js';
import { dcterms, prov } from '../../rdf/vocabulary.js';
import { ALL_NOTIFICATIONS } from '../../notifications/lookups.js';
import type { ListPosition, LookupEntry } from '../../store/lookup.js';
import type { Transaction } from '../../store/store.js';
import { Facts } from '../facts.js';
import type { Copies } from '../copies/copies.js';
import { type CopyHead, type Due, newHead } from '../copies/copy-facts.js';
import { changedHead, describeHead } from '../copies/head.js';
import { dueByHint, dueLate, later } from '../copies/next-due.js';
import { serverOf } from '../follows/follow-body.js';
import type { Follow } from '../follows/follow.js';
import type { Follows } from '../follows/follows.js';
import { ALL, serverPartition, statePartition } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Partners } from '../partners/partners.js';
import type { Subscribing } from '../subscriptions/subscribing.js';

/** Notifications in one commit. */
const PAGE = 50;
/** Named entries that wait in memory; with more, the inbox is read from the stored position. */
const MAX_NOTED = 10_000;
/** Entries may become visible in another order than that of their times; those of this time are read again at a start. */
const OVERLAP_MS = 60_000;
/** A request that takes longer is due in the store (M9). */
const PROMPT_MS = 200;
/** The position is stored at most so often, unless something else is. */
const POSITION_MS = 10_000;
/** Follows of a server that are compared with a notification. */
const MAX_FOLLOWS = 1_000;

interface Hint {
  readonly entry: Iri;
  readonly receivedAt: Date;
  readonly sender: Iri | undefined;
  readonly object: Iri;
  readonly server: Iri;
  readonly type: Iri | undefined;
  readonly triggeredBy: Iri | undefined;
}

/** A notification of which a copy becomes due in the store. */
interface Waiting {
  readonly hint: Hint;
  /** The follow for an object that nothing follows yet. */
  readonly follow: Follow | undefined;
  /** Whether a request for it has begun, which had no answer in time. */
  readonly isLate: boolean;
}

export interface HintsParts {
  readonly copies: Pick<Copies, 'find' | 'in' | 'count'>;
  readonly follows: Pick<Follows, 'find' | 'create'>;
  readonly partners: Pick<Partners, 'find'>;
  /** Called with a request of the partner's that a notification names, and its topics. */
  readonly triggered: Subscribing['triggered'];
  readonly wake: (server: Iri) => void;
  /**
   * Begins what a notification makes due, before it is stored.
   *
   * @returns whether there was an answer, in a promise that never rejects; undefined if it cannot begin now.
   */
  readonly begin: (head: CopyHead, due: Due, heardAt: Date) => Promise<boolean> | undefined;
  /** Has a notification looked at again. */
  readonly again: (entry: Iri) => void;
}

export class Hints {
  readonly #position: Iri;
  /** Entries that commits have named. */
  #noted = new Set<Iri>();
  /** Whether others may have been missed. */
  #isBehind = true;
  /** The entries of which requests have begun, with the times of their receipt. */
  readonly #begun = new Map<Iri, number>();
  /** The entries whose requests had no answer in time: what they name has to become due. */
  readonly #late = new Set<Iri>();
  /** When the position was stored. */
  #positionAt = -Infinity;

  constructor(
    private readonly context: Pick<
      MirrorContext,
      'store' | 'lookups' | 'uris' | 'vocabulary' | 'ext' | 'settings' | 'clock'
    >,
    private readonly parts: HintsParts,
  ) {
    this.#position = context.uris.mirrorPosition('inbox');
  }

  /** Entries of the inbox, in the order of their commits: that of their times may be another one (M45). */
  note(entries: Iterable<Iri>): void {
    for (const entry of entries) this.#noted.add(entry);
    if (this.#noted.size > MAX_NOTED) this.noteGap();
  }

  /** Commits may have been missed. */
  noteGap(): void {
    this.#noted.clear();
    this.#isBehind = true;
  }

  /** Turns what has been noted, and what was missed, into what is due. */
  async run(lost: AbortSignal): Promise<void> {
    if (!(await this.#isWanted())) {
      this.noteGap();
      return;
    }
    if (this.#isBehind) {
      this.#isBehind = false;
      try {
        await this.#catchUp(lost);
      } catch (error) {
        this.#isBehind = true;
        throw error;
      }
    }
    while (this.#noted.size > 0 && !lost.aborted) {
      const page = [...this.#noted].slice(0, PAGE);
      // Before they are looked at: meanwhile they may be noted again, because a request had no answer.
      for (const entry of page) this.#noted.delete(entry);
      try {
        await this.#take(page, lost);
      } catch (error) {
        this.#noted = new Set([...page, ...this.#noted]);
        throw error;
      }
    }
  }

  /** Reads the inbox from the stored position; at first from the time of the oldest follow. */
  async #catchUp(lost: AbortSignal): Promise<void> {
    const { store, lookups } = this.context;
    const { inbox } = lookups.notifications;
    const stored = await this.#storedPosition();
    const [oldest] = await store.lookup(lookups.mirror.follows, ALL, { limit: 1 });
    const [newest] = await store.lookup(inbox, ALL_NOTIFICATIONS, { limit: 1, reverse: true });
    const first = oldest === undefined ? (newest?.order ?? 0) : oldest.order - 1;
    const order = stored === undefined ? first : stored.order - OVERLAP_MS;
    let after: ListPosition = { order: Math.max(0, order), value: this.#position };
    while (!lost.aborted) {
      const page: LookupEntry[] = await store.lookup(inbox, ALL_NOTIFICATIONS, { limit: PAGE, after });
      const last = page.at(-1);
      if (last === undefined) return;
      await this.#take(
        page.map(({ value }) => value),
        lost,
      );
      after = last;
    }
  }

  async #take(entries: readonly Iri[], lost: AbortSignal): Promise<void> {
    const hints = (await Promise.all(entries.map((entry) => this.#read(entry)))).filter((hint) => hint !== undefined);
    const last = hints.at(-1);
    if (last !== undefined) await this.#process(hints, { order: last.receivedAt.getTime(), value: last.entry }, lost);
  }

  /** Whether anything is followed, or may be followed because of a notification. */
  async #isWanted(): Promise<boolean> {
    const { store, lookups, settings } = this.context;
    if (settings.mirror.notified === '*' || settings.mirror.notified.length > 0) return true;
    const all = await store.count(lookups.mirror.follows, '');
    return all > (await store.count(lookups.mirror.follows, statePartition('ended')));
  }

  async #read(entry: Iri): Promise<Hint | undefined> {
    const { store, vocabulary, uris } = this.context;
    const { api } = vocabulary;
    const data = await store.read(entry);
    const reception = new StoredPropertyReader(data, node(entry));
    const notification = reception.iri(prov.wasDerivedFrom);
    if (notification === undefined) return undefined;
    const fields = reception.of(node(notification));
    const object = fields.iri(api.hasLogisticsObject);
    const server = object && serverOf(object);
    if (object === undefined || server === undefined || uris.isOwn(object)) return undefined;
    return {
      ...{ entry, object, server },
      receivedAt: reception.date(dcterms.created) ?? this.context.clock.now(),
      sender: reception.iri(prov.wasAttributedTo),
      type: fields.iri(api.hasLogisticsObjectType),
      triggeredBy: fields.iri(api.isTriggeredBy),
    };
  }

  async #process(hints: readonly Hint[], position: ListPosition, lost: AbortSignal): Promise<void> {
    const { copies, triggered, wake } = this.parts;
    const waiting: Waiting[] = [];
    for (const hint of hints) {
      const head = await copies.find(hint.object);
      const isLate = this.#late.has(hint.entry);
      if (!isLate && head !== undefined && this.#begin(head, hint)) continue;
      const follow = head?.reaches.length ? undefined : await this.#followFor(hint);
      waiting.push({ hint, follow, isLate });
    }
    await this.#store(waiting, position, lost);
    for (const { hint, isLate } of waiting) if (isLate) this.#late.delete(hint.entry);
    for (const server of new Set(waiting.map(({ hint }) => hint.server))) wake(server);
    for (const { triggeredBy, ...hint } of hints)
      if (triggeredBy !== undefined) await triggered(triggeredBy, hint, lost);
  }

  /** Asks at once for what a hint names, where nothing else is to be done about the copy. @returns whether it has begun. */
  #begin(head: CopyHead, { entry, receivedAt }: Hint): boolean {
    const now = this.context.clock.now();
    const due = dueByHint(now, head, entry);
    const { reaches, access, poison, silence } = head;
    const isAnswered = access.kind === 'granted' && poison === undefined && silence === undefined;
    const isIdle = head.due === undefined || head.due.priority === 'sweep';
    if (reaches.length === 0 || !isAnswered || !isIdle || due.at > now) return false;
    const answered = this.parts.begin(head, due, receivedAt);
    if (answered === undefined) return false;
    this.#begun.set(entry, receivedAt.getTime());
    const again = (): void => {
      if (!this.#begun.delete(entry)) return;
      this.#late.add(entry);
      this.parts.again(entry);
    };
    const timer = setTimeout(again, PROMPT_MS).unref();
    void answered.then((isDone) => {
      clearTimeout(timer);
      if (isDone) this.#begun.delete(entry);
      else again();
    });
    return true;
  }

  /** Stores what is due, and the position before which everything is done or due. */
  async #store(waiting: readonly Waiting[], { order, value }: ListPosition, lost: AbortSignal): Promise<void> {
    const { store, uris, clock } = this.context;
    const now = clock.now().getTime();
    if (waiting.length === 0 && Math.abs(now - this.#positionAt) < POSITION_MS) return;
    const heads = waiting.map(({ hint }) => uris.copyHead(hint.object));
    const done = Math.min(order, ...this.#begun.values());
    await store.transact([this.#position, ...heads], async (tx) => {
      for (const one of waiting) await this.#makeDue(tx, one);
      await tx.replace(this.#position, this.#describe({ order: done, value }));
      lost.throwIfAborted();
    });
    this.#positionAt = now;
  }

  async #makeDue(tx: Transaction, { hint, follow, isLate }: Waiting): Promise<void> {
    const { uris, clock, ext } = this.context;
    const { object, server, entry, receivedAt } = hint;
    const before = await this.parts.copies.in(tx, object);
    const now = clock.now();
    const reaches = follow === undefined ? [] : [{ follow: follow.uri, distance: 0 }];
    if ((before === undefined || before.reaches.length === 0) && reaches.length === 0) return;
    const own = dueByHint(now, { checkedAt: before?.checkedAt }, entry);
    const due = isLate ? dueLate(before?.due, own) : own;
    const known = before ?? newHead(now, { object, server, reaches, due, silence: undefined });
    // Later notifications may have been looked at before it.
    const heardAt = isLate ? later(before?.heardAt, receivedAt) : receivedAt;
    const change = { due, heardAt, ...(known.reaches.length === 0 && { reaches }) };
    const graph = uris.copyHead(object);
    await tx.replace(graph, describeHead(graph, changedHead(known, change, now), ext));
  }

  /** The follow for an object that nothing follows yet: one of its type, or one for all that is notified (M18). */
  async #followFor(hint: Hint): Promise<Follow | undefined> {
    const { store, lookups, settings } = this.context;
    const { follows, partners, copies } = this.parts;
    const isFull = (await copies.count()) >= settings.mirror.maxObjects;
    // Anybody may notify; only the data holder of the server makes new copies.
    const holder = (await partners.find(hint.server))?.holder;
    const entries = await store.lookup(lookups.mirror.follows, serverPartition(hint.server), { limit: MAX_FOLLOWS });
    for (const { value } of entries) {
      const follow = await follows.find(value);
      if (follow === undefined || follow.state.kind === 'ended' || isFull) continue;
      const isOfType = follow.target.kind === 'type' && follow.target.type === hint.type && hint.sender === holder;
      if (isOfType) return follow;
    }
    const { notified } = settings.mirror;
    const isNotified =
      notified === '*'
        ? hint.sender !== undefined && serverOf(hint.sender) === hint.server
        : notified.some((server) => server === hint.server);
    if (!isNotified || isFull) return undefined;
    const options = { depth: 0, events: true, subscribe: false, note: undefined };
    const { follow } = await follows.create({ server: hint.server, objects: [hint.object], options }, 'notification');
    return follow;
  }

  async #storedPosition(): Promise<ListPosition | undefined> {
    const { store, ext } = this.context;
    const facts = new StoredPropertyReader(await store.read(this.#position), node(this.#position));
    const [order, value] = [facts.integer(ext.order), facts.iri(ext.hint)];
    return order === undefined || value === undefined ? undefined : { order, value };
  }

  #describe({ order, value }: ListPosition) {
    const { ext } = this.context;
    return new Facts(node(this.#position)).count(ext.order, order).iri(ext.hint, value).statements;
  }
}
