/**
 * Which things of this node a message is about (X10, X11, X39, X51): ids follow from the number of the waybill, which may
 * have been used before, or be that of a waybill with another id.
 */
import type { DraftNode } from '../reading/draft.js';
import type { ReadMessage } from '../reading/read-message.js';
import { ServiceError } from '../../errors.js';
import { canonical } from '../../logistics-objects/identifiers.js';
import { identifierPartition, identifierStart, parseIdentifierEntry } from '../../logistics-objects/lookups.js';
import type { Head } from '../../logistics-objects/revisions.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, iri, isIri, node } from '../../rdf/terms.js';
import { waybillId } from '../describe.js';
import { anyAppliedPartition, type MessageServices } from '../lookups.js';
import { messageTerms } from '../../rdf/message-terms.js';
import { readStoredMessage } from '../message.js';

export interface Identity {
  /** The id that a waybill has at present, by that of its number. */
  readonly presentId: (id: string) => string;
  /** Objects of this node that have another id than X10 gives, by the URI of X10. */
  readonly aliases: ReadonlyMap<Iri, Iri>;
  /** The ids of things of the message that the node has under another one. */
  readonly ids: ReadonlyMap<DraftNode, string>;
}

/** Reads the state of a transaction, or the visible one. */
export interface StateReader {
  head(object: Iri): Promise<Head | undefined>;
  read(graph: Iri): Promise<Graph>;
}

const DAY_MS = 86_400_000;
/** So many waybills may have had one number. */
const MAX_GENERATIONS = 1000;
/** Objects with one identifier that are looked at. */
const MAX_CANDIDATES = 100;
/** Movements of the plan that are looked at (X39). */
const MAX_MOVEMENTS = 20;

export class Identities {
  constructor(private readonly services: MessageServices) {}

  /** @throws ServiceError `conflict` if several waybills have the number. */
  async resolve(message: ReadMessage, state: StateReader): Promise<Identity> {
    const { waybill } = message;
    const { uris } = this.services;
    const awb = waybill.text('waybillPrefix') === undefined ? waybill.nodes('masterWaybill')[0] : waybill;
    const base = awb === undefined ? undefined : waybillId(awb);
    const present = base === undefined ? undefined : await this.#present(base, message, state);
    const presentId = (id: string): string => {
      if (base === undefined || present === undefined || present === base) return id;
      if (id === base) return present;
      // A house of the waybill has the master's number in its id.
      const ofHouse = `hawb${base.slice('awb'.length)}-`;
      return id.startsWith(ofHouse) ? `hawb${present.slice('awb'.length)}-${id.slice(ofHouse.length)}` : id;
    };
    const uri = uris.object(presentId(waybillId(waybill)));
    const aliases = new Map<Iri, Iri>();
    if (present === base && (await state.head(uri)) === undefined) await this.#alias(waybill, uri, state, aliases);
    const own =
      aliases.get(uri) === undefined ? await this.#planned(message, uri, state) : new Map<DraftNode, string>();
    return { presentId, aliases, ids: own };
  }

