/** What an operator sees of a waiting notification, and what is left of one that is skipped. */
import { expect } from 'chai';
import { Delivery } from '../../src/notifications/delivery/delivery.js';
import { DeliveryItems } from '../../src/notifications/queues/delivery-items.js';
import { QueueList } from '../../src/notifications/queues/queue-list.js';
import { QueuePauses } from '../../src/notifications/queues/pauses.js';
import { readFailure } from '../../src/notifications/queues/queue-states.js';
import { skipDelivery } from '../../src/notifications/queues/skip.js';
import type { Receipt } from '../../src/notifications/receipts/receipt.js';
import { Receipts } from '../../src/notifications/receipts/receipts.js';
import { readEntry, storedEntries } from '../../src/notifications/delivery/outbox-feed.js';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { failure, object } from '../store/support/open.js';
import { eventually } from '../support/exchange.js';
import { entryOf, operator, receiver, StoredQueues, topicOf, uris, vocabulary } from './support/stored-queues.js';

describe('a waiting notification that an operator skips', () => {
  let queues: StoredQueues;
  beforeEach(async () => {
    queues = await StoredQueues.open();
  });
  afterEach(() => queues.close());

  const [first, second] = [
    entryOf('a', 1, { object: object('piece'), revision: 3, received: uris.inboxEntry('1') }),
    entryOf('a', 2),
  ];
  const skip = async (notification: Iri): Promise<void> => {
    const services = queues.services();
    const parts = { outbox: services.outbox, receipts: new Receipts(services) };
    await skipDelivery(services, parts, { notification, by: operator, reason: 'It answers 400' });
  };
  const isFailing = async (): Promise<boolean> =>
    readFailure(await queues.store.read(uris.deliveryFailure(receiver, topicOf('a'))), vocabulary) !== undefined;
  async function receipts(): Promise<readonly Receipt[]> {
    const filter = { subscriber: receiver, object: undefined, from: undefined, to: undefined };
    return (await new Receipts(queues.services()).find(filter, { limit: 10, offset: 0 })).receipts;
  }

  it('leaves a receipt with its attempts, and takes its failure along', async () => {
    await queues.write([first, second]);
    await queues.writeFailures(queues.failureOf('a', first.uri));
    await skip(first.id);
    expect((await queues.store.read(first.uri)).size).to.equal(0);
    expect(await isFailing()).to.equal(false);
    const { api } = vocabulary;
    expect(await receipts()).to.deep.equal([
      {
        notification: first.id,
        received: first.received,
        eventType: api.LOGISTICS_OBJECT_CREATED.value.replace(vocabulary.namespaces.api, ''),
        object: first.object,
        revision: 3,
        subscriber: receiver,
        topic: topicOf('a'),
        createdAt: first.createdAt,
        attempts: 4,
        confirmedAt: queues.clock.now(),
        skipped: { by: operator, reason: 'It answers 400' },
      },
    ]);
  });

  it('leaves the failure of another one, and a receipt without attempts', async () => {
    await queues.write([first, second]);
    await queues.writeFailures(queues.failureOf('a', first.uri));
    await skip(second.uri);
    expect(await isFailing()).to.equal(true);
    expect((await receipts()).map(({ notification, attempts }) => [notification, attempts])).to.deep.equal([
      [second.id, 0],
    ]);
    expect((await queues.store.read(first.uri)).size).to.be.greaterThan(0);
  });

  it('is not found when it does not wait, or is none', async () => {
    await queues.write([first]);
    await skip(first.id);
    for (const notification of [first.id, first.uri, second.id, object('piece'), iri('urn:uuid:../x')])
      expect(await failure(skip(notification)), notification).to.deep.include({
        kind: 'not-found',
        details: [{ message: 'no such notification waits for delivery', resource: notification }],
      });
    expect(await receipts()).to.have.length(1);
  });

  it('is left as it is when its stored data cannot be read', async () => {
    await queues.writeDamaged([first]);
    const refused = await failure(skip(first.id));
    expect(refused).to.deep.include({
      kind: 'unprocessable',
      details: [
        {
          message: 'the stored data of this notification cannot be read; it is retried outside its queue',
          resource: first.id,
        },
      ],
    });
    expect(refused.cause).to.be.instanceOf(TypeError);
    expect((await queues.store.read(first.uri)).size).to.be.greaterThan(0);
  });
});

