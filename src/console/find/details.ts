/** What a result of a search shows beside its name: the shipment that it belongs to, and a line of facts (K30). */
import { PromiseCache } from '../../async/promise-cache.js';
import type { Caller } from '../../http/caller.js';
import type { EventServices } from '../../logistics-events/lookups.js';
import { lastOf, milestoneIn } from '../../overviews/milestones.js';
import { ObjectFacts, type StatedPlace } from '../../overviews/object-facts.js';
import { type OverviewTerms, overviewTerms } from '../../overviews/overview-terms.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, iri } from '../../rdf/terms.js';
import type { Labels } from '../labels.js';
import type { LookupGroup, LookupItem } from '../responses.js';

/** The objects with a link to one that are examined for its shipment or its waybill. */
const MAX_INBOUND = 20;
/** The newest events that are examined for the last milestone. */
const MAX_EVENTS = 50;
/** From a house waybill by its master to the shipment. */
const MAX_STEPS = 3;

type Services = EventServices & { readonly labels: Labels };
export type Details = Pick<LookupItem, 'shipment' | 'detail'>;

export const noDetails: Details = { shipment: null, detail: null };

/** A result that is an object of this node, which the caller may read. */
interface FoundObject {
  readonly uri: Iri;
  readonly type: Iri;
  readonly facts: ObjectFacts;
}

/** Units as the trade writes them. */
const units: Readonly<Record<string, string>> = { KGM: 'kg', GRM: 'g', TNE: 't', LBR: 'lb' };

/** For one caller and one answer. */
export class ResultDetails {
  readonly #terms: OverviewTerms;
  readonly #found = new PromiseCache<Iri, FoundObject | undefined>();

  constructor(
    private readonly services: Services,
    private readonly caller: Caller,
  ) {
    this.#terms = overviewTerms(services.vocabulary.namespaces.cargo);
  }

  async of(uri: Iri, group: LookupGroup): Promise<Details> {
    const object = await this.#find(uri);
    if (object === undefined) return noDetails;
    const shipment = await this.#shipmentOf(object);
    const label = shipment && (await this.services.labels.label(shipment.uri, this.caller));
    const isItself = shipment?.uri === uri;
    return {
      shipment: shipment === undefined || isItself ? null : { uri: shipment.uri, label: label ?? null },
      detail: await this.#line(object, group, shipment),
    };
  }

