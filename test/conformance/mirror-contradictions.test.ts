/** Partners that contradict themselves, and what internal agents decide about it. */
import { expect } from 'chai';
import { TestClock } from '../support/clock.js';
import { created, eventually, fastRetries, partyFor } from '../support/exchange.js';
import { cargo, context, list, member, type Reply, type TestNodeOptions } from '../support/node.js';
import { type JsonObject, type TestContext, text as textOf } from '../support/world.js';
import * as faults from '../mirror/support/faults.js';
import { Scene } from '../mirror/support/scene.js';
import { conformance, each, type Statement } from './statement.js';

const clock = new TestClock();
const options: TestNodeOptions = { env: { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' }, clock };
const DAY_S = 86_400;

const play =
  (work: (scene: Scene, world: TestContext) => Promise<void>): ((world: TestContext) => Promise<void>) =>
  (world) =>
    Scene.play(world, { clock }, (scene) => work(scene, world));

const piece = (upid: string): JsonObject => ({ '@type': 'cargo:Piece', 'cargo:upid': upid });

/** How partners contradict themselves about an object of which a revision is held. */
const contradictions: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  'changed-in-place': async ({ object }) => {
    object.rewrite(1, piece('later'));
    return Promise.resolve();
  },
  'went-back': async (scene) => {
    await scene.revise(3);
    await scene.sweep();
    scene.object.goBack(2);
  },
  numbers: async (scene) => {
    await scene.revise(2);
    scene.partner.fault(scene.object, faults.numberInBody(9));
  },
  'type-changed': async (scene) => {
    scene.clock.advance(10);
    scene.object.revise({ '@type': 'cargo:Item' });
    return Promise.resolve();
  },
  'holder-changed': async (scene) => {
    scene.partner.holder = `${scene.partner.base}/logistics-objects/another-holder`;
    // Its server information is asked for again.
    await scene.advance(DAY_S + 1);
  },
};

const decide = ({ mirror, object }: Scene, body: unknown): Promise<Reply> =>
  mirror.agent.post(`/internal/mirror/disputes?object=${encodeURIComponent(object.uri)}`, body, {
    'Content-Type': 'application/json',
  });

/** What an internal agent reads of the copy: by its address, in the list and in SPARQL. */
async function shown({ mirror, object }: Scene): Promise<{ upid: string[]; label: string; found: number }> {
  const { agent } = mirror;
  const name = `<${object.uri}>`;
  const query = `PREFIX cargo: <https://onerecord.iata.org/ns/cargo#> SELECT ?upid { ${name} cargo:upid ?upid }`;
  const { json: rows, text } = await agent.get(`/sparql?mirrored=true&query=${encodeURIComponent(query)}`, {
    headers: { Accept: 'application/sparql-results+json' },
  });
  const bindings = list(member(member(rows, 'results'), 'bindings'));
  const { json: copy } = await agent.get(`/internal/mirror?object=${encodeURIComponent(object.uri)}`);
  const inSparql = bindings.map((row) => textOf(member(member(row, 'upid'), 'value')));
  expect(inSparql, text).to.deep.equal([textOf(member(copy, 'cargo:upid'))]);
  const { json: items } = await agent.get('/internal/mirror?limit=1000');
  const item = list(member(items, 'items')).find((one) => member(one, 'object') === object.uri) ?? null;
  const { json: lookup } = await agent.get('/internal/lookup?q=later');
  const found = list(member(lookup, 'items')).filter((one) => member(one, 'uri') === object.uri);
  return { upid: inSparql, label: textOf(member(item, 'label') ?? ''), found: found.length };
}

/** A dispute about the first revision, whose other statements came later. */
async function disputed(scene: Scene): Promise<void> {
  scene.object.rewrite(1, piece('first'));
  await scene.catchUp();
  scene.object.rewrite(1, piece('later'));
  await scene.sweep();
  expect(await scene.mirror.state(scene.object.uri)).to.equal('disputed');
  expect((await shown(scene)).upid).to.deep.equal(['first']);
}

const statements: readonly Statement[] = [
  ...each(contradictions, (contradict, kind) => ({
    section: 'M40',
    statement: 'the copy is disputed, until an internal agent has decided',
    holds: play(async (scene) => {
      await scene.catchUp();
      await contradict(scene);
      const { mirror, object } = scene;
      await scene.mirror.sweep(scene.follow);
      await eventually(async () => (await mirror.state(object.uri)) === 'disputed');
      await scene.settled();
      expect(await mirror.values(object.uri, 'head', 'kind')).to.deep.equal([kind]);
      expect((await decide(scene, { take: 'kept', note: 'asked them' })).status).to.equal(204);
      expect(await mirror.state(object.uri)).to.equal('fresh');
      expect(await mirror.values(object.uri, 'head', 'decidedBy')).to.deep.equal([mirror.agent.agent]);
      // The same is not contradicted again.
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('fresh');
    }),
  })),
  {
    section: 'M40',
    statement: '`kept` leaves what was first received',
    holds: play(async (scene) => {
      await disputed(scene);
      expect((await decide(scene, { take: 'kept' })).status).to.equal(204);
      expect((await shown(scene)).upid).to.deep.equal(['first']);
      expect(await scene.mirror.values(scene.object.uri, 'revisions/1/variants/1/provenance', 'decided')).to.deep.equal(
        [],
      );
    }),
  },
  {
    section: 'M40',
    statement: '`received` shows the newest variant from now on, also in lists; before, what was shown then',
    holds: play(async (scene) => {
      await disputed(scene);
      await scene.advance(10);
      const { mirror, object } = scene;
      const before = new Date(clock.now().getTime() - 5_000).toISOString().replace(/\.\d+/, '');
      expect((await decide(scene, { take: 'received', note: 'they are right' })).status).to.equal(204);
      expect(await shown(scene)).to.deep.include({ upid: ['later'], label: 'later' });
      const provenance = 'revisions/1/variants/1/provenance';
      expect(await mirror.values(object.uri, provenance, 'decidedBy')).to.deep.equal([mirror.agent.agent]);
      expect(await mirror.values(object.uri, provenance, 'note')).to.deep.equal(['they are right']);
      const past = await mirror.agent.get(`/internal/mirror?object=${encodeURIComponent(object.uri)}&at=${before}`);
      expect(member(past.json, 'cargo:upid'), past.text).to.equal('first');
    }),
  },
  {
    section: 'M55',
    statement: 'a variant that is shown says nothing of other objects',
    holds: play(async (scene) => {
      const { mirror, object } = scene;
      const ours = { '@context': context, ...piece('ours') };
      const own = created(await mirror.agent.post('/logistics-objects', ours));
      object.rewrite(1, piece('first'));
      await scene.catchUp();
      object.rewrite(1, { ...piece('later'), 'cargo:containedPieces': { '@id': own, 'cargo:upid': 'a lie' } });
      await scene.sweep();
      expect((await decide(scene, { take: 'received' })).status).to.equal(204);
      expect((await shown(scene)).upid).to.deep.equal(['later']);
      const query = `SELECT ?upid { <${own}> <${cargo}upid> ?upid }`;
      const headers = { Accept: 'text/csv' };
      const answer = await mirror.agent.get(`/sparql?mirrored=true&query=${encodeURIComponent(query)}`, { headers });
      expect(answer.text.trim().split(/\s+/)).to.deep.equal(['upid', 'ours']);
      // As received, it is held.
      const read = await mirror.agent.get(`/internal/mirror?object=${encodeURIComponent(object.uri)}`);
      expect(read.text).to.include('a lie');
    }),
  },
  {
    section: 'M40',
    statement: 'after `received`, what was first received is a contradiction, too',
    holds: play(async (scene) => {
      const { mirror, object } = scene;
      await disputed(scene);
      expect((await decide(scene, { take: 'received' })).status).to.equal(204);
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('fresh');
      object.rewrite(1, piece('first'));
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('disputed');
      await scene.advance(1);
      expect((await decide(scene, { take: 'received' })).status).to.equal(204);
      expect((await shown(scene)).upid).to.deep.equal(['first']);
    }),
  },
  {
    section: 'M40',
    statement: 'a partner that says something else each time leaves at most 20 variants',
    holds: play(async (scene) => {
      await scene.catchUp();
      const { mirror, object } = scene;
      const variants = (): Promise<string[]> => mirror.values(object.uri, 'revisions/1/provenance', 'variants');
      for (let time = 1; time <= 22; time += 1) {
        object.rewrite(1, piece(`time ${time}`));
        await scene.sweep();
        await eventually(async () => Number((await variants())[0] ?? 0) === Math.min(time, 20));
      }
      expect(await variants()).to.deep.equal(['20']);
    }),
  },
  {
    section: 'M40',
    statement: '404 without a copy, 422 without a contradiction, 400 for another body, 403 for others',
    holds: play(async (scene, { partner }) => {
      expect((await decide(scene, { take: 'kept' })).status).to.equal(404);
      await scene.catchUp();
      expect((await decide(scene, { take: 'kept' })).status).to.equal(422);
      for (const body of [{}, { take: 'both' }, { take: 'kept', note: 1 }, { take: 'kept', else: true }, []])
        expect((await decide(scene, body)).status, JSON.stringify(body)).to.equal(400);
      const address = `/internal/mirror/disputes?object=${encodeURIComponent(scene.object.uri)}`;
      const other = await partyFor(scene.mirror.url, partner.agent);
      expect((await other.post(address, { take: 'kept' })).status).to.equal(403);
    }),
  },
];

conformance('partners that contradict themselves', statements, options);