describe('a waiting notification that an operator reads', () => {
  let queues: StoredQueues;
  let delivery: Delivery;
  let items: DeliveryItems;
  const entry = entryOf('a', 1, { object: object('piece') });

  async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
    queues = await StoredQueues.open(env);
    prepare();
  }
  function prepare(store = queues.store): void {
    const services = queues.services(store);
    delivery = new Delivery(services, {
      journal: { write: () => Promise.resolve() },
      isPaused: () => false,
      retryMs: { min: 600_000, max: 600_000 },
      stored: (queue, after, limit) => storedEntries(services, queue, after, limit),
      read: (uri) => readEntry(services, uri),
      coalesce: (first) => first,
      attempt: () => Promise.resolve({ kind: 'failed', reason: 'no', version: '2.3.0' }),
    });
    const list = new QueueList(services, services.outbox, new QueuePauses(services));
    items = new DeliveryItems(services, { outbox: services.outbox, delivery, queues: list });
  }
  beforeEach(() => open());
  afterEach(async () => {
    await delivery.stop();
    await queues.close();
  });

  const waiting = {
    id: entry.id,
    entry: entry.uri,
    eventType: 'LOGISTICS_OBJECT_CREATED',
    logisticsObject: object('piece'),
    subscriber: receiver,
    callback: 'http://partner.example/notifications',
    topic: topicOf('a'),
    createdAt: '1970-01-01T00:00:01.000Z',
    attempts: 0,
    apiVersion: null,
    nextAttempt: null,
    confirmedAt: null,
    lastError: null,
  };

  it('has no attempts at first', async () => {
    await queues.write([entry]);
    const described = await items.describe(entry.uri);
    expect(described?.item).to.deep.equal(waiting);
    expect(described?.entry?.id).to.equal(entry.id);
  });

  it('has the attempts of this process', async () => {
    await queues.write([entry]);
    const stored = await readEntry(queues.services(), entry.uri);
    delivery.enqueue(stored === undefined ? [] : [stored]);
    await eventually(() => Promise.resolve(delivery.state(entry.uri, stored)?.nextAttempt !== undefined));
    expect((await items.describe(entry.uri))?.item).to.deep.equal({
      ...waiting,
      attempts: 1,
      apiVersion: '2.3.0',
      nextAttempt: new Date(queues.clock.now().getTime() + 600_000).toISOString(),
      lastError: 'no',
    });
  });

  it('has the attempts that another process has recorded for it, and none of another notification', async () => {
    const later = entryOf('a', 2);
    await queues.write([entry, later]);
    const recorded = queues.failureOf('a', entry.uri);
    await queues.writeFailures(recorded);
    expect((await items.describe(entry.uri))?.item).to.deep.equal({
      ...waiting,
      attempts: 4,
      apiVersion: '2.0.0',
      nextAttempt: recorded.nextAttempt.toISOString(),
      lastError: recorded.lastError,
    });
    expect((await items.describe(later.uri))?.item).to.include({ attempts: 0, lastError: null });
  });

  it('has its URI and the error when it cannot be read', async () => {
    await queues.writeDamaged([entry]);
    const nothing = Object.fromEntries(Object.keys(waiting).map((name) => [name, null]));
    const damaged = { ...nothing, id: entry.uri, entry: entry.uri, attempts: 0 };
    const described = await items.describe(entry.uri);
    expect(described).to.deep.equal({
      entry: undefined,
      item: { ...damaged, lastError: 'the entry cannot be read' },
    });
    delivery.quarantine(entry.uri, new Error('a bad block'));
    expect((await items.describe(entry.uri))?.item).to.deep.equal({
      ...damaged,
      attempts: 1,
      nextAttempt: new Date(queues.clock.now().getTime() + 600_000).toISOString(),
      lastError: 'set aside: the entry cannot be read',
    });
  });

  it('is none when it has been delivered, and unknown while the store is unavailable', async () => {
    expect(await items.describe(entry.uri)).to.equal(undefined);
    await queues.write([entry]);
    const store = queues.fresh();
    queues.faults.arm('read', 1, Infinity);
    prepare(store);
    expect(await failure(items.describe(entry.uri))).to.include({ kind: 'unavailable' });
  });

  it('has the address of its receiver, that of the back end without its query', async () => {
    const { receivedNotifications } = uris;
    expect(items.callbackOf(receiver)).to.equal('http://partner.example/notifications');
    expect(items.callbackOf(receivedNotifications)).to.equal(null);
    await queues.close();
    const address = 'http://127.0.0.1:9/hooks?token=hidden';
    await open({ INBOX_WEBHOOK_URL: address, INBOX_WEBHOOK_SECRET: 'x'.repeat(40) });
    expect(items.callbackOf(receivedNotifications)).to.equal('http://127.0.0.1:9/hooks');
  });
});