  /** The newest waybill of a number, or the next one if the number is used again (X51). */
  async #present(base: string, message: ReadMessage, state: StateReader): Promise<string> {
    const { uris, settings, store, lookups } = this.services;
    const idOf = (generation: number): string => (generation === 1 ? base : `${base}.${generation}`);
    let generation = 1;
    while (generation < MAX_GENERATIONS && (await state.head(uris.object(idOf(generation + 1)))) !== undefined)
      generation += 1;
    const { purpose, issued } = message.header;
    const { reuseDays } = settings.messages;
    if (purpose !== 'create' || issued === undefined || reuseDays === 0 || message.type === 'XFZB')
      return idOf(generation);
    const [last] = await store.lookup(lookups.messages.messages, anyAppliedPartition(uris.object(idOf(generation))), {
      ...{ limit: 1, reverse: true },
    });
    if (last === undefined) return idOf(generation);
    const stored = readStoredMessage(await state.read(last.value), last.value, messageTerms(uris.extensions));
    const since = stored?.issued === undefined ? 0 : Date.parse(issued) - stored.issued.getTime();
    return idOf(since > reuseDays * DAY_MS ? generation + 1 : generation);
  }

  /** A waybill that was made through the API is found by its number, with the shipment that it links (X11). */
  async #alias(waybill: DraftNode, uri: Iri, state: StateReader, aliases: Map<Iri, Iri>): Promise<void> {
    const found: { readonly object: Iri; readonly data: Graph }[] = [];
    for (const object of await this.#withNumber(waybill)) {
      const head = object === uri ? undefined : await state.head(object);
      if (head === undefined) continue;
      const data = await state.read(this.services.uris.revision(object, head.latestRevision));
      if (await this.#isSame(waybill, object, data, state)) found.push({ object, data });
    }
    const [only, ...others] = found;
    if (only === undefined) return;
    if (others.length > 0)
      throw new ServiceError(
        'conflict',
        found.map(({ object }) => ({
          message: `several waybills of this node have this number, so that a message cannot say which one it is about: <${object}>`,
          resource: object,
        })),
      );
    aliases.set(uri, only.object);
    const [shipment] = only.data.iris(node(only.object), this.#term('shipment'));
    if (shipment === undefined || (await state.head(shipment)) === undefined) return;
    aliases.set(iri(`${uri}-shipment`), shipment);
    const data = await this.#latest(shipment, state);
    const pieces = data?.iris(node(shipment), this.#term('pieces')).toSorted() ?? [];
    for (const [index, piece] of pieces.entries()) aliases.set(iri(`${uri}-piece-${index + 1}`), piece);
  }

  /** Objects that may have the number of a waybill, by the index of business identifiers. */
  async #withNumber(waybill: DraftNode): Promise<Iri[]> {
    const { store, lookups, uris } = this.services;
    const form = canonical(`${waybill.text('waybillPrefix') ?? ''}${waybill.text('waybillNumber') ?? ''}`);
    const start = identifierStart(`${form}/`);
    const entries = await store.lookup(lookups.objects.identifiers, identifierPartition(form), {
      after: { order: 0, value: start },
      limit: MAX_CANDIDATES,
    });
    const objects = entries
      .filter(({ value }) => value.startsWith(start))
      .map(({ value }) => parseIdentifierEntry(value))
      .filter(({ property }) => property === 'waybillNumber')
      .map(({ id }) => uris.object(id));
    return [...new Set(objects)];
  }

  /** Whether an object is the waybill of a message: a house waybill is known by its master, too (X9). */
  async #isSame(waybill: DraftNode, object: Iri, data: Graph, state: StateReader): Promise<boolean> {
    const subject = node(object);
    const has = (one: DraftNode, graph: Graph, of: typeof subject, name: string): boolean =>
      graph.object(of, this.#term(name))?.value === one.text(name);
    const isWaybill = data.types(subject).includes(iri(`${this.services.vocabulary.namespaces.cargo}Waybill`));
    if (!isWaybill || !has(waybill, data, subject, 'waybillNumber') || !has(waybill, data, subject, 'waybillPrefix'))
      return false;
    if (waybill.text('waybillPrefix') !== undefined) return true;
    const [master] = waybill.nodes('masterWaybill');
    const [linked] = data.iris(subject, this.#term('masterWaybill'));
    if (master === undefined || linked === undefined) return master === undefined && linked === undefined;
    const ofMaster = await this.#latest(linked, state);
    if (ofMaster === undefined) return false;
    return ['waybillNumber', 'waybillPrefix'].every((name) => has(master, ofMaster, node(linked), name));
  }

  /** A flight of a status is the movement of the plan with its number and place (X39). */
  async #planned({ statuses }: ReadMessage, waybill: Iri, state: StateReader): Promise<ReadonlyMap<DraftNode, string>> {
    const { uris } = this.services;
    const found = new Map<DraftNode, string>();
    const flights = statuses.flatMap(({ node: status }) =>
      status.nodes('transportMovementReference').map((movement) => ({ status, movement })),
    );
    if (flights.length === 0) return found;
    const planned: { readonly id: string; readonly valueOf: (name: string) => string | undefined }[] = [];
    for (let number = 1; number <= MAX_MOVEMENTS; number += 1) {
      const uri = iri(`${waybill}-movement-${number}`);
      const data = await this.#latest(uri, state);
      const id = uris.objectId(uri);
      if (data === undefined || id === undefined) break;
      planned.push({ id, valueOf: (name) => data.object(node(uri), this.#term(name))?.value });
    }
    for (const { status, movement } of flights) {
      const flight = movement.text('transportIdentifier');
      const end = endOf(status);
      const place = status.nodes('eventLocation')[0]?.shared;
      const same = planned.find(
        ({ valueOf }) =>
          flight !== undefined &&
          valueOf('transportIdentifier') === flight &&
          (end === undefined || place === undefined || valueOf(end) === uris.object(place)),
      );
      if (same !== undefined) found.set(movement, same.id);
    }
    return found;
  }

  async #latest(object: Iri, state: StateReader): Promise<Graph | undefined> {
    const head = await state.head(object);
    return head === undefined ? undefined : state.read(this.services.uris.revision(object, head.latestRevision));
  }

  #term(name: string): ReturnType<typeof node> {
    const text = `${this.services.vocabulary.namespaces.cargo}${name}`;
    if (!isIri(text)) throw new TypeError(text);
    return node(text);
  }
}

/** The end of the movement that a status is about (X39). */
function endOf(status: DraftNode): string | undefined {
  const code = status.text('eventCode')?.replace(/^.*#/, '') ?? '';
  if (['DEP', 'MAN', 'PRE'].includes(code)) return 'departureLocation';
  return ['ARR', 'RCF', 'AWR'].includes(code) ? 'arrivalLocation' : undefined;
}
