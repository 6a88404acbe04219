import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { cargo, type Party, startTestNode, type TestNode, type TestNodeOptions } from '../support/node.js';
import {
  respondWith,
  createPiece,
  deliveries,
  freePorts,
  fastRetries,
  Receiver,
  settled,
  subscribe,
  type ReceivedNotification,
  partyFor,
} from '../support/exchange.js';

const PIECE = `${cargo}Piece`;
const objectsOf = (notifications: readonly ReceivedNotification[]): string[] =>
  notifications.map(({ object }) => object);

async function createPieces(holder: Party, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let number = 0; number < count; number += 1) made.push(await createPiece(holder));
  return made;
}

describe('a publisher that is restarted', () => {
  let folder: string;
  let receiver: Receiver;
  let port: number;
  let node: TestNode | undefined;
  const start = async (outbound: TestNodeOptions['outbound'] = {}): Promise<TestNode> => {
    node = await startTestNode({ env: { ...fastRetries, PORT: String(port), STORE_URL: `file:${folder}` }, outbound });
    return node;
  };
  const stop = async (): Promise<void> => {
    await node?.stop();
    node = undefined;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-exchange-'));
    [port = 0] = await freePorts(1);
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await stop();
    await receiver.close();
    await rm(folder, { recursive: true });
  });

  it('continues with its outbox: all waiting notifications in order, then new ones', async () => {
    const first = await start();
    const { url } = first;
    let { holder } = first;
    const party = await partyFor(url, receiver.agent);
    await subscribe(holder, party, { topic: PIECE });
    receiver.behaviour = respondWith(503);
    const pieces = await createPieces(holder, 25);
    await receiver.until((notifications) => notifications.length > 0);
    const attempted = receiver.received[0];
    await stop();
    receiver.received.length = 0;
    receiver.behaviour = respondWith(204);
    ({ holder } = await start());
    pieces.push(...(await createPieces(holder, 5)));
    expect(objectsOf(await receiver.distinct(30))).to.deep.equal(pieces);
    expect(receiver.received[0]?.id, 'the same notification keeps its @id').to.equal(attempted?.id);
    await settled(holder);
    expect(receiver.received, 'each once, since none was confirmed before').to.have.length(30);
  });

  it('continues in order after several restarts with the partner down', async () => {
    await receiver.close();
    const pieces: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { holder, url } = await start();
      if (round === 0) await subscribe(holder, await partyFor(url, receiver.agent), { topic: PIECE });
      pieces.push(...(await createPieces(holder, 7)));
      expect((await deliveries(holder)).total).to.equal(pieces.length);
      await stop();
    }
    await receiver.open();
    const { holder } = await start();
    expect(objectsOf(await receiver.distinct(21))).to.deep.equal(pieces);
    await settled(holder);
  });

  it('stops without waiting for a partner that never answers, and delivers after the restart', async () => {
    // Longer than this test may take.
    const { holder, url } = await start({ timeouts: { exchangeMs: 600_000 } });
    await subscribe(holder, await partyFor(url, receiver.agent), { topic: PIECE });
    receiver.behaviour = (response, notification, request): void => {
      if (notification === undefined) respondWith(404)(response, notification, request);
    };
    const pieces = await createPieces(holder, 2);
    await receiver.until((notifications) => notifications.length === 1);
    await stop();
    receiver.behaviour = respondWith(204);
    await start();
    expect(objectsOf(await receiver.distinct(2))).to.deep.equal(pieces);
  });

  it('stops without waiting for the server information of a partner that never answers', async () => {
    const { holder, url } = await start({ timeouts: { exchangeMs: 600_000 } });
    await subscribe(holder, await partyFor(url, receiver.agent), { topic: PIECE });
    receiver.behaviour = () => undefined;
    const pieces = await createPieces(holder, 2);
    await receiver.until(() => receiver.calls.includes('GET /'));
    await stop();
    receiver.behaviour = respondWith(204);
    await start();
    expect(objectsOf(await receiver.distinct(2))).to.deep.equal(pieces);
  });

  it('does not restore revoked subscriptions, and continues to notify the others', async () => {
    const { holder, url } = await start();
    const party = await partyFor(url, receiver.agent);
    const revoked = await subscribe(holder, party, { topic: PIECE });
    const event = `${cargo}Shipment`;
    await subscribe(holder, party, { topic: event });
    await receiver.close();
    await createPieces(holder, 2);
    expect((await party.delete(revoked)).status).to.equal(204);
    await stop();
    await receiver.open();
    const again = await start();
    await settled(again.holder);
    await createPieces(again.holder, 1);
    const shipment = await again.holder.post('/logistics-objects', {
      '@context': { cargo },
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'x',
    });
    expect(objectsOf(await receiver.distinct(1))).to.deep.equal([shipment.headers.get('location')]);
    await settled(again.holder);
    expect(receiver.received).to.have.length(1);
  });
});
