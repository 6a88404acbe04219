/**
 * What the units measure that the code lists name in MeasurementUnitCode alone and in no sub-list: a gram is a weight, and no
 * unit of volume, although the lists do not say so (D54).
 */
const measuring: Readonly<Record<string, readonly string[]>> = {
  DimensionsUnitCode: ['DMT', 'MMT', 'NDA', 'YRD'],
  VolumeUnitCode: ['CLT', 'DLT', 'GIA', 'GII', 'GLI', 'MLT', 'OZA', 'OZI', 'PTI', 'PTL', 'QTI', 'QTL'],
  WeightUnitCode: ['CGM', 'GRM', 'MGM'],
  // Radioactivity, for which there is no sub-list.
  '': ['BQL', 'CUR', 'KBQ', 'MBQ', 'TBQ'],
};

const subListOf = new Map(
  Object.entries(measuring).flatMap(([list, codes]) => codes.map((code) => [`MeasurementUnitCode#${code}`, list])),
);

/**
 * The sub-list that a unit would stand in, an empty text when there is none for what it measures; undefined for a code that
 * nothing is known of.
 *
 * @param code list and code, such as `MeasurementUnitCode#GRM`.
 */
export function unitSubList(code: string): string | undefined {
  return subListOf.get(code);
}
