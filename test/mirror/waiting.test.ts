/** A partner's server that asks to wait, or that answers one object after another with an error (M43). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries, partyFor, patient } from '../support/exchange.js';
import { member, startTestNode, type TestNode } from '../support/node.js';
import { freePort } from '../support/ports.js';
import * as faults from './support/faults.js';
import { Mirror } from './support/mirror.js';
import { notificationOf, Notifier } from './support/notifications.js';
import type { PartnerObject } from './support/partner-object.js';
import { TestPartner } from './support/test-partner.js';

/** Longer than the test takes. */
const WAIT_S = 7_200;

describe('a partner that cannot answer now', () => {
  let clock: TestClock;
  let folder: string;
  let port: number;
  let node: TestNode;
  let mirror: Mirror;
  let partner: TestPartner;

  const start = async (): Promise<void> => {
    const env = { ...fastRetries, MIRROR_RATE: '0', PORT: String(port), STORE_URL: `file:${folder}` };
    node = await startTestNode({ clock, env, outbound: patient });
    mirror = new Mirror(node.url, node.holder);
  };
  beforeEach(async () => {
    clock = new TestClock();
    folder = await mkdtemp(join(tmpdir(), 'cargograph-waiting-'));
    port = await freePort();
    partner = await TestPartner.start({ clock });
    await start();
  });
  afterEach(async () => {
    await node.stop();
    await partner.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A notification of anything has the mirror look at what is due. */
  const notify = async (object = `${partner.base}/logistics-objects/nobody`): Promise<void> => {
    const notifier = await Notifier.of(partner, node.url);
    await notifier.send(notificationOf(object, 'LOGISTICS_OBJECT_UPDATED'));
  };

  /** The time for which the server waits is over. */
  const wait = async (): Promise<void> => {
    partner.repair();
    clock.advance(WAIT_S + 1);
    mirror = new Mirror(node.url, await partyFor(node.url, node.holder.agent));
    await notify();
  };

  it('gets no request before the time that it has named, whatever asks', async () => {
    const [one, other, third] = ['one', 'other', 'third'].map((id) => partner.create(id));
    if (one === undefined || other === undefined || third === undefined) throw new TypeError('three objects');
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    partner.fault(one, faults.late(answered));
    partner.fault(other, faults.inOrder(faults.busy(String(WAIT_S)), faults.late(partner.asked(one))));
    const follow = await mirror.follow({ objects: [one.uri, other.uri], depth: 0, subscribe: false });
    await mirror.inState(follow, 'unreachable');
    const before = partner.requests.length;
    // What would be asked next: the events of an object whose answer was under way, a sweep, what is notified, and
    // another follow with its subscription.
    answer();
    await mirror.holds(one.uri, 1);
    await mirror.sweep(follow);
    await notify(one.uri);
    const later = await mirror.follow({ object: third.uri, depth: 0 });
    await eventually(async () => (await mirror.state(third.uri)) === 'stale');
    await eventually(async () => (await mirror.values(one.uri, 'head', 'heard')).length === 1);
    expect(partner.requests.slice(before).map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);
    expect(member(await mirror.read(follow), 'reason')).to.equal('busy');

    await wait();
    for (const object of [one, other, third]) await mirror.holds(object.uri, 1);
    await mirror.inState(follow, 'following');
    await mirror.inState(later, 'following');
  });

  it('gets no request before that time from the next process either', async () => {
    const object = partner.create('one');
    partner.fault('object', faults.busy(String(WAIT_S)));
    const follow = await mirror.follow({ object: object.uri, subscribe: false });
    await mirror.inState(follow, 'unreachable');
    await node.stop();
    const before = partner.requests.length;
    await start();
    const another = partner.create('another');
    await mirror.follow({ object: another.uri, subscribe: false });
    await mirror.sweep(follow);
    await eventually(async () => (await mirror.state(another.uri)) === 'stale');
    await notify(object.uri);
    await eventually(async () => (await mirror.values(object.uri, 'head', 'heard')).length === 1);
    expect(partner.requests).to.have.length(before);
    expect(member(await mirror.read(follow), 'reason')).to.equal('busy');

    await wait();
    await mirror.holds(object.uri, 1);
    await mirror.holds(another.uri, 1);
  });

  it('is unreachable after five errors in a row, and is then asked by one request at a time', async () => {
    const objects = Array.from({ length: 12 }, (_, number) => partner.create(`awb-${number}`));
    partner.fault('object', faults.status(500));
    const uris = objects.map(({ uri }) => uri);
    const follow = await mirror.follow({ objects: uris, depth: 0, subscribe: false });
    const found = await mirror.inState(follow, 'unreachable');
    expect(member(found, 'reason')).to.equal('status');
    const isStale = (object: PartnerObject): Promise<boolean> =>
      mirror.state(object.uri).then((state) => state === 'stale');
    await eventually(async () => (await Promise.all(objects.map(isStale))).every(Boolean));
    // Those that were under way together come first.
    const more = async (count: number): Promise<void> => {
      const before = partner.requests.length;
      await partner.until(({ requests }) => requests.length >= before + count);
    };
    await more(4);
    partner.mostAtOnce = 0;
    await more(4);
    expect(partner.mostAtOnce).to.equal(1);
    partner.repair();
    await mirror.inState(follow, 'following');
    for (const object of objects) await mirror.holds(object.uri, 1);
  });

  it('is not unreachable because of errors for one object', async () => {
    const [one, other] = [partner.create('one'), partner.create('other')];
    partner.fault(one, faults.status(500));
    const follow = await mirror.follow({ objects: [one.uri, other.uri], depth: 0, subscribe: false });
    await mirror.inState(follow, 'following');
    const notifier = await Notifier.of(partner, node.url);
    for (let number = 2; number < 8; number += 1) {
      clock.advance(1);
      other.reviseTimes(1);
      await notifier.send(notificationOf(other.uri, 'LOGISTICS_OBJECT_UPDATED'));
      await mirror.holds(other.uri, number);
    }
    expect(partner.received(one).length).to.be.greaterThan(1);
    expect(member(await mirror.read(follow), 'state')).to.equal('following');
    partner.repair();
    await mirror.holds(one.uri, 1);
  });
});
