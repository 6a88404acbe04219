/**
 * Timelines of access: the values of one property of an object, and for each party the beginning of its access to each
 * value and the time of its notification.
 */
import type { Caller } from '../http/caller.js';
import type { Head } from '../logistics-objects/revisions.js';
import { queuePartition } from '../notifications/lookups.js';
import { type OutboxEntry, readOutboxEntry } from '../notifications/outbox-entry.js';
import type { Receipt } from '../notifications/receipts/receipt.js';
import type { StoredQueue } from '../notifications/queues/queue-list.js';
import type { Graph } from '../rdf/graph.js';
import { compareTexts } from '../rdf/order.js';
import { type Iri, isIri, type NamedNode, namedNode, type Term, termKey } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';
import { readStoredSubscription } from '../subscriptions/stored-subscription.js';
import type { DeliveryHistory } from './agents.js';
import { readableFrom, ReadableTimes } from './readable-times.js';
import { tolerant } from './request-items.js';
import type { TermValue } from './responses.js';
import type { PartyTimeline, TimelineEntry, AccessTimelineAnswer, TimelineValue } from './responses/drawings.js';
import type { ConsoleServices } from './services.js';
import { termValue } from '../logistics-objects/differences/statements.js';

/** Revisions that are read, the newest. */
const MAX_REVISIONS = 100;
const MAX_PARTIES = 30;
/** Receipts of the object, the newest. */
const MAX_RECEIPTS = 500;
const MAX_SUBSCRIPTIONS = 100;
/** Waiting notifications that are read: of one queue, and in all. */
const WAITING_OF_QUEUE = 50;
const MAX_WAITING = 300;
const DAY_MS = 86_400_000;
/** Embedded nodes between the property and a value. */
const MAX_NESTED = 3;

/** A notification of a revision to a party, confirmed or waiting. */
interface RevisionNotice extends Omit<TimelineEntry, 'asked' | 'couldRead'> {
  readonly agent: string;
}

/** The unread notifications of a party: without them nobody may say that there was none. */
interface Unread {
  /** Receipts before this time have been deleted, or were not read. */
  readonly receiptsBefore: number;
  /** Whether waiting notifications of the party were not read. */
  readonly isQueueCut: boolean;
}

/** Notifications of an object's latest revision. */
const REVISION_EVENTS = new Set(['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED']);

export class AccessTimelines {
  /** The notices of a receipt, cached as long as the receipt. */
  readonly #read = new WeakMap<Receipt, readonly RevisionNotice[]>();

  constructor(
    private readonly services: ConsoleServices,
    private readonly deliveries: DeliveryHistory,
  ) {}

