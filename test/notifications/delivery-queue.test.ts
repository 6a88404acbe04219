import { expect } from 'chai';
import { backlogOf } from '../../src/notifications/delivery/backlog.js';
import { PAGE_ENTRIES, Queue, type QueueItem } from '../../src/notifications/delivery/queue.js';
import type { QueueFailure } from '../../src/notifications/queues/queue-states.js';
import { iri } from '../../src/rdf/terms.js';

const [receiver, topic] = [iri('http://partner.example/agent'), iri('http://topic.example')];
const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 10, minute));
const item = (sequence: number, coalescingKey?: string): QueueItem => ({
  uri: iri(`http://node.example/outbox/${sequence}`),
  sequence,
  createdAt: at(sequence),
  coalescingKey,
});

function queueOf(...entries: readonly QueueItem[]): Queue {
  const queue = new Queue(receiver, topic);
  for (const entry of entries) queue.add(entry);
  return queue;
}
const sequences = (items: readonly QueueItem[]): number[] => items.map(({ sequence }) => sequence);

describe('a queue of one receiver and topic', () => {
  const failure: QueueFailure = {
    receiver,
    topic,
    entry: item(1).uri,
    attempts: 4,
    since: at(1),
    nextAttempt: at(2),
    lastError: 'no',
    version: undefined,
  };

  it('takes the next entry, which stays the first until it is acknowledged', () => {
    const queue = queueOf(item(1), item(2));
    expect(queue.first?.sequence).to.equal(1);
    expect(queue.next()?.sequence).to.equal(1);
    expect(queue.next()?.sequence).to.equal(1);
    expect([queue.first?.sequence, queue.length]).to.deep.equal([1, 2]);
    queue.ack();
    expect([queue.first?.sequence, queue.length]).to.deep.equal([2, 1]);
    expect(queue.next()?.sequence).to.equal(2);
    queue.ack();
    expect([queue.isEmpty, queue.length, queue.next()]).to.deep.equal([true, 0, undefined]);
  });

  it('continues the attempts of an earlier process for the entry that failed', () => {
    const queue = new Queue(receiver, topic, failure);
    queue.add(item(1));
    queue.add(item(2));
    queue.next();
    expect(queue).to.deep.include({ attempts: 4, failingSince: at(1), isFailureRecorded: true });
    queue.ack();
    queue.next();
    expect(queue).to.deep.include({ attempts: 0, failingSince: undefined, isFailureRecorded: false });
  });

  it('has a recorded failure to remove, and no attempts, where another entry is the first now', () => {
    const queue = new Queue(receiver, topic, failure);
    queue.add(item(2));
    queue.add(item(3));
    queue.next();
    expect(queue).to.deep.include({ attempts: 0, failingSince: undefined, isFailureRecorded: true });
    queue.ack();
    queue.next();
    expect(queue.isFailureRecorded).to.equal(false);
  });

  it('knows nothing of an attempt any more when its entry is acknowledged', () => {
    const queue = queueOf(item(1));
    queue.next();
    queue.attempts = 2;
    queue.failingSince = at(1);
    queue.isFailureRecorded = true;
    queue.unexpected = 1;
    queue.nextAttempt = at(2);
    queue.lastError = 'no';
    queue.version = '2.0.0';
    queue.merged = [item(2)];
    queue.ack();
    expect(queue).to.deep.include({
      first: undefined,
      sent: undefined,
      merged: [],
      attempts: 0,
      failingSince: undefined,
      isFailureRecorded: false,
      unexpected: 0,
      nextAttempt: undefined,
      lastError: undefined,
      version: undefined,
    });
  });

  it('finds waiting entries with a key, in order and at most as many as asked for, not the one being delivered', () => {
    const queue = queueOf(item(1, 'a'), item(2, 'b'), item(3, 'a'), item(4, 'a'), item(5, 'a'));
    queue.next();
    expect(sequences(queue.withKey('a', 2))).to.deep.equal([3, 4]);
    expect(sequences(queue.withKey('a', 9))).to.deep.equal([3, 4, 5]);
    expect(queue.withKey('c', 9)).to.deep.equal([]);
  });

  it('has the other entries, in order, when some were delivered with the first', () => {
    const queue = queueOf(item(1, 'a'), item(2, 'b'), item(3, 'a'), item(4, 'b'));
    queue.next();
    queue.remove([]);
    expect(queue.length).to.equal(4);
    queue.remove(queue.withKey('a', 9));
    queue.ack();
    expect(queue.length).to.equal(2);
    expect(queue.next()?.sequence).to.equal(2);
    queue.ack();
    expect(queue.next()?.sequence).to.equal(4);
  });

  it('has late entries in order among those that wait, after many have been delivered', () => {
    const queue = queueOf(...Array.from({ length: 1_500 }, (_, index) => item(2 * index)));
    for (let count = 0; count < 1_200; count += 1) {
      expect(queue.next()?.sequence).to.equal(2 * count);
      queue.ack();
    }
    queue.add(item(2_401));
    queue.add(item(1));
    expect(queue.length).to.equal(302);
    const next = (): number | undefined => {
      const sequence = queue.next()?.sequence;
      queue.ack();
      return sequence;
    };
    expect([next(), next(), next(), next()]).to.deep.equal([1, 2_400, 2_401, 2_402]);
  });

  it('leaves entries to the store beyond two pages, and not before', async () => {
    const queue = queueOf(...Array.from({ length: 2 * PAGE_ENTRIES }, (_, index) => item(index)));
    const taken = (): number => {
      let count = 0;
      for (; !queue.isEmpty && !queue.isDrained; count += 1) {
        queue.next();
        queue.ack();
      }
      return count;
    };
    queue.add(item(2 * PAGE_ENTRIES));
    queue.add(item(2 * PAGE_ENTRIES + 1));
    expect(queue.length).to.equal(2 * PAGE_ENTRIES + 2);
    expect(taken()).to.equal(PAGE_ENTRIES);
    expect([queue.isDrained, queue.isEmpty, queue.length]).to.deep.equal([true, false, PAGE_ENTRIES + 2]);
    const last = item(PAGE_ENTRIES - 1);
    await queue.refill((after) => {
      expect(after).to.deep.equal({ order: last.sequence, value: last.uri });
      return Promise.resolve({ items: [item(PAGE_ENTRIES)], size: 1, last: undefined });
    });
    expect([taken(), queue.isEmpty]).to.deep.equal([1, true]);
    const whole = queueOf(...Array.from({ length: 2 * PAGE_ENTRIES }, (_, index) => item(index)));
    expect(whole.length).to.equal(2 * PAGE_ENTRIES);
    whole.add(item(1));
    for (let count = 0; count < 2 * PAGE_ENTRIES; count += 1) {
      expect(whole.next()?.sequence).to.equal(count);
      whole.ack();
    }
    expect(whole.isEmpty).to.equal(true);
  });

  it('reads the store only when its next entry is there', async () => {
    const queue = queueOf(item(1));
    await queue.refill(() => Promise.reject(new Error('all entries are in memory')));
    const stored = new Queue(receiver, topic, undefined, 3);
    const asked: unknown[] = [];
    const position = { order: 1, value: item(1).uri };
    await stored.refill((after) => {
      asked.push(after);
      return Promise.resolve({ items: [item(1)], size: 2, last: position });
    });
    expect([stored.length, stored.isDrained]).to.deep.equal([2, false]);
    stored.next();
    stored.ack();
    expect([stored.length, stored.isDrained]).to.deep.equal([1, true]);
    await stored.refill((after) => {
      asked.push(after);
      return Promise.resolve({ items: [], size: 1, last: position });
    });
    // Another page follows: at least one entry waits.
    expect(stored.length).to.equal(1);
    await stored.refill((after) => {
      asked.push(after);
      return Promise.resolve({ items: [], size: 0, last: undefined });
    });
    expect([stored.length, stored.isEmpty]).to.deep.equal([0, true]);
    expect(asked).to.deep.equal([undefined, position, position]);
  });

  it('counts an entry that is added behind the stored ones, and reads it from the store', () => {
    const queue = new Queue(receiver, topic, undefined, 1);
    queue.add(item(7));
    expect([queue.length, queue.first, queue.isDrained]).to.deep.equal([2, undefined, true]);
  });

  it('waits until it is woken, or the signal is aborted', async () => {
    const queue = queueOf();
    const stopping = new AbortController();
    const ended: string[] = [];
    const wait = async (what: string): Promise<void> => {
      await queue.sleep(Infinity, stopping.signal);
      ended.push(what);
    };
    queue.wake();
    const woken = wait('woken');
    queue.wake();
    await woken;
    const stopped = wait('stopped');
    stopping.abort();
    await stopped;
    expect(ended).to.deep.equal(['woken', 'stopped']);
  });
});

describe('the waiting notifications by receiver', () => {
  it('are those of all its queues, with the oldest one and the most attempts', () => {
    const other = iri('http://other.example/agent');
    const [one, two, three] = [queueOf(item(5), item(6)), queueOf(item(2)), queueOf(item(4))];
    const elsewhere = new Queue(other, topic);
    elsewhere.add(item(9));
    [one.attempts, two.attempts, three.attempts] = [1, 3, 2];
    expect(backlogOf([one, two, three, elsewhere, queueOf()], at(30))).to.deep.equal([
      { receiver, waiting: 4, since: at(2), failing: 3 },
      { receiver: other, waiting: 1, since: at(9), failing: 0 },
    ]);
  });

  it('are as old as now before the first one is read', () => {
    expect(backlogOf([new Queue(receiver, topic, undefined, 2)], at(30))).to.deep.equal([
      { receiver, waiting: 2, since: at(30), failing: 0 },
    ]);
  });
});
