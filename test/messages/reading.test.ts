import { expect } from 'chai';
import { ServiceError } from '../../src/errors.js';
import type { MessageType } from '../../src/messages/mapping/mappings.js';
import { type ReadMessage, reportOf } from '../../src/messages/reading/read-message.js';
import { valuesAt } from './places.js';
import {
  mappingOf,
  messageOf,
  read,
  type ReadAndDescribed,
  readAndDescribe,
  required,
  shippedMappings,
  statementsOf,
  type Values,
} from './support.js';

const consignment = 'MasterConsignment';
const line = `${consignment}/ApplicableRating/IncludedMasterConsignmentItem`;
const status = `${consignment}/ReportedStatus/AssociatedStatusConsignment`;
const flight = `${status}/SpecifiedLogisticsTransportMovement`;

async function taken(type: MessageType, values: Values): Promise<ReadAndDescribed> {
  const mappings = await shippedMappings();
  return readAndDescribe(messageOf(mappingOf(mappings, type), { ...required[type], ...values }), mappings);
}

/** `reason path value` of what has not been taken. */
const leftOut = ({ findings }: ReadMessage): string[] =>
  findings.unmapped.map(({ reason, path, value }) => `${reason} ${path.slice(path.lastIndexOf('/') + 1)} ${value}`);

const noted = ({ findings }: ReadMessage): string[] =>
  findings.notes.filter(({ reason }) => reason !== 'missing').map(({ reason, value = '' }) => `${reason} ${value}`);

