/** The queues of deliveries, and what an operator does about them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type {
  DeliveryPause,
  DeliveryPausesAnswer,
  DeliveryQueue,
  DeliveryQueuesAnswer,
} from '../../src/console/responses.js';
import {
  createPiece,
  eventually,
  fastRetries,
  partyFor,
  Receiver,
  respondWith,
  settled,
  subscribe,
  unsubscribeAll,
} from '../support/exchange.js';
import { TestClock } from '../support/clock.js';
import { cargo, list, member, type Party, type Reply, startTestNode, type TestNode } from '../support/node.js';
import { freePort } from '../support/ports.js';

const PIECE = `${cargo}Piece`;
const QUEUES = '/internal/delivery-queues';
const PAUSES = '/internal/delivery-pauses';
/** Backs off for so long that only an operator ends it. */
const slowRetries = { DELIVERY_RETRY_MIN_MS: '600000', DELIVERY_RETRY_MAX_MS: '600000' };

async function queuesOf(party: Party, query = ''): Promise<DeliveryQueuesAnswer> {
  const { status, text } = await party.get(`${QUEUES}${query}`);
  expect(status, text).to.equal(200);
  return JSON.parse(text) as DeliveryQueuesAnswer;
}

async function pausesOf(party: Party, query: Record<string, string> = {}): Promise<readonly DeliveryPause[]> {
  const { status, text } = await party.get(`${PAUSES}?${new URLSearchParams(query).toString()}`);
  expect(status, text).to.equal(200);
  return (JSON.parse(text) as DeliveryPausesAnswer).items;
}

async function queueOf(node: TestNode, subscriber: string, topic = PIECE): Promise<DeliveryQueue> {
  const query = new URLSearchParams({ subscriber, topic }).toString();
  const [queue] = (await queuesOf(node.holder, `?${query}`)).items;
  return queue ?? expect.fail('no such queue');
}

function put(party: Party, body: object): Promise<Reply> {
  return party.put(`${QUEUES}/pause`, body, { 'Content-Type': 'application/json' });
}

function retry(party: Party, body: object): Promise<Reply> {
  return party.post(`${QUEUES}/retry`, body, { 'Content-Type': 'application/json' });
}

