/** Delivery with the ports of a test: what it sends when, and what it writes about it. */
import { expect } from 'chai';
import { pino } from 'pino';
import { Degradations } from '../../src/degradations.js';
import { ServiceError } from '../../src/errors.js';
import { Delivery } from '../../src/notifications/delivery/delivery.js';
import type {
  DeliveryNote,
  DeliveryOptions,
  Outcome,
  StoredEntries,
} from '../../src/notifications/delivery/delivery-options.js';
import { coalesced } from '../../src/notifications/delivery/coalescing.js';
import type { OutboxEntry } from '../../src/notifications/outbox-entry.js';
import type { QueueFailure } from '../../src/notifications/queues/queue-states.js';
import { type Iri, iri, node, triple } from '../../src/rdf/terms.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';
import { eventually } from '../support/exchange.js';
import { TestClock } from '../support/clock.js';

const vocabulary = createVocabulary();
const receiver = iri('http://partner.example/agent');
const topicOf = (name: string): Iri => iri(`http://topic.example/${name}`);
const uriOf = (name: string): Iri => iri(`http://node.example/outbox/${name}`);

function entryOf(sequence: number, more: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    uri: uriOf(String(sequence)),
    id: iri(`urn:uuid:${sequence}`),
    receiver,
    topic: topicOf('a'),
    sequence,
    createdAt: new Date(sequence * 1000),
    eventType: 'LOGISTICS_OBJECT_CREATED',
    object: undefined,
    received: undefined,
    revision: undefined,
    notBefore: undefined,
    bodyRevision: undefined,
    subscription: undefined,
    trace: undefined,
    notification: [],
    ...more,
  };
}

const failedWith = (reason: string): Outcome => ({ kind: 'failed', reason, version: '2.0.0' });
const nothing: StoredEntries = { entries: [], damaged: [], size: 0, last: undefined };
/** Holds back whoever waits for it until a test opens it. */
class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

/** Longer than any test. */
const SLOW = { min: 600_000, max: 600_000 };

