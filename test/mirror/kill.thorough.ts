/** A mirroring node that is killed again and again, while a third of the notifications never arrive. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { systemClock } from '../../src/clock.js';
import { eventually, fastRetries, tokenFor } from '../support/exchange.js';
import { type Json, Party } from '../support/node.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import type { JsonObject } from '../support/world.js';
import { digestOf, type Gap, Mirror } from './support/mirror.js';
import { notificationOf, Notifier } from './support/notifications.js';
import { objectAnswer } from './support/partner-answers.js';
import type { PartnerObject } from './support/partner-object.js';
import { TestPartner } from './support/test-partner.js';

const OBJECTS = 40;
const CHANGES = scaled(250);
const KILLS = 5;

/** Whether a gap's reason is true: what is skipped was replaced within its second. */
function isTrue({ from, to, reason }: Gap, object: PartnerObject): boolean {
  const secondOf = (number: number): number => Math.floor((object.revisions[number - 1]?.at.getTime() ?? NaN) / 1000);
  const isReplaced = (number: number): boolean => secondOf(number) === secondOf(number + 1);
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return reason === 'same-second' && numbers.every(isReplaced);
}

describe('a mirroring node that is killed while partners change their objects (kill -9)', () => {
  it('has every revision or a gap with its true reason, and forgets no notification that it has taken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cargograph-mirror-'));
    const random = new Random(seeded(SEED));
    const partner = await TestPartner.start({ clock: systemClock });
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const agent = `${url}/logistics-objects/_data-holder`;
    let node: NodeProcess | undefined;
    let mirror = new Mirror(url, new Party(url, agent, undefined));
    let notifier: Notifier | undefined;
    const start = async (): Promise<void> => {
      const env = { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' };
      node = spawnNode(folder, { ...env, PORT: String(port), STORE_URL: 'file:data' });
      await node.listening;
      mirror = new Mirror(url, new Party(url, agent, await tokenFor(url, agent)));
      notifier = await Notifier.of(partner, url);
    };
    const kill = async (): Promise<void> => {
      node?.kill('SIGKILL');
      await node?.ended;
    };
    try {
      await start();
      const objects = Array.from({ length: OBJECTS }, (_, number) => partner.create(`awb-${number}`));
      const follow = await mirror.follow({
        objects: objects.map(({ uri }) => uri),
        depth: 0,
        events: false,
        subscribe: false,
      });
      await mirror.until(follow, (found) => Mirror.count(found, 'revisions') === OBJECTS);

      const killAt = new Set(
        Array.from({ length: KILLS }, (_, number) => Math.floor(((number + 0.5) * CHANGES) / KILLS)),
      );
      /** Delivered until the node has taken them, as a partner does. */
      let untaken: JsonObject[] = [];
      const deliver = async (): Promise<void> => {
        const [next, ...rest] = untaken;
        if (next === undefined) return;
        await notifier?.send(next);
        untaken = rest;
        await deliver();
      };
      /** The newest revision of each object of which a notification was taken. */
      const told = new Map<PartnerObject, number>();
      for (let change = 0; change < CHANGES; change += 1) {
        const object = random.one(objects);
        object.reviseTimes(1);
        if (!random.chance(1 / 3)) {
          untaken.push(notificationOf(object.uri, 'LOGISTICS_OBJECT_UPDATED'));
          told.set(object, object.latest.number);
        }
        const isKilled = killAt.has(change);
        const delivering = deliver();
        delivering.catch(() => undefined);
        if (isKilled) {
          await kill();
          await delivering.catch(() => undefined);
          await start();
        }
        await (isKilled ? deliver() : delivering);
      }
      await eventually(async () => {
        for (const [object, number] of told) if ((await mirror.held(object.uri)) < number) return false;
        return true;
      });
      await mirror.sweep(follow);
      for (const object of objects) {
        await mirror.holds(object.uri, object.latest.number);
        await eventually(async () => (await mirror.gaps(object.uri)).every(({ reason }) => reason !== 'pending'));
      }

      for (const object of objects) {
        const gaps = await mirror.gaps(object.uri);
        for (const revision of object.revisions) {
          const { number } = revision;
          const digest = await mirror.digest(object.uri, number);
          const gap = gaps.find(({ from, to }) => from <= number && number <= to);
          if (digest === undefined) expect(gap && isTrue(gap, object), `${object.uri} ${number}`).to.equal(true);
          else {
            const { body } = objectAnswer(object, revision, { version: '2.3.0' });
            expect(digest, `${object.uri} ${number}`).to.equal(
              await digestOf(object.uri, JSON.parse(String(body)) as Json),
            );
            expect(gap, 'a gap with a held revision').to.equal(undefined);
          }
        }
      }
    } finally {
      await kill();
      await partner.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
