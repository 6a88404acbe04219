/** The objects of a shipment, for what concerns all of them (K54). */
import type { Caller } from '../../http/caller.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { WholeFinder } from '../../overviews/whole.js';
import type { Iri } from '../../rdf/terms.js';
import { OwnObjects } from '../overviews/own-objects.js';
import type { ConsoleServices } from '../services.js';

/** Objects of a whole. */
const MAX_OBJECTS = 250;

/** The object itself first, then its shipment, the waybills and the pieces, as far as the caller may read them. */
export async function wholeOf(
  services: ConsoleServices,
  head: Head,
  caller: Caller,
): Promise<{ readonly heads: readonly Head[]; readonly isWhole: boolean }> {
  const { model, vocabulary, revisions } = services;
  const source = new OwnObjects(services, caller, undefined);
  const object = await source.find(head.object);
  if (object === undefined) return { heads: [head], isWhole: true };
  const finder = new WholeFinder(source, model, vocabulary.namespaces.cargo);
  const { shipment, waybills, pieces, isWhole } = await finder.of(object);
  const all = [...(shipment === undefined ? [] : [shipment]), ...waybills, ...pieces].map(({ uri }) => uri);
  const others = [...new Set<Iri>(all)].filter((uri) => uri !== head.object);
  const heads: Head[] = [head];
  for (const uri of others.slice(0, MAX_OBJECTS - 1)) {
    const other = await revisions.head(uri);
    if (other !== undefined) heads.push(other);
  }
  return { heads, isWhole: isWhole && others.length < MAX_OBJECTS };
}
