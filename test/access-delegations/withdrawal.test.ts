/** What the withdrawal of all access of an agent revokes, and what it leaves. */
import { expect } from 'chai';
import type { AccessAnswer, WithdrawnAccess } from '../../src/console/responses.js';
import { aclBody, delegate, requestDelegation } from '../support/exchange.js';
import { type Party } from '../support/node.js';
import { idOf, TestContext } from '../support/world.js';

describe('the withdrawal of all access of an agent', () => {
  let world: TestContext;
  let third: Party;
  let piece: string;
  before(async () => {
    // In the order of creation, so that a delegation comes before those that derive from it.
    let created = 0;
    const ids = { next: () => String((created += 1)).padStart(8, '0') };
    world = await TestContext.start({ ids });
    third = await world.node.party('third');
  });
  after(() => world.stop());
  beforeEach(async () => {
    piece = await world.piece();
  });

  async function withdraw({ agent }: Party): Promise<WithdrawnAccess> {
    const reply = await world.holder.delete(`/internal/agent/access?uri=${encodeURIComponent(agent)}`);
    expect(reply.status, reply.text).to.equal(200);
    return JSON.parse(reply.text) as WithdrawnAccess;
  }
  async function access(): Promise<AccessAnswer> {
    const { status, text } = await world.holder.get(`/internal/objects/${idOf(piece)}/access`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as AccessAnswer;
  }
  async function write(...parties: readonly Party[]): Promise<void> {
    const agents = parties.map(({ agent }) => ({ '@id': agent }));
    const reply = await world.holder.put(`${piece}/acl`, aclBody(world.uri(piece), { 'acl:agent': agents }));
    expect(reply.status, reply.text).to.equal(204);
  }
  const shared = (): Promise<string> => {
    const delegates = [world.partner.agent, world.otherPartner.agent];
    return delegate(world.holder, world.partner, { objects: [world.uri(piece)], delegates });
  };

  it('revokes what it has asked for by a delegation of several agents, pending or accepted, and nothing of others', async () => {
    const both = await shared();
    const grant = { objects: [world.uri(piece)], delegates: [third.agent] };
    const accepted = await delegate(world.holder, world.partner, grant);
    const pending = await requestDelegation(world.partner, grant);
    const ofOther = await requestDelegation(world.otherPartner, grant);
    expect((await withdraw(world.partner)).delegations).to.have.members([accepted, pending]);
    for (const request of [accepted, pending]) expect(await world.status(request)).to.equal('REQUEST_REVOKED');
    expect(await world.status(both)).to.equal('REQUEST_ACCEPTED');
    expect(await world.status(ofOther)).to.equal('REQUEST_PENDING');
    expect((await third.get(piece)).status).to.equal(403);
  });

  it('revokes a delegation once that derives from another one of the agent', async () => {
    const objects = [world.uri(piece)];
    const { agent } = world.partner;
    const own = await delegate(world.holder, world.partner, { objects, delegates: [agent] });
    const passedOn = await delegate(world.holder, world.partner, {
      objects,
      delegates: [agent, world.otherPartner.agent],
    });
    const derived = await delegate(world.holder, world.otherPartner, { objects, delegates: [agent] });
    const { delegations } = await withdraw(world.partner);
    expect(delegations).to.have.members([own, passedOn, derived]);
    for (const request of delegations) expect(await world.status(request)).to.equal('REQUEST_REVOKED');
  });

  it('leaves authorizations that do not name it as they were written, and replaces no list', async () => {
    await write(world.otherPartner);
    const { written } = await access();
    await shared();
    world.node.clock.advance(1);
    expect((await withdraw(world.partner)).objects).to.deep.equal([world.uri(piece)]);
    const after = await access();
    expect(after.written).to.deep.equal(written);
    expect(after.replaced).to.deep.equal([]);
    expect((await world.partner.get(piece)).status).to.equal(403);
    expect((await world.otherPartner.get(piece)).status).to.equal(200);
  });

  it('records author and time of authorizations that lose it, and not of those that delegations grant', async () => {
    await write(world.partner, world.otherPartner);
    const before = await access();
    await shared();
    world.node.clock.advance(1);
    await withdraw(world.partner);
    const { written, replaced } = await access();
    const at = world.node.clock.now().toISOString();
    expect(written).to.have.length(1);
    expect(written[0]).to.deep.include({ agents: [world.otherPartner.agent], by: world.holder.agent, at });
    expect(replaced).to.have.length(1);
    expect(replaced[0]?.written).to.deep.equal(before.written);
    const { text } = await world.holder.get(`${piece}/acl`, { headers: { Accept: 'application/n-triples' } });
    expect(text).to.not.include(world.partner.agent);
  });

  it('revokes at the time of the last decision when the clock has been set back since', async () => {
    const grant = { objects: [world.uri(piece)], delegates: [world.partner.agent] };
    const request = await delegate(world.holder, world.partner, grant);
    const accepted = world.node.clock.now().toISOString();
    world.node.clock.advance(-1);
    await withdraw(world.partner);
    world.node.clock.advance(1);
    const { text } = await world.holder.get(request, { headers: { Accept: 'application/n-triples' } });
    const [, at = 'no time'] = /revokedAt> "([^"]+)"/i.exec(text) ?? [];
    expect(new Date(at).toISOString()).to.equal(accepted);
  });
});
