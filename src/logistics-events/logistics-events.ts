/** Logistics Events of an object: an append-only list (specification, LogisticsEvent). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventServices } from './lookups.js';
import { ServiceError } from '../errors.js';
import { seenBy } from '../http/erased-resource.js';
import type { Caller } from '../http/caller.js';
import type { RdfResource } from '../http/representation/representation.js';
import type { Head } from '../logistics-objects/revisions.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, node, triple } from '../rdf/terms.js';
import { prov, rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { LookupEntry } from '../store/lookup.js';
import { type ListedEntries, type ListedPage, listPage, partitionsOf } from '../store/lookup-page.js';
import type { EventTransaction } from '../transactions.js';
import {
  assertOwnRecorder,
  checkEvent,
  composeEvent,
  type LogisticsEvent,
  readEvent,
  zonedTimes,
} from './logistics-event.js';
import {
  assertStillPermitted,
  describeCreations,
  EVENT_TO_CHECK,
  type EventCreation,
  restriction,
  sampleOf,
  targetsOf,
} from './event-targets.js';

/** A new event of an object, before it is stored. */
export interface NewEvent {
  readonly uri: Iri;
  readonly composed: Graph;
  readonly about: Iri;
  /** The types of the object. */
  readonly types: readonly [Iri, ...Iri[]];
  readonly agent: Iri;
  /** The message that it comes from (X64). */
  readonly derivedFrom?: Iri;
}

const TARGETS_AT_A_TIME = 50;
const EVENTS_AT_A_TIME = 200;

export class LogisticsEvents {
  readonly #parse: (data: Graph) => LogisticsEvent | undefined;
  readonly #parseRecordedAt: (data: Graph) => Date | undefined;

