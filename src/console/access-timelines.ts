/**
 * Timelines of access: the values of one property of an object, and for each party the beginning of its access to each
 * value and the time of its notification.
 */
import type { Caller } from '../http/caller.js';
import type { Head } from '../logistics-objects/revisions.js';
import type { OutboxEntry } from '../notifications/outbox-entry.js';
import type { Receipt } from '../notifications/receipts/receipt.js';
import type { QueueFailure } from '../notifications/queues/queue-states.js';
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
import { RevisionNotices } from './told/revision-notices.js';
import { termValue } from '../logistics-objects/differences/statements.js';

/** Revisions that are read, the newest. */
const MAX_REVISIONS = 100;
const MAX_PARTIES = 30;
/** Receipts, and waiting notifications, of one party: those of the newest revisions. */
const MAX_NOTICES = 100;
const MAX_SUBSCRIPTIONS = 100;
const DAY_MS = 86_400_000;
/** Embedded nodes between the property and a value. */
const MAX_NESTED = 3;

/** A notification of a revision to a party, confirmed or waiting. */
type RevisionNotice = Omit<TimelineEntry, 'asked' | 'couldRead'>;

/** The notifications of a party. */
interface PartyNotices {
  /** By confirmation. */
  readonly notices: readonly RevisionNotice[];
  /** Notifications of earlier revisions were not read. */
  readonly readFrom: number;
}

export class AccessTimelines {
  /** The notices of a receipt, cached as long as the receipt. */
  readonly #read = new WeakMap<Receipt, readonly RevisionNotice[]>();
  readonly #notices: RevisionNotices;

  constructor(
    private readonly services: ConsoleServices,
    private readonly deliveries: DeliveryHistory,
  ) {
    this.#notices = new RevisionNotices(services);
  }

  /** @param caller a partner gets its own timeline. */
  async of(head: Head, property: Iri, caller: Caller): Promise<AccessTimelineAnswer> {
    const { labels, revisions, settings, internalAgents, clock } = this.services;
    const { object } = head;
    const { values, isWhole } = await this.#values(head, property);
    const times = await ReadableTimes.of(this.services, object);
    const receiptsBefore = clock.now().getTime() - settings.receiptDays * DAY_MS;
    const notified = await this.#notices.parties(object, MAX_PARTIES + 1);
    const named = [
      ...times.agents,
      ...notified.parties,
      ...values.flatMap(({ by }) => by ?? []),
      ...(caller.internal ? await this.#subscribers(head) : []),
    ];
    // The agents of the data holder read everything.
    const isParty = (agent: string): agent is Iri => isIri(agent) && !internalAgents.has(agent);
    const agents = caller.internal ? [...new Set(named)].filter(isParty) : [caller.agent];
    const visible = agents.slice(0, MAX_PARTIES);
    let isRead = true;
    const parties = await Promise.all(
      visible.map(async (uri): Promise<PartyTimeline> => {
        const readable = times.ofAgent(uri);
        const notices = await this.#of(object, uri, caller);
        if (notices.readFrom > 0) isRead = false;
        const known = values.map((value) =>
          timelineEntry(value, uri, readableFrom(readable, value.at), notices, receiptsBefore),
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
      truncated: !isWhole || !times.isWhole || !notified.isWhole || agents.length > MAX_PARTIES || !isRead,
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

  /** The notifications of an object's revisions to a party. */
  async #of(object: Iri, party: Iri, caller: Caller): Promise<PartyNotices> {
    const page = { limit: MAX_NOTICES };
    // In this order: what is confirmed meanwhile is in the receipts.
    const waiting = await this.#notices.waiting(object, party, page);
    const receipts = await this.#notices.receipts(object, party, page);
    const waitingNotices = await Promise.all(waiting.items.map((entry) => this.#ofEntry(entry)));
    const notices = [...receipts.items.flatMap((receipt) => this.#ofReceipt(receipt)), ...waitingNotices.flat()];
    // The last error may name addresses of this node's network.
    const visible = caller.internal ? notices : notices.map((notice) => ({ ...notice, lastError: null }));
    return {
      notices: visible.sort(byConfirmation),
      readFrom: Math.max(receipts.readFrom ?? 0, waiting.readFrom ?? 0),
    };
  }

  #ofReceipt(receipt: Receipt): readonly RevisionNotice[] {
    const cached = this.#read.get(receipt);
    if (cached !== undefined) return cached;
    const { revision, createdAt, confirmedAt, attempts, skipped, filtered } = receipt;
    const read: readonly RevisionNotice[] =
      revision === undefined
        ? []
        : [
            {
              ...{ revision, attempts, lastError: null },
              status: skipped !== undefined ? 'skipped' : filtered === undefined ? 'confirmed' : 'filtered',
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

  async #ofEntry({ uri, receiver, topic, revision, createdAt }: OutboxEntry): Promise<RevisionNotice[]> {
    if (revision === undefined) return [];
    const failure: QueueFailure | undefined = await this.deliveries.queues.failureOf({ receiver, topic });
    return [
      {
        revision,
        status: 'waiting',
        written: createdAt.toISOString(),
        confirmed: null,
        // The first one blocks those behind it.
        attempts: failure?.entry === uri ? failure.attempts : 0,
        lastError: failure?.lastError ?? null,
      },
    ];
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
 * The timeline entry of a party and a value: by the first confirmed notification of its revision or a later one. What was
 * not read, or is not kept any more, is not known: never "none" (K56).
 */
function timelineEntry(
  { revision, at, by }: TimelineValue,
  agent: Iri,
  couldRead: string | null,
  { notices, readFrom }: PartyNotices,
  receiptsBefore: number,
): TimelineEntry {
  const first = (status?: RevisionNotice['status']): RevisionNotice | undefined =>
    notices.find((one) => one.revision >= revision && (status === undefined || one.status === status));
  const isRead = revision >= readFrom;
  // Of an earlier revision the first notification may be one that was not read.
  const notice = isRead ? (first('confirmed') ?? first('waiting') ?? first()) : undefined;
  const isStored = new Date(at).getTime() >= receiptsBefore;
  const {
    status = isRead && isStored ? 'none' : 'not-known',
    written = null,
    confirmed = null,
    attempts = 0,
    lastError = null,
  } = notice ?? {};
  return { revision, asked: by === agent, couldRead, status, written, confirmed, attempts, lastError };
}
