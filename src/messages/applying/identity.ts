/**
 * Which things of this node a message is about (X10, X11, X39, X51): ids follow from the number of the waybill, which may
 * have been used before, or be that of a waybill with another id.
 */
import type { DraftNode } from '../reading/draft.js';
import type { ReadMessage } from '../reading/read-message.js';
import { ServiceError } from '../../errors.js';
import { LOCATION_CODES } from '../../logistics-objects/identifiers.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, iri, node } from '../../rdf/terms.js';
import { waybillId } from '../describe.js';
import { anyAppliedPartition, type MessageServices } from '../lookups.js';
import { messageTerms, type MessageTerms } from '../../rdf/message-terms.js';
import { readStoredMessage } from '../message.js';
import { type KnownObject, KnownObjects, type StateReader } from './known-objects.js';
import { recognizedLines, recognizedParties } from './recognized.js';

export interface Identity {
  /** The id that a waybill has at present, by that of its number. */
  readonly presentId: (id: string) => string;
  /** Objects of this node that have another id than X10 gives, by the URI of X10. */
  readonly aliases: ReadonlyMap<Iri, Iri>;
  /** The ids of things of the message that the node has under another one. */
  readonly ids: ReadonlyMap<DraftNode, string>;
}

const DAY_MS = 86_400_000;
/** So many waybills may have had one number. */
const MAX_GENERATIONS = 1000;
/** Movements of the plan that are looked at (X39). */
const MAX_MOVEMENTS = 20;

export class Identities {
  readonly #ext: MessageTerms;

