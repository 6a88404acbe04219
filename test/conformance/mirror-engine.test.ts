/** Copies at a node with a SPARQL engine (M56): the answers are those of a node without one, and the engine has no copy. */
import { expect } from 'chai';
import { Mirror } from '../mirror/support/mirror.js';
import { TestPartner } from '../mirror/support/test-partner.js';
import { EngineServer } from '../sparql/engine/engine-server.js';
import { engineReady } from '../sparql/engine/query-suite.js';
import { type Asking, ask, rows } from '../sparql/support.js';
import { TestClock } from '../support/clock.js';
import { fastRetries } from '../support/exchange.js';
import { TestContext } from '../support/world.js';
import { conformance, type Statement } from './statement.js';

const clock = new TestClock();
const env = { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' };

/** The same at two nodes: one object of its own, and a copy with an event that it links to. */
async function prepare(world: TestContext, partner: TestPartner): Promise<string> {
  const [object] = partner.objects.values();
  if (object === undefined) throw new Error('the partner has no object');
  await world.create({
    '@type': 'cargo:Shipment',
    'cargo:goodsDescription': 'ours',
    'cargo:pieces': { '@id': object.uri },
  });
  const mirror = new Mirror(world.node.url, world.holder);
  await mirror.until(
    await mirror.follow({ object: object.uri, subscribe: false }),
    (follow) => Mirror.count(follow, 'events') === 1,
  );
  return mirror.address(object.uri, 'revisions/1');
}

async function play(
  work: (beside: TestContext, engine: EngineServer) => Promise<void>,
  plain: TestContext,
): Promise<void> {
  const partner = await TestPartner.start({ clock });
  const engine = await EngineServer.start();
  const { queryUrl, updateUrl } = engine.settings;
  const urls = { SPARQL_ENGINE_URL: queryUrl, SPARQL_ENGINE_UPDATE_URL: updateUrl };
  const beside = await TestContext.start({ clock, env: { ...env, ...urls } });
  try {
    partner.create('piece', { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'theirs' }).postEvent();
    for (const world of [plain, beside]) await prepare(world, partner);
    await engineReady(beside);
    await work(beside, engine);
  } finally {
    await beside.stop();
    await engine.stop();
    await partner.close();
  }
}

const JOIN =
  'SELECT ?one ?other { ?s cargo:pieces ?p . ?s cargo:goodsDescription ?one . ?p cargo:goodsDescription ?other }';
const PATH = 'SELECT ?text { ?s a cargo:Shipment ; cargo:pieces/cargo:goodsDescription ?text }';
const EVENTS =
  'SELECT (COUNT(?event) AS ?n) { ?event a cargo:LogisticsEvent ; cargo:eventFor/cargo:goodsDescription "theirs" }';
const NAMED = 'SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g { ?p cargo:goodsDescription "theirs" } }';

const questions: Readonly<Record<string, [question: string, found: string[], without: string[]]>> = {
  'a join of own and copied data': [JOIN, ['ours theirs'], []],
  'a path from own to copied data': [PATH, ['theirs'], []],
  'copied events': [EVENTS, ['1'], ['0']],
  'named graphs': [NAMED, ['1'], ['0']],
};

const mirrored: Asking = { mirrored: 'true' };

const statements: readonly Statement[] = [
  {
    section: 'M56',
    statement: 'with an engine the answers over copies are the same as without one, and others find no copy',
    holds: (plain) =>
      play(async (beside, engine) => {
        for (const [what, [question, found, without]] of Object.entries(questions))
          for (const { holder, partner } of [plain, beside]) {
            expect(await rows(holder, question, mirrored), what).to.deep.equal(found);
            expect(await rows(holder, question), what).to.deep.equal(without);
            expect(await rows(partner, question), what).to.deep.equal(without);
            expect((await ask(partner, question, mirrored)).status).to.equal(403);
          }
        const projected = [...engine.updates, ...engine.loads].join('\n');
        expect(projected).to.include('ours').and.not.include('theirs').and.not.include('/internal/mirror/');
      }, plain),
  },
];

conformance('copies beside a SPARQL engine', statements, { clock, env });
