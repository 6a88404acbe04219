import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { PAGE_ENTRIES, Queue, type QueueItem } from '../../src/notifications/delivery/queue.js';
import { iri } from '../../src/rdf/terms.js';
import { createPiece, eventually, fastRetries, Receiver, subscribe, partyFor } from '../support/exchange.js';
import { cargo, startTestNode } from '../support/node.js';
import { freePort } from '../support/ports.js';

describe('The outbox of a node that starts', () => {
  it('is read while the node serves requests: their notifications are delivered after the waiting ones', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
    const env = { ...fastRetries, PORT: String(await freePort()), STORE_URL: `file:${join(folder, 'data')}` };
    const receiver = await Receiver.start();
    let node = await startTestNode({ env });
    try {
      await subscribe(node.holder, await partyFor(node.url, receiver.agent), { topic: `${cargo}Piece` });
      await receiver.close();
      const expected: string[] = [];
      // More than are read at a time.
      const waiting = 220;
      for (let count = 0; count < waiting; count += 1) expected.push(await createPiece(node.holder));
      await node.stop();
      node = await startTestNode({ env });
      for (let count = 0; count < 3; count += 1) expected.push(await createPiece(node.holder));
      receiver.received.length = 0;
      await receiver.open();
      const objects = (): string[] => [...new Set(receiver.received.map(({ object }) => object))];
      await eventually(() => Promise.resolve(objects().length >= expected.length));
      expect(objects()).to.deep.equal(expected);
    } finally {
      await node.stop();
      await receiver.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('A queue of notifications', () => {
  const item = (sequence: number): QueueItem => ({
    uri: iri(`http://node.example/outbox/${sequence}`),
    sequence,
    createdAt: new Date(0),
  });
  const [receiver, topic] = [iri('http://partner.example'), iri('http://topic.example')];
  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  /** Takes all entries, reading from a store with these when the queue is drained. */
  async function takeAll(queue: Queue, stored: readonly number[], during = (): void => undefined): Promise<number[]> {
    const taken: number[] = [];
    while (!queue.isEmpty) {
      if (queue.isDrained) {
        await queue.refill((after) => {
          const items = stored
            .filter((sequence) => sequence > (after?.order ?? -1))
            .slice(0, PAGE_ENTRIES)
            .map(item);
          const end = items.at(-1);
          during();
          const last =
            end === undefined || items.length < PAGE_ENTRIES ? undefined : { order: end.sequence, value: end.uri };
          return Promise.resolve({ items, size: items.length, last });
        });
      }
      const next = queue.next();
      if (next !== undefined) taken.push(next.sequence);
      queue.ack();
    }
    return taken;
  }

  it('has an entry once that it is given twice, in the order of the sequence', () => {
    const queue = new Queue(receiver, topic);
    for (const sequence of [2, 1, 3, 2, 3]) queue.add(item(sequence));
    expect(queue.length).to.equal(3);
    expect(queue.next()?.sequence).to.equal(1);
    queue.add(item(1));
    expect(queue.length).to.equal(3);
  });

  it('keeps the next entries in memory, and reads the others when these have been delivered', async () => {
    const queue = new Queue(receiver, topic);
    const all = range(1, 5 * PAGE_ENTRIES);
    for (const sequence of all) queue.add(item(sequence));
    expect(queue.length).to.equal(all.length);
    let inMemory = 0;
    while (!queue.isDrained) {
      queue.next();
      queue.ack();
      inMemory += 1;
    }
    expect(inMemory).to.be.at.most(2 * PAGE_ENTRIES);
    expect(queue.length).to.equal(all.length - inMemory);
    expect(await takeAll(queue, all)).to.deep.equal(all.slice(inMemory));
    expect(queue.length).to.equal(0);
  });

  it('begins with the store, and counts its entries', async () => {
    const stored = range(1, PAGE_ENTRIES + 10);
    const queue = new Queue(receiver, topic, undefined, stored.length);
    expect(queue.length).to.equal(stored.length);
    expect(await takeAll(queue, stored)).to.deep.equal(stored);
  });

  it('has entries that are added while others are read, in their order and once', async () => {
    const stored = range(1, PAGE_ENTRIES + 10);
    const queue = new Queue(receiver, topic, undefined, stored.length);
    // Of transactions that ended late: one that the page has, one before its end that it does not have, one after all.
    const late = [3, 4.5, 2_000];
    const taken = await takeAll(queue, stored, () => {
      for (const sequence of late.splice(0)) queue.add(item(sequence));
    });
    expect(taken).to.deep.equal([...range(1, 4), 4.5, ...range(5, stored.length)]);
  });

  it('is as it was when the store cannot be read', async () => {
    const stored = range(1, 3);
    const queue = new Queue(receiver, topic, undefined, stored.length);
    const failed = await queue.refill(() => Promise.reject(new Error('an outage'))).catch((error: unknown) => error);
    expect(failed).to.be.an('error');
    expect(await takeAll(queue, stored)).to.deep.equal(stored);
  });
});