  constructor(private readonly services: EventServices) {
    this.#parse = (data) => readEvent(data, services.vocabulary);
    this.#parseRecordedAt = (data) => {
      for (const { object: time } of data.match(null, prov.generatedAtTime)) {
        const date = new Date(time.value);
        if (!Number.isNaN(date.getTime())) return date;
      }
      return undefined;
    };
  }

  /**
   * Appends an event to an object's list.
   *
   * @param allow is called in the transaction, under the list's lock, and throws if a precondition fails (D49).
   * @throws ServiceError `invalid-resource` for an event that violates the rules or the model (D25), `forbidden` for
   * one that names another organization as its recorder (D55).
   */
  async append(
    document: JsonLdDocument,
    head: Head,
    caller: Caller,
    allow: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Iri> {
    const { transactions, model, uris, vocabulary, clock, ids } = this.services;
    const about = head.object;
    const fields = checkEvent(document, this.services);
    const [named] = fields.iris(vocabulary.cargo.eventFor, { min: 0, max: 1 });
    if (named !== undefined && named !== about) {
      fields.addError(
        vocabulary.cargo.eventFor,
        `eventFor is <${named}>, which is not the Logistics Object that this event is sent to`,
      );
    }
    if (fields.problems.length > 0) throw new ServiceError('invalid-resource', fields.problems);
    const uri = uris.event(about, ids.next());
    const at = clock.now();
    const composed = composeEvent(document, { uri, object: about, caller, at }, this.services);
    const violations = await model.check(composed, [node(uri)]);
    if (violations.length > 0) throw new ServiceError('invalid-resource', violations);
    assertOwnRecorder(composed, caller, vocabulary);
    const types = await this.#typesOf(head);
    await transactions.transact(
      [uris.events(about)],
      async (tx) => {
        await allow();
        // Recorded in the order of the list, under its lock.
        await this.record(tx, { uri, composed, about, types, agent: caller.agent }, clock.now());
        tx.answer({ status: 201, location: uri, type: vocabulary.cargo.LogisticsEvent.value });
      },
      caller.trace,
    );
    return uri;
  }

  /**
   * Appends an event to the list of each object in its `eventFor`, in one transaction (V60). An error for one object
   * does not affect the others.
   *
   * @returns a description of the result for each object, in the order of `eventFor` (V57).
   * @throws ServiceError `invalid-resource` for an event that violates the rules or the model: nothing is stored (V61).
   */
  async appendToMany(document: JsonLdDocument, caller: Caller): Promise<RdfResource> {
    const { transactions, model, uris, vocabulary, clock, ids } = this.services;
    const targets = targetsOf(document, this.services);
    const at = clock.now();
    const origin = { uri: EVENT_TO_CHECK, object: EVENT_TO_CHECK, caller, at };
    const sample = composeEvent(sampleOf(document, targets, vocabulary), origin, this.services);
    const violations = await model.check(sample, [node(EVENT_TO_CHECK)]);
    if (violations.length > 0) throw new ServiceError('invalid-resource', violations);

    const ownEvent = restriction(document, targets, vocabulary);
    const results: EventCreation[] = [];
    const events: NewEvent[] = [];
    for (const [index, about] of targets.entries()) {
      // The checks read from caches: other requests are handled between them.
      if (index % TARGETS_AT_A_TIME === TARGETS_AT_A_TIME - 1) await nextTurn();
      try {
        const head = await this.#writable(about, caller);
        assertOwnRecorder(sample, caller, vocabulary);
        const uri = uris.event(about, ids.next());
        const composed = composeEvent(ownEvent(about), { uri, object: about, caller, at }, this.services);
        events.push({ uri, composed, about, types: await this.#typesOf(head), agent: caller.agent });
        results.push({ object: about, event: uri });
      } catch (thrown) {
        const error = seenBy(thrown, caller);
        if (!(error instanceof ServiceError)) throw error;
        // The refusal has no HTTP response of its own, which the server would count (D75).
        if (error.kind === 'forbidden') this.services.refusals.record(caller.agent, 'post-event', about);
        results.push({ object: about, error });
      }
    }
    assertStillPermitted(results, caller.trace?.key?.answered, this.services);
    const body = describeCreations(results, vocabulary, ids);
    if (events.length > 0) {
      await transactions.transact(
        events.map(({ about }) => uris.events(about)),
        async (tx) => {
          for (const event of events) await this.record(tx, event, clock.now());
          tx.answer({ status: 207, type: vocabulary.api.MultiStatusResponse.value, body });
        },
        caller.trace,
      );
    }
    return body;
  }

  /**
   * The object of an event, if this caller may post it (V58).
   *
   * @throws ServiceError `forbidden`, or `not-found` for an object that is not, or no longer, on this node.
   */
  async #writable(about: Iri, caller: Caller): Promise<Head> {
    const { objects, access, settings } = this.services;
    const head = await objects.getOrThrow(about, 'events');
    if (settings.eventPosting === 'acl') await access.assertAllowed(caller, 'POST_LOGISTICS_EVENT', about);
    if (head.moved === undefined) return head;
    throw new ServiceError('not-found', {
      message: `this Logistics Object has moved to ${head.moved.location}`,
      resource: about,
    });
  }

  async #typesOf({ object, type, latestRevision }: Head): Promise<[Iri, ...Iri[]]> {
    const { store, uris } = this.services;
    const latest = await store.read(uris.revision(object, latestRevision));
    const [first = type, ...others] = latest.types(node(object));
    return [first, ...others];
  }

  /** Stores a checked event; the transaction holds the lock key of the list (`UriScheme.events`). */
  async record(tx: EventTransaction, event: NewEvent, at: Date): Promise<void> {
    const { uri, composed, about, types, agent, derivedFrom } = event;
    const { uris, vocabulary, tombstones } = this.services;
    // The object may have been erased since it was found.
    if ((await tx.read(uris.tombstone(about))).size > 0) await tombstones.assertNotErased(about, uris.events(about));
    await tx.insert(uri, zonedTimes(composed, vocabulary));
    await tx.insert(uris.provenance(uri), [
      triple(node(uri), rdfTerms.type, prov.Entity),
      triple(node(uri), prov.generatedAtTime, factory.literal(at.toISOString(), xsd.dateTime)),
      triple(node(uri), prov.wasAttributedTo, node(agent)),
      ...(derivedFrom === undefined ? [] : [triple(node(uri), prov.wasDerivedFrom, node(derivedFrom))]),
    ]);
    tx.raise({ kind: 'event-received', object: about, types, event: uri });
  }

  /** @throws ServiceError `not-found` if the object has no such event. */
  async getOrThrow(about: Iri, id: string): Promise<LogisticsEvent> {
    const uri = this.services.uris.findEvent(about, id);
    const event = uri && (await this.services.parsedGraphs.get(uri, this.#parse));
    if (event !== undefined) return event;
    if (uri !== undefined) await this.services.tombstones.assertNotErased(uri);
    throw new ServiceError('not-found', {
      message: 'this Logistics Object has no such Logistics Event',
      resource: uri ?? about,
    });
  }

  /** The time when this node recorded an event; undefined if its provenance lacks it. */
  recordedAt(event: LogisticsEvent): Promise<Date | undefined> {
    return this.services.parsedGraphs.get(this.services.uris.provenance(event.uri), this.#parseRecordedAt);
  }

  /** The time when this node recorded the newest event of an object; undefined for an object without events. */
  async lastRecordedAt(about: Iri): Promise<Date | undefined> {
    const { store, lookups } = this.services;
    const [newest] = await store.lookup(lookups.events.byRecording, about, { limit: 1, reverse: true });
    return newest && new Date(newest.order);
  }

  /** The readable events of an object. Other requests are handled meanwhile. */
  async forObject(about: Iri): Promise<LogisticsEvent[]> {
    const { store, lookups } = this.services;
    const events: LogisticsEvent[] = [];
    for (let after: LookupEntry | undefined = undefined; ;) {
      const entries: LookupEntry[] = await store.lookup(lookups.events.byCreation, about, {
        limit: EVENTS_AT_A_TIME,
        ...(after && { after }),
      });
      events.push(...(await this.#readable(entries)));
      after = entries.at(-1);
      if (entries.length < EVENTS_AT_A_TIME) return events;
      await nextTurn();
    }
  }

  /**
   * A page of an object's events in the order of their creation, read without any event outside of the page.
   *
   * @returns the readable events of the page, its position in the index, and the total of the object's events. A
   * damaged event counts until it is detected, and keeps its position in the pages.
   */
  async page(
    about: Iri,
    page: ListedPage,
  ): Promise<{ events: LogisticsEvent[]; total: number; listed: ListedEntries }> {
    const { store, lookups, quarantine, uris } = this.services;
    const listed = await listPage(store, partitionsOf(lookups.events.byCreation, [about]), page);
    const events = await this.#readable(listed.entries);
    return { events, listed, total: (listed.total ?? 0) - quarantine.countBelow(uris.eventsPrefix(about)) };
  }

  async #readable(entries: readonly LookupEntry[]): Promise<LogisticsEvent[]> {
    const { parsedGraphs, quarantine } = this.services;
    const events = await Promise.all(
      entries.map(({ value }) => quarantine.tolerate(() => parsedGraphs.get(value, this.#parse))),
    );
    return events.filter((event) => event !== undefined);
  }
}
