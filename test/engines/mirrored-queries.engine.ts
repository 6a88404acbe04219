/** Copies of partners' objects beside a SPARQL engine (docs/mirror.md, M56): the same answers as without one. */
import { expect } from 'chai';
import { Mirror } from '../mirror/support/mirror.js';
import type { PartnerObject } from '../mirror/support/partner-object.js';
import { TestPartner } from '../mirror/support/test-partner.js';
import { engineReady } from '../sparql/engine/query-suite.js';
import { type Asking, ask, rows } from '../sparql/support.js';
import { TestClock } from '../support/clock.js';
import { fastRetries } from '../support/exchange.js';
import { TestContext } from '../support/world.js';
import { type RealEngine, type SparqlEngineName, sparqlEngines, startOrSkip } from './support/sparql-engine.js';

const clock = new TestClock();
const mirrored: Asking = { mirrored: 'true' };
const TEXTS = 'SELECT ?text { ?piece a cargo:Piece ; cargo:goodsDescription ?text }';
const GRAPHS = 'SELECT DISTINCT ?g { GRAPH ?g { ?piece cargo:goodsDescription ?text } }';
const BOTH = `SELECT ?own ?theirs { ?shipment cargo:pieces ?piece . ?shipment cargo:goodsDescription ?own .
  ?piece cargo:goodsDescription ?theirs }`;

for (const name of Object.keys(sparqlEngines) as SparqlEngineName[]) {
  describe(`queries over copies of partners’ objects at a node with ${name}`, function () {
    this.timeout(180_000);
    let engine: RealEngine;
    let world: TestContext;
    let partner: TestPartner;
    let mirror: Mirror;
    let object: PartnerObject;
    const ends: (() => Promise<void>)[] = [];

    before(async function () {
      engine = await startOrSkip(name, this);
      ends.push(() => engine.stop());
      partner = await TestPartner.start({ clock });
      ends.push(() => partner.close());
      const env = { ...fastRetries, ...engine.env, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' };
      world = await TestContext.start({ clock, env });
      ends.push(() => world.stop());
      mirror = new Mirror(world.node.url, world.holder);
      object = partner.create('piece', { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'theirs' });
      object.postEvent({ 'cargo:eventName': 'copied event' });
      await world.openPiece({ 'cargo:goodsDescription': 'ours' });
      await world.create({
        '@type': 'cargo:Shipment',
        'cargo:goodsDescription': 'by us',
        'cargo:pieces': { '@id': object.uri },
      });
      const follow = await mirror.follow({ object: object.uri, subscribe: false });
      await mirror.until(follow, (found) => Mirror.count(found, 'events') === 1);
      await engineReady(world);
    });
    after(async () => {
      for (const end of ends.reverse()) await end();
    });

    it('find copies with mirrored=true, joined with our own data, and in the datasets by name', async () => {
      expect(await rows(world.holder, TEXTS, mirrored)).to.deep.equal(['ours', 'theirs']);
      expect(await rows(world.holder, BOTH, mirrored)).to.deep.equal(['by us theirs']);
      const MIRRORED = `${world.node.url}/datasets/mirrored`;
      expect(await rows(world.holder, TEXTS, { defaultGraphs: [MIRRORED] })).to.deep.equal(['theirs']);
      expect(await rows(world.holder, TEXTS, { defaultGraphs: [`${world.node.url}/datasets/own`] })).to.deep.equal([
        'ours',
      ]);
      const named = await rows(world.holder, GRAPHS, mirrored);
      expect(named).to.include(mirror.address(object.uri, 'revisions/1'));
    });

    it('find none without it, in named graphs neither', async () => {
      expect(await rows(world.holder, TEXTS)).to.deep.equal(['ours']);
      expect(await rows(world.holder, BOTH)).to.deep.equal([]);
      const graphs = await rows(world.holder, GRAPHS);
      expect(graphs.filter((graph) => graph.includes('/internal/'))).to.deep.equal([]);
      const revision = mirror.address(object.uri, 'revisions/1');
      expect(await rows(world.holder, TEXTS, { defaultGraphs: [revision] })).to.deep.equal([]);
    });

    it('find none for a partner, whatever it asks', async () => {
      expect((await ask(world.partner, TEXTS, mirrored)).status).to.equal(403);
      expect(await rows(world.partner, TEXTS)).to.deep.equal(['ours']);
      const query =
        '{ { ?s ?p ?text } UNION { GRAPH ?g { ?s ?p ?text } } FILTER (?text IN ("theirs", "copied event")) }';
      expect(await rows(world.partner, `SELECT ?text ${query}`)).to.deep.equal([]);
      const revision = mirror.address(object.uri, 'revisions/1');
      for (const asking of [{ defaultGraphs: [revision] }, { namedGraphs: [revision] }])
        expect(await rows(world.partner, `SELECT ?text ${query}`, asking)).to.deep.equal([]);
    });

    it('find the next revision as soon as it is held, and with at what was held then', async () => {
      const before = `${clock.now().toISOString().slice(0, 19)}Z`;
      clock.advance(5);
      object.revise({ 'cargo:goodsDescription': 'theirs, later' });
      // The same follow (M3).
      await mirror.sweep(await mirror.follow({ object: object.uri, subscribe: false }));
      await mirror.holds(object.uri, 2);
      expect(await rows(world.holder, TEXTS, mirrored)).to.deep.equal(['ours', 'theirs, later']);
      expect(await rows(world.holder, TEXTS, { ...mirrored, at: before })).to.deep.equal(['ours', 'theirs']);
    });
  });
}