async function refused(xml: string): Promise<ServiceError> {
  const mappings = await shippedMappings();
  try {
    read(xml, mappings);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('the message was taken');
}

describe('A message', () => {
  it('is refused when its root is none that is read, and told which ones are', async () => {
    const { kind, message } = await refused('<m:Waybill xmlns:m="iata:waybill:2"/>');
    expect(kind).to.equal('unprocessable');
    expect(message).to.match(/Waybill in iata:waybill:1 \(XFWB\).*StatusMessage in iata:statusmessage:1 \(XFSU\)/);
  });

  it('is refused without the number of its waybill, or with one of another form', async () => {
    const mappings = await shippedMappings();
    for (const [type, path] of [
      ['XFWB', 'BusinessHeaderDocument/ID'],
      ['XFZB', 'BusinessHeaderDocument/ID'],
      ['XFHL', `${consignment}/TransportContractDocument/ID`],
      ['XFSU', `${consignment}/TransportContractDocument/ID`],
    ] as const) {
      const { [path]: _number, ...others } = required[type];
      const error = await refused(messageOf(mappingOf(mappings, type), others));
      expect(error.details[0].property).to.match(new RegExp(`/${path}$`));
    }
    const xml = messageOf(mappingOf(mappings, 'XFWB'), { ...required.XFWB, 'BusinessHeaderDocument/ID': '125-1' });
    expect((await refused(xml)).message).to.match(/\/Waybill\/BusinessHeaderDocument\/ID is no AWB number/);
  });

  it('has its AWB number with a hyphen, a space or nothing, and notes a wrong check digit', async () => {
    for (const number of ['125-30000001', '125 30000001', '12530000001']) {
      const { description, message } = await taken('XFWB', { 'BusinessHeaderDocument/ID': number });
      expect(description.waybill.id).to.equal('awb-125-30000001');
      expect(noted(message)).to.include(`check-digit ${number}`);
    }
    const { description, message } = await taken('XFWB', { 'BusinessHeaderDocument/ID': '125-30000003' });
    expect(noted(message).join()).not.to.include('check-digit');
    expect(valuesAt(statementsOf(description), 'Waybill#modularCheckNumber')).to.deep.equal(['true']);
  });

  it('reports unknown elements and attributes with everything in them, and the second of an element', async () => {
    const mappings = await shippedMappings();
    const xml = messageOf(mappingOf(mappings, 'XFWB'), {
      ...required.XFWB,
      [`${consignment}/ProductID`]: ['GCR', 'EXP'],
    }).replace(
      '<m:MasterConsignment>',
      '<m:MasterConsignment a="1">\n<d:Strange b="2"><d:Inner>3</d:Inner><d:Inner>4</d:Inner></d:Strange><x:ID xmlns:x="urn:x">5</x:ID>',
    );
    const message = read(xml, mappings);
    expect(
      message.findings.unmapped.map(({ path, value, reason, line: at }) => [path, value, reason, at]),
    ).to.deep.equal([
      ['/Waybill/MasterConsignment/@a', '1', 'unknown-element', 2],
      ['/Waybill/MasterConsignment/Strange/@b', '2', 'unknown-element', 3],
      ['/Waybill/MasterConsignment/Strange/Inner[1]', '3', 'unknown-element', 3],
      ['/Waybill/MasterConsignment/Strange/Inner[2]', '4', 'unknown-element', 3],
      ['/Waybill/MasterConsignment/ID', '5', 'unknown-element', 3],
      ['/Waybill/MasterConsignment/ProductID[2]', 'EXP', 'mismatch', 3],
    ]);
    expect(reportOf(message).values).to.deep.equal({ total: 8, mapped: 2, header: 0, derived: 0, unmapped: 6 });
  });

  it('has times without a zone in the one of the setting, said once', async () => {
    const mappings = await shippedMappings();
    const signed = 'BusinessHeaderDocument/SignatoryCarrierAuthentication/ActualDateTime';
    const document = `${consignment}/AssociatedReferenceDocument/IssueDateTime`;
    for (const [zone, given, expected] of [
      ['Europe/Berlin', '2021-07-01T08:00:00', '2021-07-01T08:00:00+02:00'],
      ['Europe/Berlin', '2021-01-01', '2021-01-01T00:00:00+01:00'],
      ['Asia/Kathmandu', '2021-01-01T08:00:00.5', '2021-01-01T08:00:00.5+05:45'],
      ['UTC', '2021-01-01T08:00:00', '2021-01-01T08:00:00Z'],
    ] as const) {
      const xml = messageOf(mappingOf(mappings, 'XFWB'), { ...required.XFWB, [signed]: given, [document]: given });
      const message = read(xml, mappings, { timeZone: zone });
      expect(message.waybill.text('carrierDeclarationDate')).to.equal(expected);
      expect(noted(message).filter((one) => one.startsWith('zone-assumed'))).to.deep.equal([`zone-assumed ${zone}`]);
    }
    const zoned = await taken('XFWB', { [signed]: '2021-07-01T08:00:00-05:00' });
    expect(noted(zoned.message).join()).not.to.include('zone-assumed');
  });

  it('reports values that are none and takes the rest', async () => {
    const { message } = await taken('XFWB', {
      'BusinessHeaderDocument/SignatoryCarrierAuthentication/ActualDateTime': '2021-02-31T00:00:00',
      [`${consignment}/IncludedTareGrossWeightMeasure`]: '12,5',
      [`${consignment}/IncludedTareGrossWeightMeasure/@unitCode`]: 'KGM',
      [`${consignment}/TotalChargePrepaidIndicator`]: 'maybe',
      [`${consignment}/ApplicableLogisticsServiceCharge/ServiceTypeCode`]: 'no code',
      [`${consignment}/AssociatedReferenceDocument/IssueDateTime`]: '1899-12-31',
    });
    expect(leftOut(message)).to.have.members([
      'invalid ActualDateTime 2021-02-31T00:00:00',
      'invalid IncludedTareGrossWeightMeasure 12,5',
      'invalid @unitCode KGM',
      'unknown-code TotalChargePrepaidIndicator maybe',
      'unknown-code ServiceTypeCode no code',
      'invalid IssueDateTime 1899-12-31',
    ]);
    expect(message.findings.counts.mapped).to.equal(1);
  });
});

describe('Pieces of a waybill', () => {
  it('are taken by packages in order, and their products are one for each pair of codes', async () => {
    const { message, description } = await taken('XFWB', {
      [`${line}[1]/PieceQuantity`]: '4',
      [`${line}[1]/TypeCode`]: '850760',
      [`${line}[1]/TransportLogisticsPackage[1]/ItemQuantity`]: '1',
      [`${line}[1]/TransportLogisticsPackage[1]/LinearSpatialDimension/WidthMeasure`]: '80',
      [`${line}[1]/TransportLogisticsPackage[1]/LinearSpatialDimension/WidthMeasure/@unitCode`]: 'CMT',
      [`${line}[1]/TransportLogisticsPackage[2]/ItemQuantity`]: '2',
      // A line without a number of pieces is about those of the line before.
      [`${line}[2]/TypeCode`]: '850440',
      [`${line}[3]/PieceQuantity`]: '1',
      [`${line}[3]/TypeCode`]: '850760',
      [`${consignment}/TotalPieceQuantity`]: '6',
    });
    const graph = statementsOf(description);
    const packages = valuesAt(graph, 'LineItemPackage#pieceReferences').map((uri) =>
      uri.slice(uri.lastIndexOf('-') + 1),
    );
    expect(packages).to.deep.equal(['1', '2', '3', '4', '5']);
    expect(valuesAt(graph, 'Piece#dimensions > Dimensions#width', true)).to.deep.equal(['80.0']);
    expect(new Set(valuesAt(graph, 'Piece#contentProducts')).size).to.equal(2);
    expect(valuesAt(graph, 'Piece#contentProducts').filter((uri) => uri.endsWith('product-1'))).to.have.length(5);
    expect(message.findings.unmapped).to.deep.include({
      path: '/Waybill/MasterConsignment/TotalPieceQuantity',
      value: '6',
      reason: 'differs',
      expected: '5',
      line: 2,
      column: message.findings.unmapped.find(({ reason }) => reason === 'differs')?.column ?? 0,
    });
  });

  it('that packages count too many are reported, and none are made beyond the bound', async () => {
    const mappings = await shippedMappings();
    const surplus = await taken('XFWB', {
      [`${line}/PieceQuantity`]: '1',
      [`${line}/TransportLogisticsPackage/ItemQuantity`]: '2',
    });
    expect(leftOut(surplus.message)).to.deep.equal(['mismatch ItemQuantity 2']);
    const values = { ...required.XFWB, [`${line}/PieceQuantity`]: '11', [`${consignment}/TotalPieceQuantity`]: '11' };
    const message = read(messageOf(mappingOf(mappings, 'XFWB'), values), mappings, { maxPieces: 10 });
    expect(leftOut(message)).to.have.members(['too-many PieceQuantity 11', 'too-many TotalPieceQuantity 11']);
    expect(message.waybill.nodes('shipment')).to.deep.equal([]);
  });

  it('have the number of packages if there is one alone, else the lines must add up to it', async () => {
    const [one, several, lines] = await Promise.all([
      taken('XFWB', { [`${consignment}/TotalPieceQuantity`]: '1', [`${consignment}/PackageQuantity`]: '7' }),
      taken('XFWB', { [`${consignment}/TotalPieceQuantity`]: '2', [`${consignment}/PackageQuantity`]: '7' }),
      taken('XFWB', {
        [`${line}/PieceQuantity`]: '2',
        [`${line}/PackageQuantity`]: '7',
        [`${consignment}/PackageQuantity`]: '7',
      }),
    ]);
    expect(valuesAt(statementsOf(one.description), 'Piece#slac')).to.deep.equal(['7']);
    expect(leftOut(several.message)).to.deep.equal(['not-divisible PackageQuantity 7']);
    expect(leftOut(lines.message)).to.deep.equal([]);
  });
});

describe('Totals of a waybill', () => {
  const summation = `${consignment}/ApplicableTotalRating/ApplicablePrepaidCollectMonetarySummation`;
  const charges: Values = {
    [`${consignment}/TotalChargePrepaidIndicator`]: 'true',
    [`${consignment}/TotalDisbursementPrepaidIndicator`]: 'true',
    [`${consignment}/ApplicableOriginCurrencyExchange/SourceCurrencyCode`]: 'EUR',
    [`${line}[1]/ApplicableFreightRateServiceCharge/CategoryCode`]: 'Q',
    [`${line}[1]/ApplicableFreightRateServiceCharge/ChargeableWeightMeasure`]: '100',
    [`${line}[1]/ApplicableFreightRateServiceCharge/AppliedRate`]: '2.505',
    [`${line}[1]/ApplicableFreightRateServiceCharge/AppliedAmount`]: '250.50',
    [`${line}[2]/ApplicableFreightRateServiceCharge/CategoryCode`]: 'M',
    [`${line}[2]/ApplicableFreightRateServiceCharge/ChargeableWeightMeasure`]: '5',
    [`${line}[2]/ApplicableFreightRateServiceCharge/AppliedRate`]: '75',
    [`${line}[2]/ApplicableFreightRateServiceCharge/AppliedAmount`]: '75',
    [`${consignment}/ApplicableLogisticsAllowanceCharge/PrepaidIndicator`]: 'true',
    [`${consignment}/ApplicableLogisticsAllowanceCharge/PartyTypeCode`]: 'C',
    [`${consignment}/ApplicableLogisticsAllowanceCharge/ActualAmount`]: '10',
    [`${consignment}/ApplicableRating/TypeCode`]: 'F',
    [`${consignment}/ApplicableRating/TotalChargeAmount`]: '325.5',
    [`${consignment}/ApplicableRating/ConsignmentItemQuantity`]: '2',
    [`${summation}/PrepaidIndicator`]: 'true',
    [`${summation}/WeightChargeTotalAmount`]: '325.50',
    [`${summation}/CarrierTotalDuePayableAmount`]: '10',
    [`${summation}/AgentTotalDuePayableAmount`]: '0',
    [`${summation}/GrandTotalAmount`]: '335.50',
  };

  it('that follow from what is stored are not stored', async () => {
    const { message, description } = await taken('XFWB', charges);
    expect(leftOut(message)).to.deep.equal([]);
    expect(message.findings.counts.derived).to.equal(10);
    expect(
      new Set(valuesAt(statementsOf(description), 'WaybillLineItem#rateCharge > CurrencyValue#currencyUnit')),
    ).to.have.property('size', 1);
  });

  it('that say something else are reported with what follows', async () => {
    const { message } = await taken('XFWB', { ...charges, [`${summation}/GrandTotalAmount`]: '400' });
    expect(message.findings.unmapped.map(({ reason, value, expected }) => [reason, value, expected])).to.deep.equal([
      ['differs', '400', '335.5'],
    ]);
  });

  it('of which a part is missing have no place', async () => {
    const { message } = await taken('XFWB', {
      [`${line}/ApplicableFreightRateServiceCharge/AppliedAmount`]: '75',
      [`${consignment}/ApplicableRating/TotalChargeAmount`]: '75',
    });
    expect(leftOut(message)).to.have.members(['no-place AppliedAmount 75', 'no-place TotalChargeAmount 75']);
  });

  it('a value and the indicator that there is none: the value counts', async () => {
    const { message, description } = await taken('XFWB', {
      [`${consignment}/NilCarriageValueIndicator`]: 'true',
      [`${consignment}/DeclaredValueForCarriageAmount`]: '5',
      [`${consignment}/NilCustomsValueIndicator`]: 'true',
    });
    expect(leftOut(message)).to.deep.equal(['mismatch NilCarriageValueIndicator true']);
    expect(valuesAt(statementsOf(description), 'Waybill#declaredValueForCarriage', true)).to.deep.equal(['5.0']);
  });
});

describe('Lines of customs information', () => {
  it('are one security declaration where the table says so, else lines in their order', async () => {
    const note = `${consignment}/IncludedCustomsNote`;
    const { message, description } = await taken('XFWB', {
      [`${note}[1]/CountryID`]: 'IE',
      [`${note}[1]/SubjectCode`]: 'ISS',
      [`${note}[1]/ContentCode`]: 'RA',
      [`${note}[1]/Content`]: '01234-01',
      [`${note}[2]/ContentCode`]: 'ED',
      [`${note}[2]/Content`]: '0327',
      [`${note}[3]/SubjectCode`]: 'SHP',
      [`${note}[3]/Content`]: 'TAX1',
    });
    const graph = statementsOf(description);
    const issuer = 'SecurityDeclaration#regulatedEntityIssuer';
    expect(valuesAt(graph, `${issuer} > RegulatedEntity#regulatedEntityIdentifier`)).to.deep.equal(['IE/01234-01']);
    expect(valuesAt(graph, `${issuer} > RegulatedEntity#regulatedEntityExpiryDate`)).to.deep.equal([
      '2027-03-31T23:59:59Z',
    ]);
    expect(valuesAt(graph, 'CustomsInformation#ociLineNumber')).to.deep.equal(['3']);
    expect(leftOut(message)).to.deep.equal([]);
  });

  it('of security are of the master in a list of houses, and have a country of an entity only', async () => {
    const note = `${consignment}/IncludedCustomsNote`;
    const { message, description } = await taken('XFHL', {
      [`${note}/CountryID`]: 'DE',
      [`${note}/ContentCode`]: 'SS',
      [`${note}/Content`]: 'SPX',
    });
    const path = 'Waybill#shipment > Shipment#securityDeclarations > SecurityDeclaration#securityStatus';
    expect(valuesAt(statementsOf(description), path)[0]).to.match(/#SPX$/);
    expect(leftOut(message)).to.deep.equal(['no-place CountryID DE']);
  });
});

describe('Statuses', () => {
  it('are events, each with the code of its element, and never change the shipment', async () => {
    const { message, description } = await taken('XFSU', {
      [`${consignment}/TotalPieceQuantity`]: '3',
      [`${consignment}/ReportedStatus[1]/ReasonCode`]: 'DEP',
      [`${consignment}/ReportedStatus[1]/AssociatedStatusConsignment/PieceQuantity`]: '2',
      [`${consignment}/ReportedStatus[1]/AssociatedStatusConsignment/TransportSplitDescription`]: 'P',
      [`${consignment}/ReportedStatus[2]/ReasonCode`]: 'FOH',
    });
    expect(message.statuses).to.have.length(3);
    const graph = statementsOf(description);
    expect(
      valuesAt(graph, 'StatusUpdateEvent#eventCode')
        .map((iri) => iri.slice(-3))
        .sort(),
    ).to.deep.equal(['DEP', 'FOH', 'RCS']);
    expect(valuesAt(graph, 'StatusUpdateEvent#partialEventIndicator')).to.deep.equal(['true']);
    expect(valuesAt(graph, 'Shipment#pieces')).to.have.length(3);
    expect(noted(message).filter((one) => one.startsWith('date-assumed'))).to.have.length(3);
  });

  it('have the times and places of their flight', async () => {
    const { message, description } = await taken('XFSU', {
      [`${consignment}/ReportedStatus/ReasonCode`]: 'ARR',
      [`${flight}/ID`]: 'LH8400',
      [`${flight}/ArrivalEvent/ArrivalOccurrenceDateTime`]: '2021-03-11T12:30:00Z',
      [`${flight}/ArrivalEvent/ArrivalDateTimeTypeCode`]: 'A',
      [`${flight}/SpecifiedLocation[1]/ID`]: 'FRA',
      [`${flight}/SpecifiedLocation[1]/FlightStatusTypeCode`]: 'Departure',
      [`${flight}/SpecifiedLocation[2]/ID`]: 'JFK',
      [`${flight}/SpecifiedLocation[2]/FlightStatusTypeCode`]: 'Arrival',
    });
    const graph = statementsOf(description);
    expect(valuesAt(graph, 'StatusUpdateEvent#eventLocation')).to.deep.equal([
      'https://1r.example.com/logistics-objects/location-JFK',
    ]);
    const movement = 'StatusUpdateEvent#transportMovementReference';
    expect(valuesAt(graph, movement)).to.deep.equal([
      'https://1r.example.com/logistics-objects/awb-125-30000001-movement-LH8400-2021-03-11',
    ]);
    expect(valuesAt(graph, `${movement} > TransportMovement#departureLocation`)[0]).to.match(/location-FRA$/);
    expect(
      valuesAt(graph, `${movement} > TransportMovement#movementTimes > MovementTime#movementMilestone`)[0],
    ).to.match(/#AA$/);
    expect(valuesAt(graph, 'StatusUpdateEvent#eventDate')).to.deep.equal(['2021-03-11T12:30:00Z']);
    expect(leftOut(message)).to.deep.equal([]);
  });

  it('of a discrepancy have its code, and lines of customs information are no event', async () => {
    const known = await taken('XFSU', {
      [`${consignment}/ReportedStatus/ReasonCode`]: 'DIS',
      [`${status}/DiscrepancyDescriptionCode`]: 'FDAV',
    });
    expect(valuesAt(statementsOf(known.description), 'StatusUpdateEvent#eventCode')[0]).to.match(/#DIS_FDAV$/);
    const unknown = await taken('XFSU', { [`${consignment}/ReportedStatus/ReasonCode`]: 'DIS' });
    expect(valuesAt(statementsOf(unknown.description), 'StatusUpdateEvent#eventName')).to.deep.equal(['DIS']);
    expect(leftOut(unknown.message)).to.deep.equal(['unknown-code ReasonCode DIS']);
    const customs = await taken('XFSU', {
      [`${consignment}/ReportedStatus/ReasonCode`]: 'OCI',
      [`${status}/IncludedCustomsNote/Content`]: 'TAX1',
    });
    expect(customs.message.statuses).to.deep.equal([]);
    expect(leftOut(customs.message)).to.deep.equal(['no-event PieceQuantity 2']);
  });
});
