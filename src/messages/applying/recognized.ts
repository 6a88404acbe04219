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
    const idAt = (number: number): string => shortened(`${idOf(one)}-customs-${number}`);
    const byLabel = new Map<string, string[]>();
    let count = 0;
    for (;;) {
      const line = await known.latest(uriOf(idAt(count + 1)));
      if (line === undefined) break;
      count += 1;
      getOrAdd(byLabel, labelOf(line, known), () => []).push(idAt(count));
    }
    for (const line of lines) {
      const present = byLabel.get(line.label ?? '')?.shift();
      if (present === undefined) count += 1;
      ids.set(line, present ?? idAt(count));
    }
  }
  return ids;
}

const labelOf = (line: KnownObject, known: KnownObjects): string =>
  ofLine.map((name) => known.codes(line, name)[0] ?? '').join(' ');
