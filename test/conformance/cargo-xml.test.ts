import { expect } from 'chai';
import { postXml, reportIn, send, waybillValues, xml } from '../messages/node.js';
import { required, type Values } from '../messages/support.js';
import { rows } from '../sparql/support.js';
import { list, member, messages } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const ISSUED = 'MessageHeaderDocument/IssueDateTime';
const GROSS = 'MasterConsignment/IncludedTareGrossWeightMeasure';
const CONSIGNMENT = 'MasterConsignment/ReportedStatus/AssociatedStatusConsignment';

let numbers = 0;
/** A number that no other row has, and the id of its waybill. */
function number(): { readonly awb: string; readonly path: string } {
  numbers += 1;
  const serial = String(40_000_000 + numbers * 11);
  return { awb: `125-${serial}`, path: `/logistics-objects/awb-125-${serial}` };
}

const waybill = (awb: string, values: Values = {}): Values => ({
  ...waybillValues,
  'BusinessHeaderDocument/ID': awb,
  ...values,
});
const status = (awb: string, values: Values = {}): Values => ({
  ...required.XFSU,
  'MasterConsignment/TransportContractDocument/ID': awb,
  [`${CONSIGNMENT}/SpecifiedLogisticsTransportMovement/SpecifiedEvent/OccurrenceDateTime`]: '2021-03-10T09:00:00Z',
  ...values,
});

/** What is stored, by the numbers of graphs and messages. */
async function stored(world: TestContext): Promise<string> {
  const { total } = member(await world.read('/internal/messages'), 'total') as unknown as { total: number };
  const counted = await rows(world.holder, 'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }');
  return JSON.stringify([total, counted]);
}

/** Refuses a body, and stores nothing of it. */
async function expectRefused(world: TestContext, body: string | Buffer, wanted: number, text: string): Promise<void> {
  const before = await stored(world);
  const reply = await postXml(world.holder, body);
  expect(reply.status, reply.text).to.equal(wanted);
  expect(messages(reply).join(' ')).to.include(text);
  expect(await stored(world)).to.equal(before);
}

const root = (content: string): string =>
  `<m:Waybill xmlns:m="iata:waybill:1" xmlns:d="iata:datamodel:3">${content}</m:Waybill>`;

const hostile: Readonly<Record<string, readonly [body: string | Buffer, text: string]>> = {
  'half a document': [root('<m:MasterConsignment><d:ID>1').slice(0, -12), ' in /Waybill/MasterConsignment'],
  'a document type (X68)': ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'document type'],
  'entities (X68)': [`<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>${root('&c;')}`, 'document type'],
  'an undeclared entity (X68)': [root('&c;'), 'entit'],
  'deep nesting (X70)': ['<a>'.repeat(100), '64'],
  'an unknown encoding (X69)': ['<?xml version="1.0" encoding="EBCDIC-CP-US"?><a/>', 'EBCDIC'],
  'bytes that are not of its encoding (X69)': [Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]), '1:'],
  'a NUL (X69)': [root('\0'), '1:'],
  'no document': ['', '1:'],
  'a long text (X70)': [root(`<m:MasterConsignment><d:ID>${'x'.repeat(70_000)}</d:ID></m:MasterConsignment>`), '65536'],
  'no XML at all': [Buffer.from([0, 1, 2, 3]), '1:'],
};

