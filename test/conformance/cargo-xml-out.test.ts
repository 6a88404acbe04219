import { expect } from 'chai';
import { finish } from '../../src/async/turns.js';
import { readXml } from '../../src/messages/xml/xml-reader.js';
import { messageTypes } from '../../src/messages/mapping/mappings.js';
import { lossReport, type LossReport } from '../../src/messages/schemas.js';
import { send, waybillValues } from '../messages/node.js';
import { required, type Values } from '../messages/support.js';
import { eventBody } from '../support/exchange.js';
import { member, type Party, type Reply } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const CONSIGNMENT = 'MasterConsignment/ReportedStatus/AssociatedStatusConsignment';
const ISSUED = 'MessageHeaderDocument/IssueDateTime';
const GROSS = 'MasterConsignment/IncludedTareGrossWeightMeasure';

let numbers = 0;
/** A number that no other row has, and the path of its waybill. */
function number(): { readonly awb: string; readonly path: string } {
  numbers += 1;
  const serial = String(50_000_000 + numbers * 11);
  return { awb: `125-${serial}`, path: `/logistics-objects/awb-125-${serial}` };
}

/** A waybill of a message. */
async function taken(world: TestContext, values: Values = {}): Promise<{ awb: string; path: string }> {
  const own = number();
  await send(world.holder, 'XFWB', { ...waybillValues, 'BusinessHeaderDocument/ID': own.awb, ...values });
  return own;
}

const status = (awb: string, values: Values = {}): Values => ({
  ...required.XFSU,
  'MasterConsignment/TransportContractDocument/ID': awb,
  [`${CONSIGNMENT}/SpecifiedLogisticsTransportMovement/SpecifiedEvent/OccurrenceDateTime`]: '2021-03-10T09:00:00',
  ...values,
});

/** Reads a message, which is well-formed. */
async function message(party: Party, path: string, what = 'XFWB', query = ''): Promise<Reply> {
  const reply = await party.get(`${path}/messages/${what}${query}`, { headers: { Accept: 'application/xml' } });
  expect(reply.status, reply.text).to.equal(200);
  expect(reply.headers.get('content-type')).to.equal('application/xml');
  finish(readXml(Buffer.from(reply.text)));
  return reply;
}

async function report(party: Party, path: string, what = 'XFWB', query = ''): Promise<LossReport> {
  const reply = await party.get(`${path}/messages/${what}/report${query}`);
  expect(reply.status, reply.text).to.equal(200);
  return lossReport.parse(reply.json);
}

const statusOf = async (party: Party, path: string): Promise<number> =>
  (await party.get(path, { headers: { Accept: 'application/xml' } })).status;

const expectElement = (reply: Reply, element: string, text: string): void => {
  expect(reply.text).to.match(new RegExp(`<ram:${element}[^>]*>${text}</ram:${element}>`));
};

/** A waybill that was made through the API. */
const apiWaybill = (world: TestContext, content: JsonObject = {}): Promise<string> => {
  const { awb } = number();
  return world.create({
    '@type': 'cargo:Waybill',
    'cargo:waybillType': { '@id': 'cargo:DIRECT' },
    'cargo:waybillPrefix': awb.slice(0, 3),
    'cargo:waybillNumber': awb.slice(4),
    ...content,
  });
};

