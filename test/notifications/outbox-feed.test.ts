import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Queue } from '../../src/notifications/delivery/queue.js';
import { iri } from '../../src/rdf/terms.js';
import { createPiece, eventually, fastRetries, Receiver, subscribe, partyFor } from '../support/exchange.js';
import { cargo, startTestNode } from '../support/node.js';
import { freePort } from '../support/ports.js';

describe('The outbox of a node that starts', () => {
  it('is read while the node serves requests: what they write is delivered after what was waiting', async () => {
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
  }).timeout(60_000);
});

describe('A queue of notifications', () => {
  it('has an entry once that it is given twice, in the order of the sequence', () => {
    const queue = new Queue(iri('http://partner.example'), iri('http://topic.example'));
    const item = (sequence: number): Parameters<Queue['add']>[0] => ({
      uri: iri(`http://node.example/outbox/${sequence}`),
      sequence,
      createdAt: new Date(0),
    });
    for (const sequence of [2, 1, 3, 2, 3]) queue.add(item(sequence));
    expect(queue.length).to.equal(3);
    expect(queue.next()?.sequence).to.equal(1);
    queue.add(item(1));
    expect(queue.length).to.equal(3);
  });
});