  constructor(private readonly services: MessageServices) {
    this.#ext = messageTerms(services.uris.extensions);
  }

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
    const known = new KnownObjects(this.services, state);
    const aliases = new Map<Iri, Iri>();
    if (present === base && !(await known.has(uri))) await this.#alias(waybill, uri, known, aliases);
    const uriOf = (id: string): Iri => aliases.get(uris.object(id)) ?? uris.object(id);
    const names = { idOf: (one: DraftNode) => presentId(waybillId(one)), uriOf };
    const ids = [
      await this.#planned(message, uri, known),
      await recognizedParties(message, known, names),
      await recognizedLines(message, known, names),
    ];
    return { presentId, aliases, ids: new Map(ids.flatMap((some) => [...some])) };
  }

  /** The newest waybill of a number, or the next one if the number is used again (X51). */
  async #present(base: string, message: ReadMessage, state: StateReader): Promise<string> {
    const { uris, settings, lookups } = this.services;
    const idOf = (generation: number): string => (generation === 1 ? base : `${base}.${generation}`);
    let generation = 1;
    while (generation < MAX_GENERATIONS && (await state.head(uris.object(idOf(generation + 1)))) !== undefined)
      generation += 1;
    const { purpose, issued } = message.header;
    const { reuseDays } = settings.messages;
    if (purpose !== 'create' || issued === undefined || reuseDays === 0 || message.type === 'XFZB')
      return idOf(generation);
    const ofWaybill = anyAppliedPartition(uris.object(idOf(generation)));
    const [last] = await state.lookup(lookups.messages.messages, ofWaybill, { limit: 1, reverse: true });
    if (last === undefined) return idOf(generation);
    const stored = readStoredMessage(await state.read(last.value), last.value, this.#ext);
    const since = stored?.issued === undefined ? 0 : Date.parse(issued) - stored.issued.getTime();
    return idOf(since > reuseDays * DAY_MS ? generation + 1 : generation);
  }

  /** A waybill that was made through the API is found by its number, with the shipment that it links (X11). */
  async #alias(waybill: DraftNode, uri: Iri, known: KnownObjects, aliases: Map<Iri, Iri>): Promise<void> {
    const found: KnownObject[] = [];
    const number = `${waybill.text('waybillPrefix') ?? ''}${waybill.text('waybillNumber') ?? ''}`;
    for (const one of await known.withIdentifier(number, 'waybillNumber'))
      if (one.uri !== uri && (await this.#isSame(waybill, one, known))) found.push(one);
    const [only, ...others] = found;
    if (only === undefined) return;
    if (others.length > 0)
      throw new ServiceError(
        'conflict',
        found.map(({ uri: object }) => ({
          message: `several waybills of this node have this number, so that a message cannot say which one it is about: <${object}>`,
          resource: object,
        })),
      );
    aliases.set(uri, only.uri);
    const [link] = only.data.iris(node(only.uri), known.term('shipment'));
    const shipment = link === undefined ? undefined : await known.latest(link);
    if (shipment === undefined) return;
    aliases.set(iri(`${uri}-shipment`), shipment.uri);
    const pieces = shipment.data.iris(node(shipment.uri), known.term('pieces')).toSorted();
    for (const [index, piece] of pieces.entries()) aliases.set(iri(`${uri}-piece-${index + 1}`), piece);
  }

  /** Whether an object is the waybill of a message: a house waybill is known by its master, too (X9). */
  async #isSame(waybill: DraftNode, { uri, data }: KnownObject, known: KnownObjects): Promise<boolean> {
    const subject = node(uri);
    const has = (one: DraftNode, graph: Graph, of: typeof subject, name: string): boolean =>
      graph.object(of, known.term(name))?.value === one.text(name);
    const isWaybill = data.types(subject).includes(known.term('Waybill').value);
    if (!isWaybill || !has(waybill, data, subject, 'waybillNumber') || !has(waybill, data, subject, 'waybillPrefix'))
      return false;
    if (waybill.text('waybillPrefix') !== undefined) return true;
    const [master] = waybill.nodes('masterWaybill');
    const [linked] = data.iris(subject, known.term('masterWaybill'));
    if (master === undefined || linked === undefined) return master === undefined && linked === undefined;
    const ofMaster = await known.latest(linked);
    if (ofMaster === undefined) return false;
    return ['waybillNumber', 'waybillPrefix'].every((name) => has(master, ofMaster.data, node(linked), name));
  }

  /** A flight of a status is the movement of the plan with its number and place (X39). */
  async #planned(
    { statuses }: ReadMessage,
    waybill: Iri,
    known: KnownObjects,
  ): Promise<ReadonlyMap<DraftNode, string>> {
    const { uris } = this.services;
    const found = new Map<DraftNode, string>();
    const flights = statuses.flatMap(({ node: status }) =>
      status.nodes('transportMovementReference').map((movement) => ({ status, movement })),
    );
    if (flights.length === 0) return found;
    const planned: KnownObject[] = [];
    for (let number = 1; number <= MAX_MOVEMENTS; number += 1) {
      const movement = await known.latest(iri(`${waybill}-movement-${number}`));
      if (movement === undefined) break;
      planned.push(movement);
    }
    for (const { status, movement } of flights) {
      const flight = movement.text('transportIdentifier');
      const end = endOf(status);
      const place = end === undefined ? undefined : codeOf(status.nodes('eventLocation')[0]);
      for (const { uri, data } of planned) {
        const id = uris.objectId(uri);
        if (flight === undefined || id === undefined || found.has(movement)) continue;
        if (data.object(node(uri), known.term('transportIdentifier'))?.value !== flight) continue;
        const location = end === undefined ? undefined : data.iri(node(uri), known.term(end));
        if (place === undefined || (await this.#isAt(location, place, known))) found.set(movement, id);
      }
    }
    return found;
  }

  async #isAt(location: Iri | undefined, code: string, known: KnownObjects): Promise<boolean> {
    const present = location === undefined ? undefined : await known.latest(location);
    return present !== undefined && known.codes(present, LOCATION_CODES).includes(code);
  }
}

const codeOf = (location: DraftNode | undefined): string | undefined =>
  location?.nodes(LOCATION_CODES)[0]?.text('code');

/** The end of the movement that a status is about (X39). */
function endOf(status: DraftNode): string | undefined {
  const code = status.text('eventCode')?.replace(/^.*#/, '') ?? '';
  if (['DEP', 'MAN', 'PRE'].includes(code)) return 'departureLocation';
  return ['ARR', 'RCF', 'AWR'].includes(code) ? 'arrivalLocation' : undefined;
}
