/** Values for the rows of the tables, and what a row needs beside it to say something. */
import type { MessageType } from '../../src/messages/mapping/mappings.js';
import type { Mappings } from '../../src/messages/mapping/mappings.js';
import type { Row } from '../../src/messages/mapping/row.js';
import { codeListOf, codeTableOf } from '../../src/messages/reading/values.js';
import type { Model } from '../../src/model/model.js';
import { iri } from '../../src/rdf/terms.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { shippedModel } from '../model/support.js';
import { mappingOf, required, shippedMappings, type Values } from './support.js';

/** A row's path without the root. */
export const pathOf = ({ path }: Row): string => path.slice(path.indexOf('/') + 1);

/** All rows of values of a table, attributes included. */
export function valueRows(row: Row): Row[] {
  const own = row.type.kind === 'group' ? [] : [row];
  return [...own, ...row.attributes, ...row.children.flatMap(valueRows)];
}

/** A value that a row takes. */
export function valueFor(row: Row, mappings: Mappings, model: Model): string {
  const table = codeTableOf(row);
  if (table !== undefined) return mappings.codes.codesOf(table)[0] ?? '';
  const list = codeListOf(row);
  if (list === 'StatusCode') return row.name === 'ReasonCode' ? 'DEP' : 'FDAV';
  if (list === 'MeasurementUnitCode') return 'KGM';
  if (list === 'CurrencyCode') return 'EUR';
  if (list !== undefined) {
    const [code = ''] = model.valuesOf(iri(standardNamespaces.codeLists + list))?.members ?? [];
    return code.slice(code.indexOf('#') + 1);
  }
  return plainValues[row.type.kind] ?? (row.derivation === '' ? `A ${row.name}` : row.derivation);
}

const plainValues: Readonly<Record<string, string>> = {
  measure: '12.5',
  amount: '12.5',
  number: '12.5',
  percent: '12.5',
  integer: '2',
  count: '2',
  sum: '2',
  dateTime: '2021-03-11T12:30:00',
  awb: '125-30000001',
  location: 'FRA',
  absent: 'true',
};

const line = 'MasterConsignment/ApplicableRating/IncludedMasterConsignmentItem';
const houseLine = 'MasterConsignment/IncludedHouseConsignment/IncludedHouseConsignmentItem';
const status = 'MasterConsignment/ReportedStatus/AssociatedStatusConsignment';

/** Values that others need beside them, by type of message and a part of the path. */
const companions: readonly (readonly [MessageType, RegExp, Values])[] = [
  ['XFWB', /HandlingSPH|ApplicableRating\/(?!TypeCode)/, { [`${line}/PieceQuantity`]: '2' }],
  ['XFWB', /TransportLogisticsPackage/, { [`${line}/TransportLogisticsPackage/ItemQuantity`]: '2' }],
  ['XFWB', /SourceCurrencyCode/, { [`${line}/ApplicableFreightRateServiceCharge/AppliedRate`]: '2' }],
  [
    'XFWB',
    /TargetCurrencyCode/,
    {
      'MasterConsignment/ApplicableTotalRating/ApplicableDestinationCurrencyServiceCharge/DestinationAppliedAmount':
        '2',
    },
  ],
  ['XFWB', /UtilizedLogistics/, { 'MasterConsignment/SpecifiedLogisticsTransportMovement/ModeCode': '3' }],
  ['XFWB', /MasterConsignment\/PackageQuantity/, { 'MasterConsignment/TotalPieceQuantity': '1' }],
  ['XFZB', /HandlingSPH|HouseConsignmentItem\//, { [`${houseLine}/PieceQuantity`]: '2' }],
  ['XFZB', /TransportLogisticsPackage/, { [`${houseLine}/TransportLogisticsPackage/ItemQuantity`]: '2' }],
  ['XFZB', /SourceCurrencyCode/, { [`${houseLine}/ApplicableFreightRateServiceCharge/AppliedRate`]: '2' }],
  [
    'XFZB',
    /UtilizedLogistics/,
    { 'MasterConsignment/IncludedHouseConsignment/SpecifiedLogisticsTransportMovement/ModeCode': '3' },
  ],
  [
    'XFZB',
    /HouseConsignment\/PackageQuantity/,
    { 'MasterConsignment/IncludedHouseConsignment/TotalPieceQuantity': '1' },
  ],
  ['XFHL', /HandlingSPH/, { 'MasterConsignment/IncludedHouseConsignment/TotalPieceQuantity': '2' }],
  [
    'XFHL',
    /HouseConsignment\/PackageQuantity/,
    { 'MasterConsignment/IncludedHouseConsignment/TotalPieceQuantity': '1' },
  ],
  ['XFHL', /^MasterConsignment\/PackageQuantity/, { 'MasterConsignment/TotalPieceQuantity': '1' }],
  ['XFSU', /LoadTypeCode|DescriptionCode/, { 'MasterConsignment/TotalPieceQuantity': '2' }],
  [
    'XFSU',
    /DepartureEvent/,
    {
      [`${status}/SpecifiedLogisticsTransportMovement/DepartureEvent/DepartureDateTimeTypeCode`]: 'A',
      [`${status}/SpecifiedLogisticsTransportMovement/DepartureEvent/DepartureOccurrenceDateTime`]:
        '2021-03-11T12:30:00',
    },
  ],
  [
    'XFSU',
    /\/ArrivalEvent/,
    {
      [`${status}/SpecifiedLogisticsTransportMovement/ArrivalEvent/ArrivalDateTimeTypeCode`]: 'E',
      [`${status}/SpecifiedLogisticsTransportMovement/ArrivalEvent/ArrivalOccurrenceDateTime`]: '2021-03-11T12:30:00',
    },
  ],
  ['XFSU', /DiscrepancyDescriptionCode/, { 'MasterConsignment/ReportedStatus/ReasonCode': 'DIS' }],
];

/** The values that a row needs beside its own. */
export function companionsOf(type: MessageType, path: string): Values {
  const found = companions.filter(([of, part]) => of === type && part.test(path));
  return Object.assign({}, ...found.map(([, , values]) => values)) as Values;
}

/** The values of a message that has every row with a place. */
export async function fullValues(type: MessageType): Promise<Values> {
  const [mappings, model] = [await shippedMappings(), await shippedModel()];
  const rows = valueRows(mappingOf(mappings, type).root).filter(
    ({ status }) => status === 'mapped' || status === 'rule',
  );
  return { ...Object.fromEntries(rows.map((row) => [pathOf(row), valueFor(row, mappings, model)])), ...required[type] };
}
