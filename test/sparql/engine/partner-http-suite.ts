/** A node with a SPARQL engine and a partner that may see too much for a copy, over HTTP. */
import { expect } from 'chai';
import { add } from '../../support/changes.js';
import { aclBody } from '../../support/exchange.js';
import { messages } from '../../support/node.js';
import { TestContext } from '../../support/world.js';
import { ask, rows } from '../support.js';
import { engineReady, type OpenedEngine } from './query-suite.js';

const DESCRIPTIONS = 'SELECT ?d { ?piece a cargo:Piece ; cargo:goodsDescription ?d }';
const ALL = 'SELECT ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } FILTER(CONTAINS(STR(?o), "secret")) }';

export function describePartnersOverHttp(name: string, open: (context: Mocha.Context) => Promise<OpenedEngine>): void {
  describe(`partners of a node with a SPARQL engine (${name})`, () => {
    let engine: OpenedEngine;
    let world: TestContext;

    before(async function () {
      engine = await open(this);
      world = await TestContext.start({ env: engine.env, isForWorkers: () => false });
      await engineReady(world);
    });
    after(async () => {
      await world.stop();
      await engine.stop();
    });

    async function give(object: string, whom: Parameters<typeof aclBody>[1]): Promise<void> {
      const reply = await world.holder.put(`${object}/acl`, aclBody(world.uri(object), whom));
      expect(reply.status, reply.text).to.equal(204);
    }

    it('see new access as soon as it is answered, and nothing after a withdrawal', async () => {
      const shared = await world.piece({ 'cargo:goodsDescription': 'shared' });
      await world.piece({ 'cargo:goodsDescription': 'secret' });
      const agent = { '@id': world.partner.agent };
      const group = { 'acl:agentGroup': { '@id': `${world.uri(shared)}/acl#group`, 'vcard:hasMember': agent } };
      const other = { 'acl:agent': { '@id': 'https://other.example/agent' } };
      expect(await rows(world.partner, DESCRIPTIONS)).to.deep.equal([]);
      let count = 0;
      for (let round = 0; round < 3; round += 1) {
        for (const whom of [{ 'acl:agent': agent }, group, { 'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' } }]) {
          await give(shared, whom);
          expect(await rows(world.partner, DESCRIPTIONS)).to.deep.equal(['shared']);
          await give(shared, other);
          count += 1;
          const operations = [add(world.uri(shared), 'note', `secret ${count}`)];
          await world.accept(await world.submit(world.otherPartner, shared, operations));
          expect(await rows(world.partner, DESCRIPTIONS)).to.deep.equal([]);
          expect(await rows(world.partner, ALL)).to.deep.equal([]);
        }
      }
    });

    it('leave the default graph of internal agents as it is', async () => {
      const own = 'SELECT ?s { ?s ?p ?o FILTER(CONTAINS(CONCAT(STR(?s), STR(?p), STR(?o)), "urn:x-cargograph")) }';
      expect(await rows(world.holder, own)).to.deep.equal([]);
      const named = own.replace('?s ?p ?o', 'GRAPH ?g { ?s ?p ?o }');
      expect(await rows(world.holder, named)).to.not.deep.equal([]);
      expect(await rows(world.partner, named)).to.deep.equal([]);
    });

    it('do not learn the position of the engine', async () => {
      const reply = await ask(world.partner, 'ASK { ?s ?p ?o }');
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.headers.get('dataset-sequence')).to.equal(null);
      expect(reply.headers.get('dataset-behind')).to.equal(null);
    });

    it('get their errors in words of this node', async () => {
      for (const query of [
        'SELECT',
        'SELECT * { ?s ?p }',
        'DELETE WHERE { ?s ?p ?o }',
        'SELECT (1 AS ?a) (2 AS ?a) {}',
      ]) {
        const reply = await ask(world.partner, query);
        expect(reply.status, query).to.equal(400);
        expect(messages(reply).join()).to.not.match(/127\.0\.0\.1|secret words/);
      }
      expect((await ask(world.partner, 'ASK {}', { accept: 'image/png' })).status).to.equal(406);
      expect((await ask(world.partner, 'SELECT * { ?s cargo:pieces+ ?o }')).status).to.equal(200);
      expect((await ask(world.partner, 'DESCRIBE ?s { ?s ?p ?o }')).status).to.equal(200);
    });
  });
}