describe('queues of deliveries', () => {
  let node: TestNode;
  let receiver: Receiver;
  let party: Party;

  before(async () => {
    node = await startTestNode({ env: slowRetries });
  });
  after(() => node.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
    party = await partyFor(node.url, receiver.agent);
  });
  afterEach(async () => {
    receiver.behaviour = respondWith(204);
    await retry(node.holder, { subscriber: receiver.agent });
    await unsubscribeAll(node.holder);
    await receiver.close();
  });

  async function failing(): Promise<string[]> {
    await subscribe(node.holder, party, { topic: PIECE });
    receiver.behaviour = respondWith(503);
    const pieces = [await createPiece(node.holder), await createPiece(node.holder)];
    await eventually(async () => (await queueOf(node, receiver.agent)).state === 'backing-off');
    return pieces;
  }

  it('have waiting notifications, their age and the reason; an empty one of a subscription is idle', async () => {
    const request = await subscribe(node.holder, party, { topic: PIECE });
    const idle = await queueOf(node, receiver.agent);
    expect(idle).to.include({ state: 'idle', waiting: 0, subscription: request, oldest: null, lastError: null });
    await unsubscribeAll(node.holder);
    await failing();
    const queue = await queueOf(node, receiver.agent);
    expect(queue).to.include({ waiting: 2, attempts: 1, callback: `${receiver.url}/notifications` });
    expect(queue.lastError).to.equal('the receiver answered with status 503');
    expect(Date.parse(queue.nextAttempt ?? '')).to.be.greaterThan(Date.parse(queue.failingSince ?? ''));
    const all = await queuesOf(node.holder);
    expect(all.token).to.deep.equal({ ok: true, lastError: null });
    expect(all.items.filter(({ subscriber }) => subscriber === receiver.agent)).to.have.length(1);
  });

  it('are attempted at once at the wish of an operator', async () => {
    const pieces = await failing();
    receiver.behaviour = respondWith(204);
    const reply = await retry(node.holder, { subscriber: receiver.agent, topic: PIECE });
    expect(reply.status, reply.text).to.equal(202);
    expect(reply.json).to.deep.equal({ queues: 1 });
    await settled(node.holder);
    const created = receiver.received.filter(({ eventType }) => eventType === 'LOGISTICS_OBJECT_CREATED');
    expect([...new Set(created.map(({ object }) => object))]).to.deep.equal(pieces);
    expect(await queueOf(node, receiver.agent)).to.include({ state: 'idle', attempts: 0, lastError: null });
    expect((await retry(node.holder, { subscriber: receiver.agent })).json).to.deep.equal({ queues: 0 });
  });

  it('are attempted at once at the wish of a subscriber that was away', async () => {
    const pieces = await failing();
    receiver.behaviour = respondWith(204);
    const reply = await retry(party, { subscriber: receiver.agent });
    expect(reply.status, reply.text).to.equal(202);
    expect(reply.json).to.deep.equal({ queues: 1 });
    await settled(node.holder);
    expect(new Set(receiver.received.map(({ object }) => object))).to.include.keys(pieces);
  });

  it('send nothing while they are paused, and everything in order afterwards', async () => {
    await subscribe(node.holder, party, { topic: PIECE });
    await settled(node.holder);
    const reason = 'Maintenance';
    expect((await put(node.holder, { subscriber: receiver.agent, paused: true, reason })).status).to.equal(204);
    receiver.received.length = 0;
    const pieces = [await createPiece(node.holder), await createPiece(node.holder)];
    const queue = await queueOf(node, receiver.agent);
    expect(queue).to.include({ state: 'paused', waiting: 2 });
    expect(queue.paused).to.include({ by: node.holder.agent, reason });
    expect(receiver.received).to.have.length(0);
    // One queue of a receiver whose queues are all paused cannot be resumed alone.
    const one = { subscriber: receiver.agent, topic: PIECE, paused: false };
    expect((await put(node.holder, one)).status).to.equal(422);
    expect((await put(node.holder, { subscriber: receiver.agent, paused: false })).status).to.equal(204);
    await settled(node.holder);
    expect(receiver.received.map(({ object }) => object)).to.deep.equal(pieces);
  });

  it('are paused one by one, too', async () => {
    await subscribe(node.holder, party, { topic: PIECE });
    await settled(node.holder);
    await put(node.holder, { subscriber: receiver.agent, topic: PIECE, paused: true, reason: null });
    const piece = await createPiece(node.holder);
    await subscribe(node.holder, party, { topic: piece });
    expect(await queueOf(node, receiver.agent)).to.include({ state: 'paused', waiting: 1 });
    expect((await queueOf(node, receiver.agent, piece)).state).to.equal('idle');
    await put(node.holder, { subscriber: receiver.agent, topic: PIECE, paused: false });
    await settled(node.holder);
  });

  it('have the operators, times and reasons of pause and resumption', async () => {
    const subscriber = receiver.agent;
    const seconds = (): number => node.clock.now().getTime();
    const at = (time: number): string => new Date(time).toISOString();
    const began = seconds();
    await put(node.holder, { subscriber, topic: PIECE, paused: true, reason: 'Maintenance' });
    node.clock.advance(10);
    await put(node.holder, { subscriber, paused: true, reason: null });
    expect((await pausesOf(node.holder, { subscriber })).map(({ topic, endedAt }) => [topic, endedAt])).to.deep.equal([
      [null, null],
      [PIECE, null],
    ]);
    node.clock.advance(10);
    // A repetition replaces who, when and why; no pause has ended.
    await put(node.holder, { subscriber, paused: true, reason: 'Longer' });
    node.clock.advance(10);
    await put(node.holder, { subscriber, paused: false });
    // Nothing is paused any more: nothing ends.
    await put(node.holder, { subscriber, paused: false });
    const { agent } = node.holder;
    const end = { endedBy: agent, endedAt: at(seconds()) };
    const all = await pausesOf(node.holder, { subscriber });
    expect(all).to.have.deep.members([
      { subscriber, topic: PIECE, by: agent, at: at(began), reason: 'Maintenance', ...end },
      { subscriber, topic: null, by: agent, at: at(began + 20_000), reason: 'Longer', ...end },
    ]);
    expect((await queuesOf(node.holder, `?${new URLSearchParams({ subscriber }).toString()}`)).items).to.be.empty;
    const reasons = async (query: Record<string, string>): Promise<unknown[]> =>
      (await pausesOf(node.holder, { subscriber, ...query })).map(({ reason }) => reason);
    expect(await reasons({ to: at(began + 10_000) })).to.deep.equal(['Maintenance']);
    expect(await reasons({ to: at(began - 1_000) })).to.be.empty;
    expect(await reasons({ from: at(seconds()), to: at(seconds()) })).to.have.members(['Maintenance', 'Longer']);
    expect(await reasons({ from: at(seconds() + 1_000) })).to.be.empty;
    expect(await reasons({ limit: '1' })).to.have.length(1);
    expect((await pausesOf(node.holder)).slice(0, 2)).to.deep.equal(all);
  });

  it('filter the deliveries', async () => {
    await failing();
    const count = async (query: Record<string, string>): Promise<unknown> =>
      member((await node.holder.get(`/internal/deliveries?${new URLSearchParams(query).toString()}`)).json, 'total');
    expect(await count({ subscriber: receiver.agent })).to.equal(2);
    expect(await count({ topic: PIECE })).to.equal(2);
    expect(await count({ subscriber: receiver.agent, topic: `${cargo}Shipment` })).to.equal(0);
    expect(await count({ subscriber: 'http://localhost:9/logistics-objects/x' })).to.equal(0);
    const { json } = await node.holder.get('/internal/deliveries');
    expect(list(member(json, 'items')).map((item) => member(item, 'attempts'))).to.deep.equal([1, 0]);
  });

  it("are for internal agents only, except retries of the caller's own notifications", async () => {
    for (const [who, status] of [
      [party, 403],
      [node.anonymous, 401],
    ] as const) {
      const body = { subscriber: party.agent, paused: true };
      expect((await who.get(QUEUES)).status).to.equal(status);
      expect((await who.get(PAUSES)).status).to.equal(status);
      expect((await who.get(`/internal/deliveries?subscriber=${encodeURIComponent(party.agent)}`)).status).to.equal(
        status,
      );
      expect((await put(who, body)).status).to.equal(status);
      expect((await retry(who, { subscriber: node.holder.agent })).status).to.equal(status);
    }
  });

  it('reject wrong parameters and bodies', async () => {
    for (const query of ['?subscriber=', '?subscriber=no%20iri', '?topic=a&topic=b', '?who=x'])
      expect((await node.holder.get(`${QUEUES}${query}`)).status, query).to.equal(400);
    for (const query of [
      'subscriber=',
      'subscriber=no%20iri',
      'from=yesterday',
      'to=x',
      'limit=1001',
      'limit=-1',
      'after=x',
    ])
      expect((await node.holder.get(`${PAUSES}?${query}`)).status, query).to.equal(400);
    expect((await node.holder.get('/internal/deliveries?limit=1001')).status).to.equal(400);
    const subscriber = party.agent;
    for (const body of [
      {},
      [],
      { subscriber: 'x y' },
      { subscriber, more: 1 },
      { subscriber, topic: 7 },
      { subscriber: `http://x.example/${'a'.repeat(3000)}` },
    ])
      expect((await retry(node.holder, body)).status, JSON.stringify(body)).to.equal(400);
    for (const body of [
      { subscriber },
      { subscriber, paused: 'yes' },
      { subscriber, paused: true, reason: 'x'.repeat(1001) },
    ])
      expect((await put(node.holder, body)).status, JSON.stringify(body)).to.equal(400);
  });
});

