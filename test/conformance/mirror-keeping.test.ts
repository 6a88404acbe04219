/** Keeping copies fresh: checks, events, servers that ask to wait, and erasures. */
import { expect } from 'chai';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries } from '../support/exchange.js';
import { list, member, type TestNodeOptions } from '../support/node.js';
import { type Version, versions } from '../support/versions.js';
import type { TestContext } from '../support/world.js';
import * as faults from '../mirror/support/faults.js';
import { copyKey } from '../mirror/support/mirror.js';
import { notificationOf } from '../mirror/support/notifications.js';
import { tombstoneAnswer } from '../mirror/support/partner-answers.js';
import { Scene } from '../mirror/support/scene.js';
import { conformance, each, type Statement } from './statement.js';

const clock = new TestClock();
const SWEEP_S = 3_600;
const options: TestNodeOptions = { env: { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: String(SWEEP_S) }, clock };

const play =
  (
    work: (scene: Scene, world: TestContext) => Promise<void>,
    more: { versions?: readonly Version[] } = {},
  ): ((world: TestContext) => Promise<void>) =>
  (world) =>
    Scene.play(world, { clock, ...more }, (scene) => work(scene, world));

async function missed({ node }: TestContext): Promise<number> {
  const { text } = await node.anonymous.get('/metrics');
  return Number(/^cargograph_mirror_missed_total (\d+)$/m.exec(text)?.[1]);
}

/** The events that an internal agent reads of the copy. */
async function events({ mirror, object }: Scene): Promise<number> {
  const address = `/internal/mirror/logistics-events?object=${encodeURIComponent(object.uri)}`;
  const { json, text, status } = await mirror.agent.get(address);
  expect(status, text).to.equal(200);
  return list(member(json, 'api:hasItem')).length;
}

/** How many events the head counts. */
const counted = async ({ mirror, object }: Scene): Promise<number> =>
  Number((await mirror.values(object.uri, 'head', 'events'))[0] ?? 0);

const isFrozen = ({ mirror, object }: Scene): Promise<void> =>
  eventually(async () => (await mirror.state(object.uri)) === 'frozen');

