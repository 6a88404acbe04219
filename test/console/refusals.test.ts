import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import { eventBody } from '../support/exchange.js';
import { type Json, list, member } from '../support/node.js';
import { TestContext } from '../support/world.js';

describe('refusals of partners (D75)', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  const asked = (agent: string): string => `/internal/agent?uri=${encodeURIComponent(agent)}`;
  const refusedOf = async (agent: string): Promise<Json> => member(await world.read(asked(agent)), 'refused');

  it('are visible to internal agents, by object and kind: missing rights, and content about unreadable objects', async () => {
    const [closed, open] = [await world.piece(), await world.openPiece()];
    const uri = world.uri(closed);
    const { partner } = world;
    const invalid = (object: string): Json => changeBody(object, 1, [add(object, 'zz', 'x')]);
    const before = world.node.clock.now().toISOString();
    const expected: readonly [Promise<{ status: number }>, number][] = [
      [partner.get(closed), 403],
      [partner.send('HEAD', `${closed}/audit-trail`), 403],
      [partner.get(`/internal/objects/${closed.slice('/logistics-objects/'.length)}/revisions`), 403],
      [partner.patch(closed, invalid(uri)), 422],
      [partner.patch(closed, changeBody(uri, 1, [add(uri, 'upid', 'x')]), { 'If-Match': '"1"' }), 412],
      [partner.patch(closed, 'nonsense'), 400],
      [partner.post(`${closed}/logistics-events`, eventBody()), 403],
      [partner.post('/logistics-events', eventBody({ 'cargo:eventFor': { '@id': uri } })), 207],
      [partner.get('/logistics-objects'), 403],
      // What is answered, what is not there, and what is wrong with what it may read.
      [partner.get(open), 200],
      [partner.get('/logistics-objects/none'), 404],
      [partner.patch(open, invalid(world.uri(open))), 422],
    ];
    for (const [reply, status] of expected) expect((await reply).status).to.equal(status);
    expect(await refusedOf(partner.agent)).to.deep.equal({
      total: 9,
      last: before,
      objects: list(member(await refusedOf(partner.agent), 'objects')),
      others: 0,
    });
    const objects = list(member(await refusedOf(partner.agent), 'objects'));
    expect(objects).to.have.deep.members([
      { object: uri, kinds: { read: 3, change: 3, 'post-event': 2 }, last: before },
      { object: null, kinds: { read: 1 }, last: before },
    ]);
  });

  it('names agents in the list that no access control list and no request names', async () => {
    const stranger = await world.node.party('stranger');
    expect((await stranger.get(await world.piece())).status).to.equal(403);
    const answer = await world.read('/internal/agents');
    const [first] = list(member(answer, 'refused'));
    expect(first).to.deep.include({ uri: stranger.agent, total: 1 });
    for (const item of list(member(answer, 'items')))
      expect(member(member(item, 'refused'), 'objects')).to.deep.equal([]);
  });

  it('are hidden from the partner itself, and do not count internal agents', async () => {
    expect(member((await world.partner.get('/internal/agent')).json, 'refused')).to.equal(null);
    expect((await world.holder.patch(await world.piece(), 'nonsense')).status).to.equal(400);
    expect(await refusedOf(world.holder.agent)).to.deep.include({ total: 0, last: null });
  });
});
