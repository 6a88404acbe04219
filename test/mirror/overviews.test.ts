/** Copies at a glance (K96): the shipment of a partner's object, with what is held of it. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { TestClock } from '../support/clock.js';
import { type Json, list, member, type TestNodeOptions } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { CopiedStore } from './support/copied-store.js';

const base = 'https://handler.example';
const CODES = standardNamespaces.codeLists;
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const object = (id: string, server = 'forwarder'): Iri => iri(`https://${server}.example/logistics-objects/${id}`);
const [shipment, waybill, house, unit] = [object('shipment'), object('awb'), object('house'), object('unit')];
const [doha, fairs, older] = [object('doha'), object('fairs'), object('older')];
const pieces = Array.from({ length: 12 }, (_, index) => object(`piece-${index + 1}`));
const [first = shipment, second = shipment] = pieces;
const alone = object('alone', 'airline');
const deleted = object('deleted', 'airline');

const weight = (property: string, value: number, code = 'KGM'): string =>
  `cargo:${property} [ a cargo:Value ; cargo:numericalValue "${value}"^^<${XSD}double> ;
     cargo:unit <${CODES}MeasurementUnitCode#${code}> ]`;
const event = (of: Iri, id: number, code: string, at: string, more = ''): string =>
  `<${of}/logistics-events/${id}> a cargo:LogisticsEvent ; cargo:eventFor <${of}> ; cargo:eventCode <${code}> ;
     cargo:eventDate "${at}"^^<${XSD}dateTime> ; cargo:creationDate "${at}"^^<${XSD}dateTime>${more} .`;
const status = (code: string): string => `${CODES}StatusCode#${code}`;
const ofType = (name: string): string => ` ; cargo:eventTimeType cargo:${name}`;

let day = 0;
/** One revision more of a copy, a day later. */
async function receive(copies: CopiedStore, uri: Iri, type: string, members: string, number = 1): Promise<void> {
  day += 1;
  const at = new Date(Date.UTC(2026, 0, day)).toISOString();
  await copies.receive(uri, { number, at, body: `<${uri}> a cargo:${type} ; ${members} .` });
}

async function writeCopies(copies: CopiedStore): Promise<void> {
  await receive(
    copies,
    older,
    'Shipment',
    `cargo:goodsDescription "Before it was divided" ; cargo:pieces <${first}>, <${second}>`,
  );
  for (const [index, piece] of pieces.entries())
    await receive(
      copies,
      piece,
      'Piece',
      `cargo:upid "UPID-${index + 1}" ; ${index === 1 ? weight('grossWeight', 10, 'LBR') : weight('grossWeight', index + 1)}
       ${index === 0 ? `; cargo:goodsDescription "Printed brochures" ; cargo:specialHandlingCodes <${CODES}SpecialHandlingCode#VAL>` : ''}`,
    );
  // A later revision names no piece that an earlier one named.
  await receive(copies, unit, 'Shipment', `cargo:pieces <${second}>`);
  await receive(copies, unit, 'ULD', 'cargo:uldSerialNumber "12345"', 2);
  await receive(
    copies,
    shipment,
    'Shipment',
    `cargo:goodsDescription "Exhibition materials" ; ${weight('totalGrossWeight', 62)} ;
     cargo:pieces ${[...pieces.slice(0, 11), object('not-held')].map((uri) => `<${uri}>`).join(', ')} ;
     cargo:involvedParties [ a cargo:Party ; cargo:partyRole <${CODES}ParticipantIdentifier#CNE> ; cargo:partyDetails <${fairs}> ] ;
     cargo:externalReferences [ a cargo:ExternalReference ; cargo:documentName "Packing list" ; cargo:documentLink <https://forwarder.example/list.pdf> ]`,
  );
  // It says itself what it belongs to.
  await receive(copies, pieces[11] ?? first, 'Piece', `cargo:upid "UPID-12" ; cargo:ofShipment <${shipment}>`, 2);
  await receive(
    copies,
    waybill,
    'Waybill',
    `cargo:waybillPrefix "020" ; cargo:waybillNumber "12345675" ; cargo:waybillType cargo:MASTER ; cargo:shipment <${shipment}> ;
     cargo:departureLocation [ a cargo:Location ; cargo:locationCodes [ a cargo:CodeListElement ; cargo:code "FRA" ] ] ;
     cargo:arrivalLocation <${doha}>`,
  );
  await receive(copies, house, 'Waybill', `cargo:waybillNumber "H-7" ; cargo:masterWaybill <${waybill}>`);
  await receive(copies, doha, 'Location', 'cargo:locationName "Doha"');
  await receive(copies, fairs, 'Company', 'cargo:name "Example Fairs"');
  await receive(copies, alone, 'Company', 'cargo:name "Example Air"');
  await receive(copies, deleted, 'Piece', 'cargo:upid "X"');
  await copies.receiveEvents(shipment, {
    at: '2026-02-01T08:00:00Z',
    body:
      event(shipment, 1, status('RCS'), '2026-01-31T08:00:00Z', ofType('ACTUAL')) +
      event(shipment, 2, status('DLV'), '2026-02-03T08:00:00Z', ofType('PLANNED')),
  });
  // Recorded last, and not the last of the milestones; written as in older versions, and without the type of its time.
  await copies.receiveEvents(first, {
    at: '2026-02-02T08:00:00Z',
    body: event(first, 1, status('ARR'), '2026-02-01T17:00:00Z', ` ; cargo:eventLocation <${doha}>`),
  });
  await copies.receiveEvents(second, {
    at: '2026-02-02T09:00:00Z',
    body: event(second, 1, 'https://onerecord.iata.org/ns/coreCodeLists#StatusCode_DEP', '2026-02-01T12:00:00Z'),
  });
}

