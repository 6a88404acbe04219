/** Neighbours of objects: what an object points to, and what points to it. */
import { expect } from 'chai';
import type { LinksAnswer } from '../../src/console/responses/drawings.js';
import { add, remove } from '../support/changes.js';
import { aclBody } from '../support/exchange.js';
import { api, cargo, type Party } from '../support/node.js';
import { idOf, TestContext } from '../support/world.js';

const OUTSIDE = 'https://carrier.example/logistics-objects/flight-7';

describe('the neighbours of an object', () => {
  let world: TestContext;
  let shipment: string;
  let waybill: string;
  let pieces: string[];

  const ref = (path: string): { '@id': string } => ({ '@id': world.uri(path) });
  async function links(party: Party, object: string, query = ''): Promise<LinksAnswer> {
    const { status, text } = await party.get(`/internal/objects/${idOf(object)}/links${query}`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as LinksAnswer;
  }
  const near = ({ nodes }: LinksAnswer): string[] => nodes.map(({ uri }) => uri);
  const share = async (object: string, party: Party): Promise<void> => {
    const body = aclBody(world.uri(object), { 'acl:agent': { '@id': party.agent } }, [`${api}GET_LOGISTICS_OBJECT`]);
    expect((await world.holder.put(`${object}/acl`, body)).status).to.equal(204);
  };

  beforeEach(async () => {
    world = await TestContext.start();
    pieces = [await world.piece(), await world.piece({ 'cargo:goodsDescription': 'Lemons' })];
    waybill = await world.create({ '@type': 'cargo:Waybill', 'cargo:waybillNumber': '12345675' });
    shipment = await world.create({
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'Fruit',
      'cargo:pieces': pieces.map(ref),
      'cargo:waybill': ref(waybill),
    });
  });
  afterEach(() => world.stop());

  it('are found in both directions, with the property and the label', async () => {
    const answer = await links(world.holder, shipment);
    expect(answer.object).to.equal(world.uri(shipment));
    expect(answer.nodes[0]).to.deep.equal({
      uri: world.uri(shipment),
      type: `${cargo}Shipment`,
      label: 'Fruit',
      here: true,
      readable: true,
      missing: false,
    });
    expect(near(answer)).to.have.members([shipment, waybill, ...pieces].map((path) => world.uri(path)));
    expect(answer.edges).to.deep.include({
      from: world.uri(shipment),
      to: world.uri(waybill),
      property: `${cargo}waybill`,
    });
    expect(answer).to.deep.include({ more: {}, truncated: false });
    const inbound = await links(world.holder, waybill, '?direction=in');
    expect(near(inbound)).to.deep.equal([waybill, shipment].map((path) => world.uri(path)));
    expect(inbound.more).to.deep.equal({});
    expect(near(await links(world.holder, waybill, '?direction=out'))).to.deep.equal([world.uri(waybill)]);
  });

  it('are found in two steps, and omitted ones are counted', async () => {
    const [piece = '', other = ''] = pieces;
    const one = await links(world.holder, piece);
    expect(near(one)).to.deep.equal([piece, shipment].map((path) => world.uri(path)));
    // The other piece and the waybill.
    expect(one.more).to.deep.equal({ [world.uri(shipment)]: 2 });
    const two = await links(world.holder, piece, '?depth=2');
    expect(near(two)).to.have.members([piece, shipment, other, waybill].map((path) => world.uri(path)));
    expect(two.more).to.deep.equal({});
    const few = await links(world.holder, shipment, '?limit=2');
    expect(few.nodes).to.have.length(2);
    expect(few.more).to.deep.equal({ [world.uri(shipment)]: 2 });
  });

  it('follow the revisions, and have a past state', async () => {
    const [piece = ''] = pieces;
    const before = world.node.clock.now().toISOString();
    world.node.clock.advance(60);
    const uri = world.uri(shipment);
    await world.change(shipment, [remove(uri, 'pieces', world.uri(piece), `${cargo}Piece`)]);
    expect(near(await links(world.holder, piece))).to.deep.equal([world.uri(piece)]);
    expect(near(await links(world.holder, piece, `?at=${before}`))).to.deep.equal(
      [piece, shipment].map((p) => world.uri(p)),
    );
    const later = await world.piece();
    await world.change(shipment, [add(uri, 'pieces', world.uri(later), `${cargo}Piece`)]);
    expect(near(await links(world.holder, later))).to.deep.equal([later, shipment].map((path) => world.uri(path)));
    const early = await world.holder.get(`/internal/objects/${idOf(later)}/links?at=${before}`);
    expect(early.status).to.equal(404);
  });

  it('of other nodes and those that are not there are named and not more', async () => {
    const bound = await world.create({
      '@type': 'cargo:Shipment',
      'cargo:pieces': [{ '@id': OUTSIDE }, ref('/logistics-objects/not-there')],
    });
    const { nodes, edges } = await links(world.holder, bound, '?depth=2');
    const closed = { type: null, label: null, readable: false };
    expect(nodes.slice(1)).to.have.deep.members([
      { uri: OUTSIDE, here: false, missing: false, ...closed },
      { uri: world.uri('/logistics-objects/not-there'), here: true, missing: true, ...closed },
    ]);
    expect(edges).to.have.length(2);
  });

  it('are limited to readable objects for a partner', async () => {
    const [piece = '', other = ''] = pieces;
    await share(piece, world.partner);
    // It may not know that the shipment points to the piece, nor that there is one.
    expect(await links(world.partner, piece, '?depth=2')).to.deep.equal({
      object: world.uri(piece),
      nodes: [
        { uri: world.uri(piece), type: `${cargo}Piece`, label: 'Oranges', here: true, readable: true, missing: false },
      ],
      edges: [],
      more: {},
      truncated: false,
    });
    await share(shipment, world.partner);
    const two = await links(world.partner, piece, '?depth=2');
    expect(near(two)).to.have.members([piece, shipment, other, waybill].map((path) => world.uri(path)));
    for (const path of [other, waybill])
      expect(two.nodes.find(({ uri }) => uri === world.uri(path))).to.deep.equal({
        uri: world.uri(path),
        type: null,
        label: null,
        here: true,
        readable: false,
        missing: false,
      });
    const path = `/internal/objects/${idOf(piece)}/links`;
    expect((await world.otherPartner.get(path)).status).to.equal(403);
    expect((await world.anonymous.get(path)).status).to.equal(401);
    expect((await world.partner.get(`/console/api/objects/${idOf(piece)}/links`)).status).to.equal(200);
  });

  it('accept declared parameters within their bounds', async () => {
    const path = `/internal/objects/${idOf(shipment)}/links`;
    for (const query of ['direction=up', 'depth=0', 'depth=3', 'limit=61', 'limit=0', 'at=now', 'x=1'])
      expect((await world.holder.get(`${path}?${query}`)).status, query).to.equal(400);
    expect((await world.holder.get('/internal/objects/none/links')).status).to.equal(404);
  });
});
