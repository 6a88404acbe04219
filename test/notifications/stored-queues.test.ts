/** The delivery queues as the store has them. */
import { expect } from 'chai';
import { storedEntries } from '../../src/notifications/delivery/outbox-feed.js';
import { describePause } from '../../src/notifications/queues/queue-states.js';
import { QueuePauses } from '../../src/notifications/queues/pauses.js';
import { MAX_QUEUES, type QueueFilter, QueueList } from '../../src/notifications/queues/queue-list.js';
import { waitingQueues } from '../../src/notifications/queues/waiting-queues.js';
import type { Iri } from '../../src/rdf/terms.js';
import { failure } from '../store/support/open.js';
import {
  entriesOf,
  entryOf,
  nameOf,
  operator,
  otherReceiver,
  receiver,
  StoredQueues,
  topicOf,
  uris,
  vocabulary,
} from './support/stored-queues.js';

describe('the queues in a store', () => {
  let queues: StoredQueues;
  beforeEach(async () => {
    queues = await StoredQueues.open();
  });
  afterEach(() => queues.close());

  const waiting = (store = queues.store): ReturnType<typeof collected> =>
    collected(waitingQueues(queues.services(store)));
  const named = (topic: string): { receiver: Iri; topic: Iri } => ({ receiver, topic: topicOf(topic) });

  /** The errors of some work on a store, each read of which fails in turn together with all later ones. */
  async function outages(work: (store: typeof queues.store) => Promise<unknown>): Promise<Error[]> {
    queues.faults.arm();
    await work(queues.fresh());
    const reads = queues.faults.count('read');
    const errors: Error[] = [];
    for (let position = 1; position <= reads; position += 1) {
      queues.faults.arm('read', position, Infinity);
      errors.push(await failure(work(queues.fresh())));
    }
    expect(errors).to.not.be.empty;
    return errors;
  }

  describe('with entries', () => {
    it('are found each once, whatever the number of entries', async () => {
      await queues.write([...entriesOf('a', 1, 45), entryOf('b', 46), ...entriesOf('c', 47, 48)]);
      expect(await waiting()).to.have.deep.members([named('a'), named('b'), named('c')]);
    });

    it('are found behind damaged entries, and those of a queue without others are named', async () => {
      await queues.writeDamaged([...entriesOf('a', 1, 45), ...entriesOf('b', 46, 90)]);
      await queues.write([entryOf('a', 91), entryOf('c', 92)]);
      const damaged = entriesOf('b', 46, 90).map(({ uri }) => uri);
      expect(await waiting()).to.have.deep.members([named('a'), { damaged }, named('c')]);
    });

    it('are none in an empty store', async () => {
      expect(await waiting()).to.deep.equal([]);
    });

    it('are unknown while the store is unavailable', async () => {
      await queues.write([entryOf('a', 1)]);
      for (const error of await outages(waiting)) expect(error).to.include({ kind: 'unavailable' });
    });
  });

  describe('have entries', () => {
    type Page = Awaited<ReturnType<typeof storedEntries>>;
    const read = (topic: string, after: Page['last'], limit: number, store = queues.store): Promise<Page> =>
      storedEntries(queues.services(store), named(topic), after, limit);
    const sequences = ({ entries }: Page): number[] => entries.map(({ sequence }) => sequence);

    it('that are read in pages, in order, and damaged ones apart', async () => {
      await queues.write([entryOf('a', 1), entryOf('a', 2), entryOf('a', 4), entryOf('a', 5), entryOf('b', 6)]);
      await queues.writeDamaged([entryOf('a', 3)]);
      const first = await read('a', undefined, 2);
      expect([sequences(first), first.damaged, first.size, first.last?.order]).to.deep.equal([[1, 2], [], 2, 2]);
      const second = await read('a', first.last, 2);
      expect([sequences(second), second.size, second.last?.order]).to.deep.equal([[4], 2, 4]);
      expect(second.damaged.map(({ uri }) => nameOf(uri))).to.deep.equal(['a-0003']);
      expect(second.damaged[0]?.error).to.be.instanceOf(TypeError);
      const third = await read('a', second.last, 2);
      expect([sequences(third), third.size, third.last]).to.deep.equal([[5], 1, undefined]);
      const whole = await read('a', undefined, 5);
      expect([sequences(whole), whole.size, whole.last?.order]).to.deep.equal([[1, 2, 4, 5], 5, 5]);
      expect(await read('a', whole.last, 5)).to.deep.equal({ entries: [], damaged: [], size: 0, last: undefined });
    });

    it('that are read in order also where they are many', async () => {
      await queues.write(entriesOf('a', 1, 450));
      const page = await read('a', undefined, 1_000);
      expect(page.entries.map(({ uri }) => uri)).to.deep.equal(entriesOf('a', 1, 450).map(({ uri }) => uri));
      expect([page.damaged, page.size, page.last]).to.deep.equal([[], 450, undefined]);
    });

    it('that are not taken for damaged while the store is unavailable', async () => {
      await queues.write([entryOf('a', 1)]);
      const errors = await outages((store) => read('a', undefined, 2, store));
      for (const error of errors) expect(error).to.include({ kind: 'unavailable' });
    });
  });

  describe('are listed', () => {
    const all: QueueFilter = { receiver: undefined, topic: undefined };
    let list: QueueList;
    let pauses: QueuePauses;
    beforeEach(() => {
      const services = queues.services();
      pauses = new QueuePauses(services);
      list = new QueueList(services, services.outbox, pauses);
    });
    const names = async (filter: QueueFilter): Promise<string[]> =>
      (await list.find(filter)).queues.map((queue) => `${new URL(queue.receiver).host} ${nameOf(queue.topic)}`);

    it('with entries, then the paused ones, then those of accepted subscriptions, by receiver and topic', async () => {
      await queues.write([entryOf('a', 1), entryOf('a', 2), entryOf('b', 3, { receiver: otherReceiver })]);
      const waitsForReceiver = queues.failureOf('a', entryOf('a', 1).uri);
      await queues.writeFailures(waitsForReceiver);
      await pauses.pause({ receiver, topic: topicOf('c') }, operator, undefined);
      await pauses.pause({ receiver: otherReceiver, topic: undefined }, operator, undefined);
      await pauses.readAll();
      const request = await queues.subscribe(topicOf('d'));
      await queues.subscribe(topicOf('e'), { missing: vocabulary.api.hasTopic });
      expect(await names({ receiver, topic: undefined })).to.deep.equal([
        'partner.example a',
        'partner.example c',
        'partner.example d',
      ]);
      expect(await names({ receiver: undefined, topic: topicOf('b') })).to.deep.equal(['other.example b']);
      expect(await names({ receiver, topic: topicOf('x') })).to.deep.equal(['partner.example x']);
      const found = await list.find(all);
      expect(found.truncated).to.equal(false);
      expect(found.queues).to.have.length(4);
      const of = (topic: string): (typeof found.queues)[number] | undefined =>
        found.queues.find((queue) => queue.topic === topicOf(topic));
      expect(of('a')).to.deep.include({ waiting: 2, failure: waitsForReceiver, subscription: undefined });
      expect(of('a')?.first?.uri).to.equal(entryOf('a', 1).uri);
      expect(of('b')).to.deep.include({ receiver: otherReceiver, waiting: 1, failure: undefined });
      for (const topic of ['c', 'd']) expect(of(topic)).to.deep.include({ waiting: 0, first: undefined });
      expect(of('d')?.subscription).to.equal(request);
    });

    it('with the subscription of the first entry where none is accepted, and without a first one that is damaged', async () => {
      const subscription = uris.actionRequest('revoked');
      await queues.write([entryOf('a', 1, { subscription }), entryOf('b', 3)]);
      await queues.writeDamaged([entryOf('b', 2)]);
      const { queues: found } = await list.find(all);
      expect(found.find(({ topic }) => topic === topicOf('a'))?.subscription).to.equal(subscription);
      expect(found.find(({ topic }) => topic === topicOf('b'))).to.include({ first: undefined, waiting: 2 });
    });

    it(`up to ${MAX_QUEUES} of them`, async () => {
      const numbered = Array.from({ length: MAX_QUEUES }, (_, number) => entryOf(`t${String(number)}`, number));
      await queues.write(numbered);
      const whole = await list.find(all);
      expect([whole.queues.length, whole.truncated]).to.deep.equal([MAX_QUEUES, false]);
      await queues.write([entryOf('more', MAX_QUEUES)]);
      const limited = await list.find(all);
      expect([limited.queues.length, limited.truncated]).to.deep.equal([MAX_QUEUES, true]);
    });
  });

  describe('that are paused', () => {
    it('are all read, however many', async () => {
      const topics = Array.from({ length: 450 }, (_, number) => topicOf(String(number)));
      await queues.store.transact([], async (tx) => {
        for (const topic of topics) {
          const graph = uris.deliveryPause(receiver, topic);
          const pause = { receiver, topic, by: operator, at: queues.clock.now(), reason: undefined };
          await tx.insert(graph, describePause(graph, pause, vocabulary));
        }
      });
      const pauses = new QueuePauses(queues.services());
      await pauses.readAll();
      expect(pauses.all().map(({ topic }) => topic)).to.have.members(topics);
    });
  });
});

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
