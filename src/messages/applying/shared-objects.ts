/**
 * Locations and Carriers, which a code names and all waybills share (X13): one that this node has under another id is
 * used instead of making another.
 */
import { AIRLINE_CODE, LOCATION_CODES } from '../../logistics-objects/identifiers.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import { type Iri, node } from '../../rdf/terms.js';
import type { DescribedObject } from '../describe.js';
import type { KnownObject, KnownObjects } from './known-objects.js';

/** The property with the code, by class. */
const codeProperties: Readonly<Record<string, string>> = { Location: LOCATION_CODES, Carrier: AIRLINE_CODE };

/**
 * The objects to use, by the URIs that the codes make. What has such a URI is used; else what the message before named,
 * so that a Location that is made later with the same code alters no waybill; else the lowest id.
 *
 * @param before reads what the last message of the type said.
 */
export async function sharedAliases(
  objects: readonly DescribedObject[],
  known: KnownObjects,
  before: () => Promise<Graph | undefined>,
): Promise<ReadonlyMap<Iri, Iri>> {
  const aliases = new Map<Iri, Iri>();
  for (const { uri, type, isShared, quads } of objects) {
    const property = codeProperties[type];
    if (!isShared || property === undefined || (await known.has(uri))) continue;
    const [code] = known.codes({ uri, data: graphOf(quads) }, property);
    if (code === undefined) continue;
    const isSame = (one: KnownObject): boolean =>
      one.type === known.term(type).value && known.codes(one, property).includes(code);
    const found = (await known.withIdentifier(code, property)).filter(isSame);
    const named = found.length > 1 ? await before() : undefined;
    const used = found.find((one) => named?.match(null, null, node(one.uri)).size) ?? found[0];
    if (used !== undefined) aliases.set(uri, used.uri);
  }
  return aliases;
}
