/** The events of a message's statuses (X36, X43, X45, X56): the same status is the same event, whatever message says it. */
import { createHash } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import { composeEvent } from '../../logistics-events/logistics-event.js';
import type { LogisticsEvents, NewEvent } from '../../logistics-events/logistics-events.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import { instantOf } from '../../rdf/literals.js';
import { factory, type Iri, iri, node, type Quad, type Resource, type Term, triple } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import type { EventTransaction } from '../../transactions.js';
import type { MessageServices } from '../lookups.js';
import type { ReadMessage } from '../reading/read-message.js';
import { waybillId } from '../describe.js';
import { idPart } from '../ids.js';
import type { Leaf } from '../reading/findings.js';
import { Contents } from './content.js';
import type { Identity } from './identity.js';
import { KnownObjects, type StateReader } from './known-objects.js';
import type { Planning } from './plan.js';
import type { Stated, StatedEvent } from './stated.js';

/** The name space of the identifiers of statuses (RFC 9562, section 5.5). */
const STATUSES = Buffer.from('8f2a8c2ad1f14c0c9a1a4a2f7a2d3c10', 'hex');

/** Attempts without refused values (X54). */
const MAX_ATTEMPTS = 20;

/** What makes a status the one that it is, beside its waybill (X45): an occasion, and what there was of the goods. */
const occasion = ['eventCode', 'eventName', 'eventLocation', 'eventDate', 'transportMovementReference'];
const identifying = [...occasion, 'partialEventIndicator', 'recordedPieceCount', 'recordedWeight'];

/** So many events of a shipment with the date of a new one are compared with it. */
const MAX_PRECEDING = 50;

/** What a status says by these properties; equal for equal contents. */
function keyOf(root: Resource, quads: readonly Quad[], properties: readonly string[]): string {
  const contents = new Contents(graphOf(quads));
  return quads
    .filter(
      ({ subject, predicate }) =>
        subject.equals(root) && properties.some((name) => predicate.value.endsWith(`#${name}`)),
    )
    .map(({ predicate, object }) => `${predicate.value} ${contents.key(object)}`)
    .toSorted()
    .join('\n');
}

/** Equal for two events that are the same status of their shipments (X43, X45). */
export const statusKey = ({ uri, data }: { readonly uri: Iri; readonly data: Graph }): string =>
  keyOf(node(uri), [...data], identifying);

/** The values of a status that no object has. */
function leavesOf({ quads }: StatedEvent, stated: Stated): Leaf[] {
  const elsewhere = new Set(stated.objects.flatMap((object) => object.quads.map((quad) => stated.leafOf(quad))));
  const own = quads.map((quad) => stated.leafOf(quad)).filter((leaf) => leaf !== undefined);
  return own.filter((leaf) => !elsewhere.has(leaf));
}

/** A UUID of version 5. */
export function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(STATUSES).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A shipment that a status is about, and the values that say so. */
interface EventSubject {
  readonly about: Iri;
  readonly leaves: readonly Leaf[];
}

export interface EventParts {
  readonly message: ReadMessage;
  readonly stated: Stated;
  readonly planning: Planning;
  readonly identity: Identity;
  readonly state: StateReader;
  readonly isStrict: boolean;
}

export class MessageEvents {
  constructor(
    private readonly services: MessageServices,
    private readonly events: LogisticsEvents,
  ) {}

  /** The new events; those that the node has already are not among them. */
  async plan(parts: EventParts, source: Iri): Promise<NewEvent[]> {
    const { stated, planning, state } = parts;
    const { shipment } = planning;
    if (stated.events.length === 0 || shipment === undefined) return [];
    const known = new KnownObjects(this.services, state);
    const isShipmentErased = await known.isErased(shipment);
    const found = new Map<Iri, NewEvent>();
    for (const [index, event] of stated.events.entries()) {
      const houses = await this.#houses(parts, index);
      const abouts: readonly EventSubject[] = [{ about: shipment, leaves: [] }, ...houses];
      for (const { about, leaves } of abouts) {
        const key = keyOf(event.root, event.own, identifying);
        const id = uuidOf(`${stated.waybill}\n${about === shipment ? '' : about}\n${key}`);
        const uri = this.services.uris.event(about, id);
        if (found.has(uri) || (await state.read(uri)).size > 0) continue;
        // The id of an erased event is used up, and so is that of an erased shipment (X95).
        if ((about === shipment && isShipmentErased) || (await known.isErased(uri))) {
          for (const leaf of about === shipment ? leavesOf(event, stated) : leaves) leaf.leftOut('erased');
          continue;
        }
        if (about === shipment) await this.#note(event, about, parts);
        found.set(uri, await this.#event(parts, event, { uri, about }, source));
      }
    }
    return [...found.values()];
  }

  async record(tx: EventTransaction, events: readonly NewEvent[], at: Date): Promise<void> {
    for (const event of events) await this.events.record(tx, event, at);
  }

  async #note(event: StatedEvent, about: Iri, parts: EventParts): Promise<void> {
    const { stated, message } = parts;
    const older = await this.#precedes(event, about, parts);
    const [leaf] = event.quads.map((quad) => stated.leafOf(quad)).filter((found) => found !== undefined);
    if (older !== undefined && leaf !== undefined) message.findings.note('precedes', leaf, older);
  }

