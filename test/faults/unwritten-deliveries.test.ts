import { expect } from 'chai';
import {
  createPiece,
  deliveries,
  eventually,
  fastRetries,
  partyFor,
  Receiver,
  respondWith,
  settled,
  subscribe,
} from '../support/exchange.js';
import { cargo, type Json, list, member, startTestNode } from '../support/node.js';
import { Faults } from './support/faults.js';

describe('Deliveries that are confirmed while the disk is full', () => {
  it('are listed as confirmed, not sent again, and get receipts once there is room', async () => {
    const faults = new Faults();
    const receiver = await Receiver.start();
    const node = await startTestNode({ env: fastRetries, record: faults.record });
    const degraded = async (): Promise<Json[]> =>
      list(member((await node.holder.get('/health/ready')).json, 'degraded')).map((one) => member(one, 'key'));
    try {
      await subscribe(node.holder, await partyFor(node.url, receiver.agent), { topic: `${cargo}Piece` });
      receiver.behaviour = respondWith(503);
      const pieces = [await createPiece(node.holder), await createPiece(node.holder), await createPiece(node.holder)];
      await receiver.until((notifications) => notifications.length > 0);
      const confirmed: string[] = [];
      receiver.behaviour = (response, notification) => {
        if (notification !== undefined && confirmed.length === 0) faults.arm('write', 1, Infinity);
        if (notification !== undefined) confirmed.push(notification.object);
        response.writeHead(204).end();
      };
      await eventually(async () => (await degraded()).includes('delivery-record'));
      const { total, items } = await deliveries(node.holder);
      expect(total).to.equal(3);
      const shown = items.filter((item) => member(item, 'confirmedAt') !== null);
      expect(shown).to.not.be.empty;
      expect(shown.map((item) => member(item, 'logisticsObject'))).to.deep.equal(confirmed.slice(0, shown.length));
      expect(member(shown[0], 'lastError')).to.match(/^confirmed by the receiver/);
      // The queue has sent one more at most before it learned of it.
      expect(confirmed.length).to.be.within(1, 2);
      faults.arm();
      await settled(node.holder);
      expect(confirmed).to.deep.equal(pieces);
      const receipts = list(member((await node.holder.get('/internal/receipts')).json, 'items'));
      expect(receipts.map((receipt) => member(receipt, 'object'))).to.have.members(pieces);
      expect(await degraded()).to.deep.equal([]);
    } finally {
      await node.stop();
      await receiver.close();
    }
  });
});