describe('queues of a node that starts again', () => {
  it('are still paused, and still have their failures', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'queues-'));
    const env = { ...fastRetries, PORT: String(await freePort()), STORE_URL: `file:${join(folder, 'data')}` };
    const receivers = [await Receiver.start(), await Receiver.start()] as const;
    const [paused, failing] = receivers;
    let node = await startTestNode({ env });
    try {
      for (const { agent } of receivers)
        await subscribe(node.holder, await partyFor(node.url, agent), { topic: PIECE });
      await settled(node.holder);
      await put(node.holder, { subscriber: paused.agent, paused: true, reason: 'Maintenance' });
      failing.behaviour = respondWith(500);
      await createPiece(node.holder);
      await eventually(async () => (await queueOf(node, failing.agent)).attempts > 1);
      const before = await queueOf(node, failing.agent);
      await node.stop();
      paused.received.length = 0;
      node = await startTestNode({ env });
      expect(await queueOf(node, paused.agent)).to.include({ state: 'paused', waiting: 1 });
      const { attempts } = await queueOf(node, failing.agent);
      await eventually(async () => (await queueOf(node, failing.agent)).attempts > attempts);
      expect((await queueOf(node, failing.agent)).failingSince).to.equal(before.failingSince);
      expect(paused.received).to.have.length(0);
      failing.behaviour = respondWith(204);
      await put(node.holder, { subscriber: paused.agent, paused: false });
      await settled(node.holder);
      expect(paused.received).to.have.length(1);
    } finally {
      await node.stop();
      for (const receiver of receivers) await receiver.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('pauses that have ended', () => {
  it('survive restarts, for RECEIPT_DAYS', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pauses-'));
    const clock = new TestClock();
    const env = { RECEIPT_DAYS: '1', PORT: String(await freePort()), STORE_URL: `file:${join(folder, 'data')}` };
    const subscriber = 'http://localhost:9/logistics-objects/_data-holder';
    let node = await startTestNode({ env, clock });
    const pauseOnce = async (reason: string): Promise<void> => {
      await put(node.holder, { subscriber, paused: true, reason });
      clock.advance(1);
      await put(node.holder, { subscriber, paused: false });
    };
    const reasons = async (): Promise<unknown[]> => (await pausesOf(node.holder)).map(({ reason }) => reason);
    try {
      await pauseOnce('first');
      clock.advance(3000);
      await pauseOnce('second');
      await put(node.holder, { subscriber, paused: true, reason: 'third' });
      await node.stop();
      node = await startTestNode({ env, clock });
      expect(await reasons()).to.deep.equal(['third', 'second', 'first']);
      await node.stop();
      clock.advance(86_400 - 1000);
      node = await startTestNode({ env, clock });
      await eventually(async () => (await reasons()).length === 2);
      expect(await reasons()).to.deep.equal(['third', 'second']);
      expect((await pausesOf(node.holder))[0]).to.include({ endedBy: null, endedAt: null });
      await node.stop();
      node = await startTestNode({ env: { ...env, RECEIPT_DAYS: '0' }, clock });
      await eventually(async () => (await reasons()).length === 1);
      await put(node.holder, { subscriber, paused: false });
      expect(await reasons()).to.be.empty;
    } finally {
      await node.stop();
      await rm(folder, { recursive: true });
    }
  });
});