  /** The newest older event of the same code, place, date and flight (X45). */
  async #precedes(event: StatedEvent, about: Iri, { state }: EventParts): Promise<Iri | undefined> {
    const { lookups, vocabulary } = this.services;
    const { creationDate, eventDate } = vocabulary.cargo;
    const date = event.quads.find(
      ({ subject, predicate }) => subject.equals(event.root) && predicate.equals(eventDate),
    );
    const time = instantOf(date?.object.value ?? '');
    if (!Number.isFinite(time)) return undefined;
    const page = { from: time, until: time, limit: MAX_PRECEDING };
    const ofThen = await state.lookup(lookups.events.byDate, about, page);
    if (ofThen.length === 0) return undefined;
    const key = keyOf(event.root, event.quads, occasion);
    let found: { readonly uri: Iri; readonly created: number } | undefined;
    for (const { value } of ofThen) {
      const data = await state.read(value);
      const created = instantOf(data.object(node(value), creationDate)?.value ?? '');
      if (found !== undefined && !(created > found.created)) continue;
      if (keyOf(node(value), [...data], occasion) === key) found = { uri: value, created };
    }
    return found?.uri;
  }

  async #event(
    { message, stated, planning, isStrict }: EventParts,
    event: StatedEvent,
    { uri, about }: { readonly uri: Iri; readonly about: Iri },
    source: Iri,
  ): Promise<NewEvent> {
    const { services } = this;
    const { clock, dataHolder: agent, settings, vocabulary, model } = services;
    const [recorder] = message.header.sender.map((sender) => settings.messages.parties.get(sender));
    const own = node(iri(`${vocabulary.namespaces.cargo}recordingOrganization`));
    for (let attempt = 0; ; attempt += 1) {
      const root = factory.blankNode('event');
      const named = <Kind extends Term>(term: Kind): Kind | typeof root => (term.equals(event.root) ? root : term);
      const data = event.quads.map((quad) => triple(named(quad.subject), quad.predicate, named(quad.object)));
      const links: Quad[] = data.flatMap(({ object }) => {
        const type = object.termType === 'NamedNode' ? planning.typeOf(object.value) : undefined;
        return type === undefined ? [] : [triple(node(iri(object.value)), rdfTerms.type, node(type))];
      });
      const recorded = recorder === undefined ? [] : [triple(root, own, node(recorder))];
      const document = { root, data: graphOf([...data, ...links, ...recorded]), warnings: [] };
      const composed = composeEvent(
        document,
        { uri, object: about, caller: { agent, internal: true }, at: clock.now() },
        services,
      );
      const violations = await model.check(composed, [node(uri)]);
      if (violations.length === 0) {
        const type = iri(`${vocabulary.namespaces.cargo}Shipment`);
        return { uri, composed, about, types: [planning.typeOf(about) ?? type], agent, derivedFrom: source };
      }
      if (isStrict || attempt >= MAX_ATTEMPTS) throw new ServiceError('unprocessable', violations);
      stated.refuse(event, violations);
    }
  }

  /** The shipments of the houses that a status names, if this node has them (X43). */
  async #houses({ message, identity, state }: EventParts, index: number): Promise<EventSubject[]> {
    const { uris, vocabulary } = this.services;
    const known = new KnownObjects(this.services, state);
    const found: EventSubject[] = [];
    const awb = waybillId(message.waybill);
    for (const leaf of message.statuses[index]?.houses ?? []) {
      const id = identity.presentId(`hawb${awb.slice('awb'.length)}-${idPart(leaf.value)}`);
      const house = uris.findObject(id);
      const head = house === undefined ? undefined : await state.head(house);
      const shipment =
        house === undefined || head === undefined
          ? undefined
          : (await state.read(uris.revision(house, head.latestRevision))).iri(
              node(house),
              node(iri(`${vocabulary.namespaces.cargo}shipment`)),
            );
      const isErased = house !== undefined && (await known.isErased(head === undefined ? house : (shipment ?? house)));
      if (isErased) leaf.leftOut('erased');
      else if (shipment === undefined) leaf.leftOut('no-place');
      else found.push({ about: shipment, leaves: [leaf] });
    }
    return found;
  }
}
