/** Watched objects (K43). */
import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { eventBody } from '../support/exchange.js';
import { type Json, list, member, type Party, type Reply } from '../support/node.js';
import { idOf, TestContext, text } from '../support/world.js';

describe('Watched objects', () => {
  let world: TestContext;
  const address = (object: string): string => `/internal/watched/${idOf(object)}`;
  const watch = (party: Party, object: string): Promise<Reply> => party.send('PUT', address(object));
  const unwatch = (party: Party, object: string): Promise<Reply> => party.send('DELETE', address(object));
  const items = async (party: Party): Promise<Json[]> => {
    const reply = await party.get('/internal/watched');
    expect(reply.status, reply.text).to.equal(200);
    return list(member(reply.json, 'items'));
  };
  const news = async (party: Party): Promise<Record<string, Json>> =>
    Object.fromEntries(
      (await items(party)).map((item) => [world.path(text(member(item, 'uri'))), member(item, 'news') ?? null]),
    );

  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  it('are each agent’s own, and say since when, and what is new since they have been seen', async () => {
    const { holder, partner } = world;
    const piece = await world.openPiece();
    const other = await world.openPiece();
    expect((await watch(holder, piece)).status).to.equal(204);
    expect((await watch(partner, other)).status).to.equal(204);
    expect(await news(holder)).to.deep.equal({ [piece]: 0 });
    expect(await news(partner)).to.deep.equal({ [other]: 0 });
    expect(member((await holder.get(address(piece))).json, 'since')).to.be.a('string');
    expect((await holder.get(address(other))).json).to.include({ since: null, seen: null });
    world.node.clock.advance(1);
    await world.change(piece, [add(world.uri(piece), 'upid', 'a')]);
    expect((await holder.post(`${piece}/logistics-events`, eventBody())).status).to.equal(201);
    expect(await news(holder)).to.deep.equal({ [piece]: 2 });
    world.node.clock.advance(1);
    expect((await watch(holder, piece)).status).to.equal(204);
    expect(await news(holder)).to.deep.equal({ [piece]: 0 });
    expect((await unwatch(holder, piece)).status).to.equal(204);
    expect((await unwatch(holder, piece)).status).to.equal(404);
    expect((await unwatch(partner, other)).status).to.equal(204);
    expect(await news(holder)).to.deep.equal({});
  });

  it('a shipment is new when one of its pieces is', async () => {
    const { holder } = world;
    const piece = await world.piece();
    const shipment = await world.create({
      '@type': 'cargo:Shipment',
      'cargo:pieces': { '@id': world.uri(piece) },
    });
    expect((await watch(holder, shipment)).status).to.equal(204);
    world.node.clock.advance(1);
    await world.change(piece, [remove(world.uri(piece), 'goodsDescription', 'Oranges')]);
    expect(await news(holder)).to.deep.equal({ [shipment]: 1 });
    expect((await unwatch(holder, shipment)).status).to.equal(204);
  });

  it('that may no longer be read are not shown, and can still be given up', async () => {
    const { partner } = world;
    const piece = await world.openPiece();
    expect((await watch(partner, piece)).status).to.equal(204);
    const closed = await world.holder.put(`${piece}/acl?clear=true`, { '@context': {}, '@graph': [] });
    expect(closed.status, closed.text).to.equal(204);
    expect(await items(partner)).to.deep.equal([]);
    expect((await watch(partner, piece)).status).to.equal(403);
    expect((await unwatch(partner, piece)).status).to.equal(204);
  });

  it('that are not there or not readable cannot be watched', async () => {
    const { holder, partner } = world;
    expect((await watch(holder, '/logistics-objects/none')).status).to.equal(404);
    expect((await watch(partner, await world.piece())).status).to.equal(403);
    expect((await partner.get(address(await world.piece()))).status).to.equal(403);
    expect((await world.anonymous.get('/internal/watched')).status).to.equal(401);
  });

  it('are at most 500 of an agent', async () => {
    const { otherPartner: party } = world;
    const pieces: string[] = [];
    for (let index = 0; index < 501; index += 1) pieces.push(await world.openPiece());
    const [last = ''] = pieces;
    for (const piece of pieces.slice(1)) expect((await watch(party, piece)).status).to.equal(204);
    expect((await watch(party, last)).status).to.equal(422);
    expect((await watch(party, pieces[1] ?? '')).status, 'seen again').to.equal(204);
    expect((await unwatch(party, pieces[1] ?? '')).status).to.equal(204);
    expect((await watch(party, last)).status).to.equal(204);
  });
});