const statements: readonly Statement[] = [
  {
    section: 'M36',
    statement:
      'a copy is checked by a conditional GET and the list of its events, between 80 % and 120 % of the interval',
    holds: play(async (scene) => {
      const { partner, object } = scene;
      await scene.catchUp();
      await partner.asked('events');
      const before = partner.received(object).length;
      await scene.advance(SWEEP_S * 1.2 + 1);
      await scene.look();
      const [check] = (await partner.asked(object, before + 1)).slice(before);
      expect(check?.headers['if-none-match']).to.match(/^"1\./);
      await partner.asked('events', 2);
      const due = await scene.mirror.values(object.uri, 'head', 'due');
      expect(due).to.have.length(1);
    }),
  },
  {
    section: 'M36',
    statement: 'what is frozen is checked once a day',
    holds: play(async (scene) => {
      const { partner, object } = scene;
      await scene.catchUp();
      object.access = { kind: 'forbidden' };
      await scene.mirror.sweep(scene.follow);
      await isFrozen(scene);
      const before = partner.received(object).length;
      for (const hours of [2, 10, 11]) {
        await scene.advance(hours * 3_600);
        await scene.look();
      }
      object.access = { kind: 'granted' };
      await scene.advance(3_601);
      await scene.look();
      await eventually(async () => (await scene.mirror.state(object.uri)) === 'fresh');
      expect(partner.received(object)).to.have.length(before + 1);
    }),
  },
  {
    section: 'M37',
    statement: 'a revision that an active subscription did not tell of within a minute is counted as missed',
    holds: play(async (scene, world) => {
      const { partner, object } = scene;
      await scene.catchUp({ subscribe: true });
      await scene.mirror.until(scene.follow, (one) => member(member(one, 'subscription'), 'state') === 'active');
      const before = await missed(world);
      // Told of, and found by a repair: it was replaced before it could be fetched.
      const end = partner.fault(object, faults.status(404));
      await scene.revise(2);
      await scene.notifier.tell(object);
      await eventually(async () => (await scene.mirror.values(object.uri, 'head', 'heard')).length === 1);
      await scene.revise(3, 120);
      end();
      await scene.notifier.tell(object);
      await scene.mirror.holds(object.uri, 3);
      await eventually(async () => (await scene.held()).length === 3);
      expect(await missed(world)).to.equal(before);
      // Nobody tells of it.
      await scene.revise(4, 120);
      await scene.advance(61);
      await scene.mirror.sweep(scene.follow);
      await scene.mirror.holds(object.uri, 4);
      await eventually(async () => (await missed(world)) === before + 1);
    }),
  },
  ...each(Object.fromEntries(versions.map((version) => [version, [version] as const])), (spoken, version) => ({
    section: 'M38',
    statement:
      'events are fetched by pages from 2.1.0 on, and after a notification only those of the last minute and later',
    holds: play(
      async (scene) => {
        const { partner, object } = scene;
        for (let number = 0; number < 510; number += 1) object.postEvent();
        await scene.catchUp();
        await eventually(async () => (await counted(scene)) === 510);
        const isPaged = version !== '2.0.0';
        const pages = partner.received('events').map(({ query }) => query.get('skip'));
        expect(pages).to.deep.equal(isPaged ? ['0', '500'] : [null]);
        await scene.advance(600);
        object.postEvent();
        await scene.notifier.send(notificationOf(object.uri, 'LOGISTICS_EVENT_RECEIVED'));
        await eventually(async () => (await counted(scene)) === 511);
        const last = partner.received('events').at(-1)?.query;
        const after = last?.get(isPaged ? 'created-after' : 'created_after') ?? '';
        expect(after).to.match(/^\d{8}T\d{6}Z$/);
      },
      { versions: spoken },
    ),
  })),
  {
    section: 'M38',
    statement: 'an event that vanishes from the list stays, marked as withdrawn, until it is listed again',
    holds: play(async (scene) => {
      const { object, mirror } = scene;
      const [event] = [object.postEvent(), object.postEvent()];
      await scene.catchUp();
      await eventually(async () => (await events(scene)) === 2);
      const address = `logistics-events/${copyKey(event.uri)}/provenance`;
      object.events.splice(0, 1);
      await mirror.sweep(scene.follow);
      await eventually(async () => (await mirror.values(object.uri, address, 'withdrawn')).length === 1);
      expect(await events(scene)).to.equal(2);
      object.events.push(event);
      await mirror.sweep(scene.follow);
      await eventually(async () => (await mirror.values(object.uri, address, 'withdrawn')).length === 0);
    }),
  },
  {
    section: 'M43',
    statement: 'no request before the time of Retry-After; then one tries',
    holds: play(async (scene) => {
      const { partner } = scene;
      await scene.catchUp();
      partner.fault('object', faults.busy('7200'));
      await scene.mirror.sweep(scene.follow);
      await scene.mirror.inState(scene.follow, 'unreachable');
      const before = partner.requests.length;
      await scene.advance(7_000);
      await scene.look();
      await scene.mirror.sweep(scene.follow);
      await scene.look();
      expect(partner.requests).to.have.length(before);
      partner.repair();
      await scene.advance(201);
      await scene.look();
      await scene.mirror.inState(scene.follow, 'following');
    }),
  },
  ...each({ DATA_SUBJECT_REQUEST: true, LEGAL_ORDER: true, ERROR: false }, (isDeleted, reason) => ({
    section: 'M68',
    statement: 'an object that was erased at the partner is frozen, and deleted for a reason that binds this node',
    holds: play(async (scene) => {
      const { object, mirror } = scene;
      object.postEvent();
      await scene.catchUp();
      await eventually(async () => (await events(scene)) === 1);
      object.access = { kind: 'gone', reason };
      await mirror.sweep(scene.follow);
      await isFrozen(scene);
      expect(await mirror.values(object.uri, 'head', 'reason')).to.deep.equal(['erased']);
      if (isDeleted) await eventually(async () => (await mirror.statements(object.uri, 1)) === undefined);
      else expect(await mirror.statements(object.uri, 1)).to.include('revision 1');
      expect(await mirror.digest(object.uri, 1)).to.match(/^[0-9a-f]{64}$/);
      // A purge is an erasure of a copy (P26).
      const { json } = await mirror.agent.get(`/internal/erasures?object=${encodeURIComponent(object.uri)}`);
      expect(list(member(json, 'items')).map((item) => member(item, 'reason'))).to.deep.equal(
        isDeleted ? [reason] : [],
      );
      if (isDeleted) await eventually(async () => (await events(scene)) === 0);
      else expect(await events(scene)).to.equal(1);
    }),
  })),
  {
    section: 'M68',
    statement: 'without a tombstone the copy is kept: gone',
    holds: play(async (scene) => {
      const { object, mirror } = scene;
      await scene.catchUp();
      object.access = { kind: 'gone' };
      await mirror.sweep(scene.follow);
      await isFrozen(scene);
      expect(await mirror.values(object.uri, 'head', 'reason')).to.deep.equal(['gone']);
      expect(await mirror.statements(object.uri, 1)).to.include('revision 1');
    }),
  },
  {
    section: 'M68',
    statement: 'a tombstone about another object deletes nothing',
    holds: play(async (scene) => {
      const { object, mirror, partner } = scene;
      const other = partner.create('other');
      await scene.catchUp();
      partner.fault(object, () => tombstoneAnswer(other, 'LEGAL_ORDER', partner.base));
      await mirror.sweep(scene.follow);
      await isFrozen(scene);
      expect(await mirror.values(object.uri, 'head', 'reason')).to.deep.equal(['gone']);
      expect(await mirror.statements(object.uri, 1)).to.include('revision 1');
    }),
  },
  {
    section: 'M68',
    statement: 'an event that vanished is asked for once, and deleted if it was erased',
    holds: play(async (scene) => {
      const { object, mirror, partner } = scene;
      const event = object.postEvent();
      await scene.catchUp();
      await eventually(async () => (await events(scene)) === 1);
      object.events.splice(0, 1);
      const erased = { uri: event.uri, latest: object.latest };
      partner.fault('event', () => tombstoneAnswer(erased, 'LEGAL_ORDER', partner.base));
      await mirror.sweep(scene.follow);
      await eventually(async () => (await events(scene)) === 0);
      await scene.sweep();
      expect(partner.received('event')).to.have.length(1);
    }),
  },
];

conformance('keeping copies', statements, options);

conformance(
  'keeping copies with MIRROR_ERASURE=keep',
  [
    {
      section: 'M68',
      statement: 'only the state is set',
      holds: play(async (scene) => {
        const { object, mirror } = scene;
        await scene.catchUp();
        object.access = { kind: 'gone', reason: 'LEGAL_ORDER' };
        await mirror.sweep(scene.follow);
        await isFrozen(scene);
        expect(await mirror.values(object.uri, 'head', 'reason')).to.deep.equal(['erased']);
        expect(await mirror.statements(object.uri, 1)).to.include('revision 1');
      }),
    },
  ],
  { ...options, env: { ...options.env, MIRROR_ERASURE: 'keep' } },
);