const statements: Statement[] = [
  ...each({ XFWB: 'Waybill', XFSU: 'StatusMessage' }, (root, what) => ({
    section: 'X75; X82',
    statement: 'a waybill is a message again, with the values that came',
    holds: async (world) => {
      const { awb, path } = await taken(world);
      await send(world.holder, 'XFSU', status(awb));
      const reply = await message(world.holder, path, what);
      expect(reply.text).to.contain(`<rsm:${root} `);
      expectElement(reply, 'ID', awb);
      if (what === 'XFSU') expectElement(reply, 'ReasonCode', 'RCS');
      else
        for (const [element, text] of [
          ['Name', 'ACME Exports'],
          ['CityName', 'Frankfurt'],
          ['TotalPieceQuantity', '3'],
        ])
          expectElement(reply, element ?? '', text ?? '');
    },
  })),
  {
    section: 'X75; X34',
    statement: 'a house waybill is XFZB, its master XFHL with all houses by their numbers',
    holds: async (world) => {
      const { awb, path } = await taken(world, { 'MessageHeaderDocument/TypeCode': '741' });
      const house = (own: string): Values => ({
        ...required.XFZB,
        'BusinessHeaderDocument/ID': own,
        'MasterConsignment/TransportContractDocument/ID': awb,
        'MasterConsignment/IncludedHouseConsignment/SummaryDescription': `Goods of ${own}`,
      });
      for (const own of ['H-10', 'H-2']) await send(world.holder, 'XFZB', house(own));
      const list = await message(world.holder, path, 'XFHL');
      expect([...list.text.matchAll(/<ram:ID>(H-[0-9]+)</g)].map(([, own]) => own)).to.deep.equal(['H-2', 'H-10']);
      const houseReply = await message(world.holder, path.replace('awb-', 'hawb-').concat('-H-2'), 'XFZB');
      expectElement(houseReply, 'SummaryDescription', 'Goods of H-2');
      expectElement(houseReply, 'ID', awb);
      expect(await statusOf(world.holder, `${path}/messages/XFZB`)).to.equal(422);
    },
  },
  {
    section: 'X75; X76',
    statement: 'access is judged first; then other names and objects are 404, waybills that do not fit 422',
    holds: async (world) => {
      const { path } = await taken(world);
      const piece = await world.piece();
      for (const one of [
        `${path}/messages/XFWB`,
        `${path}/messages/XYZ`,
        `${path}-shipment/messages/XFWB`,
        `${piece}/messages/XFWB`,
      ])
        expect(await statusOf(world.partner, one), one).to.equal(403);
      expect(await statusOf(world.partner, '/logistics-objects/none/messages/XFWB')).to.equal(404);
      await world.open(piece);
      expect(await statusOf(world.partner, `${piece}/messages/XFWB`)).to.equal(404);
      expect(await statusOf(world.holder, `${path}/messages/xfwb`)).to.equal(404);
      expect(await statusOf(world.holder, `${path}/messages/XFZB`)).to.equal(422);
      const nameless = await world.create({ '@type': 'cargo:Waybill', 'cargo:waybillType': { '@id': 'cargo:DIRECT' } });
      expect(await statusOf(world.holder, `${nameless}/messages/XFWB`)).to.equal(422);
      const json = await world.holder.get(`${path}/messages/XFWB`, { headers: { Accept: 'text/turtle' } });
      expect(json.status).to.equal(406);
    },
  },
  {
    section: 'X76; X81',
    statement: 'what the caller may not read is left out, and named as not-readable',
    holds: async (world) => {
      const { path } = await taken(world);
      await world.open(path);
      const reply = await message(world.partner, path);
      expect(reply.text).not.to.contain('ACME');
      const { lost } = await report(world.partner, path);
      expect(lost.map(({ value, reason }) => [world.path(value), reason])).to.deep.include([
        `${path}-shipment`,
        'not-readable',
      ]);
      expect(reply.headers.get('message-loss')).to.equal(String(lost.length));
      await world.open(`${path}-shipment`);
      expectElement(await message(world.partner, path), 'IncludedTareGrossWeightMeasure', '90.5');
    },
  },
  {
    section: 'X76; X80',
    statement: 'statuses need the permission to read events of the shipment',
    holds: async (world) => {
      const { awb, path } = await taken(world);
      await send(world.holder, 'XFSU', status(awb));
      await world.open(path);
      expect(await statusOf(world.partner, `${path}/messages/XFSU`)).to.equal(403);
      await world.open(`${path}-shipment`);
      await message(world.partner, path, 'XFSU');
    },
  },
  {
    section: 'X77',
    statement: 'the version is the newest one, or one that is asked for; older ones leave out newer rows',
    holds: async (world) => {
      const { awb, path } = await taken(world);
      await send(
        world.holder,
        'XFSU',
        status(awb, { 'MasterConsignment/LoadTypeCode': 'ULD', 'MasterConsignment/TotalPieceQuantity': '3' }),
      );
      expectElement(await message(world.holder, path), 'VersionID', '5.00');
      expectElement(await message(world.holder, path, 'XFWB', '?version=3.00'), 'VersionID', '3.00');
      expectElement(await message(world.holder, path, 'XFSU'), 'LoadTypeCode', 'ULD');
      expect((await message(world.holder, path, 'XFSU', '?version=3.00')).text).not.to.contain('LoadTypeCode');
      const { lost } = await report(world.holder, path, 'XFSU', '?version=3.00');
      expect(lost.map(({ reason }) => reason)).to.include('not-in-version');
      for (const query of ['?version=4.00', '?version=', '?recipient=x', '?event=x', '?at=yesterday', '?other=1'])
        expect(await statusOf(world.holder, `${path}/messages/XFWB${query}`), query).to.equal(400);
    },
  },
  {
    section: 'X78',
    statement: 'the same state gives the same bytes, with a tag; a change is an Update with another id',
    holds: async (world) => {
      const { awb, path } = await taken(world);
      const [one, other] = [await message(world.holder, path), await message(world.holder, path)];
      expect(other.text).to.equal(one.text);
      expectElement(one, 'PurposeCode', 'Creation');
      const headers = { Accept: 'application/xml', 'If-None-Match': String(one.headers.get('etag')) };
      expect((await world.holder.get(`${path}/messages/XFWB`, { headers })).status).to.equal(304);
      expect(
        (await world.holder.send('HEAD', `${path}/messages/XFWB`, { headers: { Accept: 'application/xml' } })).status,
      ).to.equal(200);
      await send(world.holder, 'XFWB', {
        ...waybillValues,
        'BusinessHeaderDocument/ID': awb,
        [ISSUED]: '2021-03-11T10:00:00Z',
        [GROSS]: '91',
      });
      const updated = await message(world.holder, path, 'XFWB', '?recipient=P:REUAGT12/FRA01');
      expectElement(updated, 'PurposeCode', 'Update');
      expect(updated.text).to.contain('<ram:PrimaryID schemeID="P">REUAGT12/FRA01</ram:PrimaryID>');
      const idOf = ({ text }: Reply): string => /<ram:ID>(125-[0-9]+_[0-9a-f]{12})</.exec(text)?.[1] ?? '';
      expect(idOf(one)).not.to.equal('');
      expect(idOf(updated)).not.to.equal(idOf(one));
    },
  },
  {
    section: 'X76; D10',
    statement: 'with `at` the message is as the objects were',
    holds: async (world) => {
      const { awb, path } = await taken(world);
      world.node.clock.advance(60);
      const at = new Date(world.node.clock.now().getTime() - 30_000).toISOString().replace(/[-:]|\.[0-9]+/g, '');
      await send(world.holder, 'XFWB', {
        ...waybillValues,
        'BusinessHeaderDocument/ID': awb,
        [ISSUED]: '2021-03-11T10:00:00Z',
        [GROSS]: '91',
      });
      expectElement(await message(world.holder, path), 'IncludedTareGrossWeightMeasure', '91');
      expectElement(await message(world.holder, path, 'XFWB', `?at=${at}`), 'IncludedTareGrossWeightMeasure', '90.5');
      expect(await statusOf(world.holder, `${path}/messages/XFWB?at=29990101T000000Z`)).to.equal(400);
    },
  },
  {
    section: 'X79; X24; X25',
    statement: 'totals and indicators that follow are written',
    holds: async (world) => {
      const line = 'MasterConsignment/ApplicableRating/IncludedMasterConsignmentItem';
      const { path } = await taken(world, {
        'MasterConsignment/TotalChargePrepaidIndicator': 'true',
        [`${line}/PieceQuantity`]: '3',
        [`${line}/ApplicableFreightRateServiceCharge/ChargeableWeightMeasure`]: '100',
        [`${line}/ApplicableFreightRateServiceCharge/AppliedRate`]: '2.5',
      });
      const reply = await message(world.holder, path);
      expectElement(reply, 'AppliedAmount', '250');
      expectElement(reply, 'GrandTotalAmount', '250');
      expectElement(reply, 'NilCarriageValueIndicator', 'true');
    },
  },
  {
    section: 'X80; X84',
    statement: 'an event that a partner posts is in the next XFSU; without one there is none',
    holds: async (world) => {
      const { path } = await taken(world);
      const shipment = `${path}-shipment`;
      expect(await statusOf(world.holder, `${path}/messages/XFSU`)).to.equal(404);
      const event = async (code: string, date: string): Promise<string> => {
        const body = {
          ...eventBody(),
          'cargo:eventCode': { '@id': `https://onerecord.iata.org/ns/code-lists/StatusCode#${code}` },
          'cargo:eventDate': { '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': date },
        };
        const reply = await world.holder.post(`${shipment}/logistics-events`, body);
        expect(reply.status, reply.text).to.equal(201);
        return String(reply.headers.get('location'));
      };
      await event('DEP', '2021-03-11T10:00:00Z');
      const first = await event('RCS', '2021-03-10T10:00:00Z');
      const reply = await message(world.holder, path, 'XFSU');
      expect([...reply.text.matchAll(/<ram:ReasonCode>(...)</g)].map(([, code]) => code)).to.deep.equal(['RCS', 'DEP']);
      const one = await message(world.holder, path, 'XFSU', `?event=${encodeURIComponent(first)}`);
      expect([...one.text.matchAll(/<ram:ReasonCode>(...)</g)].map(([, code]) => code)).to.deep.equal(['RCS']);
      expect(await statusOf(world.holder, `${path}/messages/XFSU?event=${encodeURIComponent(`${first}x`)}`)).to.equal(
        404,
      );
    },
  },
  {
    section: 'X43; X82',
    statement: 'a status names the houses that have it as well, as far as the caller may read them',
    holds: async (world) => {
      const { awb, path } = await taken(world);
      const list = {
        'MasterConsignment/TransportContractDocument/ID': awb,
        'MasterConsignment/IncludedHouseConsignment/TotalPieceQuantity': '1',
      };
      await send(world.holder, 'XFHL', { ...required.XFHL, ...list });
      const named = { [`${CONSIGNMENT}/IncludedHouseConsignment/TransportContractDocument/ID`]: 'H-1' };
      await send(world.holder, 'XFSU', status(awb, named));
      const time = `${CONSIGNMENT}/SpecifiedLogisticsTransportMovement/SpecifiedEvent/OccurrenceDateTime`;
      await send(world.holder, 'XFSU', status(awb, { [time]: '2021-03-10T11:00:00Z' }));
      const housesIn = ({ text }: Reply): number => text.split('<ram:IncludedHouseConsignment>').length - 1;
      const written = await message(world.holder, path, 'XFSU');
      expect(written.text).to.match(/<ram:IncludedHouseConsignment>\s*<ram:TransportContractDocument>\s*<ram:ID>H-1</);
      expect(housesIn(written)).to.equal(1);
      const reply = await world.holder.send('POST', '/internal/messages', {
        body: written.text,
        headers: { 'Content-Type': 'application/xml' },
      });
      expect(member(reply.json, 'events')).to.deep.equal([]);
      const ofHouse = `${path.replace('awb-', 'hawb-')}-H-1`;
      for (const object of [path, `${path}-shipment`, ofHouse]) await world.open(object);
      expect(housesIn(await message(world.partner, path, 'XFSU'))).to.equal(0);
      await world.open(`${ofHouse}-shipment`);
      expect(housesIn(await message(world.partner, path, 'XFSU'))).to.equal(1);
    },
  },
  {
    section: 'X81',
    statement: 'the report names what is missing, lost and rounded',
    holds: async (world) => {
      const piece = await world.create({ '@type': 'cargo:Piece', 'cargo:upid': 'U1' });
      const shipment = await world.create({
        '@type': 'cargo:Shipment',
        'cargo:pieces': { '@id': world.uri(piece) },
        'cargo:totalGrossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': 1.23456 },
      });
      const path = await apiWaybill(world, { 'cargo:shipment': { '@id': world.uri(shipment) } });
      const { total, lost, missing, rounded } = await report(world.holder, path);
      expect(
        lost.map(({ object, property, reason }) => [world.path(object), property.replace(/.*#/, ''), reason]),
      ).to.deep.include([piece, 'upid', 'no-element']);
      expect(total).to.equal(lost.length);
      expect(missing).to.include('/Waybill/MasterConsignment/ConsignorParty');
      expect(rounded).to.deep.equal([
        { path: '/Waybill/MasterConsignment/IncludedTareGrossWeightMeasure', value: '1.23456', written: '1.235' },
      ]);
    },
  },
  {
    section: 'X82; X84',
    statement: 'a message that is written and comes back changes nothing',
    holds: async (world) => {
      const { path } = await taken(world, { [ISSUED]: '2026-02-01T10:00:00Z' });
      const { text } = await message(world.holder, path);
      const reply = await world.holder.send('POST', '/internal/messages', {
        body: text,
        headers: { 'Content-Type': 'application/xml' },
      });
      expect(reply.status, reply.text).to.equal(201);
      expect([
        member(reply.json, 'outcome'),
        member(reply.json, 'changed'),
        member(reply.json, 'created'),
      ]).to.deep.equal(['unchanged', [], []]);
    },
  },
  {
    section: 'X83',
    statement: 'texts of any characters are well-formed; what XML lacks is left out and reported',
    holds: async (world) => {
      const path = await apiWaybill(world, {
        'cargo:shippingInfo': ']]><!DOCTYPE a>&b;\u0001\r x',
        'cargo:shippingRefNo': '<script>"\'',
      });
      const reply = await message(world.holder, path);
      expect(reply.text).to.contain(']]&gt;&lt;!DOCTYPE a&gt;&amp;b;&#13; x</').and.to.contain('&lt;script&gt;"\'</');
      const { lost } = await report(world.holder, path);
      expect(lost.map(({ property, reason }) => [property.replace(/.*#/, ''), reason])).to.deep.equal([
        ['shippingInfo', 'not-in-xml'],
      ]);
    },
  },
  {
    section: 'X66; X75',
    statement: 'the addresses are in the description of the node, and all four messages',
    holds: async (world) => {
      const document = await world.read('/openapi.json');
      const path = '/logistics-objects/{id}/messages/{type}';
      expect(member(document, 'paths')).to.include.keys(path, `${path}/report`);
      expect(JSON.stringify(member(member(document, 'paths'), path))).to.include(JSON.stringify(messageTypes));
    },
  },
];

conformance('Cargo-XML messages written from objects', statements);
