/**
 * The quantities of the units in MeasurementUnitCode that are in no sub-list: a gram is a unit of weight, although the
 * code lists do not say so (D54).
 */
const unitsBySubList: Readonly<Record<string, readonly string[]>> = {
  DimensionsUnitCode: ['DMT', 'MMT', 'NDA', 'YRD'],
  VolumeUnitCode: ['CLT', 'DLT', 'GIA', 'GII', 'GLI', 'MLT', 'OZA', 'OZI', 'PTI', 'PTL', 'QTI', 'QTL'],
  WeightUnitCode: ['CGM', 'GRM', 'MGM'],
  // Radioactivity, which has no sub-list.
  '': ['BQL', 'CUR', 'KBQ', 'MBQ', 'TBQ'],
};

const subListOf = new Map(
  Object.entries(unitsBySubList).flatMap(([list, codes]) => codes.map((code) => [`MeasurementUnitCode#${code}`, list])),
);

/**
 * The sub-list of a unit; empty if its quantity has no sub-list, undefined for a code that is not listed here.
 *
 * @param code list and code, such as `MeasurementUnitCode#GRM`.
 */
export function unitSubList(code: string): string | undefined {
  return subListOf.get(code);
}
