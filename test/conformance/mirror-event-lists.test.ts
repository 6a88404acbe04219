/** Lists of events that are too large, or that cannot be read: what can be had is held, and the copy says the rest. */
import { expect } from 'chai';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries } from '../support/exchange.js';
import { list, member, type TestNodeOptions } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';
import { xsd } from '../support/changes.js';
import * as faults from '../mirror/support/faults.js';
import { eventsAnswer } from '../mirror/support/partner-answers.js';
import { Scene } from '../mirror/support/scene.js';
import type { Fault, TestPartnerOptions } from '../mirror/support/test-partner.js';
import { conformance, each, type Statement } from './statement.js';

const clock = new TestClock();
const options: TestNodeOptions = { env: { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' }, clock };

const play =
  (
    work: (scene: Scene) => Promise<void>,
    partner: Partial<TestPartnerOptions> = {},
  ): ((world: TestContext) => Promise<void>) =>
  (world) =>
    Scene.play(world, { ...partner, clock }, work);

const held = ({ mirror }: Scene, follow: string): Promise<number> =>
  mirror.read(follow).then((one) => Number(member(member(one, 'counts'), 'events')));

/** What the copy says of its list of events. */
async function unread({ mirror, object }: Scene): Promise<string> {
  const [state, reason, place] = await Promise.all(
    (['state', 'reason', 'place'] as const).map((term) => mirror.values(object.uri, 'head', term)),
  );
  return [state, reason?.toSorted()[0], place].flat().join(' ');
}

const become = (scene: Scene, text: RegExp): Promise<void> => eventually(async () => text.test(await unread(scene)));

/** The list that comes, changed. */
const items = (change: (events: JsonObject[]) => JsonObject[]): Fault =>
  faults.json((body) => ({ ...body, 'api:hasItem': change(list(body['api:hasItem'] ?? []) as JsonObject[]) }));

/** Breaks an event, by the end of its address. */
const broken = (end: string): Fault =>
  items((events) =>
    events.map((event) =>
      JSON.stringify(event['@id']).endsWith(`${end}"`)
        ? { ...event, 'cargo:eventDate': { '@type': `${xsd}dateTime`, '@value': 'yesterday' } }
        : event,
    ),
  );

const statements: readonly Statement[] = [
  {
    section: 'M21',
    statement:
      'a list of more than 1,000 events without pages is not stored: the copy is poison, and its revisions stay',
    holds: play(
      async (scene) => {
        const { object, mirror } = scene;
        while (object.events.length < 1_001) object.postEvent();
        await scene.catchUp();
        await become(scene, /^poison too-large list of events: 1001 events; the bound is 1000$/);
        expect(await held(scene, scene.follow)).to.equal(0);
        expect(await mirror.statements(object.uri, 1)).to.include('revision 1');
        object.events.splice(0, 1);
        await scene.sweep();
        await eventually(async () => (await held(scene, scene.follow)) === 1_000);
        await become(scene, /^fresh/);
      },
      { versions: ['2.0.0'] },
    ),
  },
  {
    section: 'M21',
    statement: 'a server of 2.1.0 or later that ignores pages is asked a few times only',
    holds: play(async (scene) => {
      const { object, partner } = scene;
      partner.fault('events', () => eventsAnswer(object, new URLSearchParams(), '2.3.0'));
      while (object.events.length < 1_001) object.postEvent();
      await scene.catchUp();
      await become(scene, /^poison too-large list of events: /);
      expect(new Set(partner.received('events').map(({ query }) => query.get('skip')))).to.have.length.at.most(7);
    }),
  },
  ...each({ 'large events': 4_000, 'a server with small pages': 0 }, (bytes, name) => ({
    section: 'M21',
    statement: 'all events are held, however small their pages have to be',
    holds: play(async (scene) => {
      const { object, partner } = scene;
      for (let made = 0; made < 400; made += 1) object.postEvent({ 'cargo:eventName': 'x'.repeat(bytes) });
      if (name !== 'large events')
        partner.fault(
          'events',
          items((events) => events.slice(0, 70)),
        );
      await scene.catchUp();
      await eventually(async () => (await held(scene, scene.follow)) === 400);
      await become(scene, /^fresh/);
      await scene.sweep();
      expect(partner.received('event'), 'nothing has vanished from the list').to.have.length(0);
    }),
  })),
  {
    section: 'M39',
    statement: 'an event that cannot be read is left out, and the copy is poison until it can be',
    holds: play(async (scene) => {
      const { object, partner, mirror } = scene;
      for (let made = 0; made < 30; made += 1) object.postEvent();
      const repair = partner.fault('events', broken('/17'));
      await scene.catchUp();
      await become(scene, /^poison unreadable list of events: .*yesterday/);
      await eventually(async () => (await held(scene, scene.follow)) === 29);
      // A new event does not hide the old one, and what is read of the object does not hide the list.
      object.postEvent();
      object.reviseTimes(1);
      await scene.sweep();
      await eventually(async () => (await held(scene, scene.follow)) === 30);
      await become(scene, /^poison/);
      await mirror.holds(object.uri, 2);
      repair();
      await scene.sweep();
      await eventually(async () => (await held(scene, scene.follow)) === 31);
      await become(scene, /^fresh/);
    }),
  },
  {
    section: 'M39',
    statement: 'a list that cannot be read is tried again by itself, also without regular checks',
    holds: play(
      async (scene) => {
        const { object, partner } = scene;
        object.postEvent();
        const repair = partner.fault('events', faults.body('{'));
        await scene.catchUp();
        await become(scene, /^poison unreadable list of events/);
        // Checks that are overdue at the start are spread over a minute (M36); this one is due later.
        await scene.advance(100);
        await scene.sweep();
        await partner.asked('events', partner.received('events').length + 2);
        repair();
        await eventually(async () => (await held(scene, scene.follow)) === 1);
        await become(scene, /^fresh/);
      },
      { versions: ['2.0.0'] },
    ),
  },
  {
    section: 'M39',
    statement: 'a copy of which no events are wanted any more is not poison because of them',
    holds: play(
      async (scene) => {
        const { object, partner, mirror } = scene;
        object.postEvent();
        partner.fault('events', faults.body('{'));
        await scene.catchUp();
        await become(scene, /^poison/);
        expect((await mirror.agent.patch(scene.follow, { events: false })).status).to.equal(204);
        await scene.sweep();
        await become(scene, /^fresh/);
      },
      { versions: ['2.0.0'] },
    ),
  },
];

conformance('lists of events', statements, options);