describe('delivery', () => {
  const clock = new TestClock();
  let degradations: Degradations;
  const started: Delivery[] = [];
  let sent: string[];
  let notes: DeliveryNote[];
  beforeEach(() => {
    sent = [];
    notes = [];
    degradations = new Degradations();
  });
  afterEach(async () => {
    for (const delivery of started.splice(0)) await delivery.stop();
  });

  /** Whether the confirmation of an entry has been written. */
  const isDeleted = (uri: Iri): boolean =>
    notes.some((note) => note.kind === 'confirmed' && note.confirmation.uri === uri);

  /** @param answers of the attempts, in their order; afterwards all are confirmed. */
  function deliveryOf(
    entries: readonly OutboxEntry[],
    answers: (Outcome | Error)[] = [],
    options: Partial<DeliveryOptions> = {},
  ): Delivery {
    const delivery = new Delivery(
      { clock, log: pino({ level: 'silent' }), degradations, random: () => 0 },
      {
        journal: {
          write: (written) => {
            notes.push(...written);
            return Promise.resolve();
          },
        },
        isPaused: () => false,
        retryMs: { min: 1, max: 2 },
        stored: () => Promise.resolve(nothing),
        read: (uri) => Promise.resolve(isDeleted(uri) ? undefined : entries.find((entry) => entry.uri === uri)),
        coalesce: (first, others) => coalesced(first, others, vocabulary),
        attempt: ({ id }) => {
          sent.push(id);
          const answer = answers.shift() ?? { kind: 'confirmed' };
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
        },
        ...options,
      },
    );
    started.push(delivery);
    return delivery;
  }
  /** A journal on a disk that is full as long as a condition holds. */
  const journalWhile = (isFull: () => boolean): DeliveryOptions['journal'] => ({
    write: (written) => {
      if (isFull()) return Promise.reject(new ServiceError('unavailable', 'the disk is full'));
      notes.push(...written);
      return Promise.resolve();
    },
  });
  const ids = (...sequences: readonly number[]): string[] => sequences.map((sequence) => `urn:uuid:${sequence}`);
  const until = (condition: () => boolean): Promise<void> => eventually(() => Promise.resolve(condition()));
  const confirmed = (): string[] =>
    notes.flatMap((note) => (note.kind === 'confirmed' ? [note.confirmation.uri.replace(/^.*\//, '')] : []));

  it('writes the failure of the first entry, and removes it with the confirmation', async () => {
    const [first, second] = [entryOf(1), entryOf(2)];
    const delivery = deliveryOf([first, second], [failedWith('one'), failedWith('two')]);
    delivery.enqueue([second, first]);
    await until(() => confirmed().length === 2);
    expect(sent).to.deep.equal(ids(1, 1, 1, 2));
    const queue = { receiver, topic: topicOf('a') };
    const failure = { ...queue, entry: first.uri, since: clock.now(), version: '2.0.0' };
    const next = (ms: number): Date => new Date(clock.now().getTime() + ms);
    // The second failure may have replaced the first before it was written.
    expect(notes.filter(({ kind }) => kind === 'failed').at(-1)).to.deep.equal({
      kind: 'failed',
      queue: { ...failure, attempts: 2, nextAttempt: next(1), lastError: 'two' },
    });
    const confirmations = notes.flatMap((note) => (note.kind === 'confirmed' ? [note.confirmation] : []));
    expect(confirmations).to.deep.equal([
      { uri: first.uri, failed: queue, delivered: { entry: first, attempts: 3, at: clock.now() } },
      { uri: second.uri, failed: undefined, delivered: { entry: second, attempts: 1, at: clock.now() } },
    ]);
  });

  it('has the state of an entry after its first attempt, and of no other', async () => {
    const [first, second] = [entryOf(1), entryOf(2)];
    const delivery = deliveryOf([first, second], [failedWith('no')], { retryMs: SLOW });
    delivery.enqueue([first, second]);
    expect(delivery.state(first.uri, first)).to.equal(undefined);
    await until(() => delivery.state(first.uri, first)?.lastError !== undefined);
    expect(delivery.state(first.uri, first)).to.deep.equal({
      uri: first.uri,
      attempts: 1,
      nextAttempt: new Date(clock.now().getTime() + 600_000),
      lastError: 'no',
      version: '2.0.0',
    });
    expect(delivery.state(second.uri, second)).to.equal(undefined);
    expect(delivery.state(first.uri, undefined)).to.equal(undefined);
    expect(delivery.state(first.uri, { receiver, topic: topicOf('b') })).to.equal(undefined);
    expect(delivery.backlog()).to.deep.equal([{ receiver, waiting: 2, since: first.createdAt, failing: 1 }]);
  });

  it('makes the next attempt at once for a queue that is woken, or for all queues of its receiver', async () => {
    const [one, other] = [entryOf(1), entryOf(2, { topic: topicOf('b') })];
    const answers = [failedWith('no'), failedWith('no')];
    const delivery = deliveryOf([one, other], answers, { retryMs: SLOW });
    delivery.enqueue([one, other]);
    const isWaiting = (entry: OutboxEntry): boolean => delivery.state(entry.uri, entry)?.nextAttempt !== undefined;
    await until(() => isWaiting(one) && isWaiting(other));
    delivery.wake({ receiver: iri('http://other.example/agent'), topic: undefined });
    delivery.wake({ receiver, topic: topicOf('c') });
    delivery.wake({ receiver, topic: topicOf('b') });
    await until(() => confirmed().length === 1);
    expect(confirmed()).to.deep.equal(['2']);
    delivery.wake({ receiver, topic: undefined });
    await until(() => confirmed().length === 2);
    expect(sent).to.deep.equal(ids(1, 2, 2, 1));
  });

  it('sends nothing of a paused queue until it is woken after the pause', async () => {
    const [one, other] = [entryOf(1), entryOf(2, { topic: topicOf('b') })];
    let isPaused = true;
    const delivery = deliveryOf([one, other], [], { isPaused: ({ topic }) => isPaused && topic === topicOf('a') });
    delivery.enqueue([one, other]);
    await until(() => confirmed().length === 1);
    delivery.wake({ receiver, topic: undefined });
    expect(sent).to.deep.equal(ids(2));
    isPaused = false;
    delivery.wake({ receiver, topic: topicOf('a') });
    await until(() => confirmed().length === 2);
    expect(sent).to.deep.equal(ids(2, 1));
  });

  it('continues the attempts that an earlier process has recorded', async () => {
    const first = entryOf(1);
    const failure: QueueFailure = {
      receiver,
      topic: topicOf('a'),
      entry: first.uri,
      attempts: 5,
      since: new Date(7),
      nextAttempt: new Date(8),
      lastError: 'no',
      version: undefined,
    };
    const delivery = deliveryOf([first], [failedWith('still no')], { retryMs: SLOW });
    delivery.restore(failure);
    delivery.enqueue([first]);
    await until(() => notes.length > 0);
    const [note] = notes;
    expect(note?.kind === 'failed' && note.queue).to.deep.include({ attempts: 6, since: new Date(7) });
  });

  it('removes the recorded failure of an entry that is gone', async () => {
    const failure: QueueFailure = {
      receiver,
      topic: topicOf('a'),
      entry: uriOf('1'),
      attempts: 5,
      since: new Date(7),
      nextAttempt: new Date(8),
      lastError: 'no',
      version: undefined,
    };
    const delivery = deliveryOf([]);
    delivery.restore(failure);
    delivery.open({ receiver, topic: topicOf('a') }, 0);
    delivery.enqueue([entryOf(1)]);
    await until(() => notes.length > 0);
    expect(notes).to.deep.equal([{ kind: 'recovered', queue: { receiver, topic: topicOf('a') } }]);
    expect(sent).to.deep.equal([]);
  });

  it('confirms an obsolete entry without a receipt', async () => {
    const first = entryOf(1);
    const delivery = deliveryOf([first], [{ kind: 'obsolete' }]);
    delivery.enqueue([first]);
    await until(() => notes.length > 0);
    expect(notes).to.deep.equal([
      { kind: 'confirmed', confirmation: { uri: first.uri, failed: undefined, delivered: undefined } },
    ]);
  });

  it('coalesces waiting updates of an object, and confirms each', async () => {
    const { api } = vocabulary;
    const object = iri('http://node.example/logistics-objects/1');
    const update = (sequence: number, more: Partial<OutboxEntry> = {}): OutboxEntry => {
      const { id } = entryOf(sequence);
      return entryOf(sequence, {
        eventType: 'LOGISTICS_OBJECT_UPDATED',
        object,
        revision: sequence,
        bodyRevision: sequence,
        notBefore: clock.now(),
        notification: [
          triple(node(id), api.hasEventType, api.LOGISTICS_OBJECT_UPDATED),
          triple(node(id), api.hasChangedProperty, node(iri(`https://example.org/p${sequence}`))),
        ],
        ...more,
      });
    };
    const entries = [
      update(1),
      update(2),
      update(3, { object: iri('http://node.example/logistics-objects/2') }),
      update(4, { notBefore: undefined }),
      update(5, { eventType: 'LOGISTICS_EVENT_RECEIVED' }),
      update(6),
    ];
    const attempts: OutboxEntry[] = [];
    const delivery = deliveryOf(entries, [], {
      // The second one cannot be read: it stays for an attempt of its own.
      read: (uri) =>
        uri === uriOf('2') && attempts.length === 0
          ? Promise.reject(new Error('a bad block'))
          : Promise.resolve(entries.find((entry) => entry.uri === uri)),
      attempt: (entry) => {
        attempts.push(entry);
        return Promise.resolve({ kind: 'confirmed' });
      },
    });
    delivery.enqueue(entries);
    await until(() => confirmed().length === entries.length);
    expect(attempts.map(({ id }) => id)).to.deep.equal(ids(1, 2, 3, 4, 5));
    expect(attempts[0]).to.deep.include({ revision: 6, bodyRevision: 6 });
    const changed = attempts[0]?.notification.filter(({ predicate }) => predicate.equals(api.hasChangedProperty));
    expect(changed?.map(({ subject, object: name }) => [subject.value, name.value])).to.deep.equal([
      ['urn:uuid:1', 'https://example.org/p1'],
      ['urn:uuid:1', 'https://example.org/p6'],
    ]);
    expect(attempts[0]?.notification).to.have.length(3);
    expect(new Set(confirmed())).to.deep.equal(new Set(['1', '2', '3', '4', '5', '6']));
    const merged = notes.find((note) => note.kind === 'confirmed' && note.confirmation.uri === uriOf('6'));
    expect(merged).to.deep.equal({
      kind: 'confirmed',
      confirmation: { uri: uriOf('6'), failed: undefined, delivered: undefined },
    });
  });

  it('waits with collected updates until their time, and with their queue only', async () => {
    const early = entryOf(1, { notBefore: new Date(clock.now().getTime() + 600_000) });
    const [due, other] = [
      entryOf(2, { notBefore: clock.now(), topic: topicOf('b') }),
      entryOf(3, { topic: topicOf('c') }),
    ];
    const delivery = deliveryOf([early, due, other]);
    delivery.enqueue([early, due, other]);
    await until(() => confirmed().length === 2);
    expect(sent).to.have.members(ids(2, 3));
    expect(delivery.backlog()).to.deep.equal([{ receiver, waiting: 1, since: early.createdAt, failing: 0 }]);
  });

  it('never sends again what is confirmed and cannot be recorded', async () => {
    const [first, second] = [entryOf(1), entryOf(2)];
    let isFull = true;
    const delivery = deliveryOf([first, second], [], { journal: journalWhile(() => isFull) });
    delivery.enqueue([first]);
    await until(() => degradations.list().length > 0);
    expect(degradations.list()).to.deep.equal([
      {
        key: 'delivery-record',
        reason: 'confirmed deliveries cannot be recorded: the write is retried, and their queues wait',
        count: 1,
      },
    ]);
    expect(delivery.state(first.uri, first)).to.deep.equal({
      uri: first.uri,
      attempts: 1,
      nextAttempt: undefined,
      lastError: 'confirmed by the receiver, but not recorded yet: it is not sent again',
      version: undefined,
      confirmedAt: clock.now(),
    });
    await delivery.leave();
    delivery.enqueue([first, second]);
    isFull = false;
    await until(() => confirmed().includes('2'));
    expect(sent).to.deep.equal(ids(1, 2));
    await until(() => degradations.list().length === 0);
  });

  it('sends nothing newer before a confirmation is recorded, though its queue was empty or delivery began anew', async () => {
    const [first, second] = [entryOf(1), entryOf(2)];
    const [other, another] = [entryOf(3, { topic: topicOf('b') }), entryOf(4, { topic: topicOf('c') })];
    let isFull = true;
    const delivery = deliveryOf([first, second, other, another], [], { journal: journalWhile(() => isFull) });
    delivery.enqueue([first]);
    await until(() => degradations.list().length > 0);
    expect(delivery.backlog()).to.deep.equal([]);
    delivery.enqueue([second, other]);
    // Other queues have nothing to repeat.
    await until(() => sent.includes(other.id));
    expect(sent).to.deep.equal(ids(1, 3));
    await delivery.leave();
    delivery.enqueue([first, second, another]);
    await until(() => sent.includes(another.id));
    expect(sent).to.deep.equal(ids(1, 3, 4));
    isFull = false;
    await until(() => confirmed().length === 4);
    expect(sent).to.deep.equal(ids(1, 3, 4, 2));
    expect(confirmed()).to.deep.equal(['1', '3', '4', '2']);
    await until(() => degradations.list().length === 0);
  });

  it('ends while a queue waits for the record of its confirmation', async () => {
    const [first, second] = [entryOf(1), entryOf(2)];
    const delivery = deliveryOf([first, second], [], { journal: journalWhile(() => true) });
    delivery.enqueue([first]);
    await until(() => degradations.list().length > 0);
    delivery.enqueue([second]);
    await delivery.stop();
    expect(sent).to.deep.equal(ids(1));
  });

  it('reads a queue page by page, sets damaged entries aside, and tries again while the store fails', async () => {
    const entries = [entryOf(1), entryOf(3)];
    const damaged = { uri: uriOf('2'), error: new Error('a bad block') };
    const last = { order: 2, partition: '', value: uriOf('2') };
    const asked: unknown[] = [];
    let failures = 2;
    const delivery = deliveryOf(entries, [], {
      read: (uri) =>
        uri === damaged.uri
          ? Promise.reject(damaged.error)
          : Promise.resolve(entries.find((entry) => entry.uri === uri)),
      retryMs: { min: 1, max: 600_000 },
      stored: (_queue, after, limit) => {
        asked.push([after, limit]);
        if (failures-- > 0) return Promise.reject(new Error('an outage'));
        return Promise.resolve(
          after === undefined
            ? { entries: entries.slice(0, 1), damaged: [damaged], size: 2, last }
            : { entries: entries.slice(1), damaged: [], size: 1, last: undefined },
        );
      },
    });
    delivery.open({ receiver, topic: topicOf('a') }, 3);
    expect(delivery.backlog()).to.deep.equal([{ receiver, waiting: 3, since: clock.now(), failing: 0 }]);
    await until(() => confirmed().length === 2);
    expect(sent).to.deep.equal(ids(1, 3));
    expect(asked).to.deep.equal([
      [undefined, 1_000],
      [undefined, 1_000],
      [undefined, 1_000],
      [last, 1_000],
    ]);
    expect(delivery.state(damaged.uri, undefined)).to.deep.equal({
      uri: damaged.uri,
      attempts: 1,
      nextAttempt: new Date(clock.now().getTime() + 600_000),
      lastError: 'set aside: the entry cannot be read',
      version: undefined,
    });
    expect(degradations.list()).to.deep.equal([
      {
        key: 'outbox-entries',
        reason: 'outgoing notifications cannot be processed: they were removed from their queues and are retried',
        count: 1,
      },
    ]);
    expect(delivery.backlog()).to.deep.equal([]);
  });

  it('waits before it reads a queue again, at most until it is woken', async () => {
    const [first, other] = [entryOf(1), entryOf(2, { topic: topicOf('b') })];
    let reads = 0;
    const delivery = deliveryOf([first, other], [], {
      retryMs: SLOW,
      stored: () => {
        reads += 1;
        if (reads === 1) return Promise.reject(new Error('an outage'));
        return Promise.resolve({ entries: [first], damaged: [], size: 1, last: undefined });
      },
    });
    delivery.open({ receiver, topic: topicOf('a') }, 1);
    await until(() => reads === 1);
    delivery.enqueue([other]);
    await until(() => confirmed().length === 1);
    expect(reads).to.equal(1);
    delivery.wake({ receiver, topic: topicOf('a') });
    await until(() => confirmed().length === 2);
    expect(sent).to.deep.equal(ids(2, 1));
  });

  it('sends the next entries while a confirmation is written, and waits with 64 that are to be written', async () => {
    const entries = Array.from({ length: 100 }, (_, index) => entryOf(index + 1));
    const other = entryOf(101, { topic: topicOf('b') });
    const written = new Gate();
    const delivery = deliveryOf([...entries, other], [], {
      journal: {
        write: async (some) => {
          await written.opened;
          notes.push(...some);
        },
      },
    });
    delivery.enqueue(entries);
    await until(() => sent.length === 65);
    delivery.enqueue([other]);
    await until(() => sent.includes(other.id));
    expect(sent).to.have.length(66);
    written.open();
    await until(() => confirmed().length === 101);
    const inOrder = entries.map(({ id }) => id);
    expect(sent).to.deep.equal([...inOrder.slice(0, 65), other.id, ...inOrder.slice(65)]);
  });

  it('makes one attempt at a time for a queue that gets entries meanwhile', async () => {
    const [first, second, third] = [entryOf(1), entryOf(2), entryOf(3)];
    const answered = new Gate();
    const delivery = deliveryOf([first, second, third], [], {
      attempt: async ({ id }) => {
        sent.push(id);
        await answered.opened;
        return { kind: 'confirmed' };
      },
    });
    delivery.enqueue([first]);
    await until(() => sent.length === 1);
    delivery.enqueue([second]);
    delivery.enqueue([third]);
    answered.open();
    await until(() => confirmed().length === 3);
    expect(sent).to.deep.equal(ids(1, 2, 3));
  });

  it('neither sends nor confirms an entry that is read while it stops', async () => {
    const first = entryOf(1);
    const read = new Gate();
    let isReading = false;
    const delivery = deliveryOf([first], [], {
      read: async () => {
        isReading = true;
        await read.opened;
        return first;
      },
    });
    delivery.enqueue([first]);
    await until(() => isReading);
    const stopped = delivery.stop();
    read.open();
    await stopped;
    expect([sent, notes]).to.deep.equal([[], []]);
  });

  it('forgets an entry that was set aside and is gone, and sends one that can be read again', async () => {
    const [gone, readable] = [entryOf(1), entryOf(2)];
    const answered = new Gate();
    const delivery = deliveryOf([readable], [], {
      attempt: async ({ id }) => {
        sent.push(id);
        await answered.opened;
        return { kind: 'confirmed' };
      },
    });
    for (const { uri } of [gone, readable]) delivery.quarantine(uri, new Error('a bad block'));
    expect(degradations.list().map(({ count }) => count)).to.deep.equal([2]);
    await until(() => sent.length === 1);
    expect(sent).to.deep.equal([readable.id]);
    expect(delivery.state(gone.uri, undefined)).to.equal(undefined);
    // It counts as set aside until its attempt has ended.
    expect(delivery.state(readable.uri, undefined)).to.deep.equal({
      uri: readable.uri,
      attempts: 1,
      nextAttempt: undefined,
      lastError: 'set aside: the entry cannot be read',
      version: undefined,
    });
    answered.open();
    await until(() => confirmed().length === 1);
    expect(degradations.list()).to.deep.equal([]);
    expect(delivery.state(readable.uri, undefined)).to.equal(undefined);
  });

  it('keeps an entry at its position while the store is unavailable', async () => {
    const first = entryOf(1);
    let failures = 5;
    const delivery = deliveryOf([first], [], {
      read: () =>
        failures-- > 0 ? Promise.reject(new ServiceError('unavailable', 'the disk fails')) : Promise.resolve(first),
    });
    delivery.enqueue([first]);
    await until(() => confirmed().length === 1);
    expect(sent).to.deep.equal(ids(1));
    expect(notes.flatMap((note) => (note.kind === 'failed' ? [note.queue.lastError] : []))[0]).to.equal(
      'the disk fails',
    );
  });

  it('starts nothing after its end, and again after it has left', async () => {
    const first = entryOf(1);
    const delivery = deliveryOf([first], [failedWith('no')], { retryMs: SLOW });
    delivery.enqueue([first]);
    await until(() => delivery.state(first.uri, first)?.nextAttempt !== undefined);
    await delivery.leave();
    expect(delivery.backlog()).to.deep.equal([]);
    delivery.enqueue([first]);
    await until(() => confirmed().length === 1);
    await delivery.stop();
    delivery.enqueue([first]);
    delivery.open({ receiver, topic: topicOf('b') }, 1);
    delivery.quarantine(first.uri, new Error('late'));
    expect(delivery.backlog()).to.deep.equal([]);
    expect(delivery.state(first.uri, first)).to.equal(undefined);
    expect(degradations.list()).to.deep.equal([]);
    expect(sent).to.deep.equal(ids(1, 1));
  });
});
