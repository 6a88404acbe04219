/** The pauses of queues: written by an operator, followed by a process, and listed when they have ended. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { ALL_NOTIFICATIONS } from '../../src/notifications/lookups.js';
import { findPauses, type PauseFilter } from '../../src/notifications/queues/pause-list.js';
import {
  describeEndedPause,
  describePause,
  type EndedPause,
  type QueuePause,
  readEndedPause,
} from '../../src/notifications/queues/queue-states.js';
import { QueuePauses, type QueueSelection } from '../../src/notifications/queues/pauses.js';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { around } from '../faults/support/faults.js';
import { failure } from '../store/support/open.js';
import { eventually } from '../support/exchange.js';
import {
  lookups,
  nameOf,
  operator,
  otherReceiver,
  receiver,
  StoredQueues,
  topicOf,
  uris,
  vocabulary,
} from './support/stored-queues.js';

const [a, b] = [
  { receiver, topic: topicOf('a') },
  { receiver, topic: topicOf('b') },
];
const whole: QueueSelection = { receiver, topic: undefined };
const other: QueueSelection = { receiver: otherReceiver, topic: topicOf('a') };

describe('the pauses of queues', () => {
  let queues: StoredQueues;
  let pauses: QueuePauses;
  let changed: QueueSelection[];

  async function open(...parameters: Parameters<typeof StoredQueues.open>): Promise<void> {
    await queues.close();
    queues = await StoredQueues.open(...parameters);
    pauses = new QueuePauses(queues.services());
  }
  beforeEach(async () => {
    queues = await StoredQueues.open();
    pauses = new QueuePauses(queues.services());
    changed = [];
  });
  afterEach(() => queues.close());

  const follow = (): void => {
    pauses.follow(({ receiver: of, topic }) => changed.push({ receiver: of, topic }));
  };
  const pause = (selection: QueueSelection, reason?: string): Promise<void> =>
    pauses.pause(selection, operator, reason);
  const until = (condition: () => boolean): Promise<void> => eventually(() => Promise.resolve(condition()));
  async function ended(partition: string = ALL_NOTIFICATIONS): Promise<(EndedPause | undefined)[]> {
    const { store } = queues;
    const entries = await store.lookup(lookups.notifications.endedPauses, partition);
    return Promise.all(entries.map(async ({ value }) => readEndedPause(await store.read(value), vocabulary)));
  }
  const topics = (found: readonly QueuePause[]): string[] => found.map(({ topic }) => nameOf(topic ?? iri('urn:x:/-')));

  it('hold one queue, until it is resumed', async () => {
    follow();
    await pause(a, 'Maintenance');
    await pause(b);
    await until(() => pauses.all().length === 2);
    const at = queues.clock.now();
    expect(pauses.of(a)).to.deep.equal({ ...a, by: operator, at, reason: 'Maintenance' });
    expect(pauses.of(b)).to.deep.equal({ ...b, by: operator, at, reason: undefined });
    expect(pauses.of({ receiver, topic: topicOf('c') })).to.equal(undefined);
    expect(pauses.of({ receiver: otherReceiver, topic: topicOf('a') })).to.equal(undefined);
    queues.clock.advance(1);
    await pauses.resume(a, otherReceiver);
    await until(() => pauses.all().length === 1);
    expect(pauses.of(a)).to.equal(undefined);
    expect(pauses.of(b)?.topic).to.equal(b.topic);
    expect(changed).to.deep.equal([a, b, a]);
    const end = { endedBy: otherReceiver, endedAt: queues.clock.now() };
    expect(await ended()).to.deep.equal([{ ...a, by: operator, at, reason: 'Maintenance', ...end }]);
  });

  it('hold all queues of a receiver, which are resumed together only', async () => {
    follow();
    await pause(a);
    await pause(other);
    await pause(whole, 'Maintenance');
    await until(() => pauses.all().length === 3);
    for (const queue of [a, b]) expect(pauses.of(queue)?.reason).to.equal('Maintenance');
    expect(pauses.of({ receiver: otherReceiver, topic: topicOf('b') })).to.equal(undefined);
    const refused = await failure(pauses.resume(a, operator));
    expect(refused).to.deep.include({
      kind: 'unprocessable',
      details: [
        {
          message: 'all queues of this subscriber are paused: they can only be resumed together, without a topic',
          resource: receiver,
        },
      ],
    });
    expect(pauses.all()).to.have.length(3);
    await pauses.resume(whole, operator);
    await until(() => pauses.all().length === 1);
    expect(pauses.all().map((one) => one.receiver)).to.deep.equal([otherReceiver]);
    expect((await ended(receiver)).map((one) => one?.topic)).to.have.members([a.topic, undefined]);
    expect(await ended(otherReceiver)).to.deep.equal([]);
  });

  it('are replaced by a repetition, and end once', async () => {
    follow();
    await pause(a, 'Maintenance');
    queues.clock.advance(1);
    await pause(a, 'Longer');
    await until(() => pauses.of(a)?.reason === 'Longer');
    expect(pauses.all()).to.have.length(1);
    await pauses.resume(a, operator);
    await pauses.resume(a, operator);
    expect((await ended()).map((one) => one?.reason)).to.deep.equal(['Longer']);
  });

  for (const [what, change] of [
    ['beginning', () => pause(a)],
    ['end', () => pauses.resume(a, operator)],
  ] as const)
    it(`wait at their ${what} for a transaction on the same queue`, async () => {
      const graph = uris.deliveryPause(a.receiver, a.topic);
      const done: string[] = [];
      const earlier = queues.store.transact([graph], async () => {
        // Longer than a commit to memory takes.
        for (let turn = 0; turn < 50; turn += 1) await nextTurn();
        done.push('the other transaction');
      });
      await Promise.all([earlier, change().then(() => done.push('the pause'))]);
      expect(done).to.deep.equal(['the other transaction', 'the pause']);
    });

  it('leave no record with RECEIPT_DAYS=0', async () => {
    await open({ RECEIPT_DAYS: '0' });
    follow();
    await pause(a);
    await until(() => pauses.all().length === 1);
    await pauses.resume(a, operator);
    await until(() => pauses.all().length === 0);
    expect(await ended()).to.deep.equal([]);
  });

  it('are those of the store when all are read again', async () => {
    await pause(a);
    await pauses.readAll();
    await pauses.resume(a, operator);
    await pause(b);
    expect(topics(pauses.all())).to.deep.equal(['a']);
    await pauses.readAll();
    expect(topics(pauses.all())).to.deep.equal(['b']);
    expect([pauses.of(a), pauses.of(b)?.topic]).to.deep.equal([undefined, b.topic]);
  });

  it('are read again after a gap in the feed of commits', async () => {
    await open({}, { feedLength: 1, around: (own) => around(own, () => undefined, { changedSince: () => undefined }) });
    follow();
    await Promise.all([pause(a), pause(b), pause(other)]);
    await until(() => pauses.all().length === 3);
    await Promise.all([pauses.resume(a, operator), pauses.resume(b, operator)]);
    await until(() => pauses.all().length === 1);
    expect(pauses.of(a)).to.equal(undefined);
  });

  it('are not followed any more when the node stops', async () => {
    follow();
    await pause(a);
    await until(() => pauses.all().length === 1);
    queues.stopping.abort();
    await pause(b);
    await queues.store.settled();
    expect(topics(pauses.all())).to.deep.equal(['a']);
  });

  describe('in a list', () => {
    const minute = (number: number): Date => new Date(Date.UTC(2026, 2, 1, 10, number));
    const find = async (filter: Partial<PauseFilter>, limit = 100): Promise<string[]> => {
      const everything: PauseFilter = { receiver: undefined, from: undefined, to: undefined };
      return topics(await findPauses(queues.services(), pauses, { ...everything, ...filter }, limit));
    };
    const pauseOf = (topic: string, at: number, of: Iri): QueuePause => ({
      receiver: of,
      topic: topicOf(topic),
      by: operator,
      at: minute(at),
      reason: undefined,
    });

    beforeEach(async () => {
      await queues.store.transact([], async (tx) => {
        for (const [topic, at, of] of [
          ['running-0', 0, receiver],
          ['running-4', 4, otherReceiver],
        ] as const) {
          const graph = uris.deliveryPause(of, topicOf(topic));
          await tx.insert(graph, describePause(graph, pauseOf(topic, at, of), vocabulary));
        }
        for (const [topic, at, endedAt, of] of [
          ['1-2', 1, 2, receiver],
          ['3-6', 3, 6, otherReceiver],
          ['5-8', 5, 8, receiver],
          ['7-9', 7, 9, receiver],
        ] as const) {
          const graph = uris.endedDeliveryPause(topic);
          const one = { ...pauseOf(topic, at, of), endedBy: operator, endedAt: minute(endedAt) };
          await tx.insert(graph, describeEndedPause(graph, one, vocabulary));
        }
      });
      await pauses.readAll();
    });

    it('are the running ones, then those that have ended, newest first', async () => {
      expect(await find({})).to.deep.equal(['running-4', 'running-0', '7-9', '5-8', '3-6', '1-2']);
      expect(await find({}, 3)).to.deep.equal(['running-4', 'running-0', '7-9']);
      expect(await find({}, 1)).to.deep.equal(['running-4']);
    });

    it('are those of one receiver', async () => {
      expect(await find({ receiver })).to.deep.equal(['running-0', '7-9', '5-8', '1-2']);
      expect(await find({ receiver: otherReceiver, to: minute(4) })).to.deep.equal(['running-4', '3-6']);
      expect(await find({ receiver: operator })).to.deep.equal([]);
    });

    it('are those that held at some time of a period', async () => {
      expect(await find({ from: minute(6) })).to.deep.equal(['running-4', 'running-0', '7-9', '5-8', '3-6']);
      expect(await find({ from: minute(7) })).to.deep.equal(['running-4', 'running-0', '7-9', '5-8']);
      expect(await find({ to: minute(3) })).to.deep.equal(['running-0', '3-6', '1-2']);
      expect(await find({ to: minute(5) })).to.deep.equal(['running-4', 'running-0', '5-8', '3-6', '1-2']);
      expect(await find({ to: minute(6) })).to.deep.equal(['running-4', 'running-0', '5-8', '3-6', '1-2']);
      expect(await find({ from: minute(7), to: minute(7) })).to.deep.equal(['running-4', 'running-0', '7-9', '5-8']);
      expect(await find({ from: minute(9), to: minute(9) })).to.deep.equal(['running-4', 'running-0', '7-9']);
      expect(await find({ to: new Date(minute(0).getTime() - 1) })).to.deep.equal([]);
    });
  });
});
