/** The mirror of several nodes on one PostgreSQL database: one of them mirrors, any of them answers (docs/mirror.md, M46). */
import { expect } from 'chai';
import { systemClock } from '../../src/clock.js';
import { Cluster, type ClusterParty, type Member } from '../cluster/support/cluster.js';
import * as faults from '../mirror/support/faults.js';
import { digestOf, Mirror } from '../mirror/support/mirror.js';
import { Notifier, notificationOf } from '../mirror/support/notifications.js';
import { objectAnswer } from '../mirror/support/partner-answers.js';
import type { PartnerObject } from '../mirror/support/partner-object.js';
import { TestPartner } from '../mirror/support/test-partner.js';
import { rows } from '../sparql/support.js';
import { eventually } from '../support/exchange.js';
import { type Json, member } from '../support/node.js';
import { describeOnPostgres } from './support/postgres.js';

const OBJECTS = 30;
const UPDATED = 'LOGISTICS_OBJECT_UPDATED';

describeOnPostgres('three nodes that follow a partner', function (server) {
  this.timeout(180_000);
  let cluster: Cluster;
  let holder: ClusterParty;
  let mirror: Mirror;
  let partner: TestPartner;
  let objects: PartnerObject[];
  let follow: string;

  /** The requests that a node has sent to partners. */
  async function requestsOf({ url }: Member): Promise<number> {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const counts = metrics.matchAll(/^cargograph_mirror_requests_total\{[^}]*\} (\d+)$/gm);
    return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
  }

  /** The node that mirrors: the one whose requests become more when all copies are checked. */
  async function mirroring(): Promise<Member> {
    const before = await Promise.all(cluster.members.map(requestsOf));
    const count = partner.received('object').length;
    await mirror.sweep(follow);
    await partner.asked('object', count + objects.length);
    await mirror.until(follow, (found) => Mirror.count(found, 'due') === 0);
    const after = await Promise.all(cluster.members.map(requestsOf));
    const busy = cluster.members.filter((_, index) => (after[index] ?? 0) > (before[index] ?? 0));
    expect(busy, 'nodes that sent requests').to.have.length(1);
    return busy[0] ?? expect.fail('nobody mirrors');
  }

  /** Tells a node of a change. */
  const tell = async ({ url }: Member, { uri }: PartnerObject): Promise<void> =>
    (await Notifier.of(partner, url)).send(notificationOf(uri, UPDATED));
  const memberAt = (index: number): Member =>
    cluster.members[index % cluster.members.length] ?? expect.fail('there are three nodes');
  const others = (one: Member): Member[] => cluster.members.filter((other) => other !== one);

  /** The partner's revisions are held as it gives them, each once, and nothing is disputed. */
  async function expectWhole(): Promise<void> {
    for (const object of objects) {
      for (const revision of object.revisions) {
        const { body } = objectAnswer(object, revision, { version: '2.3.0' });
        const digest = await digestOf(object.uri, JSON.parse(String(body)) as Json);
        expect(await mirror.digest(object.uri, revision.number), `${object.uri} ${revision.number}`).to.equal(digest);
      }
      // A node that has taken over looks at the last notifications again.
      await eventually(async () => (await mirror.state(object.uri)) === 'fresh');
    }
  }
  const isHeld = async (): Promise<void> => {
    for (const object of objects) await mirror.holds(object.uri, object.latest.number);
  };

  before(async () => {
    partner = await TestPartner.start({ clock: systemClock });
    cluster = await Cluster.start(await server().newDatabase(), 3, { MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' });
    holder = await cluster.holder();
    mirror = new Mirror(cluster.base, holder);
    objects = Array.from({ length: OBJECTS }, (_, number) => partner.create(`awb-${number}`));
    const body = { objects: objects.map(({ uri }) => uri), depth: 0, events: false, subscribe: false };
    follow = await mirror.follow(body);
    await mirror.until(follow, (found) => Mirror.count(found, 'revisions') === OBJECTS);
  });
  after(async () => {
    await cluster.stop();
    await partner.close();
  });

  it('ask for each object once', () => {
    expect(partner.received('object')).to.have.length(OBJECTS);
  });

  it('answer alike, and read their own writes at another node', async () => {
    const query = 'SELECT ?piece { ?piece a cargo:Piece }';
    for (const { url } of cluster.members) {
      const there = holder.at(url);
      expect(member((await there.get(follow)).json, 'state')).to.equal('following');
      expect(await rows(there, query, { mirrored: 'true' })).to.have.members(objects.map(({ uri }) => uri));
    }
    const here = holder.at(memberAt(0).url);
    const made = await here.post('/internal/follows', {
      object: partner.create('short').uri,
      subscribe: false,
      events: false,
    });
    const address = made.headers.get('location') ?? '';
    const shown = await holder.at(memberAt(1).url).get(address);
    expect(shown.status, shown.text).to.equal(200);
    expect((await holder.at(memberAt(2).url).delete(address)).status).to.equal(204);
    expect(member((await here.get(address)).json, 'state')).to.equal('ended');
  });

  it('take notifications at any node, and fetch once what each names', async () => {
    await mirroring();
    const count = partner.received('object').length;
    for (const [index, object] of objects.entries()) {
      object.reviseTimes(1);
      await tell(memberAt(index), object);
    }
    await isHeld();
    await mirror.until(follow, (found) => Mirror.count(found, 'due') === 0);
    expect(partner.received('object').length - count).to.equal(OBJECTS);
    await expectWhole();
  });

  it('go on when the one that mirrors is killed', async () => {
    const killed = await mirroring();
    const [other = killed] = others(killed);
    await killed.end('SIGKILL');
    for (const object of objects) {
      object.reviseTimes(1);
      await tell(other, object);
    }
    const there = new Mirror(cluster.base, holder.at(other.url));
    for (const object of objects) await there.holds(object.uri, object.latest.number);
    await killed.start();
    await expectWhole();
  });

  it('commit nothing of what one received that has lost the lease meanwhile', async () => {
    const cut = await mirroring();
    const [other = cut] = others(cut);
    const [object] = objects;
    if (object === undefined) throw new Error('there are objects');
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const stale = faults.changedInPlace({ 'cargo:goodsDescription': 'for the one that is cut off' });
    partner.fault(object, faults.inOrder(stale, faults.late(answered)), 1);
    object.reviseTimes(1);
    const count = partner.received(object).length;
    await tell(other, object);
    await partner.asked(object, count + 1);
    cut.cut();
    answer();
    const there = new Mirror(cluster.base, holder.at(other.url));
    await there.holds(object.uri, object.latest.number);
    cut.restore();
    await eventually(async () => (await holder.at(cut.url).get(follow)).status === 200);
    // It takes part again.
    object.reviseTimes(1);
    await tell(cut, object);
    await isHeld();
    await expectWhole();
  });

  it('go on by themselves when the database was away', async () => {
    await server().kill();
    for (const object of objects) object.reviseTimes(1);
    await server().run();
    await eventually(async () => (await holder.at(memberAt(0).url).get(follow)).status === 200);
    for (const object of objects)
      await eventually(async () => {
        try {
          await tell(memberAt(0), object);
          return true;
        } catch (error) {
          if (error instanceof Error && error.name === 'AssertionError') return false;
          throw error;
        }
      });
    await isHeld();
    await expectWhole();
  });
});
