/** Delivery from the outbox of a store: what it is given at its start, and by each commit. */
import { expect } from 'chai';
import { coalesced } from '../../src/notifications/delivery/coalescing.js';
import { Delivery } from '../../src/notifications/delivery/delivery.js';
import type { Outcome } from '../../src/notifications/delivery/delivery-options.js';
import { runDelivery } from '../../src/notifications/delivery/delivery-task.js';
import { feedDelivery, readEntry, storedEntries } from '../../src/notifications/delivery/outbox-feed.js';
import { StoredDeliveryJournal } from '../../src/notifications/queues/delivery-journal.js';
import { QueuePauses } from '../../src/notifications/queues/pauses.js';
import { type QueueFailure, readFailure } from '../../src/notifications/queues/queue-states.js';
import { retryNow } from '../../src/notifications/queues/retry.js';
import { Receipts } from '../../src/notifications/receipts/receipts.js';
import { around } from '../faults/support/faults.js';
import { failure } from '../store/support/open.js';
import { eventually } from '../support/exchange.js';
import {
  entriesOf,
  entryOf,
  nameOf,
  operator,
  receiver,
  StoredQueues,
  topicOf,
  uris,
  vocabulary,
} from './support/stored-queues.js';

/** Longer than any test. */
const SLOW = { min: 600_000, max: 600_000 };
const refused: Outcome = { kind: 'failed', reason: 'the receiver answered with status 503', version: '2.0.0' };

