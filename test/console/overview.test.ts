/** An object of this node with its whole (K36 to K40), for whoever may read it. */
import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { aclBody, dateTime } from '../support/exchange.js';
import { api, cargo, type Json, list, member, type Party } from '../support/node.js';
import { idOf, type JsonObject, TestContext } from '../support/world.js';

const codes = 'https://onerecord.iata.org/ns/code-lists/';
const weight = (value: number, unit = 'KGM'): JsonObject => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': String(value) },
  'cargo:unit': { '@id': `${codes}MeasurementUnitCode#${unit}` },
});
const event = (code: string, at: string, timeType = 'ACTUAL'): JsonObject => ({
  '@context': { cargo, xsd: 'http://www.w3.org/2001/XMLSchema#' },
  '@type': 'cargo:LogisticsEvent',
  'cargo:eventCode': { '@id': `${codes}StatusCode#${code}` },
  'cargo:eventDate': dateTime(at),
  'cargo:creationDate': dateTime(at),
  'cargo:eventTimeType': { '@id': `cargo:${timeType}` },
});

describe('An object at a glance', () => {
  let world: TestContext;
  let shipment: string;
  let waybill: string;
  let house: string;
  let pieces: string[];
  let inner: string;
  let doha: string;

  const address = (below: string, object: string, more = ''): string =>
    `/internal/objects/${idOf(object)}/${below}${more}`;
  async function overviewOf(object: string, party: Party = world.holder, more = ''): Promise<Json> {
    const reply = await party.get(address('overview', object, more));
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  }
  async function piecesOf(object: string, more = '', party: Party = world.holder): Promise<Json> {
    const reply = await party.get(address('pieces', object, more));
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  }
  const upids = (answer: Json): Json[] => list(member(answer, 'items')).map((item) => member(item, 'upid'));
  async function report(object: string, code: string, at: string, timeType?: string): Promise<void> {
    const reply = await world.holder.post(`${object}/logistics-events`, event(code, at, timeType));
    expect(reply.status, reply.text).to.equal(201);
  }
  async function open(object: string, party: Party, modes = [`${api}GET_LOGISTICS_OBJECT`]): Promise<void> {
    const reply = await world.holder.put(
      `${object}/acl`,
      aclBody(world.uri(object), { 'acl:agent': { '@id': party.agent } }, modes),
    );
    expect(reply.status, reply.text).to.equal(204);
  }

  before(async () => {
    world = await TestContext.start();
    doha = await world.create({ '@type': 'cargo:Location', 'cargo:locationName': 'Doha' });
    inner = await world.piece({ 'cargo:upid': 'UPID-11' });
    pieces = [
      await world.piece({
        ...{ 'cargo:upid': 'UPID-10', 'cargo:grossWeight': weight(40), 'cargo:shippingMarks': ['A/1', 'B'] },
        'cargo:contentProducts': {
          '@type': 'cargo:Product',
          'cargo:hsCode': { '@type': 'cargo:CodeListElement', 'cargo:code': '490199' },
        },
      }),
      await world.piece({
        ...{ 'cargo:upid': 'UPID-2', 'cargo:grossWeight': weight(25.5) },
        'cargo:containedPieces': { '@id': world.uri(inner) },
      }),
    ];
    shipment = await world.create({
      ...{ '@type': 'cargo:Shipment', 'cargo:goodsDescription': 'Exhibition materials' },
      'cargo:pieces': pieces.map((piece) => ({ '@id': world.uri(piece) })),
    });
    waybill = await world.create({
      ...{ '@type': 'cargo:Waybill', 'cargo:waybillPrefix': '020', 'cargo:waybillNumber': '12345675' },
      'cargo:shipment': { '@id': world.uri(shipment) },
      'cargo:arrivalLocation': { '@id': world.uri(doha) },
    });
    house = await world.create({
      ...{ '@type': 'cargo:Waybill', 'cargo:waybillNumber': 'H-7' },
      'cargo:masterWaybill': { '@id': world.uri(waybill) },
    });
    await report(shipment, 'RCS', '2026-03-01T08:00:00Z');
    // Recorded last, and not the last one; the planned one is not reached.
    await report(pieces[0] ?? '', 'ARR', '2026-03-01T12:00:00Z');
    await report(pieces[1] ?? '', 'DEP', '2026-03-01T09:00:00Z');
    await report(shipment, 'DLV', '2026-03-02T12:00:00Z', 'PLANNED');
  });
  after(() => world.stop());

  it('K36: says number, route, goods, pieces, weight and what waits', async () => {
    const [first = ''] = pieces;
    const request = await world.submit(world.partner, first, [add(world.uri(first), 'coload', 'true', 'xsd:boolean')]);
    expect(await overviewOf(waybill)).to.deep.include({
      type: `${cargo}Waybill`,
      label: '020-12345675',
      numbers: [
        { number: '020-12345675', kind: 'direct', uri: world.uri(waybill) },
        { number: 'H-7', kind: 'house', uri: world.uri(house) },
      ],
      shipment: { uri: world.uri(shipment), label: 'Exhibition materials' },
      origin: null,
      destination: { label: 'Doha', uri: world.uri(doha) },
      goods: 'Exhibition materials',
      pieces: { total: 2, readable: 2 },
      ...{ pending: 1, truncated: false },
    });
    expect((await world.decide(request, 'REQUEST_REJECTED')).status).to.equal(204);
    expect(member(await overviewOf(waybill), 'pending')).to.equal(0);
    expect(member(await overviewOf(shipment), 'telling')).to.deep.equal({
      told: 0,
      waiting: 0,
      failing: 0,
      notTold: 0,
    });
    const objects = list(member(await overviewOf(shipment), 'objects'));
    expect(objects).to.have.members([shipment, waybill, house, ...pieces].map((one) => world.uri(one)));
  });

  it('K37: finds the shipment from every member', async () => {
    for (const object of [shipment, waybill, house, inner, ...pieces])
      expect(member(await overviewOf(object), 'shipment'), object).to.include({ uri: world.uri(shipment) });
    // Many shipments name a place: it belongs to none of them.
    expect(await overviewOf(doha)).to.deep.include({ shipment: null, objects: [world.uri(doha)] });
  });

  it('K37: of two shipments the newest one', async () => {
    const piece = await world.piece();
    for (const goods of ['older', 'newer']) {
      world.node.clock.advance(1);
      await world.create({
        ...{ '@type': 'cargo:Shipment', 'cargo:goodsDescription': goods },
        'cargo:pieces': { '@id': world.uri(piece) },
      });
    }
    expect(member(await overviewOf(piece), 'shipment')).to.include({ label: 'newer' });
  });

  it('K38: has the last actual milestone in the order of the trade, and how many pieces have reached it', async () => {
    const overview = await overviewOf(shipment);
    expect(member(overview, 'milestone')).to.include({ code: 'ARR', at: '2026-03-01T12:00:00.000Z', pieces: 1 });
    expect(
      list(member(overview, 'milestones')).map((one) => [member(one, 'code'), member(one, 'timeType')]),
    ).to.deep.equal([
      ['RCS', 'ACTUAL'],
      ['DEP', 'ACTUAL'],
      ['ARR', 'ACTUAL'],
      ['DLV', 'PLANNED'],
    ]);
  });

  it('K39: says where the weight stands, and the sum of the pieces beside it', async () => {
    expect(member(await overviewOf(shipment), 'weight')).to.deep.equal({
      ...{ value: 65.5, unit: 'KGM', from: 'pieces', pieces: 65.5 },
    });
    const declared = await world.create({
      ...{ '@type': 'cargo:Shipment', 'cargo:totalGrossWeight': weight(62) },
      'cargo:pieces': pieces.map((piece) => ({ '@id': world.uri(piece) })),
    });
    expect(member(await overviewOf(declared), 'weight')).to.deep.equal({
      ...{ value: 62, unit: 'KGM', from: 'shipment', pieces: 65.5 },
    });
    // The pieces belong to the first one again.
    await world.change(
      declared,
      pieces.map((piece) => remove(world.uri(declared), 'pieces', world.uri(piece), `${cargo}Piece`)),
    );
  });

  it('K40: lists the pieces in natural order, found by a text, a page of them', async () => {
    const all = await piecesOf(waybill);
    expect(all).to.include({ total: 2, truncated: false });
    expect(upids(all)).to.deep.equal(['UPID-2', 'UPID-10']);
    expect(list(member(all, 'items'))[0]).to.deep.include({
      ...{ uri: world.uri(pieces[1] ?? ''), goods: 'Oranges', weight: { value: 25.5, unit: 'KGM' }, pending: 0 },
    });
    const [, second = null] = list(member(all, 'items'));
    expect(member(second, 'hsCodes')).to.deep.equal(['490199']);
    expect(member(second, 'marks')).to.have.members(['A/1', 'B']);
    expect(upids(await piecesOf(shipment, '?sort=-weight'))).to.deep.equal(['UPID-10', 'UPID-2']);
    expect(upids(await piecesOf(shipment, '?q=upid-1'))).to.deep.equal(['UPID-10']);
    expect(upids(await piecesOf(shipment, '?limit=1&skip=1'))).to.deep.equal(['UPID-10']);
    for (const wrong of ['?sort=colour', '?limit=201', '?skip=x', '?colour=1'])
      expect((await world.holder.get(address('pieces', shipment, wrong))).status, wrong).to.equal(400);
  });

  it('is as of a time', async () => {
    const before = world.node.clock.now();
    world.node.clock.advance(10);
    const [piece] = [await world.piece({ 'cargo:upid': 'UPID-3' })];
    await world.change(shipment, [add(world.uri(shipment), 'pieces', world.uri(piece), `${cargo}Piece`)]);
    world.node.clock.advance(10);
    const at = `?at=${before.toISOString()}`;
    expect(upids(await piecesOf(shipment))).to.deep.equal(['UPID-2', 'UPID-3', 'UPID-10']);
    expect(upids(await piecesOf(shipment, at))).to.deep.equal(['UPID-2', 'UPID-10']);
    expect(member(await overviewOf(waybill, world.holder, at), 'pieces')).to.deep.equal({ total: 2, readable: 2 });
    expect((await world.holder.get(address('overview', piece, at))).status).to.equal(404);
    expect((await world.holder.get(address('overview', shipment, '?at=2999-01-01T00:00:00Z'))).status).to.equal(400);
  });

  it('shows a partner what it may read, and nothing else', async () => {
    const { otherPartner: partner } = world;
    const [first = '', second = ''] = pieces;
    expect((await partner.get(address('overview', shipment))).status).to.equal(403);
    expect((await partner.get(address('pieces', shipment))).status).to.equal(403);
    expect((await partner.get(address('overview', '/logistics-objects/none'))).status).to.equal(404);
    await open(second, partner);
    // Its shipment is not said, nor what the other pieces are.
    expect(await overviewOf(second, partner)).to.deep.include({
      ...{
        shipment: null,
        numbers: [],
        pieces: { total: 1, readable: 1 },
        milestones: [],
        pending: null,
        telling: null,
      },
      objects: [world.uri(second)],
    });
    await open(shipment, partner);
    const overview = await overviewOf(shipment, partner);
    expect(member(overview, 'pieces')).to.include({ readable: 1 });
    expect(overview).to.deep.include({ numbers: [], milestone: null, weight: null, destination: null });
    expect(upids(await piecesOf(shipment, '', partner))).to.deep.equal(['UPID-2']);
    expect(JSON.stringify([overview, await piecesOf(shipment, '', partner)])).not.to.include(idOf(first));
    expect(JSON.stringify(overview)).not.to.include(idOf(waybill));
    await open(shipment, partner, [`${api}GET_LOGISTICS_OBJECT`, `${api}GET_LOGISTICS_EVENT`]);
    expect(member(await overviewOf(shipment, partner), 'milestone')).to.include({ code: 'RCS' });
  });
});
