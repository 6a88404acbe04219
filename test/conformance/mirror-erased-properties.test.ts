/** Properties of which a partner has erased the values (M68): they go here, too, and nobody calls that a contradiction. */
import { expect } from 'chai';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries } from '../support/exchange.js';
import { cargo, list, member, type TestNodeOptions } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';
import * as faults from '../mirror/support/faults.js';
import { digestOf } from '../mirror/support/mirror.js';
import { Scene } from '../mirror/support/scene.js';
import { conformance, type Statement } from './statement.js';

const clock = new TestClock();
const options: TestNodeOptions = { env: { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' }, clock };

const play =
  (work: (scene: Scene) => Promise<void>): ((world: TestContext) => Promise<void>) =>
  (world) =>
    Scene.play(world, { clock }, work);

const weight = (id: string, value: string): JsonObject => ({
  '@id': `internal:${id}`,
  '@type': 'cargo:Value',
  'cargo:numericalValue': value,
});

/** A piece of which one property names a person. */
const named = (upid: string): JsonObject => ({
  '@type': 'cargo:Piece',
  'cargo:upid': upid,
  'cargo:goodsDescription': 'lemons',
  'cargo:grossWeight': weight('gross', '20.50'),
});

const without = (members: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

/** Three revisions that are held, each of which names the person. */
async function hold(scene: Scene, members: JsonObject = named('Smith')): Promise<void> {
  const { object } = scene;
  object.rewrite(1, members);
  for (const at of [2, 3]) {
    clock.advance(10);
    object.revise({ 'cargo:goodsDescription': `lemons, revision ${at}` });
  }
  await scene.advance(0);
  await scene.catchUp();
  await eventually(async () => (await scene.held()).length === 3);
}

/** Erases at the partner. Its terms are its own. */
function erase({ object }: Scene, property: string, change: (members: JsonObject) => JsonObject): void {
  for (const { number, members } of [...object.revisions]) object.rewrite(number, change(members));
  const ns = 'https://fwd.example/ns#';
  const erasure = { [`${ns}hasReason`]: { '@id': `${ns}LEGAL_ORDER` }, [`${ns}hasProperty`]: { '@id': property } };
  object.auditEntries.push([`${ns}hasErasure`, erasure]);
}

const eraseName = (scene: Scene): void => {
  erase(scene, `${cargo}upid`, (members) => without(members, 'cargo:upid'));
};

/** Everything that an internal agent can ask of the copy. */
async function everything({ mirror, object }: Scene, past: string): Promise<string> {
  const { agent } = mirror;
  const of = `object=${encodeURIComponent(object.uri)}`;
  const query = encodeURIComponent('SELECT ?g ?s ?p ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }');
  const below = [1, 2, 3].flatMap((number) =>
    ['', '/variants/1'].map((end) => mirror.address(object.uri, `revisions/${number}${end}`)),
  );
  const answers = await Promise.all(
    [
      `/internal/mirror?${of}`,
      ...[1, 2, 3].map((number) => `/internal/mirror?${of}&revision=${number}`),
      ...below,
      `/internal/mirror/diff?${of}&from=1&to=3`,
      '/internal/mirror?limit=1000',
      '/internal/mirror?q=smith',
      `/internal/labels?uri=${encodeURIComponent(object.uri)}`,
      `/sparql?mirrored=true&query=${query}`,
      `/sparql?mirrored=true&at=${past}&query=${query}`,
    ].map((address) => agent.get(address, { headers: { Accept: '*/*' } })),
  );
  return answers.map(({ text }) => text).join('\n');
}

const past = (): string => new Date(clock.now().getTime() - 1_000).toISOString().replace(/\.\d+/, '');

const statements: readonly Statement[] = [
  {
    section: 'M68',
    statement: 'the values of a property that was erased at the partner go from all revisions, without a dispute',
    holds: play(async (scene) => {
      const { mirror, object, partner } = scene;
      await hold(scene);
      const digests = await Promise.all([1, 2, 3].map((number) => mirror.digest(object.uri, number)));
      await scene.advance(10);
      const [before, then] = [past(), await everything(scene, past())];
      expect(then).to.include('Smith');
      eraseName(scene);
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('fresh');
      const now = await everything(scene, before);
      expect(now).to.not.match(/smith/i);
      for (const left of ['lemons, revision 2', 'lemons, revision 3', '20.50']) expect(now).to.include(left);
      for (const { number } of object.revisions) {
        const provenance = `revisions/${number}/provenance`;
        expect(await mirror.digest(object.uri, number)).to.equal(digests[number - 1]);
        expect(await mirror.values(object.uri, provenance, 'digestAfterErasure')).to.have.length(1);
        expect(await mirror.values(object.uri, provenance, 'erasedProperty')).to.deep.equal([`${cargo}upid`]);
      }
      expect(await mirror.values(object.uri, 'revisions/3/provenance', 'digestAfterErasure')).to.deep.equal([
        await digestOf(object.uri, await scene.original()),
      ]);
      // A later answer is compared with what is left.
      const asked = partner.received('audit-trail').length;
      partner.fault(object, faults.headers({ ETag: '"another"' }));
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('fresh');
      expect(partner.received('audit-trail')).to.have.length(asked);
    }),
  },
  {
    section: 'M68',
    statement: 'embedded nodes below an erased property go, but for one that is linked elsewhere',
    holds: play(async (scene) => {
      const { mirror, object } = scene;
      const shared = {
        'cargo:volumetricWeight': {
          '@id': 'internal:volumetric',
          '@type': 'cargo:VolumetricWeight',
          'cargo:chargeableWeight': { '@id': 'internal:shared' },
        },
      };
      const members = { ...named('x'), ...shared, 'cargo:skeletonIndicator': weight('shared', '7.0') };
      await hold(scene, members);
      erase(scene, `${cargo}grossWeight`, (before) => without(before, 'cargo:grossWeight'));
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('fresh');
      expect(await mirror.statements(object.uri, 1)).to.not.include('20.50');
      erase(scene, `${cargo}skeletonIndicator`, (before) => ({
        ...without(before, 'cargo:skeletonIndicator'),
        'cargo:volumetricWeight': {
          '@id': 'internal:volumetric',
          '@type': 'cargo:VolumetricWeight',
          'cargo:chargeableWeight': weight('shared', '7.0'),
        },
      }));
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('fresh');
      expect(await mirror.statements(object.uri, 2))
        .to.include('7.0')
        .and.not.include('skeletonIndicator');
    }),
  },
  {
    section: 'M68',
    statement: 'embedded nodes may be blank nodes',
    holds: play(async (scene) => {
      const { mirror, object } = scene;
      const blank = without(weight('', '20.50'), '@id');
      const [gross, other] = [blank, { ...blank, 'cargo:numericalValue': '7.0' }];
      object.rewrite(1, { ...named('x'), 'cargo:grossWeight': gross, 'cargo:skeletonIndicator': other });
      await scene.catchUp();
      erase(scene, `${cargo}grossWeight`, (before) => without(before, 'cargo:grossWeight'));
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('fresh');
      expect(await mirror.statements(object.uri, 1))
        .to.include('7.0')
        .and.not.include('20.50');
    }),
  },
  {
    section: 'M68',
    statement: 'an erasure at one embedded node leaves the others',
    holds: play(async (scene) => {
      const { mirror, object } = scene;
      await hold(scene, { ...named('x'), 'cargo:skeletonIndicator': weight('other', '7.0') });
      erase(scene, `${cargo}numericalValue`, (before) => ({
        ...before,
        'cargo:skeletonIndicator': { '@id': 'internal:other', '@type': 'cargo:Value' },
      }));
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('fresh');
      expect(await mirror.statements(object.uri, 1))
        .to.include('20.50')
        .and.not.include('7.0');
    }),
  },
  {
    section: 'M68',
    statement: 'the values go from variants, too',
    holds: play(async (scene) => {
      const { mirror, object } = scene;
      await hold(scene);
      const { members } = object.latest;
      object.rewrite(3, { ...members, 'cargo:upid': 'John Smith' });
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('disputed');
      object.rewrite(3, members);
      await scene.advance(10);
      eraseName(scene);
      await scene.sweep();
      // The copy is disputed all the while.
      await eventually(
        async () => (await mirror.values(object.uri, 'revisions/3/provenance', 'digestAfterErasure')).length === 1,
      );
      expect(await everything(scene, past())).to.not.match(/smith/i);
    }),
  },
  {
    section: 'M68',
    statement: 'an answer that differs in more than an erased property is a contradiction (M40)',
    holds: play(async (scene) => {
      const { mirror, object } = scene;
      await hold(scene);
      erase(scene, `${cargo}upid`, (members) => ({
        ...without(members, 'cargo:upid'),
        'cargo:goodsDescription': 'gold',
      }));
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('disputed');
      expect(await mirror.statements(object.uri, 1)).to.include('Smith');
    }),
  },
  {
    section: 'M68',
    statement: 'a property that nobody says to be erased stays: a contradiction',
    holds: play(async (scene) => {
      const { mirror, object } = scene;
      await hold(scene);
      object.auditEntries.push([
        'https://fwd.example/ns#hasErasure',
        { 'https://fwd.example/ns#hasProperty': { '@id': `${cargo}goodsDescription` } },
      ]);
      object.rewrite(3, without(object.latest.members, 'cargo:upid'));
      await scene.sweep();
      expect(await mirror.state(object.uri)).to.equal('disputed');
      expect(await mirror.statements(object.uri, 3)).to.include('Smith');
    }),
  },
  {
    section: 'M68',
    statement: 'while the audit trail cannot be had, nothing is decided',
    holds: play(async (scene) => {
      const { object, partner } = scene;
      await hold(scene);
      partner.fault('audit-trail', faults.busy('7200', 503));
      eraseName(scene);
      await scene.mirror.sweep(scene.follow);
      await scene.mirror.inState(scene.follow, 'unreachable');
      expect(await scene.mirror.state(object.uri)).to.equal('stale');
      expect(await scene.mirror.statements(object.uri, 3)).to.include('Smith');
      partner.repair();
      await scene.advance(7_201);
      await scene.look();
      await eventually(async () => (await scene.mirror.state(object.uri)) === 'fresh');
      expect(await scene.mirror.statements(object.uri, 3)).to.not.include('Smith');
    }),
  },
  {
    section: 'M68',
    statement: 'the list of revisions says when something was erased, and what digest is left',
    holds: play(async (scene) => {
      const { mirror, object } = scene;
      await hold(scene);
      eraseName(scene);
      await scene.sweep();
      const address = `/internal/mirror/revisions?object=${encodeURIComponent(object.uri)}`;
      const [newest] = list(member((await mirror.agent.get(address)).json, 'items'));
      expect(member(newest ?? null, 'erased')).to.equal(clock.now().toISOString());
      expect(member(newest ?? null, 'digestAfterErasure')).to.equal(await digestOf(object.uri, await scene.original()));
    }),
  },
];

conformance('erased properties of copies', statements, options);

conformance(
  'erased properties of copies with MIRROR_ERASURE=keep',
  [
    {
      section: 'M68',
      statement: 'what is held stays, and the copy is disputed',
      holds: play(async (scene) => {
        const { mirror, object } = scene;
        await hold(scene);
        eraseName(scene);
        await scene.sweep();
        expect(await mirror.state(object.uri)).to.equal('disputed');
        expect(await mirror.statements(object.uri, 3)).to.include('Smith');
      }),
    },
  ],
  { ...options, env: { ...options.env, MIRROR_ERASURE: 'keep' } },
);
