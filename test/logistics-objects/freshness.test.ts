import { expect } from 'chai';
import { add } from '../support/changes.js';
import { aclBody, eventBody } from '../support/exchange.js';
import { type Party } from '../support/node.js';
import { TestContext } from '../support/world.js';

describe('A response with several objects or events', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  /** Lets one party read an object, and nobody else. */
  async function grant(path: string, party: Party): Promise<void> {
    const reply = await world.holder.put(
      `${path}/acl`,
      aclBody(world.uri(path), { 'acl:agent': { '@id': party.agent } }),
    );
    expect(reply.status, reply.text).to.equal(204);
  }

  it('has the acknowledged writes of a linked object', async () => {
    const later = '/logistics-objects/later-piece';
    const shipment = await world.create({
      '@type': 'cargo:Shipment',
      'cargo:pieces': { '@id': world.uri(later) },
    });
    const read = async (): Promise<string> => (await world.holder.get(`${shipment}?embedded=true`)).text;
    expect(await read()).to.not.contain('Oranges');
    await world.piece({ '@id': world.uri(later) });
    const withPiece = await read();
    expect(withPiece).to.contain('Oranges');
    expect(await read()).to.equal(withPiece);
    await world.change(later, [add(world.uri(later), 'textualHandlingInstructions', 'Keep upright')]);
    expect(await read()).to.contain('Keep upright');
  });

  it('contains only readable objects of its caller, with any cache', async () => {
    const shipment = await world.create({
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'Fruit',
      'cargo:pieces': { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Lemons' },
    });
    const whole = (await world.read(`${shipment}?embedded=true`)) as { 'cargo:pieces': { '@id': string } };
    const piece = world.path(whole['cargo:pieces']['@id']);
    const read = async (): Promise<string> => (await world.partner.get(`${shipment}?embedded=true`)).text;
    await grant(shipment, world.partner);
    expect(await read()).to.not.contain('Lemons');
    await grant(piece, world.partner);
    expect(await read()).to.contain('Lemons');
    expect((await world.otherPartner.get(`${shipment}?embedded=true`)).status).to.equal(403);
    await grant(piece, world.otherPartner);
    expect(await read()).to.not.contain('Lemons');
  });

  it('has an event that was appended, once that is acknowledged', async () => {
    const piece = await world.piece();
    const events = `${piece}/logistics-events`;
    const total = async (query = ''): Promise<unknown> =>
      ((await world.read(events + query)) as Record<string, unknown>)['api:hasTotalItems'];
    const seen: unknown[] = [await total(), await total('?sort=DESC-eventDate')];
    for (let count = 1; count <= 3; count += 1) {
      const posted = await world.holder.post(events, eventBody({ 'cargo:eventName': `event ${count}` }));
      expect(posted.status, posted.text).to.equal(201);
      expect((await world.holder.get(events)).text).to.contain(`event ${count}`);
      seen.push(await total('?sort=DESC-eventDate'));
    }
    expect(new Set(seen.map((value) => JSON.stringify(value))).size).to.equal(4);
  });
});
