/** A copy of an object as a new form: without what names one thing only (K16). */
import type { Entry, FormObject } from './values.js';

/** Numbers, UPIDs, serial and seal numbers, and times of movement, by the property's local name. */
const identifying =
  /^(?:waybillNumber|waybillPrefix|modularCheckNumber|upid|packagedeIdentifier|otherIdentifiers|uniqueIdentifier|transportIdentifier|\w*[sS]erialNumbers?|\w*[sS]ealNumbers?|movementTimes|movementTimestamp|events|hasLogisticsEvent|externalReferences|\w*SignatureDate|hasRevision|hasLatestRevision)$/;

/** The parts of a whole, which are copied with it; other links lead to the same objects. */
export const wholeProperties: readonly string[] = [
  'waybill',
  'houseWaybills',
  'pieces',
  'shipmentOfPieces',
  'containedPieces',
  'contentProducts',
];

/** Links from a part back to its whole, which the copy would share with the original. */
const backwards = /^(?:shipment|ofShipment|inPiece|masterWaybill|describedObjects)$/;

const localName = (property: string): string => property.replace(/^.*[#/]/, '');

/** The form of a copy: no identifiers, and nothing that remembers the record. */
export function copyOf({ type, fields }: FormObject, isPart = false): FormObject {
  const unchanged = Object.entries(fields).filter(
    ([property]) => !identifying.test(localName(property)) && !(isPart && backwards.test(localName(property))),
  );
  return {
    type,
    fields: Object.fromEntries(unchanged.map(([property, entries]) => [property, entries.map(copiedEntry)])),
  };
}

function copiedEntry(entry: Entry): Entry {
  if (entry.kind === 'object') return { kind: 'object', object: copyOf(entry.object, true) };
  const { origin: _, ...unchanged } = entry;
  return unchanged;
}

/** The objects that a copy takes along: links of a whole to its parts, by URI. */
export function partsOf({ fields }: FormObject): string[] {
  return wholeProperties.flatMap((name) =>
    Object.entries(fields)
      .filter(([property]) => localName(property) === name)
      .flatMap(([, entries]) => entries.flatMap((entry) => (entry.kind === 'link' ? [entry.uri] : []))),
  );
}

/** The object with its parts in the place of links to them. @param read undefined for what may not be read. */
export function withParts(object: FormObject, read: (uri: string) => FormObject | undefined, depth = 0): FormObject {
  if (depth > 3) return object;
  const fields = Object.entries(object.fields).map(([property, entries]): [string, readonly Entry[]] => [
    property,
    !wholeProperties.includes(localName(property))
      ? entries
      : entries.map((entry) => {
          const part = entry.kind === 'link' ? read(entry.uri) : undefined;
          return part === undefined ? entry : { kind: 'object', object: withParts(part, read, depth + 1) };
        }),
  ]);
  return { ...object, fields: Object.fromEntries(fields) };
}