  /** @param caller a partner gets its own timeline. */
  async of(head: Head, property: Iri, caller: Caller): Promise<AccessTimelineAnswer> {
    const { labels, revisions, settings, internalAgents, clock } = this.services;
    const { object } = head;
    const { values, isWhole } = await this.#values(head, property);
    const times = await ReadableTimes.of(this.services, object);
    const receipts = await this.#receipts(object);
    const oldestReceipt = clock.now().getTime() - settings.receiptDays * DAY_MS;
    const receiptsBefore = receipts.isWhole ? oldestReceipt : Math.max(oldestReceipt, receipts.oldest);
    const named = [
      ...times.agents,
      ...receipts.notices.map(({ agent }) => agent),
      ...values.flatMap(({ by }) => by ?? []),
      ...(caller.internal ? await this.#subscribers(head) : []),
    ];
    // The agents of the data holder read everything.
    const isParty = (agent: string): agent is Iri => isIri(agent) && !internalAgents.has(agent);
    const agents = caller.internal ? [...new Set(named)].filter(isParty) : [caller.agent];
    const visible = agents.slice(0, MAX_PARTIES);
    const waiting = await this.#waiting(object, visible);
    const all = [...receipts.notices, ...waiting.notices];
    // The last error may name addresses of this node's network.
    const notices = caller.internal ? all : all.map((notice) => ({ ...notice, lastError: null }));
    const parties = await Promise.all(
      visible.map(async (uri): Promise<PartyTimeline> => {
        const readable = times.ofAgent(uri);
        const received = notices.filter(({ agent }) => agent === uri).sort(byConfirmation);
        const unread = { receiptsBefore, isQueueCut: waiting.cut.has(uri) };
        const known = values.map((value) =>
          timelineEntry(value, uri, readableFrom(readable, value.at), received, unread),
        );
        return { uri, label: await labels.label(uri, caller), readable, known };
      }),
    );
    return {
      object,
      type: head.type,
      label: await labels.ofRevision(revisions.latest(head).graph),
      property,
      values,
      parties,
      receiptDays: settings.receiptDays,
      truncated: !isWhole || !times.isWhole || agents.length > MAX_PARTIES || !receipts.isWhole || waiting.cut.size > 0,
    };
  }

  /** The revisions that changed the value, with it. */
  async #values(
    { object, latestRevision }: Head,
    property: Iri,
  ): Promise<{ values: TimelineValue[]; isWhole: boolean }> {
    const { store, uris, history } = this.services;
    const first = Math.max(1, latestRevision - MAX_REVISIONS + 1);
    const values: TimelineValue[] = [];
    let before: string | undefined;
    for (let revision = first; revision <= latestRevision; revision += 1) {
      const terms = valuesIn(await store.read(uris.revision(object, revision)), namedNode(property));
      const key = terms.map(termKey).join('\n');
      if (key === before || (before === undefined && terms.length === 0)) continue;
      before = key;
      const { at, agent } = await history.provenance(object, revision);
      values.push({ revision, at, by: agent, value: terms.map((term): TermValue => termValue(term)) });
    }
    return { values, isWhole: first === 1 };
  }

  /** The newest receipts of the object, and the time of the oldest of them. */
  async #receipts(object: Iri): Promise<{ notices: RevisionNotice[]; isWhole: boolean; oldest: number }> {
    const filter = { subscriber: undefined, object, from: undefined, to: undefined };
    const { receipts } = await this.deliveries.receipts.find(filter, { limit: MAX_RECEIPTS, offset: 0 });
    return {
      notices: receipts.flatMap((receipt) => this.#ofReceipt(receipt)),
      isWhole: receipts.length < MAX_RECEIPTS,
      oldest: Math.min(...receipts.map(({ confirmedAt }) => confirmedAt.getTime())),
    };
  }

