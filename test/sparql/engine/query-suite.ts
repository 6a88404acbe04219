/** What queries to a node with a SPARQL engine keep to, whichever engine it is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { add, remove } from '../../support/changes.js';
import { aclBody } from '../../support/exchange.js';
import { messages } from '../../support/node.js';
import { TestContext } from '../../support/world.js';
import { ask, rows, truth } from '../support.js';

/** An engine that holds nothing, and the settings that name it. */
export interface OpenedEngine {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const DESCRIPTIONS = 'SELECT ?d { ?piece a cargo:Piece ; cargo:goodsDescription ?d }';

/** Resolves when the node's engine answers: it is fed from the start of the node on. */
export async function engineReady({ holder }: TestContext): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const reply = await ask(holder, 'ASK {}');
    if (reply.status === 200 && reply.headers.get('dataset-behind') === '0') return;
    await sleep(50);
  }
  expect.fail('the engine is not fed');
}

export function describeEngineQueries(name: string, open: () => Promise<OpenedEngine>): void {
  describe(`queries to a node with a SPARQL engine (${name})`, () => {
    let engine: OpenedEngine;
    let world: TestContext;

    before(async () => {
      engine = await open();
      world = await TestContext.start({ env: { ...engine.env, SPARQL_MAX_ROWS: '10', SPARQL_TIMEOUT_MS: '20000' } });
      await engineReady(world);
    });
    after(async () => {
      await world.stop();
      await engine.stop();
    });

    it('see the writes of their caller, in the default graph and in named graphs', async () => {
      const piece = await world.piece({ 'cargo:goodsDescription': '0' });
      const own = `{ <${world.uri(piece)}> cargo:goodsDescription ?d }`;
      for (let number = 1; number <= 4; number += 1) {
        await world.change(piece, [
          remove(world.uri(piece), 'goodsDescription', String(number - 1)),
          add(world.uri(piece), 'goodsDescription', String(number)),
        ]);
        const reply = await ask(world.holder, `SELECT ?d ${own}`);
        expect(reply.text)
          .to.contain(`"${String(number)}"`)
          .and.not.contain(`"${String(number - 1)}"`);
        expect(reply.headers.get('dataset-behind')).to.equal('0');
        expect(Number(reply.headers.get('dataset-sequence'))).to.be.greaterThan(0);
      }
      expect(await rows(world.holder, `SELECT ?d { GRAPH ?g ${own} }`)).to.deep.equal(['0', '1', '2', '3', '4']);
      const revision = `${world.uri(piece)}/revisions/2`;
      expect(await rows(world.holder, `SELECT ?d { GRAPH <${revision}> ${own} }`)).to.deep.equal(['1']);
    });

    it('are answered in every format', async () => {
      const odd = 'a "q", <b> & \\ \t é 🚚';
      const piece = await world.piece({ 'cargo:goodsDescription': odd });
      const select = `SELECT ?d ?none { <${world.uri(piece)}> cargo:goodsDescription ?d }`;
      const tables: Readonly<Record<string, string>> = {
        'application/sparql-results+json': JSON.stringify(odd),
        'application/sparql-results+xml': 'a &quot;q&quot;, &lt;b&gt; &amp; \\ \t é 🚚',
        'text/csv': '"a ""q"", <b> & \\ \t é 🚚",',
        'text/tab-separated-values': '"a \\"q\\", <b> & \\\\ \\t é 🚚"',
      };
      for (const [accept, written] of Object.entries(tables)) {
        const reply = await ask(world.holder, select, { accept });
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.headers.get('content-type')).to.contain(accept);
        expect(reply.text).to.contain(written);
        const truth = await ask(world.holder, 'ASK { FILTER(1 = 1) }', { accept });
        expect(truth.text).to.contain('true');
      }
      const construct = `CONSTRUCT { ?s cargo:goodsDescription ?d } { ?s cargo:goodsDescription ?d FILTER(?s = <${world.uri(piece)}>) }`;
      for (const accept of ['text/turtle', 'application/ld+json', 'application/n-triples', 'application/rdf+xml']) {
        const reply = await ask(world.holder, construct, { accept });
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.headers.get('content-type')).to.contain(accept);
        expect(reply.text, accept).to.contain('goodsDescription').and.not.contain('internal:');
        expect(reply.text, accept).to.match(/é (?:🚚|\\U0001f69a)/i);
      }
      expect((await ask(world.holder, select, { accept: 'image/png' })).status).to.equal(406);
    });

    it('have a bounded number of rows', async () => {
      for (let number = 0; number < 12; number += 1) await world.piece({ 'cargo:goodsDescription': `row ${number}` });
      for (const query of [
        DESCRIPTIONS,
        'CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }',
        'SELECT * { ?s ?p ?o } LIMIT 100',
        'DESCRIBE ?s { ?s a cargo:Piece }',
      ]) {
        const reply = await ask(world.holder, query);
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.headers.get('truncated'), query).to.equal('true');
      }
      expect((await ask(world.holder, `${DESCRIPTIONS} LIMIT 10`)).headers.get('truncated')).to.equal(null);
    });

    it('with a time (W37) or a dataset of their own are answered from the record', async () => {
      const piece = await world.piece({ 'cargo:goodsDescription': 'then' });
      world.node.clock.advance(120);
      await world.change(piece, [
        remove(world.uri(piece), 'goodsDescription', 'then'),
        add(world.uri(piece), 'goodsDescription', 'now'),
      ]);
      world.node.clock.advance(120);
      const at = new Date(world.node.clock.now().getTime() - 180_000).toISOString().replace(/[-:]|\.\d+/g, '');
      const own = `SELECT ?d { <${world.uri(piece)}> cargo:goodsDescription ?d }`;
      expect(await rows(world.holder, own, { at })).to.deep.equal(['then']);
      expect(await rows(world.holder, own)).to.deep.equal(['now']);
      const graph = `${world.uri(piece)}/revisions/1`;
      expect(await rows(world.holder, own, { defaultGraphs: [graph] })).to.deep.equal(['then']);
      const from = `SELECT ?d FROM <${graph}> { <${world.uri(piece)}> cargo:goodsDescription ?d }`;
      expect(await rows(world.holder, from)).to.deep.equal(['then']);
    });

    it('of partners see readable graphs only', async () => {
      const shared = await world.piece({ 'cargo:goodsDescription': 'shared' });
      await world.piece({ 'cargo:goodsDescription': 'secret' });
      expect(await rows(world.partner, DESCRIPTIONS)).to.deep.equal([]);
      const put = await world.holder.put(
        `${shared}/acl`,
        aclBody(world.uri(shared), { 'acl:agent': { '@id': world.partner.agent } }),
      );
      expect(put.status, put.text).to.equal(204);
      expect(await rows(world.partner, DESCRIPTIONS)).to.deep.equal(['shared']);
      const everything =
        'SELECT ?s { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } FILTER(CONTAINS(STR(?o), "secret")) }';
      expect(await rows(world.partner, everything)).to.deep.equal([]);
      const lists = `ASK { GRAPH <${world.uri(shared)}/acl> { ?s ?p ?o } }`;
      expect(await truth(world.partner, lists)).to.equal(false);
      expect(await truth(world.holder, lists)).to.equal(true);
    });

    it('that cannot be run are rejected in words of this node', async () => {
      for (const query of [
        'SELECT',
        'SELECT * { ?s ?p }',
        'SELECT * { ?s ?p ?o } ORDER BY',
        'SELECT (?a AS ?b) (1 AS ?b) {}',
      ]) {
        const reply = await ask(world.holder, query);
        expect(reply.status, query).to.equal(400);
        expect(messages(reply).join()).to.not.match(/engine\.example|127\.0\.0\.1|secret words/);
      }
      expect((await ask(world.holder, 'SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }')).status).to.equal(400);
      expect((await ask(world.holder, 'DELETE WHERE { ?s ?p ?o }')).status).to.equal(400);
    });
  });
}
