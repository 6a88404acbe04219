/**
 * Parties and lines of customs information that the node has already, recognized by what they say rather than by their
 * place in the message (X15, X26).
 */
import { getOrAdd } from '../../collections.js';
import { type Iri, node } from '../../rdf/terms.js';
import { shortened } from '../ids.js';
import { identifiedId, partiesOf, roleId } from '../parties.js';
import type { DraftNode } from '../reading/draft.js';
import type { ReadMessage } from '../reading/read-message.js';
import type { KnownObject, KnownObjects } from './known-objects.js';

export interface WaybillIds {
  /** The id that a waybill of the message has on this node. */
  readonly idOf: (waybill: DraftNode) => string;
  readonly uriOf: (id: string) => Iri;
}

/**
 * The ids of parties. One of several of a role has what identifies it in its id; one that had its role alone keeps its id
 * when others join it, and has it again when they leave.
 */
export async function recognizedParties(
  message: ReadMessage,
  known: KnownObjects,
  { idOf, uriOf }: WaybillIds,
): Promise<ReadonlyMap<DraftNode, string>> {
  const ids = new Map<DraftNode, string>();
  for (const party of partiesOf(message)) {
    const waybill = idOf(party.waybill);
    const own = identifiedId(waybill, party);
    if (own === undefined) continue;
    const alone = roleId(waybill, party);
    const isOwnThere = await known.has(uriOf(shortened(own)));
    if (!isOwnThere && party.isAlone) continue;
    const isAlone = !isOwnThere && (await isParty(alone, party.identifier, waybill, known, uriOf));
    ids.set(party.details, shortened(isAlone ? alone : own));
  }
  return ids;
}

/** Whether the party that had a role alone has this identifier. */
async function isParty(
  id: string,
  identifier: string | undefined,
  waybill: string,
  known: KnownObjects,
  uriOf: WaybillIds['uriOf'],
): Promise<boolean> {
  const company = await known.latest(uriOf(id));
  if (company === undefined) return false;
  const ofWaybill = await known.latest(uriOf(waybill));
  const shipment = ofWaybill?.data.iri(node(ofWaybill.uri), known.term('shipment'));
  const ofShipment = shipment === undefined ? undefined : await known.latest(shipment);
  const [link] = ofShipment?.data.match(null, known.term('partyDetails'), node(company.uri)) ?? [];
  const texts = (property: string): string[] =>
    ofShipment === undefined || link === undefined
      ? []
      : ofShipment.data
          .objects(link.subject, known.term(property))
          .map((value) => ofShipment.data.object(value, known.term('textualValue'))?.value ?? '');
  const name = company.data.object(node(company.uri), known.term('name'))?.value;
  const [stored = name] = [...texts('otherIdentifiers'), ...texts('accountNumbers')];
  return stored === identifier;
}

/** The properties that say what a line is about. */
const ofLine = ['country', 'subjectCode', 'contentCode'];

/** The ids of lines of customs information: the same country, subject and content, and rank among those. */
export async function recognizedLines(
  message: ReadMessage,
  known: KnownObjects,
  { idOf, uriOf }: WaybillIds,
): Promise<ReadonlyMap<DraftNode, string>> {
  const ids = new Map<DraftNode, string>();
  const { waybill } = message;
  for (const one of new Set([waybill, ...waybill.nodes('masterWaybill'), ...waybill.nodes('houseWaybills')])) {
    const lines = one.nodes('shipment').flatMap((shipment) => shipment.nodes('customsInformation'));
    if (lines.length === 0) continue;
    const present = await presentLines(uriOf(idOf(one)), known);
    const idAt = (number: number): string => shortened(`${idOf(one)}-customs-${number}`);
    const others = lines.filter((line) => {
      const id = present.get(line.label ?? '')?.shift();
      if (id !== undefined) ids.set(line, id);
      return id === undefined;
    });
    const isErased = (number: number): Promise<boolean> => known.isErased(uriOf(idAt(number)));
    const isUsed = async (number: number): Promise<boolean> =>
      (await known.has(uriOf(idAt(number)))) || (await isErased(number));
    const free = others.length === 0 ? 1 : await firstFree(isUsed);
    // What a line said that was erased is not known any more: one that the node has not may be that one again (X95).
    const erased: number[] = [];
    for (let number = 1; number < free && erased.length < others.length; number += 1)
      if (await isErased(number)) erased.push(number);
    for (const [index, line] of others.entries()) ids.set(line, idAt(erased[index] ?? free + index - erased.length));
  }
  return ids;
}

/** The ids of the lines that a waybill's shipment has now, by what they are about, in the order of their places. */
async function presentLines(waybill: Iri, known: KnownObjects): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const ofWaybill = await known.latest(waybill);
  const link = ofWaybill?.data.iri(node(waybill), known.term('shipment'));
  const shipment = link === undefined ? undefined : await known.latest(link);
  const linked = shipment?.data.iris(node(shipment.uri), known.term('customsInformation')) ?? [];
  const lines = (await Promise.all(linked.map((uri) => known.latest(uri)))).filter((line) => line !== undefined);
  const place = ({ uri, data }: KnownObject): number =>
    Number(data.object(node(uri), known.term('ociLineNumber'))?.value ?? Infinity);
  for (const line of lines.toSorted((one, other) => place(one) - place(other))) {
    const id = known.idOf(line.uri);
    const label = ofLine.map((name) => known.codes(line, name)[0] ?? '').join(' ');
    if (id !== undefined) getOrAdd(found, label, () => []).push(id);
  }
  return found;
}

/** The first number that is not used, of numbers that are used without a gap. */
async function firstFree(isUsed: (number: number) => Promise<boolean>): Promise<number> {
  let [used, free] = [0, 1];
  while (await isUsed(free)) [used, free] = [free, free * 2];
  while (free - used > 1) {
    const middle = Math.floor((used + free) / 2);
    if (await isUsed(middle)) used = middle;
    else free = middle;
  }
  return free;
}
