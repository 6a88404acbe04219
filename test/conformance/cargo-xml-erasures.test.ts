/** Messages about things that were erased (A4, X95): a number is used again, other things are not made again. */
import { expect } from 'chai';
import { send } from '../messages/node.js';
import { required, type Values } from '../messages/support.js';
import type { TestContext } from '../support/world.js';
import { C, FLIGHT, ISSUED, leftOut, LINE, STATUS, Waybill } from './cargo-xml-support.js';
import { conformance, type Statement } from './statement.js';

const path = (id: string): string => `/logistics-objects/${id}`;

async function erase(world: TestContext, target: Readonly<Record<string, string>>): Promise<void> {
  const body = { ...target, reason: 'DATA_SUBJECT_REQUEST' };
  const reply = await world.holder.post('/internal/erasures', body, { 'Content-Type': 'application/json' });
  expect(reply.status, reply.text).to.equal(201);
}

const eraseObject = (world: TestContext, id: string): Promise<void> => erase(world, { object: world.uri(path(id)) });

const issued = (day: number): Values => ({ [ISSUED]: `2021-03-${String(day).padStart(2, '0')}T10:00:00Z` });

const idsOf = (world: TestContext, uris: readonly string[]): string[] =>
  uris.map((uri) => world.path(uri).slice('/logistics-objects/'.length));

const NAME = 'Wilhelmina Featherstonehaugh';

function house(world: TestContext, awb: string, number: string, values: Values = {}): ReturnType<typeof send> {
  return send(world.holder, 'XFZB', {
    ...required.XFZB,
    'BusinessHeaderDocument/ID': number,
    'MasterConsignment/TransportContractDocument/ID': awb,
    ...values,
  });
}

