/** Names of objects for people. The browser uses this file, too: it imports nothing of the node. */

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
