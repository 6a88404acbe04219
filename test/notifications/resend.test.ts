/** A notification that is sent again at an operator's request (K59). */
import { expect } from 'chai';
import type { ReceiptItem, ReceiptsAnswer } from '../../src/console/responses.js';
import { add } from '../support/changes.js';
import {
  aclBody,
  createPiece,
  fastRetries,
  partyFor,
  Receiver,
  type ReceivedNotification,
  respondWith,
  settled,
  subscribe,
} from '../support/exchange.js';
import { member, type Party, type Reply } from '../support/node.js';
import { TestContext } from '../support/world.js';

const json = { 'Content-Type': 'application/json' };

describe('a notification that is sent again', () => {
  let world: TestContext;
  let receiver: Receiver;
  let party: Party;
  let piece: string;
  let subscription: string;

  const resend = (body: object, by = world.holder, headers = {}): Promise<Reply> =>
    by.post('/internal/receipts/resend', body, { ...json, ...headers });
  const change = (property: string, value: string, datatype?: string): Promise<string> =>
    world.change(piece, [add(world.uri(piece), property, value, datatype)]);
  async function access(isGiven: boolean): Promise<void> {
    const body = aclBody(world.uri(piece), { 'acl:agent': { '@id': isGiven ? party.agent : world.partner.agent } });
    expect((await world.holder.put(`${piece}/acl`, body)).status).to.equal(204);
  }
  async function receipts(): Promise<readonly ReceiptItem[]> {
    const { text } = await world.holder.get(`/internal/receipts?object=${encodeURIComponent(world.uri(piece))}`);
    return (JSON.parse(text) as ReceiptsAnswer).items;
  }
  const ofObject = (): ReceivedNotification[] => receiver.received.filter(({ object }) => object === world.uri(piece));

  before(async () => {
    world = await TestContext.start({ env: fastRetries });
    receiver = await Receiver.start();
    party = await partyFor(world.node.url, receiver.agent);
    piece = world.path(await createPiece(world.holder));
    await access(true);
    const more = { 'api:sendLogisticsObjectBody': true };
    subscription = await subscribe(world.holder, party, { topic: world.uri(piece), more });
    await change('upid', 'X-1');
    await settled(world.holder);
    await change('coload', 'true', 'xsd:boolean');
    await settled(world.holder);
  });
  after(async () => {
    await receiver.close();
    await world.stop();
  });

  it('has an @id of its own, the same event and properties, and the latest body', async () => {
    const [first] = ofObject();
    const before = await receipts();
    world.node.clock.advance(1);
    const reply = await resend({ notification: first?.id, subscriber: party.agent });
    expect(reply.status, reply.text).to.equal(202);
    expect(member(reply.json, 'entry')).to.match(/\/outbox\//);
    await settled(world.holder);
    const [, , again, ...others] = ofObject();
    expect(others).to.deep.equal([]);
    expect(again?.id)
      .to.match(/^urn:uuid:/)
      .and.not.equal(first?.id);
    expect(again).to.include({ eventType: 'LOGISTICS_OBJECT_UPDATED', triggeredBy: subscription });
    const body = JSON.stringify(again?.body);
    // What changed then, in the object as it is now; what it was made from stays here.
    expect(body)
      .to.include('upid')
      .and.include('coload')
      .and.not.include(first?.id ?? '');
    expect(JSON.stringify(member(again?.body ?? null, 'hasChangedProperty') ?? body)).to.include('upid');
    const [newest, ...rest] = await receipts();
    expect(newest).to.include({ notification: again?.id, resends: first?.id, revision: 3, status: 'confirmed' });
    expect(rest).to.deep.equal(before);
  });

  it('is sent once for one Idempotency-Key', async () => {
    const body = { notification: ofObject()[0]?.id, subscriber: party.agent };
    const count = ofObject().length;
    const headers = { 'Idempotency-Key': '"again"' };
    const [one, other] = [await resend(body, world.holder, headers), await resend(body, world.holder, headers)];
    expect([one.status, other.status]).to.deep.equal([202, 202]);
    expect(other.json).to.deep.equal(one.json);
    expect(other.headers.get('idempotent-replayed')).to.equal('true');
    await settled(world.holder);
    expect(ofObject()).to.have.length(count + 1);
  });

  it('is not found without a receipt, and a conflict while it waits', async () => {
    const notification = ofObject()[0]?.id;
    expect((await resend({ notification, subscriber: world.partner.agent })).status).to.equal(404);
    expect((await resend({ notification: 'urn:uuid:none', subscriber: party.agent })).status).to.equal(404);
    for (const wrong of [
      {},
      { notification },
      { notification: 'x y', subscriber: party.agent },
      { notification, subscriber: party.agent, more: 1 },
    ])
      expect((await resend(wrong)).status).to.equal(400);
    expect((await resend({ notification, subscriber: party.agent }, party)).status).to.equal(403);
    expect((await resend({ notification, subscriber: party.agent }, world.anonymous)).status).to.equal(401);
    receiver.behaviour = respondWith(503);
    const { json: answer } = await resend({ notification, subscriber: party.agent });
    const { text } = await world.holder.get('/internal/deliveries');
    const [waiting] = (JSON.parse(text) as { items: { id: string; entry: string }[] }).items;
    expect(waiting?.entry).to.equal(member(answer, 'entry'));
    expect((await resend({ notification: waiting?.id, subscriber: party.agent })).status).to.equal(409);
    receiver.behaviour = respondWith(204);
    await settled(world.holder);
  });

  it('needs the access that the subscriber has now, and its subscription', async () => {
    const notification = ofObject()[0]?.id;
    await access(false);
    expect((await resend({ notification, subscriber: party.agent })).status).to.equal(403);
    await access(true);
    expect((await world.holder.send('DELETE', world.path(subscription))).status).to.equal(204);
    expect((await resend({ notification, subscriber: party.agent })).status).to.equal(409);
  });

  it('is gone with the object that it was about (P28)', async () => {
    const notification = ofObject()[0]?.id;
    const erased = await world.holder.post('/internal/erasures', { object: world.uri(piece), reason: 'OTHER' }, json);
    expect(erased.status, erased.text).to.equal(201);
    await settled(world.holder);
    const count = ofObject().length;
    const reply = await resend({ notification, subscriber: party.agent });
    expect(reply.status, reply.text).to.equal(410);
    await settled(world.holder);
    expect(ofObject()).to.have.length(count);
  });
});