const statements: Statement[] = [
  {
    section: 'X51; P35',
    statement: 'the number of an erased waybill is that of a new one at once, which has nothing of the old one',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const old = await waybill.xfwb({ ...issued(20), [`${C}/ConsignorParty/Name`]: NAME });
      const status = await waybill.xfsu({ [`${FLIGHT}/SpecifiedEvent/OccurrenceDateTime`]: '2021-03-20T09:00:00Z' });
      expect(status.events).to.have.length(1);
      await eraseObject(world, waybill.id);
      // Earlier than the old one (X50), and not a Creation (X51).
      const report = await waybill.xfwb({ ...issued(10), 'MessageHeaderDocument/PurposeCode': 'Update' });
      expect(report.outcome).to.equal('applied');
      expect(idsOf(world, [report.waybill])).to.deep.equal([`${waybill.id}.2`]);
      expect(report.changed).to.deep.equal([]);
      const created = idsOf(
        world,
        report.created.map(({ object }) => object),
      );
      expect(created).to.include.members([`${waybill.id}.2`, `${waybill.id}.2-shipment`, `${waybill.id}.2-piece-3`]);
      const earlier = new Set(old.created.map(({ object }) => object));
      for (const { object } of report.created) expect(earlier.has(object), object).to.equal(false);
      for (const { object } of report.created)
        expect(JSON.stringify(await world.read(world.path(object))), object).to.not.contain(NAME);
      // The same status is another event of the new waybill (X45).
      const again = await waybill.xfsu({
        'MessageHeaderDocument/ID': 'another',
        [`${FLIGHT}/SpecifiedEvent/OccurrenceDateTime`]: '2021-03-20T09:00:00Z',
      });
      expect(idsOf(world, [again.waybill])).to.deep.equal([`${waybill.id}.2`]);
      expect(again.events).to.have.length(1).and.not.deep.equal(status.events);
      const later = await waybill.xfwb({ ...issued(12), [`${C}/GrossVolumeMeasure`]: '2.5' });
      expect(idsOf(world, [later.waybill])).to.deep.equal([`${waybill.id}.2`]);
      expect(later.outcome).to.equal('applied');
    },
  },
  {
    section: 'X51',
    statement: 'an erased successor is followed by the next one, not by the one before',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb();
      await eraseObject(world, waybill.id);
      await waybill.xfwb(issued(11));
      await eraseObject(world, `${waybill.id}.2`);
      expect(idsOf(world, [(await waybill.xfsu()).waybill])).to.deep.equal([`${waybill.id}.3`]);
      expect(await waybill.at('skeletonIndicator', '.3')).to.deep.equal(['true']);
      expect(idsOf(world, [(await waybill.xfwb(issued(12))).waybill])).to.deep.equal([`${waybill.id}.3`]);
      expect((await world.holder.get(path(waybill.id))).status).to.equal(410);
      expect((await world.holder.get(path(`${waybill.id}.2`))).status).to.equal(410);
    },
  },
  {
    section: 'X11',
    statement:
      'a waybill made through the API with the number of an erased one is used, and so it is by later messages',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb();
      await eraseObject(world, waybill.id);
      const own = await world.create({
        '@type': 'cargo:Waybill',
        'cargo:waybillType': { '@id': 'cargo:DIRECT' },
        'cargo:waybillPrefix': '125',
        'cargo:waybillNumber': waybill.awb.slice(4),
      });
      for (const day of [11, 12]) {
        const report = await waybill.xfwb(issued(day));
        expect(report.waybill).to.equal(world.uri(own));
      }
    },
  },
  {
    section: 'X95; X60',
    statement:
      'a piece that was erased alone is not made again: what the message says of it is reported, links are left out',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const groups = (text: string): Values => ({
        [`${C}/TotalPieceQuantity`]: '3',
        [`${LINE}/PieceQuantity`]: '3',
        [`${LINE}/TransportLogisticsPackage[1]/ItemQuantity`]: '2',
        [`${LINE}/TransportLogisticsPackage[1]/LinearSpatialDimension/WidthMeasure`]: '10',
        [`${LINE}/TransportLogisticsPackage[2]/ItemQuantity`]: '1',
        [`${LINE}/TransportLogisticsPackage[2]/LinearSpatialDimension/WidthMeasure`]: text,
      });
      const first = await waybill.xfwb({ ...issued(10), ...groups('77') });
      const piece = `${waybill.id}-piece-3`;
      expect(
        idsOf(
          world,
          first.created.map(({ object }) => object),
        ),
      ).to.include(piece);
      await eraseObject(world, piece);
      const report = await waybill.xfwb({ ...issued(11), ...groups('88') });
      expect(leftOut(report)).to.include('erased WidthMeasure 88');
      const { values } = report;
      expect(values.total).to.equal(values.mapped + values.header + values.derived + values.unmapped);
      expect(
        idsOf(
          world,
          report.created.map(({ object }) => object),
        ),
      ).to.deep.equal([]);
      expect(idsOf(world, [report.waybill])).to.deep.equal([waybill.id]);
      expect((await world.holder.get(path(piece))).status).to.equal(410);
      const again = await waybill.xfwb({ ...issued(12), ...groups('88') });
      expect(again.outcome).to.equal('unchanged');
      expect(leftOut(again)).to.include('erased WidthMeasure 88');
      const moved = await waybill.xfwb({ ...issued(13), ...groups('88'), [`${C}/GrossVolumeMeasure`]: '2.5' });
      expect(moved.outcome).to.equal('applied');
      expect(moved.created).to.deep.equal([]);
    },
  },
  {
    section: 'X95',
    statement: 'of a piece that is only counted, the count is reported with the number that is left',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb(issued(10));
      await eraseObject(world, `${waybill.id}-piece-3`);
      const report = await waybill.xfwb(issued(11));
      expect(leftOut(report)).to.deep.equal(['erased TotalPieceQuantity 3 2']);
      expect(report.created).to.deep.equal([]);
    },
  },
  {
    section: 'X95',
    statement: 'a party that was erased alone is not made again, nor is its address; the waybill is not affected',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb({ ...issued(10), [`${C}/ConsignorParty/Name`]: NAME });
      for (const part of ['-shp', '-shp-address']) await eraseObject(world, waybill.id + part);
      const report = await waybill.xfwb({
        ...issued(11),
        [`${C}/ConsignorParty/Name`]: NAME,
        [`${C}/IncludedTareGrossWeightMeasure`]: '99.5',
      });
      expect(leftOut(report)).to.include(`erased Name ${NAME}`).and.include('erased CityName Frankfurt');
      expect(report.created).to.deep.equal([]);
      expect((await waybill.at('totalGrossWeight/numericalValue', '-shipment')).map(Number)).to.deep.equal([99.5]);
    },
  },
  {
    section: 'X95',
    statement: 'a place that was erased alone is not made again by any waybill',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb({ ...issued(10), [`${C}/OriginLocation/ID`]: 'QQQ' });
      await eraseObject(world, 'location-QQQ');
      const other = new Waybill(world);
      const report = await other.xfwb({ ...issued(11), [`${C}/OriginLocation/ID`]: 'QQQ' });
      expect(leftOut(report)).to.deep.equal(['erased ID QQQ']);
      expect(await other.at('departureLocation')).to.deep.equal([]);
      expect((await world.holder.get(path('location-QQQ'))).status).to.equal(410);
    },
  },
  {
    section: 'X95; X45',
    statement: 'an event that was erased is not made again, by the same status or another message with it',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const status = {
        [`${FLIGHT}/SpecifiedEvent/OccurrenceDateTime`]: '2021-03-10T09:00:00Z',
        [`${STATUS}/GrossWeightMeasure`]: '40',
      };
      const { events, message } = await waybill.xfsu(status);
      const [event = ''] = events;
      await erase(world, { event });
      const bytes = await world.holder.get(world.path(message ?? ''), { headers: { Accept: 'application/xml' } });
      expect(bytes.status).to.equal(410);
      const report = await waybill.xfsu({ ...status, 'MessageHeaderDocument/ID': 'another' });
      expect(report.events).to.deep.equal([]);
      expect(leftOut(report)).to.include('erased GrossWeightMeasure 40');
      expect((await world.holder.get(world.path(event))).status).to.equal(410);
      const next = await waybill.xfsu({ ...status, [`${STATUS}/GrossWeightMeasure`]: '41' });
      expect(next.events).to.have.length(1);
    },
  },
  {
    section: 'X95',
    statement: 'a status about a shipment that was erased alone makes no event, and is no error',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb(issued(10));
      await eraseObject(world, `${waybill.id}-shipment`);
      const report = await waybill.xfsu({ [`${STATUS}/GrossWeightMeasure`]: '40' });
      expect(report.events).to.deep.equal([]);
      expect(leftOut(report)).to.include('erased GrossWeightMeasure 40');
      expect((await waybill.xfwb(issued(12))).created).to.deep.equal([]);
    },
  },
  {
    section: 'X51',
    statement: 'a house whose id is used up has the next one by its own message; a list of houses makes none of it',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb();
      const first = await house(world, waybill.awb, 'H1', issued(10));
      const id = idsOf(world, [first.waybill])[0] ?? '';
      await eraseObject(world, id);
      const list = await send(world.holder, 'XFHL', {
        ...required.XFHL,
        ...issued(11),
        'MasterConsignment/TransportContractDocument/ID': waybill.awb,
        'MasterConsignment/IncludedHouseConsignment/TransportContractDocument/ID': 'H1',
      });
      expect(idsOf(world, [list.waybill])).to.deep.equal([waybill.id]);
      expect(leftOut(list)).to.include('erased ID H1');
      expect(list.created).to.deep.equal([]);
      const second = await house(world, waybill.awb, 'H1', issued(12));
      expect(idsOf(world, [second.waybill])).to.deep.equal([`${id}.2`]);
      const third = await house(world, waybill.awb, 'H1', {
        ...issued(13),
        'MasterConsignment/TotalPieceQuantity': '2',
      });
      expect(idsOf(world, [third.waybill])).to.deep.equal([`${id}.2`]);
      // Another house's number may end so.
      const other = await house(world, waybill.awb, 'H1.2', issued(14));
      expect(idsOf(world, [other.waybill])).to.deep.equal([`${id}.2.2`]);
      expect(await waybill.at('waybillNumber', world.uri(path(`${id}.2.2`)))).to.deep.equal(['H1.2']);
    },
  },
  {
    section: 'X95',
    statement: 'a house stays the same where its master was erased alone; the master is not made again by it',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const first = await house(world, waybill.awb, 'H7', issued(10));
      await eraseObject(world, waybill.id);
      const again = await house(world, waybill.awb, 'H7', {
        ...issued(11),
        'MasterConsignment/TotalPieceQuantity': '2',
      });
      expect(again.waybill).to.equal(first.waybill);
      expect((await world.holder.get(path(waybill.id))).status).to.equal(410);
      expect((await world.holder.get(path(`${waybill.id}.2`))).status).to.equal(404);
      const master = await waybill.xfwb(issued(12));
      expect(idsOf(world, [master.waybill])).to.deep.equal([`${waybill.id}.2`]);
    },
  },
  {
    section: 'X26; X95',
    statement: 'a new line of customs information does not take the id of an erased one or of another line',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const line = (number: number, subject: string): Values => ({
        [`${C}/IncludedCustomsNote[${number}]/ContentCode`]: 'T',
        [`${C}/IncludedCustomsNote[${number}]/Content`]: `text ${subject}`,
        [`${C}/IncludedCustomsNote[${number}]/SubjectCode`]: subject,
        [`${C}/IncludedCustomsNote[${number}]/CountryID`]: 'US',
      });
      const lines = { ...line(1, 'SHP'), ...line(2, 'CNE'), ...line(3, 'AGT') };
      await waybill.xfwb({ ...issued(10), ...lines });
      await eraseObject(world, `${waybill.id}-customs-2`);
      const report = await waybill.xfwb({ ...issued(11), ...lines, ...line(4, 'NFY') });
      expect(leftOut(report)).to.include('erased Content text CNE');
      expect(
        idsOf(
          world,
          report.created.map(({ object }) => object),
        ),
      ).to.deep.equal([`${waybill.id}-customs-4`]);
      expect(await waybill.at('otherCustomsInformation', '-customs-3')).to.deep.equal(['text AGT']);
    },
  },
  {
    section: 'P27',
    statement: 'messages that repeat what an erased object said, or came too late, lose their content, too',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const named = { [`${C}/ConsignorParty/Name`]: NAME };
      const reports = [
        await waybill.xfwb({ ...issued(10), ...named }),
        await waybill.xfwb({ ...issued(11), ...named }),
        await waybill.xfwb({ ...issued(9), ...named }),
      ];
      expect(reports.map(({ outcome }) => outcome)).to.deep.equal(['applied', 'unchanged', 'stale']);
      await eraseObject(world, `${waybill.id}-shp`);
      for (const { message } of reports) {
        const address = world.path(message ?? '');
        expect((await world.holder.get(address, { headers: { Accept: 'application/xml' } })).status).to.equal(410);
        expect((await world.holder.get(address, { headers: { Accept: 'application/json' } })).text).to.not.contain(
          NAME,
        );
      }
    },
  },
  {
    section: 'X75',
    statement: 'a waybill is written without what was erased, and an erased one is 410',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb({ ...issued(10), [`${C}/ConsignorParty/Name`]: NAME });
      await eraseObject(world, `${waybill.id}-shp`);
      const written = await world.holder.get(`${path(waybill.id)}/messages/XFWB`);
      expect(written.status, written.text).to.equal(200);
      expect(written.text).to.not.contain(NAME);
      await eraseObject(world, waybill.id);
      expect((await world.holder.get(`${path(waybill.id)}/messages/XFWB`)).status).to.equal(410);
      expect((await world.partner.get(`${path(waybill.id)}/messages/XFWB`)).status).to.equal(403);
      expect((await world.partner.get(`${path(waybill.id)}/messages/XXX`)).status).to.equal(403);
    },
  },
];

conformance('messages about erased things', statements, { env: { RATE_LIMIT: '0' } });
