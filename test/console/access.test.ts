/** Who has access, because of what, since when; and its withdrawal. */
import { expect } from 'chai';
import type {
  AccessAnswer,
  AgentAccessAnswer,
  AgentItem,
  AgentsAnswer,
  WithdrawnAccess,
} from '../../src/console/responses.js';
import { aclBody, createPiece, delegate, partyFor, requestDelegation } from '../support/exchange.js';
import { api, type Party, startTestNode, type TestNode } from '../support/node.js';
import { type JsonObject } from '../support/world.js';

const READ = [`${api}GET_LOGISTICS_OBJECT`];

describe('access in the console', () => {
  let node: TestNode;
  let airline: Party;
  let handler: Party;
  let stranger: Party;
  let piece: string;

  const idOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
  const path = (uri: string): string => `${uri.slice(node.url.length)}/acl`;
  const agents = (...parties: readonly Party[]): JsonObject => ({
    'acl:agent': parties.map(({ agent }) => ({ '@id': agent })),
  });
  async function put(object: string, body: object): Promise<void> {
    const reply = await node.holder.put(path(object), body);
    expect(reply.status, reply.text).to.equal(204);
  }
  async function ask<Answer>(party: Party, address: string): Promise<Answer> {
    const { status, text } = await party.get(address);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as Answer;
  }
  const accessTo = (party: Party, object: string, agent?: string): Promise<AccessAnswer> =>
    ask(
      party,
      `/internal/objects/${idOf(object)}/access${agent === undefined ? '' : `?agent=${encodeURIComponent(agent)}`}`,
    );
  /** Without the data holder's own object, which every authenticated agent may read. */
  async function accessOf(party: Party, agent: string): Promise<AgentAccessAnswer['items']> {
    const { items } = await ask<AgentAccessAnswer>(party, `/internal/agent/access?uri=${encodeURIComponent(agent)}`);
    return items.filter(({ object }) => object !== node.holder.agent);
  }
  async function withdraw(agent: string): Promise<WithdrawnAccess> {
    const reply = await node.holder.delete(`/internal/agent/access?uri=${encodeURIComponent(agent)}`);
    expect(reply.status, reply.text).to.equal(200);
    return JSON.parse(reply.text) as WithdrawnAccess;
  }
  const status = async (party: Party, object: string): Promise<number> => (await party.get(object)).status;

  beforeEach(async () => {
    node = await startTestNode();
    airline = await partyFor(node.url, 'http://localhost:1/logistics-objects/airline');
    handler = await partyFor(node.url, 'http://localhost:1/logistics-objects/handler');
    stranger = await partyFor(node.url, 'http://localhost:1/logistics-objects/stranger');
    piece = await createPiece(node.holder);
  });
  afterEach(() => node.stop());

  it('has author and time of each entry, and replaced lists', async () => {
    await put(piece, aclBody(piece, agents(airline), READ));
    const [first] = (await accessTo(node.holder, piece)).written;
    expect(first).to.deep.include({ by: node.holder.agent, agents: [airline.agent], everyone: false });
    expect(first?.at).to.equal(node.clock.now().toISOString());
    node.clock.advance(60);
    // What has not changed keeps its writer and time.
    const read = await node.holder.get(path(piece));
    await put(piece, {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
      '@graph': [JSON.parse(read.text) as object, aclBody(piece, agents(handler), READ)],
    });
    const { written, replaced } = await accessTo(node.holder, piece);
    expect(written.map(({ at }) => at).sort()).to.deep.equal([first?.at, node.clock.now().toISOString()]);
    expect(replaced).to.have.length(1);
    expect(replaced[0]).to.deep.include({ number: 1, replacedBy: node.holder.agent, written: [first] });
    // A caller cannot state who wrote something.
    const forged = {
      ...aclBody(piece, agents(airline), READ),
      'http://purl.org/dc/terms/created': '1999-01-01T00:00:00Z',
    };
    await put(piece, forged);
    expect((await accessTo(node.holder, piece)).written[0]?.at).to.equal(node.clock.now().toISOString());
    await put(piece, aclBody(piece, agents(airline), READ));
    expect((await accessTo(node.holder, piece)).replaced.map(({ number }) => number)).to.deep.equal([3, 2, 1]);
  });

  it('names the source: list, group, every agent, delegation, internal agent', async () => {
    const group = { '@id': 'urn:x:handlers', 'vcard:hasMember': { '@id': handler.agent } };
    await put(piece, {
      '@context': aclBody(piece, {})['@context'],
      '@graph': [
        aclBody(piece, agents(airline), READ),
        aclBody(piece, { 'acl:agentGroup': group }, READ),
        aclBody(piece, { 'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' } }, [`${api}GET_LOGISTICS_EVENT`]),
      ],
    });
    const request = await delegate(node.holder, airline, { objects: [piece], delegates: [airline.agent] });
    const { effective, delegations } = await accessTo(node.holder, piece);
    const kinds = (agent: string | null): string[] => [
      ...new Set(
        effective.filter((each) => each.agent === agent).flatMap(({ because }) => because.map(({ kind }) => kind)),
      ),
    ];
    expect(kinds(airline.agent)).to.have.members(['written', 'delegation', 'authenticated']);
    expect(kinds(handler.agent)).to.have.members(['group', 'authenticated']);
    expect(kinds(null)).to.deep.equal(['authenticated']);
    expect(kinds(node.holder.agent)).to.deep.include('internal');
    expect(delegations).to.have.length(1);
    expect(delegations[0]).to.deep.include({ request, acceptedBy: node.holder.agent, falls: [], for: [airline.agent] });
  });

  it('shows a chain of delegations, and the cascade of each', async () => {
    const first = await delegate(node.holder, airline, { objects: [piece], delegates: [airline.agent] });
    const second = await delegate(node.holder, airline, { objects: [piece], delegates: [handler.agent] });
    const { delegations } = await accessTo(node.holder, piece);
    const of = (request: string): (typeof delegations)[number] | undefined =>
      delegations.find((delegation) => delegation.request === request);
    expect(of(first)?.falls).to.deep.equal([second]);
    expect(of(second)).to.deep.include({ derivedFrom: first, falls: [] });
  });

  it('is a partner’s own only', async () => {
    await put(piece, aclBody(piece, agents(airline, handler), READ));
    const own = await accessTo(airline, piece);
    expect(own.effective.map(({ agent }) => agent)).to.deep.equal([airline.agent]);
    expect(own.written[0]).to.deep.include({ agents: [airline.agent], by: null });
    expect(own.replaced).to.deep.equal([]);
    expect(JSON.stringify(own)).to.not.include(handler.agent);
    expect((await accessTo(stranger, piece)).effective).to.deep.equal([]);
    const other = `/internal/objects/${idOf(piece)}/access?agent=${encodeURIComponent(handler.agent)}`;
    expect(await status(airline, other)).to.equal(403);
    expect(await status(node.anonymous, other)).to.equal(401);
    expect(await status(node.holder, '/internal/objects/none/access')).to.equal(404);
    for (const address of ['/internal/agent', '/internal/agent/access']) {
      expect(await status(airline, `${address}?uri=${encodeURIComponent(handler.agent)}`)).to.equal(403);
      expect(await status(airline, address)).to.equal(200);
      expect(await status(node.anonymous, address)).to.equal(401);
      expect(await status(node.holder, `${address}?uri=no%20iri`)).to.equal(400);
      expect(await status(node.holder, `${address}?agent=x`)).to.equal(400);
    }
    expect(await status(airline, '/internal/agents')).to.equal(403);
    expect((await airline.delete('/internal/agent/access')).status).to.equal(403);
    expect((await node.holder.delete('/internal/agent/access')).status).to.equal(400);
  });

  it('lists agents with their access and requests', async () => {
    await put(piece, aclBody(piece, agents(airline), READ));
    await requestDelegation(handler, { objects: [piece], delegates: [handler.agent] });
    const { items } = await ask<AgentsAnswer>(node.holder, '/internal/agents');
    expect(items.map(({ uri }) => uri)).to.include.members([airline.agent, handler.agent]);
    expect(items.find(({ uri }) => uri === airline.agent)?.reads.total).to.equal(2);
    expect(items.find(({ uri }) => uri === handler.agent)?.requests).to.deep.equal({ total: 1, pending: 1 });
    const page = await ask<AgentsAnswer>(node.holder, '/internal/agents?limit=1&skip=1');
    expect(page.items).to.deep.equal(items.slice(1, 2));
    const own = await ask<AgentItem>(airline, '/internal/agent');
    expect(own).to.deep.include({ uri: airline.agent, server: 'http://localhost:1' });
    for (const query of ['limit=51', 'skip=1001', 'x=1'])
      expect(await status(node.holder, `/internal/agents?${query}`)).to.equal(400);
  });

  it('is withdrawn from one agent in one transaction: lists, groups, delegations and derived ones', async () => {
    const other = await createPiece(node.holder);
    const shared = await createPiece(node.holder);
    await put(piece, aclBody(piece, agents(airline, handler), READ));
    const members = [airline, handler].map(({ agent }) => ({ '@id': agent }));
    await put(other, aclBody(other, { 'acl:agentGroup': { '@id': 'urn:x:g', 'vcard:hasMember': members } }, READ));
    const alone = await delegate(node.holder, airline, { objects: [other], delegates: [airline.agent] });
    const both = await delegate(node.holder, airline, { objects: [shared], delegates: [airline.agent, handler.agent] });
    const derived = await delegate(node.holder, airline, { objects: [shared], delegates: [stranger.agent] });
    expect(await accessOf(node.holder, airline.agent)).to.have.length(3);
    for (const object of [piece, other, shared]) expect(await status(airline, object)).to.equal(200);
    expect(await status(stranger, shared)).to.equal(200);
    node.clock.advance(1);

    const [{ objects, delegations, truncated }, again] = await Promise.all([
      withdraw(airline.agent),
      withdraw(airline.agent),
    ]);
    expect(again).to.deep.include({ objects: [], delegations: [] });
    expect(objects).to.have.members([piece, other, shared]);
    expect(delegations).to.have.members([alone, derived]);
    expect(truncated).to.equal(false);
    for (const object of [piece, other, shared]) {
      expect(await status(airline, object)).to.equal(403);
      expect(await status(handler, object), object).to.equal(200);
    }
    expect(await status(stranger, shared)).to.equal(403);
    expect(await accessOf(node.holder, airline.agent)).to.deep.equal([]);
    expect(await accessOf(airline, airline.agent)).to.deep.equal([]);
    expect((await accessTo(node.holder, piece)).replaced[0]).to.deep.include({ replacedBy: node.holder.agent });
    expect((await node.holder.get(both)).text).to.include('REQUEST_ACCEPTED');
    expect((await node.holder.get(alone)).text).to.include('REQUEST_REVOKED');
    expect((await withdraw(airline.agent)).objects).to.deep.equal([]);
  });

  it('of an authorization for one agent alone ends with it; that of everyone stays', async () => {
    await put(piece, aclBody(piece, agents(airline), READ));
    const open = await createPiece(node.holder);
    await put(open, aclBody(open, { 'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' } }, READ));
    expect((await withdraw('http://www.w3.org/ns/auth/acl#AuthenticatedAgent')).objects).to.deep.equal([]);
    await withdraw(airline.agent);
    expect((await accessTo(node.holder, piece)).written).to.deep.equal([]);
    expect(await status(airline, open)).to.equal(200);
    const [item] = await accessOf(node.holder, airline.agent);
    expect(item?.object).to.equal(open);
    expect(item?.because[0]?.kind).to.equal('authenticated');
  });
});