describe('a copy at a glance', () => {
  let world: TestContext;
  const folder = mkdtempSync(join(tmpdir(), 'overviews-'));
  const options: TestNodeOptions = {
    env: { BASE_URL: base, STORE_URL: `file:${folder}` },
    clock: new TestClock('2026-03-01T10:00:00Z'),
    viaPort: true,
  };

  before(async () => {
    await (await TestContext.start(options)).stop();
    await CopiedStore.write(folder, base, writeCopies);
    world = await TestContext.start(options);
  });
  after(async () => {
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const address = (below: string, of: string, more = ''): string =>
    `/internal/mirror/${below}?object=${encodeURIComponent(of)}${more}`;
  async function overviewOf(uri: Iri): Promise<Json> {
    const reply = await world.holder.get(address('overview', uri));
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  }
  async function piecesOf(uri: Iri, more = ''): Promise<Json> {
    const reply = await world.holder.get(address('pieces', uri, more));
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  }
  const each = (answer: Json, name: string): Json[] => list(member(answer, 'items')).map((item) => member(item, name));

  it('says number, route, goods, weight, parties and documents, and how fresh the copy is', async () => {
    const overview = await overviewOf(waybill);
    expect(overview).to.deep.include({
      type: `${standardNamespaces.cargo}Waybill`,
      label: '020-12345675',
      numbers: [
        { number: '020-12345675', kind: 'master', uri: waybill },
        { number: 'H-7', kind: 'house', uri: house },
      ],
      shipment: { uri: shipment, label: 'Exhibition materials' },
      origin: { label: 'FRA', uri: null },
      destination: { label: 'Doha', uri: doha },
      goods: 'Exhibition materials',
      pieces: { total: 13, readable: 12 },
      weight: { value: 62, unit: 'KGM', from: 'shipment', pieces: null },
      parties: [{ role: 'CNE', label: 'Example Fairs', uri: fairs }],
      documents: [{ label: 'Packing list', type: null, uri: null, link: 'https://forwarder.example/list.pdf' }],
      ...{ pending: null, telling: null, truncated: false, mirrored: true, state: 'fresh' },
    });
    expect(list(member(overview, 'objects'))).to.have.members([waybill, shipment, house, ...pieces]);
    expect(member(overview, 'received')).to.match(/^2026-01-/);
  });

  it('adds the weights of pieces in one unit, where nothing is declared', async () => {
    // 1 kg and 10 lb.
    const weightOfOlder = { value: 5.536, unit: 'KGM', from: 'pieces', pieces: 5.536 };
    expect(member(await overviewOf(older), 'weight')).to.deep.equal(weightOfOlder);
    expect(member(await overviewOf(second), 'weight')).to.deep.include({ value: 62, from: 'shipment' });
  });

  it('has the last milestone in their order, and how many pieces have reached it', async () => {
    const overview = await overviewOf(shipment);
    expect(member(overview, 'milestone')).to.deep.equal({
      ...{ code: 'ARR', label: 'arrived', at: '2026-02-01T17:00:00.000Z', pieces: 1 },
      location: { label: 'Doha', uri: doha },
    });
    const milestones = list(member(overview, 'milestones'));
    expect(milestones.map((one) => [member(one, 'code'), member(one, 'timeType')])).to.deep.equal([
      ['RCS', 'ACTUAL'],
      ['DEP', null],
      ['ARR', null],
      ['DLV', 'PLANNED'],
    ]);
    expect(member(milestones[2] ?? null, 'recorded')).to.equal('2026-02-02T08:00:00.000Z');
  });

  for (const [from, uri] of Object.entries({
    'its waybill': waybill,
    'a house waybill': house,
    'a piece that names it': pieces[11],
  }))
    it(`finds the shipment from ${from}`, async () => {
      expect(member(await overviewOf(uri ?? first), 'shipment')).to.include({ uri: shipment });
    });

  it('finds the newest of two shipments, and none that named a piece only earlier', async () => {
    expect(member(await overviewOf(first), 'shipment')).to.include({ uri: shipment });
    expect(member(await overviewOf(second), 'shipment')).to.include({ uri: shipment });
    expect(await overviewOf(unit)).to.deep.include({ shipment: null, pieces: { total: 0, readable: 0 }, weight: null });
  });

  it('is plain where nothing belongs to anything', async () => {
    expect(await overviewOf(alone)).to.deep.include({
      ...{ label: 'Example Air', shipment: null, numbers: [], milestone: null, milestones: [], objects: [alone] },
    });
  });

  it('lists the pieces in natural order, by other orders, a page, and those that a text finds', async () => {
    const upids = pieces.map((_, index) => `UPID-${index + 1}`);
    const all = await piecesOf(waybill);
    expect(all).to.include({ total: 12, truncated: false, mirrored: true });
    expect(each(all, 'upid')).to.deep.equal(upids);
    expect(list(member(all, 'items'))[0]).to.deep.equal({
      ...{ uri: first, upid: 'UPID-1', goods: 'Printed brochures', dimensions: null, codes: ['VAL'], pending: null },
      ...{ hsCodes: [], marks: [] },
      ...{ weight: { value: 1, unit: 'KGM' }, revision: 1 },
      milestone: { code: 'ARR', label: 'arrived', at: '2026-02-01T17:00:00.000Z' },
    });
    expect(each(await piecesOf(first, '&sort=-upid'), 'upid')).to.deep.equal([...upids].reverse());
    // 10 lb are less than 5 kg; the last one states no weight any more.
    const byWeight = each(await piecesOf(shipment, '&sort=weight'), 'upid');
    expect(byWeight.slice(0, 5)).to.deep.equal(['UPID-1', 'UPID-3', 'UPID-4', 'UPID-2', 'UPID-5']);
    expect(byWeight.at(-1)).to.equal('UPID-12');
    expect(each(await piecesOf(shipment, '&sort=-weight'), 'upid').at(-1)).to.equal('UPID-12');
    expect(each(await piecesOf(shipment, '&sort=-milestone&limit=2'), 'upid')).to.deep.equal(['UPID-1', 'UPID-2']);
    expect(await piecesOf(shipment, '&limit=5&skip=10')).to.include({ total: 12 });
    expect(each(await piecesOf(shipment, '&limit=5&skip=10'), 'upid')).to.deep.equal(['UPID-11', 'UPID-12']);
    for (const text of ['BROCH', 'val', 'piece-1&limit=1'])
      expect(each(await piecesOf(shipment, `&q=${text}`), 'uri'), text).to.deep.equal([first]);
    expect(await piecesOf(shipment, '&q=zzz')).to.deep.include({ total: 0, items: [] });
  });

  it('is for internal agents, of a copy that is held, with known parameters', async () => {
    for (const below of ['overview', 'pieces']) {
      expect((await world.partner.get(address(below, shipment))).status, below).to.equal(403);
      expect((await world.holder.get(address(below, object('not-held')))).status, below).to.equal(404);
      expect((await world.holder.get(`/internal/mirror/${below}`)).status, below).to.equal(400);
      expect((await world.holder.get(address(below, shipment, '&revision=1'))).status, below).to.equal(400);
    }
    for (const wrong of ['&sort=colour', '&limit=201', '&skip=x'])
      expect((await world.holder.get(address('pieces', shipment, wrong))).status, wrong).to.equal(400);
  });
});