  async #line(object: FoundObject, group: LookupGroup, shipment: FoundObject | undefined): Promise<string | null> {
    const parts: (string | undefined)[] = [];
    const hasRoute = group === 'shipment' || group === 'waybill' || group === 'flight';
    if (hasRoute) parts.push(await this.#route(object, shipment));
    if (group === 'shipment' || group === 'waybill') {
      const pieces = shipment?.facts.links('pieces', 'shipmentOfPieces').length ?? 0;
      parts.push(pieces === 0 ? undefined : `${pieces} pcs`);
    }
    if (group === 'piece') parts.push(object.facts.text('goodsDescription'));
    if (group !== 'flight') parts.push(weightOf(object.facts) ?? (shipment && weightOf(shipment.facts)));
    parts.push(await this.#milestone(object, shipment));
    const line = parts.filter((part) => part !== undefined && part !== '').join(' · ');
    return line === '' ? null : line;
  }

  /** The route of an object itself, or of the waybill of its shipment. */
  async #route(object: FoundObject, shipment: FoundObject | undefined): Promise<string | undefined> {
    const own = await this.#places(object.facts);
    if (own !== undefined || shipment === undefined) return own;
    for (const uri of [...shipment.facts.links('waybill'), ...(await this.#inbound(shipment.uri))]) {
      const waybill = await this.#find(uri);
      const isOf = waybill?.facts.links('shipment').includes(shipment.uri);
      if (waybill === undefined || (isOf !== true && !shipment.facts.links('waybill').includes(uri))) continue;
      const route = await this.#places(waybill.facts);
      if (route !== undefined) return route;
    }
    return undefined;
  }

  async #places(facts: ObjectFacts): Promise<string | undefined> {
    const names = await Promise.all(
      (['departureLocation', 'arrivalLocation'] as const).map((name) => this.#place(facts.place(name))),
    );
    const [from, to] = names;
    return from === undefined && to === undefined ? undefined : `${from ?? '?'} → ${to ?? '?'}`;
  }

  async #place(place: StatedPlace | undefined): Promise<string | undefined> {
    if (place?.label !== undefined || place?.uri === undefined) return place?.label;
    return (await this.#find(place.uri))?.facts.placeLabel;
  }

  /** The last milestone that events of an object or of its shipment report. */
  async #milestone(object: FoundObject, shipment: FoundObject | undefined): Promise<string | undefined> {
    const of = [...new Set([object.uri, ...(shipment === undefined ? [] : [shipment.uri])])];
    const events = await Promise.all(of.map((uri) => this.#events(uri)));
    return lastOf(events.flat())?.code;
  }

  async #events(uri: Iri): Promise<NonNullable<ReturnType<typeof milestoneIn>>[]> {
    const { access, store, lookups } = this.services;
    if (!(await access.isAllowed(this.caller, 'GET_LOGISTICS_EVENT', uri))) return [];
    const page = { limit: MAX_EVENTS, reverse: true };
    const entries = await store.lookup(lookups.events.byRecording, uri, page);
    const found = await Promise.all(
      entries.map(async ({ value, order }) => {
        const event = { uri: value, recordedAt: new Date(order), data: await store.read(value) };
        return milestoneIn(event, this.#terms);
      }),
    );
    return found.filter((one) => one !== undefined);
  }

  /** The nearest shipment that the caller may read: the object itself, what it names, or what names it. */
  async #shipmentOf(object: FoundObject): Promise<FoundObject | undefined> {
    let one: FoundObject | undefined = object;
    for (let step = 0; step < MAX_STEPS && one !== undefined; step += 1) {
      if (this.#isShipment(one)) return one;
      const named: Iri[] = one.facts.links('shipment', 'ofShipment', 'masterWaybill', 'inPiece');
      const above: FoundObject[] = [];
      for (const uri of named) {
        const found = await this.#find(uri);
        if (found !== undefined) above.push(found);
      }
      for (const uri of await this.#inbound(one.uri)) {
        const found = await this.#find(uri);
        const names = found?.facts.links('pieces', 'shipmentOfPieces', 'waybill', 'containedPieces', 'houseWaybills');
        if (found !== undefined && names?.includes(one.uri) === true) above.push(found);
      }
      one = above.find((found) => this.#isShipment(found)) ?? above[0];
    }
    return undefined;
  }

  #isShipment({ type }: FoundObject): boolean {
    const { model, vocabulary } = this.services;
    return model.isSubclassOf(type, iri(`${vocabulary.namespaces.cargo}Shipment`));
  }

  /** The newest objects that have a link to one. */
  async #inbound(uri: Iri): Promise<Iri[]> {
    const { store, lookups } = this.services;
    const entries = await store.lookup(lookups.objects.inboundLinks, uri, { limit: MAX_INBOUND, reverse: true });
    return entries.map(({ value }) => value);
  }

  #find(uri: Iri): Promise<FoundObject | undefined> {
    return this.#found.remember(uri, () => this.#read(uri));
  }

  async #read(uri: Iri): Promise<FoundObject | undefined> {
    const { revisions, access, store } = this.services;
    const head = await revisions.head(uri);
    if (head === undefined || !(await access.isAllowed(this.caller, 'GET_LOGISTICS_OBJECT', uri))) return undefined;
    const data: Graph = await store.read(revisions.latest(head).graph);
    return { uri, type: head.type, facts: new ObjectFacts(data, uri, this.#terms) };
  }
}

function weightOf(facts: ObjectFacts): string | undefined {
  const { weight } = facts;
  if (weight === undefined) return undefined;
  return `${weight.value} ${units[weight.unit ?? ''] ?? weight.unit ?? ''}`.trim();
}