  #ofReceipt(receipt: Receipt): readonly RevisionNotice[] {
    const cached = this.#read.get(receipt);
    if (cached !== undefined) return cached;
    const { subscriber, eventType, revision, createdAt, confirmedAt, attempts, skipped } = receipt;
    const read: readonly RevisionNotice[] =
      revision === undefined || !REVISION_EVENTS.has(eventType)
        ? []
        : [
            {
              ...{ agent: subscriber, revision, attempts, lastError: null },
              status: skipped === undefined ? 'confirmed' : 'skipped',
              written: createdAt.toISOString(),
              confirmed: confirmedAt.toISOString(),
            },
          ];
    this.#read.set(receipt, read);
    return read;
  }

  /** The current subscribers to the object and to its classes. */
  async #subscribers({ object, type }: Head): Promise<string[]> {
    const { store, lookups, requests, model, vocabulary } = this.services;
    const topics = [object, ...model.ancestors(type)];
    const found = await Promise.all(
      topics.map((topic) => store.lookup(lookups.subscriptions.byTopic, topic, { limit: MAX_SUBSCRIPTIONS })),
    );
    const stored = await requests.readable(found.flat().map(({ value }) => value));
    return stored.flatMap((request) => tolerant(() => readStoredSubscription(request, vocabulary))?.subscriber ?? []);
  }

  /**
   * The waiting notifications of these agents about the object, and the agents whose queues were not read completely.
   */
  async #waiting(object: Iri, agents: readonly Iri[]): Promise<{ notices: RevisionNotice[]; cut: ReadonlySet<Iri> }> {
    const { store, lookups } = this.services;
    const notices: RevisionNotice[] = [];
    let left = MAX_WAITING;
    const cut = new Set<Iri>();
    for (const receiver of agents) {
      const { queues } = await this.deliveries.queues.find({ receiver, topic: undefined });
      for (const queue of queues.filter(({ waiting }) => waiting > 0)) {
        const limit = Math.min(WAITING_OF_QUEUE, left);
        // The newest: the party does not know the last written ones.
        const page = { limit, reverse: true };
        const entries = await store.lookup(lookups.notifications.outbox, queuePartition(receiver, queue.topic), page);
        left -= entries.length;
        if (entries.length < queue.waiting) cut.add(receiver);
        for (const { value } of entries) notices.push(...(await this.#waitingNotice(value, object, queue)));
      }
    }
    return { notices, cut };
  }

  async #waitingNotice(uri: Iri, object: Iri, { failure, first }: StoredQueue): Promise<RevisionNotice[]> {
    const entry = tolerantEntry(await this.services.store.read(uri), this.services.vocabulary);
    if (entry?.object !== object || entry.revision === undefined || !REVISION_EVENTS.has(entry.eventType)) return [];
    const isFirst = first?.uri === entry.uri;
    return [
      {
        agent: entry.receiver,
        revision: entry.revision,
        status: 'waiting',
        written: entry.createdAt.toISOString(),
        confirmed: null,
        // The first one blocks those behind it.
        attempts: isFirst ? (failure?.attempts ?? 0) : 0,
        lastError: failure?.lastError ?? null,
      },
    ];
  }
}

function tolerantEntry(data: Graph, vocabulary: ConsoleServices['vocabulary']): OutboxEntry | undefined {
  try {
    return readOutboxEntry(data, vocabulary);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The values of a property; of embedded nodes the values in them. */
function valuesIn(data: Graph, property: NamedNode): Term[] {
  const found = new Map<string, Term>();
  const add = (term: Term, depth: number): void => {
    const isEmbedded = term.termType === 'NamedNode' && term.value.startsWith('internal:');
    if (!isEmbedded) found.set(termKey(term), term);
    else if (depth < MAX_NESTED)
      for (const { predicate, object } of data.about(term))
        if (!predicate.equals(rdfTerms.type)) add(object, depth + 1);
  };
  for (const { object } of data.match(null, property)) add(object, 0);
  return [...found.values()].sort((a, b) => compareTexts(termKey(a), termKey(b)));
}

/** Confirmed ones first, in the order of their confirmation. */
const byConfirmation = (a: RevisionNotice, b: RevisionNotice): number =>
  compareTexts(a.confirmed ?? '9', b.confirmed ?? '9') || a.revision - b.revision;

/**
 * The timeline entry of a party and a value: by the first confirmed notification of its revision or a later one.
 *
 * @param notices its notifications, by confirmation.
 * @param unread its unread notifications.
 */
function timelineEntry(
  { revision, at, by }: TimelineValue,
  agent: Iri,
  couldRead: string | null,
  notices: readonly RevisionNotice[],
  { receiptsBefore, isQueueCut }: Unread,
): TimelineEntry {
  const first = (status?: RevisionNotice['status']): RevisionNotice | undefined =>
    notices.find((one) => one.revision >= revision && (status === undefined || one.status === status));
  const notice = first('confirmed') ?? first('waiting') ?? first();
  const isComplete = !isQueueCut && new Date(at).getTime() >= receiptsBefore;
  const {
    status = isComplete ? 'none' : 'unknown',
    written = null,
    confirmed = null,
    attempts = 0,
    lastError = null,
  } = notice ?? {};
  return { revision, asked: by === agent, couldRead, status, written, confirmed, attempts, lastError };
}
