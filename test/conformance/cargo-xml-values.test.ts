/** What becomes of the values of waybills in messages (X1 to X35, X73, X74). */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { SettingsError } from '../../src/settings/settings.js';
import { postXml, reportIn, send, waybillValues, xml } from '../messages/node.js';
import { required, type Values } from '../messages/support.js';
import { TestContext } from '../support/world.js';
import { C, ISSUED, leftOut, LINE, noted, Waybill } from './cargo-xml-support.js';
import { conformance, type Statement } from './statement.js';

const mappings = fileURLToPath(new URL('../../mappings', import.meta.url));
const pieces = { [`${LINE}/PieceQuantity`]: '2' };

/** Runs with the tables of another folder. */
async function withTables(from: string, to: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mappings-'));
  try {
    cpSync(mappings, folder, { recursive: true });
    const file = join(folder, 'xfwb.tsv');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const statements: Statement[] = [
  {
    section: 'X1; X71',
    statement: 'all versions are read with one table; a version that is no number is noted',
    holds: async (world) => {
      const reports = await Promise.all(
        ['2.00', '3.00', '5.00', 'latest'].map((version) =>
          new Waybill(world).xfwb({ 'MessageHeaderDocument/VersionID': version, [`${C}/ProductID`]: 'GCR' }),
        ),
      );
      expect(new Set(reports.map(({ values }) => JSON.stringify(values))).size).to.equal(1);
      expect(reports.map((report) => noted(report).includes('version latest'))).to.deep.equal([
        false,
        false,
        false,
        true,
      ]);
    },
  },
  {
    section: 'X2',
    statement: 'prefixes do not matter, namespaces do',
    holds: async (world) => {
      const message = await xml('XFWB', waybillValues);
      const renamed = message.replaceAll(/(<\/?|xmlns:)m\b/g, '$1rsm').replaceAll(/(<\/?|xmlns:)d\b/g, '$1ram');
      const [own, other] = await Promise.all(
        [message, renamed].map(async (body) => reportIn((await postXml(world.holder, body, '?dry-run=true')).json)),
      );
      expect(other?.values).to.deep.equal(own?.values);
      const wrong = await postXml(world.holder, message.replace('iata:waybill:1', 'iata:housewaybill:1'));
      expect(wrong.status).to.equal(422);
    },
  },
  {
    section: 'X3; X4; X5; X91',
    statement: 'the mapping is data: a changed row puts the value elsewhere, a wrong one stops the node with its line',
    holds: async () => {
      await withTables('Waybill#shippingRefNo', 'Waybill#shippingInfo', async (folder) => {
        const world = await TestContext.start({ env: { MESSAGE_MAPPINGS: folder } });
        try {
          const waybill = new Waybill(world);
          await waybill.xfwb({ [`${C}/ID`]: 'REF1' });
          expect(await waybill.at('shippingInfo')).to.deep.equal(['REF1']);
          expect(await waybill.at('shippingRefNo')).to.deep.equal([]);
        } finally {
          await world.stop();
        }
      });
      await withTables('Waybill#shippingRefNo', 'Waybill#shipingRefNo', async (folder) => {
        const start = TestContext.start({ env: { MESSAGE_MAPPINGS: folder } });
        const error: unknown = await start.then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).to.be.instanceOf(SettingsError);
        expect(String(error)).to.match(/MESSAGE_MAPPINGS: xfwb\.tsv, line \d+: /);
      });
    },
  },
  {
    section: 'X7',
    statement:
      'text is taken without white space around it, and as it is inside; an empty element is as if it were not there',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const report = await waybill.xfwb({
        [`${C}/ID`]: ' \n REF  1\nline\t2 \n',
        [`${C}/AdditionalID`]: ' \n ',
        [`${C}/FreightForwarderAssignedID`]: '',
      });
      expect(await waybill.at('shippingRefNo')).to.deep.equal(['REF  1\nline\t2']);
      expect([...(await waybill.at('shippingInfo')), ...(await waybill.at('agentReference'))]).to.deep.equal([]);
      const { total } = (await new Waybill(world).xfwb({ [`${C}/ID`]: 'REF1' })).values;
      expect(report.values.total).to.equal(total);
    },
  },
  {
    section: 'X9',
    statement: 'numbers are prefix and number, the code of the type says which waybill it is, and links go both ways',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb({ 'MessageHeaderDocument/TypeCode': '741' });
      expect(await waybill.at('waybillType')).to.deep.equal(['MASTER']);
      expect(await waybill.at('waybillPrefix')).to.deep.equal(['125']);
      expect(await waybill.at('shipment/waybill')).to.deep.equal([waybill.id]);
      const about = { [`${C}/TransportContractDocument/ID`]: waybill.awb };
      const house = await send(world.holder, 'XFZB', { ...required.XFZB, ...about });
      expect(world.path(house.waybill)).to.equal(`/logistics-objects/h${waybill.id}-H-1_2f2`);
      expect(await waybill.at('houseWaybills/masterWaybill')).to.deep.equal([waybill.id]);
      expect(await waybill.at('houseWaybills/waybillType')).to.deep.equal(['HOUSE']);
      expect(await waybill.at('houseWaybills/waybillNumber')).to.deep.equal(['H-1/2']);
    },
  },
  {
    section: 'X12; X60',
    statement: 'identifiers of a party are OtherIdentifiers with their type; who gave them has no place',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const report = await waybill.xfwb({
        [`${C}/ConsignorParty/PrimaryID`]: 'ID1',
        [`${C}/ConsignorParty/PrimaryID/@schemeAgencyID`]: '1',
        [`${C}/ConsignorParty/AdditionalID`]: 'ID2',
      });
      expect(leftOut(report)).to.deep.equal(['no-place @schemeAgencyID 1']);
      const identifiers = 'involvedParties/otherIdentifiers';
      expect(await waybill.at(`${identifiers}/textualValue`, '-shipment')).to.deep.equal(['ID1', 'ID2']);
      expect(await waybill.at(`${identifiers}/otherIdentifierType`, '-shipment')).to.have.length(2);
    },
  },
  {
    section: 'X13',
    statement: 'a place with a code is shared by all waybills; a name that differs is reported and changes nothing',
    holds: async (world) => {
      const named = (name: string): Values => ({
        [`${C}/OriginLocation/ID`]: 'ZRH',
        [`${C}/OriginLocation/Name`]: name,
      });
      const first = await new Waybill(world).xfwb(named('Zürich'));
      expect(leftOut(first)).to.deep.equal([]);
      const waybill = new Waybill(world);
      expect(leftOut(await waybill.xfwb(named('Zurich')))).to.deep.equal(['shared Name Zurich Zürich']);
      expect(await waybill.at('departureLocation')).to.deep.equal(['location-ZRH']);
      expect(await world.revision('/logistics-objects/location-ZRH')).to.equal(1);
    },
  },
  {
    section: 'X13',
    statement: 'a Location or Carrier of this node that has the code already is used instead',
    holds: async (world) => {
      const code = { '@type': 'cargo:CodeListElement', 'cargo:code': 'GVA' };
      const place = await world.create({ '@type': 'cargo:Location', 'cargo:locationCodes': code });
      const carrier = await world.create({ '@type': 'cargo:Carrier', 'cargo:airlineCode': 'ZZ' });
      const waybill = new Waybill(world);
      const movement = `${C}/SpecifiedLogisticsTransportMovement`;
      const { created } = await waybill.xfwb({
        [`${C}/OriginLocation/ID`]: 'GVA',
        [`${movement}/UsedLogisticsTransportMeans/Name`]: 'ZZ',
      });
      expect(created.map(({ object }) => object).filter((uri) => /location-GVA|carrier-/.test(uri))).to.deep.equal([]);
      expect(await waybill.at('departureLocation')).to.deep.equal([place.replace(/^.*\//, '')]);
      expect(await waybill.at('operatingParties/partyDetails', '-movement-1')).to.deep.equal([
        carrier.replace(/^.*\//, ''),
      ]);
    },
  },
  {
    section: 'X14',
    statement: 'the name of a person is one text, which is not split',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb({ [`${C}/ConsignorParty/DefinedTradeContact/PersonName`]: 'Anna Maria Rossi' });
      expect(await waybill.at('contactPersons/lastName', '-shp')).to.deep.equal(['Anna Maria Rossi']);
      expect(await waybill.at('contactPersons/firstName', '-shp')).to.deep.equal([]);
    },
  },
  {
    section: 'X15',
    statement: 'parties are not shared between waybills; of several of a role each has what identifies it in its id',
    holds: async (world) => {
      const broker = (at: number, name: string): Values => ({
        [`${C}/AssociatedParty[${at}]/Name`]: name,
        [`${C}/AssociatedParty[${at}]/RoleCode`]: 'BRK',
      });
      const [one, other] = [new Waybill(world), new Waybill(world)];
      await one.xfwb(broker(1, 'ABC LTD'));
      const { created } = await other.xfwb({ ...broker(1, 'ABC LTD'), ...broker(2, 'XYZ') });
      expect(await one.at('name', '-brk')).to.deep.equal(['ABC LTD']);
      expect(created.map(({ object }) => world.path(object))).to.include.members([
        `/logistics-objects/${other.id}-brk-ABC_20LTD`,
        `/logistics-objects/${other.id}-brk-XYZ`,
        `/logistics-objects/${other.id}-shp`,
      ]);
    },
  },
  {
    section: 'X16',
    statement: 'a ULD is one within its waybill, and another one in another waybill',
    holds: async (world) => {
      const uld = (at: number): Values => ({
        [`${LINE}[${at}]/AssociatedUnitLoadTransportEquipment/ID`]: '12345',
        [`${LINE}[${at}]/AssociatedUnitLoadTransportEquipment/CharacteristicCode`]: 'AKE',
      });
      const [one, other] = [new Waybill(world), new Waybill(world)];
      await one.xfwb({ ...uld(1), ...uld(2) });
      await other.xfwb(uld(1));
      const [ofOne, ...more] = new Set(await one.at('waybillLineItems/uldReferences'));
      const [ofOther] = await other.at('waybillLineItems/uldReferences');
      expect(more).to.deep.equal([]);
      expect([ofOne, ofOther].map((id) => id?.replace(/^awb-125-\d+/, ''))).to.deep.equal(
        Array.from({ length: 2 }, () => ofOne?.replace(/^awb-125-\d+/, '')),
      );
      expect(ofOne)
        .to.match(/-uld-AKE12345/)
        .and.not.to.equal(ofOther);
    },
  },
  {
    section: 'X19; X22; X23',
    statement: 'one physical piece is one Piece, numbered through the waybill; another total is reported',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const report = await waybill.xfwb({
        [`${LINE}[1]/PieceQuantity`]: '2',
        [`${LINE}[2]/PieceQuantity`]: '1',
        [`${C}/TotalPieceQuantity`]: '4',
        [`${C}/PackageQuantity`]: '9',
      });
      expect(leftOut(report)).to.have.members(['differs TotalPieceQuantity 4 3', 'not-divisible PackageQuantity 9']);
      expect(await waybill.at('pieces', '-shipment')).to.deep.equal([1, 2, 3].map((n) => `${waybill.id}-piece-${n}`));
    },
  },
  {
    section: 'X20; X21',
    statement:
      'products are one for each pair of codes; descriptions of goods are one text of the shipment, not of the pieces',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const identified = 'NatureIdentificationTransportCargo/Identification';
      await waybill.xfwb({
        [`${LINE}[1]/PieceQuantity`]: '2',
        [`${LINE}[1]/TypeCode`]: '850760',
        [`${LINE}[1]/${identified}`]: 'Batteries',
        [`${LINE}[2]/PieceQuantity`]: '1',
        [`${LINE}[2]/TypeCode`]: '850760',
        [`${LINE}[2]/${identified}`]: 'Phones',
        [`${LINE}[3]/${identified}`]: 'Batteries',
      });
      expect(new Set(await waybill.at('pieces/contentProducts', '-shipment')).size).to.equal(1);
      expect(await waybill.at('goodsDescription', '-shipment')).to.deep.equal(['Batteries\nPhones']);
      expect(await waybill.at('pieces/goodsDescription', '-shipment')).to.deep.equal([]);
    },
  },
  {
    section: 'X24; X32',
    statement: 'totals that follow are not stored, and reported where they differ; so is another constant',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const charge = `${LINE}/ApplicableFreightRateServiceCharge`;
      const report = await waybill.xfwb({
        [`${charge}/ChargeableWeightMeasure`]: '100',
        [`${charge}/AppliedRate`]: '2.5',
        [`${charge}/AppliedAmount`]: '250.00',
        [`${C}/ApplicableRating/TypeCode`]: 'X',
        [`${C}/ApplicableRating/TotalChargeAmount`]: '260',
        [`${C}/ApplicableRating/ConsignmentItemQuantity`]: '1',
      });
      expect(leftOut(report)).to.deep.equal(['differs TypeCode X F', 'differs TotalChargeAmount 260 250']);
      expect(report.values.derived).to.equal(2);
    },
  },
  {
    section: 'X25',
    statement: 'of a value and the indicator that there is none the value counts; an indicator alone stores nothing',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const report = await waybill.xfwb({
        [`${C}/NilCarriageValueIndicator`]: 'true',
        [`${C}/DeclaredValueForCarriageAmount`]: '5',
        [`${C}/NilCustomsValueIndicator`]: 'true',
      });
      expect(leftOut(report)).to.deep.equal(['mismatch NilCarriageValueIndicator true']);
      expect((await waybill.at('declaredValueForCarriage/numericalValue')).map(Number)).to.deep.equal([5]);
      expect(await waybill.at('declaredValueForCustoms')).to.deep.equal([]);
    },
  },
  {
    section: 'X26',
    statement: 'lines of customs information have their place, and keep their ids when another comes before them',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const line = (at: number, subject: string): Values => ({
        [`${C}/IncludedCustomsNote[${at}]/SubjectCode`]: subject,
        [`${C}/IncludedCustomsNote[${at}]/Content`]: `about ${subject}`,
      });
      await waybill.xfwb(line(1, 'CNE'));
      await waybill.xfwb({ ...line(1, 'SHP'), ...line(2, 'CNE'), [ISSUED]: '2021-03-12T10:00:00Z' });
      expect(await waybill.at('otherCustomsInformation', '-customs-1')).to.deep.equal(['about CNE']);
      expect(await waybill.at('ociLineNumber', '-customs-1')).to.deep.equal(['2']);
      expect(await waybill.at('otherCustomsInformation', '-customs-2')).to.deep.equal(['about SHP']);
    },
  },
  {
    section: 'X27',
    statement: 'special handling codes are of every piece, unknown ones as well; without pieces they are reported',
    holds: async (world) => {
      const [waybill, without] = [new Waybill(world), new Waybill(world)];
      const handling = {
        [`${C}/HandlingSPHInstructions[1]/DescriptionCode`]: 'RBI',
        [`${C}/HandlingSPHInstructions[2]/DescriptionCode`]: 'QQQ',
        [`${C}/HandlingSSRInstructions/Description`]: 'Load last',
        [`${C}/HandlingOSIInstructions/Description`]: 'Keep dry',
      };
      expect(leftOut(await waybill.xfwb({ ...handling, ...pieces, [`${C}/TotalPieceQuantity`]: '2' }))).to.deep.equal(
        [],
      );
      expect(await waybill.at('specialHandlingCodes', '-piece-2')).to.deep.equal(['QQQ', 'RBI']);
      expect(await waybill.at('textualHandlingInstructions', '-shipment')).to.deep.equal(['Keep dry', 'Load last']);
      const report = await without.xfwb({ ...handling, [`${C}/TotalPieceQuantity`]: '0' });
      expect(leftOut(report)).to.deep.equal(['no-place DescriptionCode RBI', 'no-place DescriptionCode QQQ']);
    },
  },
  {
    section: 'X28; X29',
    statement: 'modes are codes, a missing one is not guessed; a vehicle is of the first movement by road',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const movement = `${C}/SpecifiedLogisticsTransportMovement`;
      const { [`${movement}/ID`]: _id, [`${movement}/SequenceNumeric`]: _number, ...rest } = waybillValues;
      const values: Values = {
        ...rest,
        'BusinessHeaderDocument/ID': waybill.awb,
        [`${movement}[1]/SequenceNumeric`]: '1',
        [`${movement}[1]/StageCode`]: 'Main-Carriage',
        [`${movement}[2]/SequenceNumeric`]: '2',
        [`${movement}[2]/ModeCode`]: '3',
        [`${C}/UtilizedLogisticsTransportEquipment/ID`]: 'F-AB 123',
      };
      expect(leftOut(await send(world.holder, 'XFWB', values))).to.deep.equal([]);
      expect(await waybill.at('modeQualifier', '-movement-1')).to.deep.equal(['MAIN_CARRIAGE']);
      expect(await waybill.at('modeCode', '-movement-1')).to.deep.equal([]);
      expect(await waybill.at('modeCode', '-movement-2')).to.deep.equal(['ROAD_TRANSPORT']);
      const registration = 'operatingTransportMeans/vehicleRegistration';
      expect(await waybill.at(registration, '-movement-2')).to.deep.equal(['F-AB 123']);
      expect(await waybill.at(registration, '-movement-1')).to.deep.equal([]);
    },
  },
  {
    section: 'X30',
    statement: 'rates have the currency of the message, percentages their unit; a currency without charges is reported',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const report = await waybill.xfwb({
        [`${C}/ApplicableOriginCurrencyExchange/SourceCurrencyCode`]: 'EUR',
        [`${C}/ApplicableDestinationCurrencyExchange/TargetCurrencyCode`]: 'USD',
        [`${LINE}/ApplicableFreightRateServiceCharge/AppliedRate`]: '2.5',
        [`${LINE}/ApplicableUnitLoadDeviceRateClass/AppliedPercent`]: '50',
      });
      expect(leftOut(report)).to.deep.equal(['no-place TargetCurrencyCode USD']);
      expect(await waybill.at('waybillLineItems/rateCharge/currencyUnit')).to.deep.equal(['EUR']);
      expect(await waybill.at('waybillLineItems/ratePercentage/unit')).to.deep.equal(['P1']);
    },
  },
  {
    section: 'X31',
    statement: 'the header is about the message: its graph has the conversation, the waybill nothing of it',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const report = await waybill.xfwb({ 'MessageHeaderDocument/ConversationID': 'conversation-7' });
      expect([report.messageId, report.version, report.sender]).to.deep.equal([
        '125-30000001_x',
        '3.00',
        ['P:REUAGT12/FRA01'],
      ]);
      const graph = await world.read(`/rdf-graph-store?graph=${encodeURIComponent(report.message ?? '')}`);
      expect(JSON.stringify(graph)).to.include('#conversationId').and.to.include('conversation-7');
      for (const { object } of report.created)
        expect(JSON.stringify(await world.read(world.path(object)))).not.to.include('conversation-7');
    },
  },
  {
    section: 'X33; X34',
    statement: 'of two quantities of a charge the second is reported, as is a missing or doubled number of a line',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const charge = `${C}/ApplicableLogisticsAllowanceCharge`;
      const report = await waybill.xfwb({
        [`${charge}/TimeBasisQuantity`]: '3',
        [`${charge}/ItemBasisQuantity`]: '4',
        [`${LINE}[1]/SequenceNumeric`]: '7',
        [`${LINE}[2]/SequenceNumeric`]: '7',
        [`${LINE}[3]/SequenceNumeric`]: 'x',
      });
      expect(leftOut(report)).to.have.members([
        'mismatch ItemBasisQuantity 4',
        'mismatch SequenceNumeric 7',
        'invalid SequenceNumeric x',
      ]);
      expect((await waybill.at('waybillLineItems/lineItemNumber')).map(Number)).to.have.members([7, 2, 3]);
    },
  },
  {
    section: 'X35',
    statement:
      'values are kept as they are sent, and what is none is reported with its place; times without a zone are noted once',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const authentication = 'BusinessHeaderDocument/SignatoryCarrierAuthentication/ActualDateTime';
      const report = await waybill.xfwb({
        [authentication]: '2021-03-10',
        [`${C}/IncludedTareGrossWeightMeasure`]: '12,5',
        [`${C}/GrossVolumeMeasure`]: '0012.50',
        [`${C}/AssociatedReferenceDocument/IssueDateTime`]: '2021-02-31T00:00:00',
      });
      expect(leftOut(report)).to.have.members([
        'invalid IncludedTareGrossWeightMeasure 12,5',
        'invalid @unitCode KGM',
        'invalid IssueDateTime 2021-02-31T00:00:00',
      ]);
      expect(noted(report).filter((one) => one.startsWith('zone'))).to.deep.equal(['zone-assumed UTC']);
      expect(await waybill.at('carrierDeclarationDate')).to.deep.equal(['2021-03-10T00:00:00Z']);
      const volume = 'totalDimensions/volume';
      expect((await waybill.at(`${volume}/numericalValue`, '-shipment')).map(Number)).to.deep.equal([12.5]);
      expect(await waybill.at(`${volume}/unit`, '-shipment')).to.deep.equal([]);
    },
  },
  {
    section: 'X73; X74',
    statement: 'of two elements where one may be the first counts; unknown ones are reported with everything in them',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const message = (
        await xml('XFWB', {
          ...waybillValues,
          'BusinessHeaderDocument/ID': waybill.awb,
          [`${C}/ProductID`]: ['GCR', 'EXP'],
        })
      ).replace('<m:MasterConsignment>', '<m:MasterConsignment><d:New a="1"><d:Inner>2</d:Inner></d:New>');
      const reply = await postXml(world.holder, message);
      expect(reply.status, reply.text).to.equal(201);
      const report = reportIn(reply.json);
      expect(report.unmapped.map(({ path, reason }) => `${reason} ${path}`)).to.deep.equal([
        `unknown-element /Waybill/${C}/New/@a`,
        `unknown-element /Waybill/${C}/New/Inner`,
        `mismatch /Waybill/${C}/ProductID[2]`,
      ]);
      expect(await waybill.at('referredBookingOption/carrierProduct/productCode/code')).to.deep.equal(['GCR']);
    },
  },
];

conformance('Cargo-XML: values of waybills', statements);