const statements: Statement[] = [
  {
    section: 'X8; X10; X44; X53; X57',
    statement: 'a message makes the objects of its waybill, with ids made of its number, and gives a report',
    holds: async (world) => {
      const { awb, path } = number();
      const reply = await postXml(world.holder, await xml('XFWB', waybill(awb)));
      expect(reply.status, reply.text).to.equal(201);
      const report = reportIn(reply.json);
      expect(reply.headers.get('location')).to.equal(report.message);
      expect(report.created.map(({ object }) => world.path(object))).to.include.members([
        path,
        `${path}-shipment`,
        `${path}-piece-1`,
        `${path}-shp`,
        '/logistics-objects/location-FRA',
      ]);
      for (const { object } of report.created)
        expect((await world.holder.get(world.path(object))).status).to.equal(200);
    },
  },
  {
    section: 'X57',
    statement: 'other media types are 415, other agents 403, and an answer that is not JSON is 406',
    holds: async (world) => {
      const body = await xml('XFWB', waybill(number().awb));
      expect((await postXml(world.holder, body, '', 'application/json')).status).to.equal(415);
      expect((await postXml(world.partner, body)).status).to.equal(403);
      expect((await world.partner.get('/internal/messages')).status).to.equal(403);
      const headers = { 'Content-Type': 'application/xml', Accept: 'text/html' };
      expect((await world.holder.send('POST', '/internal/messages', { body, headers })).status).to.equal(406);
      const withCharset = await postXml(world.holder, body, '', 'text/xml; charset=us-ascii');
      expect(withCharset.status).to.equal(201);
    },
  },
  {
    section: 'X58; X59; X60',
    statement: 'every value is mapped, derived, of the header, or named with its place',
    holds: async (world) => {
      const values = waybill(number().awb, { 'BusinessHeaderDocument/IncludedHeaderNote/ContentCode': 'C' });
      const report = await send(world.holder, 'XFWB', values);
      const { total, mapped, header, derived, unmapped } = report.values;
      expect(total).to.equal(mapped + header + derived + unmapped);
      expect(report.unmapped.map(({ path, value, reason }) => [path, value, reason])).to.deep.equal([
        ['/Waybill/BusinessHeaderDocument/IncludedHeaderNote/ContentCode', 'C', 'no-place'],
      ]);
    },
  },
  {
    section: 'X61',
    statement: 'a dry run stores nothing; other parameters and values are 400',
    holds: async (world) => {
      const values = waybill(number().awb);
      const before = await stored(world);
      expect((await send(world.holder, 'XFWB', values, '?dry-run=true')).outcome).to.equal('dry-run');
      expect(await stored(world)).to.equal(before);
      const body = await xml('XFWB', values);
      for (const query of ['?dry-run=1', '?dry-run=', '?strict=yes', '?verbose=true'])
        expect((await postXml(world.holder, body, query)).status, query).to.equal(400);
      expect((await postXml(world.holder, body, '?dry-run=false&strict=true')).status).to.equal(201);
    },
  },
  {
    section: 'X62',
    statement: 'messages are listed, newest first, by type, waybill, outcome and time',
    holds: async (world) => {
      const { awb, path } = number();
      const first = await send(world.holder, 'XFWB', waybill(awb));
      const second = await send(world.holder, 'XFSU', status(awb));
      const listed = async (query: string): Promise<unknown[]> => {
        const answer = await world.read(`/internal/messages${query}`);
        return list(member(answer, 'items')).map((item) => member(item, 'message'));
      };
      const waybillQuery = `?waybill=${encodeURIComponent(world.uri(path))}`;
      expect(await listed(waybillQuery)).to.deep.equal([second.message, first.message]);
      expect(await listed(`${waybillQuery}&type=XFWB`)).to.deep.equal([first.message]);
      expect(await listed(`${waybillQuery}&outcome=stale`)).to.deep.equal([]);
      expect(await listed(`${waybillQuery}&since=2000-01-01T00:00:00Z`)).to.have.length(2);
      expect(await listed(`${waybillQuery}&type=XFSU&outcome=applied&since=2000-01-01T00:00:00Z`)).to.deep.equal([
        second.message,
      ]);
      expect(await listed(`${waybillQuery}&limit=1`)).to.deep.equal([second.message]);
      const [item] = list(member(await world.read(`/internal/messages${waybillQuery}`), 'items'));
      expect(item).to.include({ type: 'XFSU', outcome: 'applied' }).and.not.to.have.any.keys('unmapped', 'notes');
    },
  },
  {
    section: 'X63',
    statement: 'a message is its report, and as XML the bytes that came, with their digest',
    holds: async (world) => {
      const body = await xml('XFWB', waybill(number().awb));
      const report = reportIn((await postXml(world.holder, body)).json);
      const path = world.path(report.message);
      const json = await world.holder.get(path);
      expect(reportIn(json.json)).to.deep.equal(report);
      const asXml = await world.holder.get(path, { headers: { Accept: 'application/xml' } });
      expect(asXml.text).to.equal(body);
      expect(asXml.headers.get('content-type')).to.equal('application/xml');
      expect(asXml.headers.get('content-digest')).to.equal(report.digest);
      const headers = { Accept: 'application/xml', 'If-None-Match': String(asXml.headers.get('etag')) };
      expect((await world.holder.get(path, { headers })).status).to.equal(304);
      expect((await world.holder.send('HEAD', path)).status).to.equal(200);
      expect((await world.holder.get('/internal/messages/none')).status).to.equal(404);
      expect((await world.partner.get(path)).status).to.equal(403);
    },
  },
  {
    section: 'X64; X65',
    statement: 'which message said so is one query, of internal agents alone',
    holds: async (world) => {
      const { awb, path } = number();
      const { message } = await send(world.holder, 'XFWB', waybill(awb));
      const query = `SELECT ?message ?type { GRAPH ?p { ?revision prov:wasDerivedFrom ?message }
        GRAPH ?message { ?message <${world.uri('/ns/extensions')}#messageType> ?type }
        GRAPH ?statements { <${world.uri(path)}> a cargo:Waybill }
        FILTER(?revision = <${world.uri(path)}/revisions/1> && STR(?statements) = CONCAT(STR(?message), "/statements")) }`;
      const found = JSON.stringify(await rows(world.holder, query));
      expect(found).to.include(String(message)).and.to.include('XFWB');
      await world.open(path);
      expect(await rows(world.partner, query)).to.deep.equal([]);
    },
  },
  {
    section: 'X46; X47; X48; X17; X18',
    statement: 'a corrected value is one Change with one difference, in the audit trail as any other',
    holds: async (world) => {
      const { awb, path } = number();
      await send(world.holder, 'XFWB', waybill(awb));
      const report = await send(
        world.holder,
        'XFWB',
        waybill(awb, { [ISSUED]: '2021-03-11T10:00:00Z', [GROSS]: '91' }),
      );
      expect(report.changed.map(({ object }) => world.path(object))).to.deep.equal([`${path}-shipment`]);
      const trail = JSON.stringify(await world.read(`${path}-shipment/audit-trail`));
      expect(trail).to.include(String(report.changed[0]?.request)).and.to.include('XFWB 125-30000001_x');
    },
  },
  {
    section: 'X49',
    statement: 'the same bytes at the same moment are one message',
    holds: async (world) => {
      const body = await xml('XFWB', waybill(number().awb));
      const replies = await Promise.all([1, 2, 3].map(() => postXml(world.holder, body)));
      expect(replies.map(({ status: one }) => one).sort()).to.deep.equal([200, 200, 201]);
      expect(new Set(replies.map(({ json }) => reportIn(json).message)).size).to.equal(1);
    },
  },
  {
    section: 'X50; X51; X52',
    statement: 'an older message does nothing, a Creation after a long time is about another waybill, a deletion marks',
    holds: async (world) => {
      const { awb, path } = number();
      await send(world.holder, 'XFWB', waybill(awb));
      const older = await send(world.holder, 'XFWB', waybill(awb, { [ISSUED]: '2021-03-01T10:00:00Z', [GROSS]: '1' }));
      expect([older.outcome, older.changed]).to.deep.equal(['stale', []]);
      const purpose = { 'MessageHeaderDocument/PurposeCode': 'Deletion', [ISSUED]: '2021-03-12T10:00:00Z' };
      expect((await send(world.holder, 'XFWB', waybill(awb, purpose))).changed).to.have.length(1);
      const reused = await send(world.holder, 'XFWB', waybill(awb, { [ISSUED]: '2023-03-01T10:00:00Z' }));
      expect(world.path(reused.waybill)).to.equal(`${path}.2`);
    },
  },
  {
    section: 'X45; X36; X56',
    statement: 'a status is an event of the shipment; the same status is the same event, late or not',
    holds: async (world) => {
      const { awb, path } = number();
      await send(world.holder, 'XFWB', waybill(awb));
      const { events } = await send(world.holder, 'XFSU', status(awb));
      expect(events).to.have.length(1);
      const listed = await world.read(`${path}-shipment/logistics-events`);
      expect(JSON.stringify(listed)).to.include(String(events[0]));
      const late = await send(world.holder, 'XFSU', status(awb, { [ISSUED]: '2021-03-01T10:00:00Z' }));
      expect(late.outcome).to.equal('unchanged');
      const other = await send(world.holder, 'XFSU', status(awb, { [`${CONSIGNMENT}/PieceQuantity`]: '1' }));
      expect(other.events).to.have.length(1);
    },
  },
  {
    section: 'X11',
    statement: 'a waybill of the API is found by its number; several are 409',
    holds: async (world) => {
      const { awb } = number();
      const content = {
        '@type': 'cargo:Waybill',
        'cargo:waybillPrefix': '125',
        'cargo:waybillNumber': awb.slice(4),
      };
      const one = await world.create(content);
      expect((await send(world.holder, 'XFWB', waybill(awb))).waybill).to.equal(world.uri(one));
      const { awb: twice } = number();
      const again = { ...content, 'cargo:waybillNumber': twice.slice(4) };
      await Promise.all([world.create(again), world.create(again)]);
      expect((await postXml(world.holder, await xml('XFWB', waybill(twice)))).status).to.equal(409);
    },
  },
  ...each(hostile, ([body, text]) => ({
    section: 'X67',
    statement: 'a document that is not taken is 400 with its place, and nothing is kept of it',
    holds: (world) => expectRefused(world, body, 400, text),
  })),
  {
    section: 'X71; X72',
    statement: 'another root, and a message without the number of its waybill, are 422',
    holds: async (world) => {
      await expectRefused(world, '<a xmlns="urn:b"/>', 422, 'not a message that this node reads');
      await expectRefused(world, root('<m:MasterConsignment/>'), 422, '/Waybill/BusinessHeaderDocument/ID');
      const { 'BusinessHeaderDocument/ID': _number, ...rest } = waybillValues;
      await expectRefused(world, await xml('XFWB', rest), 422, 'number');
      const HOUSE = '/MasterConsignment/IncludedHouseConsignment';
      const { [`${HOUSE.slice(1)}/TransportContractDocument/ID`]: _house, ...list } = required.XFHL;
      const unnumbered = { ...list, [`${HOUSE.slice(1)}/TotalPieceQuantity`]: '1' };
      await expectRefused(
        world,
        await xml('XFHL', unnumbered),
        422,
        `/HouseManifest${HOUSE}/TransportContractDocument/ID`,
      );
    },
  },
  {
    section: 'X70',
    statement: 'a message beyond the limit of a body is 413',
    holds: async (world) => {
      const reply = await postXml(world.holder, root(' '.repeat(1024 ** 2)));
      expect(reply.status).to.equal(413);
    },
  },
  {
    section: 'X66',
    statement: 'the addresses are in the description of the node',
    holds: async (world) => {
      const document = await world.read('/openapi.json');
      expect(member(document, 'paths')).to.include.keys('/internal/messages', '/internal/messages/{message}');
    },
  },
];

conformance('Cargo-XML messages', statements);
