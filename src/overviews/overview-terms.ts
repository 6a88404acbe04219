/** The terms of the data model that an overview reads. */
import { localName, type NamedNode, type Term } from '../rdf/terms.js';
import { terms } from '../rdf/vocabulary.js';

const names = [
  // What belongs to what.
  ...(['shipment', 'ofShipment', 'pieces', 'shipmentOfPieces', 'containedPieces', 'inPiece'] as const),
  ...(['waybill', 'masterWaybill', 'houseWaybills'] as const),
  ...(['loadingUnit', 'inUnitComposition', 'compositionActions', 'composedPieces'] as const),
  // Shipments, waybills and pieces.
  ...(['waybillPrefix', 'waybillNumber', 'waybillType', 'departureLocation', 'arrivalLocation'] as const),
  ...(['goodsDescription', 'upid', 'specialHandlingCodes', 'dimensions'] as const),
  ...(['shippingMarks', 'contentProducts', 'hsCode'] as const),
  ...(['totalGrossWeight', 'grossWeight', 'waybillLineItems', 'rateGrossWeight'] as const),
  ...(['involvedParties', 'partyRole', 'partyDetails'] as const),
  ...(['externalReferences', 'documentName', 'documentIdentifier', 'documentType', 'documentLink'] as const),
  // Parts of them.
  ...(['numericalValue', 'value', 'unit', 'length', 'width', 'height', 'volume', 'code'] as const),
  ...(['locationCodes', 'locationName', 'name', 'shortName'] as const),
  // Events.
  ...(['eventCode', 'eventDate', 'eventTimeType', 'eventLocation', 'recordingActor', 'recordingOrganization'] as const),
] as const;

export type OverviewTerms = Readonly<Record<(typeof names)[number], NamedNode>>;

/** @param cargo the namespace of the data model. */
export const overviewTerms = (cargo: string): OverviewTerms => terms(cargo, names);

/** The properties by which a thing names what it belongs to, or what it consists of. */
export const wholeProperties = names.slice(0, 13) as readonly (keyof OverviewTerms)[];

/** The lists of the time before code-lists: `coreCodeLists#StatusCode_DEP`. */
const CORE_CODES = '/coreCodeLists#';

/** The text of a code: the end of its IRI. */
export function codeText({ termType, value }: Pick<Term, 'termType' | 'value'>): string {
  if (termType === 'Literal') return value;
  const name = localName(value);
  return value.includes(CORE_CODES) ? name.slice(name.indexOf('_') + 1) : name;
}
