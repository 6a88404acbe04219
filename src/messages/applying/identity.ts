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
import type { MessageServices } from '../lookups.js';
import { Generations, isGenerationOf } from './generations.js';
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

/** Movements of the plan that are looked at (X39). */
const MAX_MOVEMENTS = 20;

export class Identities {
  constructor(private readonly services: MessageServices) {}

  /** @throws ServiceError `conflict` if several waybills have the number. */
  async resolve(message: ReadMessage, state: StateReader): Promise<Identity> {
    const { waybill } = message;
    const { uris } = this.services;
    const { of: presentId, mayBeOther } = await new Generations(this.services, state).of(message);
    const uri = uris.object(presentId(waybillId(waybill)));
    const known = new KnownObjects(this.services, state);
    const aliases = new Map<Iri, Iri>();
    if (mayBeOther && !(await known.has(uri))) await this.#alias(waybill, uri, known, aliases);
    const uriOf = (id: string): Iri => aliases.get(uris.object(id)) ?? uris.object(id);
    const names = { idOf: (one: DraftNode) => presentId(waybillId(one)), uriOf };
    const ids = [
      await this.#planned(message, uri, known),
      await recognizedParties(message, known, names),
      await recognizedLines(message, known, names),
    ];
    return { presentId, aliases, ids: new Map(ids.flatMap((some) => [...some])) };
  }

  /** A waybill that was made through the API is found by its number, with the shipment that it links (X11). */
  async #alias(waybill: DraftNode, uri: Iri, known: KnownObjects, aliases: Map<Iri, Iri>): Promise<void> {
    const found: KnownObject[] = [];
    const number = `${waybill.text('waybillPrefix') ?? ''}${waybill.text('waybillNumber') ?? ''}`;
    const id = waybillId(waybill);
    for (const one of await known.withIdentifier(number, 'waybillNumber'))
      if (!isGenerationOf(known.idOf(one.uri) ?? '', id) && (await this.#isSame(waybill, one, known))) found.push(one);
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
      const uri = iri(`${waybill}-movement-${number}`);
      const movement = await known.latest(uri);
      if (movement !== undefined) planned.push(movement);
      else if (!(await known.isErased(uri))) break;
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
