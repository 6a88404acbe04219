/** A publisher that is killed while it writes: `npm run test:thorough`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createPiece,
  eventBody,
  fastRetries,
  freePorts,
  partyFor,
  Receiver,
  settled,
  subscribe,
  withoutRepetitions,
} from '../support/exchange.js';
import { cargo } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';
import { Random, SEED, seeded } from '../support/random.js';

describe('a publisher that is killed', () => {
  it('sends notifications of all acknowledged changes, at least once and in order, whenever it is killed (kill -9)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cargograph-killed-'));
    const [port = 0] = await freePorts(1);
    const url = `http://localhost:${port}`;
    const env = { ...fastRetries, PORT: String(port), STORE_URL: 'file:data' };
    const start = async (): Promise<NodeProcess> => {
      const started = spawnNode(folder, env);
      await started.listening;
      return started;
    };
    const kill = async (started: NodeProcess | undefined): Promise<void> => {
      started?.kill('SIGKILL');
      await started?.ended;
    };
    const receiver = await Receiver.start();
    let calls = 0;
    // A partner that is not at its best either: now and then an answer is lost after the notification was taken.
    receiver.behaviour = (response) => {
      calls += 1;
      if (calls % 7 === 0) response.destroy();
      else if (calls % 5 === 0) setTimeout(() => response.writeHead(204).end(), 5);
      else response.writeHead(204).end();
    };
    const random = new Random(seeded(SEED));
    let node: NodeProcess | undefined;
    /** Acknowledged, in the order of the acknowledgements: an event's notification tells of its piece. */
    const acknowledged: string[] = [];
    try {
      for (let round = 0; round < 3; round += 1) {
        node = await start();
        const holder = await partyFor(url, `${url}/logistics-objects/_data-holder`);
        if (round === 0) {
          const topic = { topic: `${cargo}Piece`, events: ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_EVENT_RECEIVED'] };
          await subscribe(holder, await partyFor(url, receiver.agent), topic);
        }
        // Killed at a random moment, while it writes.
        const enough = acknowledged.length + 4 + random.below(30);
        let killed: Promise<void> | undefined;
        let alive = true;
        while (alive) {
          if (acknowledged.length >= enough) killed ??= delay(random.upTo(15)).then(() => kill(node));
          alive = await (async () => {
            const piece = await createPiece(holder);
            acknowledged.push(`LOGISTICS_OBJECT_CREATED ${piece}`);
            const event = await holder.post(`${piece}/logistics-events`, eventBody());
            if (event.status === 201) acknowledged.push(`LOGISTICS_EVENT_RECEIVED ${piece}`);
            return true;
          })().catch((error: unknown) => {
            // The connection is cut: the node is gone.
            if (error instanceof TypeError) return false;
            throw error;
          });
        }
        await killed;
      }
      node = await start();
      const holder = await partyFor(url, `${url}/logistics-objects/_data-holder`);
      await settled(holder);
      const notifications = withoutRepetitions(receiver.received).map(
        ({ eventType, object }) => `${eventType} ${object}`,
      );
      const known = new Set(acknowledged);
      expect(acknowledged.length, 'acknowledged').to.be.at.least(12);
      // What was written but not acknowledged when the process died may be told too; it has its place among the rest.
      expect(notifications.filter((what) => known.has(what))).to.deep.equal(acknowledged);
    } finally {
      await kill(node);
      await receiver.close();
      await rm(folder, { recursive: true });
    }
  });
});
