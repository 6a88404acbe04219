import { expect } from 'chai';
import { aclBody } from '../support/exchange.js';
import { list, member, type Party, type Reply } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { textOf } from './acts-support.js';
import { conformance, each, type Statement } from './statement.js';

const GHA = 'https://handling.gha.example/logistics-objects/gha';

const name = (world: TestContext, agent: string, body: unknown, party: Party = world.holder): Promise<Reply> =>
  party.put(`/internal/agent?uri=${encodeURIComponent(agent)}`, body, { 'Content-Type': 'application/json' });

async function found(world: TestContext, text: string): Promise<string[]> {
  const reply = await world.holder.get(`/internal/agents?q=${encodeURIComponent(text)}`);
  expect(reply.status, reply.text).to.equal(200);
  return list(member(reply.json, 'items')).map((one) => textOf(one, 'uri'));
}

const statements: Statement[] = [
  {
    section: 'Operator contract, K52',
    statement: 'a partner is found by its name, in any case and without accents, and by its host',
    holds: async (world) => {
      expect((await name(world, GHA, { name: 'Zürich Handling', note: 'ramp 4' })).status).to.equal(204);
      for (const text of ['Zürich', 'zurich', 'hand zur', 'handling', 'gha', 'handling.gha.example'])
        expect(await found(world, text), text).to.contain(GHA);
      expect(await found(world, 'zurich air')).not.to.contain(GHA);
    },
  },
  {
    section: 'Operator contract, K52',
    statement: 'an organization of this node is found by its airline code, and keeps its own name',
    holds: async (world) => {
      const airline = await world.create({
        '@type': 'cargo:Carrier',
        'cargo:name': 'Example Cargo Air',
        'cargo:airlineCode': 'XQ',
      });
      expect(await found(world, 'XQ')).to.contain(world.uri(airline));
      expect((await name(world, world.uri(airline), { name: 'Another name' })).status).to.equal(204);
      const agent = await world.read(`/internal/agent?uri=${encodeURIComponent(world.uri(airline))}`);
      expect([textOf(agent, 'label'), member(agent, 'isOwnName')]).to.deep.equal(['Example Cargo Air', true]);
    },
  },
  {
    section: 'Operator contract, K52',
    statement: 'an agent of a list is found by its host',
    holds: async (world) => {
      const piece = await world.piece();
      const agent = 'https://ramp.kestrel.example/logistics-objects/kestrel';
      await world.holder.put(
        `${piece}/acl`,
        aclBody(world.uri(piece), { 'acl:agent': { '@id': agent } }, ['acl:Read']),
      );
      expect(await found(world, 'kestrel')).to.contain(agent);
    },
  },
  {
    section: 'Operator contract, K52',
    statement: 'the name stands where the URI would: for internal agents only',
    holds: async (world) => {
      const piece = await world.piece();
      const { agent } = world.partner;
      await world.holder.put(
        `${piece}/acl`,
        aclBody(world.uri(piece), { 'acl:agent': { '@id': agent } }, ['acl:Read']),
      );
      const labels = `/internal/labels?uri=${encodeURIComponent(agent)}`;
      const before = await world.partner.get(labels);
      await name(world, agent, { name: 'Example Handling' });
      const access = await world.read(`/internal/objects/${piece.split('/').at(-1) ?? ''}/access`);
      const own = list(member(access, 'effective')).find((one) => textOf(one, 'agent') === agent);
      expect(textOf(own ?? null, 'label')).to.equal('Example Handling');
      expect((await world.holder.get(labels)).text).to.contain('Example Handling');
      expect((await world.partner.get(labels)).text).to.equal(before.text);
      expect((await world.partner.get('/internal/agent')).text).not.to.contain('Example Handling');
    },
  },
  {
    section: 'Operator contract, K92, A1',
    statement: 'names are in no query and at no address of their own',
    holds: async (world) => {
      await name(world, GHA, { name: 'Nowhere else' });
      const query = encodeURIComponent(
        'SELECT * { { ?s ?p "Nowhere else" } UNION { GRAPH ?g { ?s ?p "Nowhere else" } } }',
      );
      const reply = await world.holder.get(`/sparql?query=${query}`, {
        headers: { Accept: 'application/sparql-results+json' },
      });
      expect(reply.status, reply.text).to.equal(200);
      expect(list(member(member(reply.json, 'results'), 'bindings'))).to.deep.equal([]);
    },
  },
  ...each(
    {
      'an empty name': { name: '' },
      'a blank name': { name: '  ' },
      'no name': {},
      'a name that is no text': { name: 7 },
      'an unknown member': { name: 'x', title: 'y' },
    },
    (body) => ({
      section: 'Operator contract, K52',
      statement: '400',
      holds: async (world) => {
        expect((await name(world, GHA, body)).status).to.equal(400);
      },
    }),
  ),
  {
    section: 'Operator contract, K52',
    statement: 'partners give no names: 403; an address that is no http(s) IRI: 400',
    holds: async (world) => {
      expect((await name(world, GHA, { name: 'x' }, world.partner)).status).to.equal(403);
      expect((await name(world, 'mailto:a@b.example', { name: 'x' })).status).to.equal(400);
      expect((await world.partner.get('/internal/agents?q=x')).status).to.equal(403);
    },
  },
];

conformance('names of partners', statements);
