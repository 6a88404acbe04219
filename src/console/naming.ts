/** Names of objects and terms for people. The browser uses this file, too: it imports nothing of the node. */

/** Properties of `cargo:` whose text names an object, the best ones first. */
const naming = [
  'name',
  'shortName',
  'locationName',
  'upid',
  'uldSerialNumber',
  'vehicleRegistration',
  'transportIdentifier',
  'goodsDescription',
  'documentName',
  'documentIdentifier',
  'description',
] as const;

/** The names of the properties for `nameOf`. */
export const namingProperties = ['waybillPrefix', 'waybillNumber', ...naming] as const;
export type NamingProperty = (typeof namingProperties)[number];

/**
 * The air waybill number of an object, or the best text that names it; null without one.
 *
 * @param text the text of a property of `cargo:`; undefined without one.
 */
export function nameOf(text: (property: NamingProperty) => string | undefined): string | null {
  const number = text('waybillNumber');
  if (number !== undefined) {
    const prefix = text('waybillPrefix');
    return prefix === undefined ? number : `${prefix}-${number}`;
  }
  for (const property of naming) {
    const found = text(property);
    if (found !== undefined && found !== '') return found;
  }
  return null;
}

/** The last part of an IRI: a class's, property's or code's name, or an id. */
export function localName(iri: string): string {
  let end = iri.length;
  while (iri[end - 1] === '/' || iri[end - 1] === '#') end -= 1;
  const begin = Math.max(...['/', '#', ':'].map((separator) => iri.lastIndexOf(separator, end - 1)));
  return iri.slice(begin + 1, end);
}

/** `goodsDescription` as "goods description", `OBJECT_UPDATED` as "object updated"; abbreviations are unchanged. */
export function humanName(name: string): string {
  if (/^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(name)) return name.replaceAll('_', ' ').toLowerCase();
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
