/** What becomes of an attempt, and how the store has it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { ServiceError } from '../../src/errors.js';
import { TokenRequestError } from '../../src/identity/access-token-provider.js';
import { createLookups } from '../../src/lookups.js';
import type { Delivered, DeliveryNote } from '../../src/notifications/delivery/delivery-options.js';
import { outcomeOf, outcomeOfError } from '../../src/notifications/delivery/outcome.js';
import { signatureOf } from '../../src/notifications/delivery/webhook.js';
import type { OutboxEntry } from '../../src/notifications/outbox-entry.js';
import { StoredDeliveryJournal } from '../../src/notifications/queues/delivery-journal.js';
import { describeFailure, type QueueFailure, readFailure } from '../../src/notifications/queues/queue-states.js';
import { RETRIES_A_MINUTE, RetryLimit } from '../../src/notifications/queues/retry-limit.js';
import { retryNow } from '../../src/notifications/queues/retry.js';
import type { Receipt } from '../../src/notifications/receipts/receipt.js';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { UriScheme } from '../../src/uris.js';
import { base, failure, openMemory, statement } from '../store/support/open.js';
import { TestClock } from '../support/clock.js';

const vocabulary = createVocabulary();
const uris = new UriScheme(base);
const { lookups, indexes } = createLookups(uris, vocabulary);
const receiver = iri('http://partner.example/logistics-objects/agent');
const topicOf = (name: string): Iri => iri(`http://topic.example/${name}`);

describe('the outcome of an attempt', () => {
  const running = new AbortController().signal;
  const stopped = AbortSignal.abort();

  it('is a confirmation for 200 to 299, and a failure that names status and version for others', () => {
    for (const status of [200, 204, 299])
      expect(outcomeOf(status, 'receiver', '2.0.0')).to.deep.equal({ kind: 'confirmed' });
    for (const status of [199, 300, 404, 500])
      expect(outcomeOf(status, 'back end', '2.3.0')).to.deep.equal({
        kind: 'failed',
        reason: `the back end answered with status ${status}`,
        version: '2.3.0',
      });
  });

  it('is a failure for an error of the call, and no outcome for any other', () => {
    for (const error of [new TokenRequestError('no token'), new ServiceError('too-many-requests', 'no token')])
      for (const signal of [running, stopped])
        expect(outcomeOfError(error, signal, '2.0.0')).to.deep.equal({
          kind: 'failed',
          reason: 'no token',
          version: '2.0.0',
        });
    for (const error of [new RangeError('x'), new ServiceError('unavailable', 'x')]) {
      expect(() => outcomeOfError(error, running, '2.0.0')).to.throw(error);
      expect(outcomeOfError(error, stopped, '2.0.0')).to.deep.equal({
        kind: 'failed',
        reason: 'the node is stopping',
        version: undefined,
      });
    }
  });

  it('has a signature of its bytes', () => {
    // echo -n hello | openssl dgst -sha256 -hmac secret
    expect(signatureOf(Buffer.from('hello'), 'secret')).to.equal(
      'sha256=88aab3ede8d3adf94d26ab90d3bafd4a2083070c3bcce9c014ee04a443847c0b',
    );
  });
});

describe('attempts that a partner asks for', () => {
  it('are limited by the minute, and the refusal says when to come again', async () => {
    const limit = new RetryLimit();
    for (let count = 0; count < RETRIES_A_MINUTE; count += 1) await limit.charge(receiver);
    const refused = await failure(limit.charge(receiver));
    expect(refused).to.include({
      kind: 'too-many-requests',
      message: `an agent may request attempts of its deliveries ${RETRIES_A_MINUTE} times a minute`,
    });
    const after = refused instanceof ServiceError ? refused.headers['Retry-After'] : undefined;
    expect(Number(after)).to.be.within(1, 60);
    await limit.charge(iri('http://other.example/agent'));
  });
});

describe('the results of delivery in the store', () => {
  const clock = new TestClock();
  let store: GraphStore;
  let receipts: Receipt[];
  let journal: StoredDeliveryJournal;
  const entry = uris.outboxEntry('1');
  const queue = { receiver, topic: topicOf('a') };
  const failing: QueueFailure = {
    ...queue,
    entry,
    attempts: 2,
    since: clock.now(),
    nextAttempt: new Date(clock.now().getTime() + 600_000),
    lastError: 'no',
    version: '2.0.0',
  };
  const graph = uris.deliveryFailure(receiver, queue.topic);

  beforeEach(async () => {
    store = await openMemory({ lookups: indexes });
    receipts = [];
    const write = (_: unknown, written: readonly Receipt[]): Promise<void> => {
      receipts.push(...written);
      return Promise.resolve();
    };
    journal = new StoredDeliveryJournal({ store, uris, vocabulary }, { write });
    await store.transact([entry], (tx) => tx.insert(entry, [statement('1', 'upid', 'x')]));
  });
  afterEach(() => store.close());

  const failed: DeliveryNote = { kind: 'failed', queue: failing };
  const confirmed = (isFailing: boolean, delivered?: Delivered): DeliveryNote => ({
    kind: 'confirmed',
    confirmation: { uri: entry, failed: isFailing ? queue : undefined, delivered },
  });
  const delivered: Delivered = {
    entry: {
      uri: entry,
      id: iri('urn:uuid:1'),
      ...queue,
      sequence: 1,
      createdAt: clock.now(),
      eventType: 'LOGISTICS_OBJECT_CREATED',
      object: undefined,
      received: undefined,
      revision: 3,
      notBefore: undefined,
      bodyRevision: undefined,
      subscription: undefined,
      trace: undefined,
      notification: [],
    } satisfies OutboxEntry,
    attempts: 3,
    at: clock.now(),
  };
  const stored = async (): Promise<QueueFailure | undefined> => readFailure(await store.read(graph), vocabulary);

  it('have the last failure of a queue, until it recovers', async () => {
    await journal.write([failed]);
    expect(await stored()).to.deep.equal(failing);
    await journal.write([{ kind: 'failed', queue: { ...failing, attempts: 3 } }]);
    expect((await stored())?.attempts).to.equal(3);
    await journal.write([{ kind: 'recovered', queue }]);
    expect(await stored()).to.equal(undefined);
    expect((await store.read(entry)).size).to.equal(1);
    expect(receipts).to.deep.equal([]);
  });

  it('have a receipt in place of a confirmed entry and its failure', async () => {
    await journal.write([failed, confirmed(true, delivered)]);
    expect(await stored()).to.equal(undefined);
    expect((await store.read(entry)).size).to.equal(0);
    expect(receipts).to.deep.equal([
      {
        notification: 'urn:uuid:1',
        received: undefined,
        eventType: 'LOGISTICS_OBJECT_CREATED',
        object: undefined,
        revision: 3,
        subscriber: receiver,
        topic: queue.topic,
        createdAt: clock.now(),
        attempts: 3,
        confirmedAt: clock.now(),
        skipped: undefined,
      },
    ]);
  });

  it('have no receipt for what was not sent, and the failure of another entry stays', async () => {
    await journal.write([failed, confirmed(false)]);
    expect(await stored()).to.deep.equal(failing);
    expect((await store.read(entry)).size).to.equal(0);
    expect(receipts).to.deep.equal([]);
  });

  it('have neither failure nor receipt of an entry that an operator has skipped meanwhile', async () => {
    await store.transact([entry], (tx) => tx.drop(entry));
    await journal.write([failed, confirmed(true, delivered)]);
    expect(await stored()).to.equal(undefined);
    expect(receipts).to.deep.equal([]);
  });

  for (const [what, note, lock] of [
    ['confirmation', confirmed(true, delivered), entry],
    ['confirmation, on the failure that it removes', confirmed(true), graph],
    ['failure', failed, graph],
    ['failure, on its entry', failed, entry],
    ['recovery', { kind: 'recovered', queue }, graph],
  ] as const)
    it(`wait for a transaction on the same data: a ${what}`, async () => {
      const ended: string[] = [];
      const operation = store.transact([lock], async (tx) => {
        await tx.read(lock);
        // Longer than a commit to memory takes.
        for (let turn = 0; turn < 50; turn += 1) await nextTurn();
        ended.push('the other transaction');
      });
      await Promise.all([operation, journal.write([note]).then(() => ended.push('the result'))]);
      expect(ended).to.deep.equal(['the other transaction', 'the result']);
    });

  it('are due at once at the wish of an operator: of one queue, or of all that fail', async () => {
    const services = { store, lookups, uris, vocabulary, clock };
    const other = { ...failing, topic: topicOf('b') };
    const others = uris.deliveryFailure(receiver, other.topic);
    await store.transact([graph, others], async (tx) => {
      await tx.insert(graph, describeFailure(graph, failing, vocabulary));
      await tx.insert(others, describeFailure(others, other, vocabulary));
    });
    expect(await retryNow(services, { receiver, topic: topicOf('c') })).to.equal(0);
    expect(await stored()).to.deep.equal(failing);
    expect(await retryNow(services, queue)).to.equal(1);
    expect(await stored()).to.deep.equal({ ...failing, nextAttempt: clock.now() });
    expect(readFailure(await store.read(others), vocabulary)).to.deep.equal(other);
    expect(await retryNow(services, { receiver, topic: undefined })).to.equal(2);
    expect(readFailure(await store.read(others), vocabulary)?.nextAttempt).to.deep.equal(clock.now());
    expect(await retryNow(services, { receiver: iri('http://other.example/agent'), topic: undefined })).to.equal(0);
  });
});
