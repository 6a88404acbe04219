/** Logistics Events of an object: an append-only list (specification, LogisticsEvent). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Head } from '../logistics-objects/revisions.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, node, triple } from '../rdf/terms.js';
import { prov, rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { LookupPage } from '../store/lookup.js';
import { composeEvent, type LogisticsEvent, readEvent, assertOwnRecorder, zonedTimes } from './logistics-event.js';

export class LogisticsEvents {
  readonly #parse: (data: Graph) => LogisticsEvent | undefined;
  readonly #parseRecordedAt: (data: Graph) => Date | undefined;

  constructor(private readonly services: ExchangeServices) {
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
   * @throws ServiceError `invalid-resource` for an event that violates the rules or the model (D25), `forbidden` for one
   *   that names another organization as its recorder (D55).
   */
  async append(document: JsonLdDocument, head: Head, caller: Caller): Promise<Iri> {
    const { store, transactions, model, uris, vocabulary, clock, ids } = this.services;
    const about = head.object;
    const uri = uris.event(about, ids.next());
    const at = clock.now();
    const composed = composeEvent(document, { uri, object: about, caller, at }, this.services);
    const violations = await model.check(composed, [node(uri)]);
    if (violations.length > 0) throw new ServiceError('invalid-resource', violations);
    assertOwnRecorder(composed, caller, vocabulary);
    const statements = zonedTimes(composed, vocabulary);
    const provenance = uris.provenance(uri);
    const latest = await store.read(uris.revision(about, head.latestRevision));
    const [type = head.type, ...otherTypes] = latest.types(node(about));
    await transactions.transact([uri], async (tx) => {
      await tx.insert(uri, statements);
      await tx.insert(provenance, [
        triple(node(uri), rdfTerms.type, prov.Entity),
        triple(node(uri), prov.generatedAtTime, factory.literal(at.toISOString(), xsd.dateTime)),
        triple(node(uri), prov.wasAttributedTo, node(caller.agent)),
      ]);
      tx.raise({ kind: 'event-received', object: about, types: [type, ...otherTypes], event: uri });
    });
    return uri;
  }

  /** @throws ServiceError `not-found` when the object has no such event. */
  async getOrThrow(about: Iri, id: string): Promise<LogisticsEvent> {
    const uri = this.services.uris.findEvent(about, id);
    const event = uri && (await this.services.parsedGraphs.get(uri, this.#parse));
    if (event !== undefined) return event;
    throw new ServiceError('not-found', {
      message: 'this Logistics Object has no such Logistics Event',
      resource: uri ?? about,
    });
  }

  /** When this node recorded an event; undefined if its provenance does not say. */
  recordedAt(event: LogisticsEvent): Promise<Date | undefined> {
    return this.services.parsedGraphs.get(this.services.uris.provenance(event.uri), this.#parseRecordedAt);
  }

  /** When this node recorded the newest event of an object; undefined for an object without events. */
  lastRecordedAt(about: Iri): Date | undefined {
    const { store, lookups } = this.services;
    const [newest] = store.lookup(lookups.recordedEvents, about, { limit: 1, reverse: true });
    return newest && new Date(newest.order);
  }

  /** The events of an object, without those that cannot be read. */
  async forObject(about: Iri): Promise<LogisticsEvent[]> {
    return this.#readable(about, {});
  }

  /**
   * A page of an object's events in the order of their creation: no event outside the page is read.
   *
   * @returns the events of the page that can be read, and how many the object has: a damaged one counts until it has been
   *   found, and keeps its place in the pages.
   */
  async page(about: Iri, page: LookupPage): Promise<{ events: LogisticsEvent[]; total: number; places: number }> {
    const { store, lookups, damaged, uris } = this.services;
    const events = await this.#readable(about, page);
    const places = store.count(lookups.events, about);
    return { events, places, total: places - damaged.countBelow(uris.eventsPrefix(about)) };
  }

  async #readable(about: Iri, page: LookupPage): Promise<LogisticsEvent[]> {
    const { store, lookups, parsedGraphs, damaged } = this.services;
    const entries = store.lookup(lookups.events, about, page);
    const events = await Promise.all(
      entries.map(({ value }) => damaged.tolerate(() => parsedGraphs.get(value, this.#parse))),
    );
    return events.filter((event) => event !== undefined);
  }
}