describe('delivery from a store', () => {
  let queues: StoredQueues;
  let pauses: QueuePauses;
  let delivery: Delivery;
  let lost: AbortController;
  let sent: string[];
  /** The topics whose receiver confirms nothing. */
  let refusing: Set<string>;

  function prepare(store = queues.store): ReturnType<StoredQueues['services']> {
    const services = queues.services(store);
    pauses = new QueuePauses(services);
    delivery = new Delivery(services, {
      journal: new StoredDeliveryJournal(services, new Receipts(services)),
      isPaused: (queue) => pauses.of(queue) !== undefined,
      retryMs: SLOW,
      stored: (queue, after, limit) => storedEntries(services, queue, after, limit),
      read: (entry) => readEntry(services, entry),
      coalesce: (first, others) => coalesced(first, others, vocabulary),
      attempt: ({ uri, topic }) => {
        sent.push(nameOf(uri));
        return Promise.resolve(refusing.has(nameOf(topic)) ? refused : { kind: 'confirmed' });
      },
    });
    return services;
  }
  beforeEach(async () => {
    queues = await StoredQueues.open();
    lost = new AbortController();
    sent = [];
    refusing = new Set();
    prepare();
  });
  afterEach(async () => {
    lost.abort();
    await delivery.stop();
    await queues.close();
  });

  const until = (condition: () => boolean): Promise<void> => eventually(() => Promise.resolve(condition()));
  const feed = (onRead?: () => void): Promise<void> => feedDelivery(delivery, queues.services(), lost.signal, onRead);
  const sentOf = (topic: string): string[] => sent.filter((name) => name.startsWith(`${topic}-`));
  const stored = async (topic: string): Promise<QueueFailure | undefined> =>
    readFailure(await queues.store.read(uris.deliveryFailure(receiver, topicOf(topic))), vocabulary);
  /** Waits until all commits so far have been passed. */
  async function passed(): Promise<void> {
    const entry = entryOf('mark', sent.length);
    await queues.write([entry]);
    await until(() => sent.includes(nameOf(entry.uri)));
  }

  it('sends the stored entries in order, and those of later commits after them, until the lease is lost', async () => {
    await queues.write([...entriesOf('a', 1, 3), ...entriesOf('b', 4, 5)]);
    let reads = 0;
    const fed = feed(() => (reads += 1));
    await until(() => sent.length === 5);
    await queues.write(entriesOf('a', 6, 7));
    await queues.write([entryOf('c', 8), ...entriesOf('b', 9, 10)]);
    await until(() => sent.length === 10);
    expect(sentOf('a')).to.deep.equal(['a-0001', 'a-0002', 'a-0003', 'a-0006', 'a-0007']);
    expect(sentOf('b')).to.deep.equal(['b-0004', 'b-0005', 'b-0009', 'b-0010']);
    expect(reads).to.equal(1);
    lost.abort();
    await fed;
    await queues.write([entryOf('a', 11)]);
    expect(sent).to.have.length(10);
  });

  it('sends all entries of a large commit', async () => {
    const fed = feed();
    const entries = entriesOf('a', 1, 450);
    await queues.write(entries);
    await until(() => sent.length === entries.length);
    expect(sent).to.deep.equal(entries.map(({ uri }) => nameOf(uri)));
    lost.abort();
    await fed;
  });

  it('sets aside what it cannot read: in queues, without a queue, and of a commit', async () => {
    await queues.writeDamaged(entriesOf('a', 1, 3));
    await queues.write(entriesOf('b', 1, 450), vocabulary.api.hasSubscriber);
    await queues.write([entryOf('c', 1)]);
    const fed = feed();
    const count = (): number => queues.degradations.list().find(({ key }) => key === 'outbox-entries')?.count ?? 0;
    await until(() => count() === 453);
    await queues.writeDamaged([entryOf('c', 2)]);
    await passed();
    expect(count()).to.equal(454);
    for (const entry of [entryOf('a', 3), entryOf('b', 450), entryOf('c', 2)])
      expect(delivery.state(entry.uri, undefined)?.lastError).to.equal('set aside: the entry cannot be read');
    expect(sentOf('c')).to.deep.equal(['c-0001']);
    lost.abort();
    await fed;
  });

  it('continues the recorded failures, however many', async () => {
    const entry = entryOf('a', 1);
    const others = Array.from({ length: 450 }, (_, number) =>
      queues.failureOf(`t${String(number)}`, entry.uri, { since: new Date(number) }),
    );
    await queues.write([entry]);
    await queues.writeFailures(...others, queues.failureOf('a', entry.uri, { since: new Date(1_000), attempts: 7 }));
    const broken = uris.deliveryFailure(receiver, topicOf('t1'));
    await queues.store.transact([broken], async (tx) => {
      const rest = Array.from(await tx.read(broken)).filter(
        ({ predicate }) => !predicate.equals(vocabulary.api.hasTopic),
      );
      await tx.replace(broken, rest);
    });
    refusing.add('a');
    const fed = feed();
    await eventually(async () => (await stored('a'))?.attempts === 8);
    expect((await stored('a'))?.since).to.deep.equal(new Date(1_000));
    lost.abort();
    await fed;
  });

  it('makes the next attempt when another process makes a failing queue due, and no earlier', async () => {
    refusing.add('a');
    await queues.write(entriesOf('a', 1, 2));
    const fed = feed();
    await eventually(async () => (await stored('a')) !== undefined);
    await passed();
    expect(sentOf('a')).to.deep.equal(['a-0001']);
    const failing = await stored('a');
    if (failing === undefined) expect.fail('no failure is recorded');
    await queues.writeFailures({ ...failing, lastError: 'changed' });
    await passed();
    expect(sentOf('a')).to.deep.equal(['a-0001']);
    refusing.clear();
    expect(await retryNow(queues.services(), failing)).to.equal(1);
    await until(() => sentOf('a').length === 3);
    expect(sentOf('a')).to.deep.equal(['a-0001', 'a-0001', 'a-0002']);
    lost.abort();
    await fed;
  });

  for (const [when, hasStarted] of [
    ['since its start', true],
    ['from before', false],
  ] as const)
    it(`goes on with the next entry when the failing one is skipped by another process, with a failure ${when}`, async () => {
      refusing.add('a');
      const [first, second] = [entryOf('a', 1), entryOf('a', 2)];
      if (!hasStarted) await queues.writeFailures(queues.failureOf('a', first.uri));
      await queues.write([first, second]);
      const fed = feed();
      await eventually(async () => (await stored('a'))?.attempts === (hasStarted ? 1 : 5));
      await passed();
      refusing.clear();
      const graph = uris.deliveryFailure(receiver, topicOf('a'));
      await queues.store.transact([first.uri, graph], async (tx) => {
        await tx.drop(first.uri);
        await tx.drop(graph);
      });
      await until(() => sentOf('a').length === 2);
      expect(sentOf('a')).to.deep.equal(['a-0001', 'a-0002']);
      lost.abort();
      await fed;
    });

  it('ends at a gap in the feed of commits', async () => {
    await delivery.stop();
    await queues.close();
    const changedSince = (): undefined => undefined;
    queues = await StoredQueues.open(
      {},
      { feedLength: 1, around: (own) => around(own, () => undefined, { changedSince }) },
    );
    prepare();
    let isRead = false;
    const fed = feed(() => (isRead = true));
    await until(() => isRead);
    // The first is written alone, and the others together, which is one more than the feed holds.
    await Promise.all(['a', 'b', 'c'].map((topic, index) => queues.write([entryOf(topic, index)])));
    await fed;
    expect(sent.filter((name) => !name.startsWith('a-'))).to.deep.equal([]);
  });

  it('begins with nothing once the lease is lost', async () => {
    await queues.write([entryOf('a', 1)]);
    lost.abort();
    await feed();
    expect(delivery.backlog()).to.deep.equal([]);
    expect(sent).to.deep.equal([]);
  });

  it('does not begin while the store is unavailable', async () => {
    await queues.write([entryOf('a', 1)]);
    const store = queues.fresh();
    queues.faults.arm('read', 1, Infinity);
    const services = prepare(store);
    expect(await failure(feedDelivery(delivery, services, lost.signal))).to.include({ kind: 'unavailable' });
    expect(sent).to.deep.equal([]);
  });

  it('is a task that begins when the store can be read, reports that it waits, and ends with the node', async () => {
    await queues.write([entryOf('a', 1), entryOf('b', 2)]);
    const paused = { receiver, topic: topicOf('b') };
    await pauses.pause(paused, operator, undefined);
    queues.faults.arm('read', 1, Infinity);
    const services = prepare(queues.fresh());
    const { stopping } = queues;
    const running = runDelivery(services, { delivery, pauses, receipts: new Receipts(services) });
    await until(() => queues.degradations.list().length > 0);
    expect(queues.degradations.list().map(({ key, reason }) => [key, reason])).to.deep.equal([
      ['outbox', 'the outbox cannot be read: notifications are not delivered'],
    ]);
    queues.faults.arm();
    await until(() => sent.length > 0 && queues.degradations.list().length === 0);
    expect(sent).to.deep.equal(['a-0001']);
    await pauses.resume(paused, operator);
    await until(() => sent.length > 1);
    expect(sent).to.deep.equal(['a-0001', 'b-0002']);
    stopping.abort();
    await running;
    expect(delivery.backlog()).to.deep.equal([]);
  });
});
