import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { cargo, context, list, member, startTestNode, type TestNode } from '../support/node.js';
import {
  created,
  deliveries,
  freePorts,
  fastRetries,
  iriOf,
  Receiver,
  settled,
  subscribe,
  partyFor,
} from '../support/exchange.js';
import { scaled } from '../support/size.js';

/** How many pieces are written; more for a measurement: `TEST_SIZE=100 MEASURE=1 npx mocha …`. */
const PIECES = scaled(10);
const AT_ONCE = 10;
/** One partner's subscriptions to the same topic: each tells it of every piece, and all share one queue. */
const SUBSCRIPTIONS = 20;
const WAITING = PIECES * SUBSCRIPTIONS;

describe(`${WAITING} notifications waiting for a partner that is down`, function () {
  this.timeout(scaled(600_000));
  let folder: string;
  let port: number;
  let node: TestNode;
  let dead: Receiver;
  let living: Receiver;
  const start = async (): Promise<void> => {
    node = await startTestNode({ env: { ...fastRetries, PORT: String(port), STORE_URL: `file:${folder}` } });
  };
  const measure = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await work();
    const took = performance.now() - began;
    if (process.env['MEASURE'] !== undefined) process.stderr.write(`${what}: ${took.toFixed(0)} ms\n`);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-load-'));
    [port = 0] = await freePorts(1);
    [dead, living] = await Promise.all([Receiver.start(), Receiver.start()]);
    await start();
    const party = await partyFor(node.url, dead.agent);
    for (let number = 0; number < SUBSCRIPTIONS; number += 1)
      await subscribe(node.holder, party, { topic: `${cargo}Piece` });
    await subscribe(node.holder, await partyFor(node.url, living.agent), { topic: `${cargo}Waybill` });
    await dead.close();
    await measure(`writing ${PIECES} pieces that make ${WAITING} notifications`, async () => {
      for (let shipment = 0; shipment < PIECES / AT_ONCE; shipment += 1) {
        const pieces = Array.from({ length: AT_ONCE }, (_, number) => ({
          '@id': `${node.url}/logistics-objects/p${shipment * AT_ONCE + number}`,
          '@type': 'cargo:Piece',
        }));
        const contents = pieces.map((piece) => ({ ...piece, 'cargo:goodsDescription': 'x' }));
        created(
          await node.holder.post('/logistics-objects', {
            '@context': context,
            '@type': 'cargo:Shipment',
            'cargo:shipmentOfPieces': contents,
          }),
        );
      }
    });
    await measure('asking what waits', async () => {
      expect((await deliveries(node.holder)).total).to.equal(WAITING);
    });
  });
  afterEach(async () => {
    await node.stop();
    await Promise.all([dead.close(), living.close()]);
    await rm(folder, { recursive: true });
  });

  /** Waits for all of them, and holds them to the order of the transactions in which they were written. */
  async function expectAllInOrder(): Promise<void> {
    const ids = new Set<string>();
    let counted = 0;
    await dead.until((notifications) => {
      for (; counted < notifications.length; counted += 1) ids.add(notifications[counted]?.id ?? '');
      return ids.size >= WAITING;
    });
    await settled(node.holder, scaled(120_000));
    const seen = new Set<string>();
    const shipments = dead.received
      .filter(({ id }) => !seen.has(id) && seen.add(id))
      .map(({ object }) => Math.floor(Number(/p(\d+)$/.exec(object)?.[1]) / AT_ONCE));
    expect(shipments).to.have.length(WAITING);
    expect(shipments).to.deep.equal([...shipments].sort((one, other) => one - other));
  }

  it('delay no other delivery, and all arrive in order when it is back', async () => {
    const waybill = { '@context': context, '@type': 'cargo:Waybill', 'cargo:waybillNumber': '1' };
    // Within the test's timeout: nothing else ends while the partner is down.
    await measure('30 writes, delivered to another', async () => {
      for (let number = 0; number < 30; number += 1) created(await node.holder.post('/logistics-objects', waybill));
      await living.distinct(30);
    });
    await dead.open();
    await measure('catching up', () => expectAllInOrder());
  });

  it('all arrive in order after a restart, too', async () => {
    await node.stop();
    await measure('starting', start);
    await dead.open();
    await measure('catching up', () => expectAllInOrder());
  });

  it('are dropped, and not delivered, when the subscriptions are revoked', async () => {
    const { json } = await node.holder.get('/action-requests?type=SubscriptionRequest&limit=1000');
    const requests = list(member(json, 'api:hasItem')).map(iriOf);
    expect(requests).to.have.length(SUBSCRIPTIONS + 1);
    const party = await partyFor(node.url, dead.agent);
    const statuses: number[] = [];
    for (const request of requests) statuses.push((await party.delete(request)).status);
    // Its own, and not the one of the other partner.
    expect(statuses.filter((status) => status === 204)).to.have.length(SUBSCRIPTIONS);
    expect(statuses.filter((status) => status === 403)).to.have.length(1);
    await dead.open();
    await measure('dropping', () => settled(node.holder, scaled(120_000)));
    // An attempt that had begun when the revocation came may still arrive.
    expect(dead.calls.length).to.be.at.most(1);
  });
});
