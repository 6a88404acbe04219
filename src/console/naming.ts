/** What names an object for people. The browser uses it, too: nothing of the node is imported. */

/** Properties of `cargo:` whose text names an object, the best first. */
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

/** The names of the properties that `nameOf` asks for. */
export const namingProperties = ['waybillPrefix', 'waybillNumber', ...naming] as const;
export type NamingProperty = (typeof namingProperties)[number];

/**
 * The air waybill number of an object, or the best text that names it; null where nothing does.
 *
 * @param text the text of a property of `cargo:`; undefined where there is none.
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
