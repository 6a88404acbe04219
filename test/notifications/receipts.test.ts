/** Receipts: who was told what when, and deliveries that an operator skips. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkLog } from '../../src/commands/check-log.js';
import type { ReceiptItem, ReceiptsAnswer } from '../../src/console/responses.js';
import { readSettings } from '../../src/settings/settings.js';
import { add, changeBody } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import {
  accept,
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
import { cargo, list, member, type Party, type Reply, startTestNode, type TestNode, textIn } from '../support/node.js';
import { freePort } from '../support/ports.js';

const PIECE = `${cargo}Piece`;

async function receipts(party: Party, query: Record<string, string> = {}): Promise<readonly ReceiptItem[]> {
  const { status, text } = await party.get(`/internal/receipts?${new URLSearchParams(query).toString()}`);
  expect(status, text).to.equal(200);
  return (JSON.parse(text) as ReceiptsAnswer).items;
}

/** The entries of the log as the data holder reads them, without those that are left out. */
async function provenEntries({
  holder,
}: TestNode): Promise<{ graph: string; record: string; nquads: string[] | undefined }[]> {
  const size = Number((await holder.get('/log/checkpoint', { headers: { Accept: '*/*' } })).text.split('\n')[1]);
  const entries = [];
  for (let index = 0; index < size; index += 1) {
    const reply = await holder.get(`/log/1/entries/${index}`, { headers: { Accept: 'application/json' } });
    expect(reply.status, reply.text).to.equal(200);
    const statements = member(reply.json, 'statements');
    entries.push({
      graph: textIn(member(reply.json, 'graph')),
      record: textIn(member(reply.json, 'record')),
      nquads: statements === null ? undefined : list(statements).map((one) => textIn(member(one, 'nquad'))),
    });
  }
  return entries;
}

function skip(party: Party, body: object): Promise<Reply> {
  return party.post('/internal/deliveries/skip', body, { 'Content-Type': 'application/json' });
}

describe('receipts of deliveries', () => {
  let node: TestNode;
  let receiver: Receiver;
  let party: Party;

  beforeEach(async () => {
    node = await startTestNode({ env: fastRetries });
    receiver = await Receiver.start();
    party = await partyFor(node.url, receiver.agent);
    await subscribe(node.holder, party, { topic: PIECE });
    await settled(node.holder);
  });
  afterEach(async () => {
    await node.stop();
    await receiver.close();
  });

  it('have subscriber, event, time and attempts, newest first', async () => {
    const piece = await createPiece(node.holder);
    await settled(node.holder);
    let failures = 2;
    receiver.behaviour = (response, notification) => {
      response.writeHead(notification !== undefined && failures-- > 0 ? 503 : 204).end();
    };
    node.clock.advance(1);
    const asked = await node.holder.patch(piece, changeBody(piece, 1, [add(piece, 'upid', 'x')]));
    await accept(node.holder, asked.headers.get('location') ?? '');
    await settled(node.holder);
    const found = await receipts(node.holder, { subscriber: receiver.agent, object: piece });
    expect(found.map(({ eventType }) => eventType)).to.deep.equal([
      'LOGISTICS_OBJECT_UPDATED',
      'LOGISTICS_OBJECT_CREATED',
    ]);
    const [updated, created] = found;
    expect(updated).to.include({ revision: 2, attempts: 3, status: 'confirmed', subscriber: receiver.agent });
    expect(created).to.include({ revision: 1, attempts: 1, topic: PIECE, skippedBy: null });
    expect(receiver.received.map(({ id }) => id)).to.include(created?.notification);
    const { text } = await node.holder.get('/internal/delivery-queues');
    expect(text).to.include('"latencyMs":{"p50":').and.include('"count":');
  });

  it('are found by subscriber, object and time, in pages', async () => {
    const pieces = [await createPiece(node.holder), await createPiece(node.holder), await createPiece(node.holder)];
    await settled(node.holder);
    const objects = (items: readonly ReceiptItem[]): unknown[] => items.map(({ object }) => object);
    const all = await receipts(node.holder, { subscriber: receiver.agent });
    expect(objects(all)).to.include.members(pieces);
    expect(objects(await receipts(node.holder, { object: pieces[1] ?? '' }))).to.deep.equal([pieces[1]]);
    expect(await receipts(node.holder, { object: pieces[1] ?? '', subscriber: 'http://x.example/a' })).to.be.empty;
    expect(await receipts(node.holder, { limit: '1', skip: '1' })).to.deep.equal(
      (await receipts(node.holder)).slice(1, 2),
    );
    expect(await receipts(node.holder, { to: '2020-01-01T00:00:00Z' })).to.be.empty;
    expect(await receipts(node.holder, { from: '2020-01-01T00:00:00Z' })).to.have.length(
      (await receipts(node.holder)).length,
    );
  });

  it('name the operator who skipped a delivery; the rest of its queue continues', async () => {
    const pieces: string[] = [];
    receiver.behaviour = (response, notification) => {
      response.writeHead(notification?.object === pieces[0] ? 400 : 204).end();
    };
    await node.holder.put(
      '/internal/delivery-queues/pause',
      { subscriber: receiver.agent, paused: true },
      { 'Content-Type': 'application/json' },
    );
    pieces.push(await createPiece(node.holder), await createPiece(node.holder));
    await node.holder.put(
      '/internal/delivery-queues/pause',
      { subscriber: receiver.agent, paused: false },
      { 'Content-Type': 'application/json' },
    );
    await eventually(async () => {
      const [first] = (await deliveries(node.holder)).items;
      return Number(member(first, 'attempts')) > 1;
    });
    const { items } = await deliveries(node.holder);
    expect(items).to.have.length(2);
    const notification = member(items[0], 'id');
    const body = { notification, reason: 'It answers 400' };
    for (const [who, status] of [
      [party, 403],
      [node.anonymous, 401],
    ] as const)
      expect((await skip(who, body)).status).to.equal(status);
    expect((await skip(node.holder, body)).status).to.equal(204);
    await settled(node.holder);
    const [skipped] = await receipts(node.holder, { object: pieces[0] ?? '' });
    expect(skipped).to.include({
      status: 'skipped',
      skippedBy: node.holder.agent,
      reason: 'It answers 400',
      notification,
    });
    expect(skipped?.attempts).to.be.greaterThan(1);
    const [next] = await receipts(node.holder, { object: pieces[1] ?? '' });
    expect(next).to.include({ status: 'confirmed', attempts: 1 });
    // What was skipped was not told, and took no time to be told.
    const { text: queues } = await node.holder.get('/internal/delivery-queues');
    expect(queues).to.match(/"latencyMs":\{"p50":\d+,"p95":\d+,"count":1\}/);
    expect((await skip(node.holder, body)).status).to.equal(404);
    for (const wrong of [{}, { notification }, { notification, reason: ' ' }, { notification: 'x', reason: 'y' }])
      expect((await skip(node.holder, wrong)).status).to.equal(400);
    expect((await skip(node.holder, { notification: 'urn:uuid:../x', reason: 'y' })).status).to.equal(404);
  });

  it('are for internal agents only, and reject wrong parameters', async () => {
    expect((await party.get('/internal/receipts')).status).to.equal(403);
    expect((await node.anonymous.get('/internal/receipts')).status).to.equal(401);
    for (const query of ['subscriber=', 'object=x%20y', 'from=yesterday', 'limit=1001', 'limit=-1', 'status=skipped'])
      expect((await node.holder.get(`/internal/receipts?${query}`)).status, query).to.equal(400);
  });
});

describe('RECEIPT_DAYS', () => {
  it('deletes receipts that are older, when a node starts and every minute', async () => {
    const clock = new TestClock();
    const receiver = await Receiver.start();
    const folder = await mkdtemp(join(tmpdir(), 'receipts-'));
    const env = { ...fastRetries, RECEIPT_DAYS: '1', PORT: String(await freePort()), STORE_URL: `file:${folder}/data` };
    let node = await startTestNode({ env, clock });
    try {
      await subscribe(node.holder, await partyFor(node.url, receiver.agent), { topic: PIECE });
      await createPiece(node.holder);
      await settled(node.holder);
      const old = await receipts(node.holder);
      expect(old).to.not.be.empty;
      clock.advance(3000);
      const piece = await createPiece(node.holder);
      await settled(node.holder);
      await node.stop();
      clock.advance(86_400 - 1000);
      node = await startTestNode({ env, clock });
      await eventually(async () => (await receipts(node.holder)).length === 1);
      expect((await receipts(node.holder)).map(({ object }) => object)).to.deep.equal([piece]);
      let entries = await provenEntries(node);
      const ofExpiry = () => entries.filter(({ record }) => record.includes('\nkind erasure\n'));
      // The next checkpoint has it.
      await eventually(async () => {
        entries = await provenEntries(node);
        return ofExpiry().length > 0;
      });
      const expired = ofExpiry();
      expect(expired).to.have.length(1);
      const { graph = '', nquads = [] } = expired[0] ?? {};
      expect(graph).to.match(/\/internal\/expired-receipts\//);
      expect((await node.holder.get(graph)).status).to.equal(200);
      const stated = (name: string): string =>
        /"([^"]*)"/.exec(nquads.find((quad) => quad.includes(`#${name}>`)) ?? '')?.[1] ?? '';
      expect(stated('receipts')).to.equal(String(old.length));
      // The entries of the receipts that are gone, and of no others.
      const emptied = entries.flatMap(({ record, nquads: left }, index) =>
        record.includes('\nkind receipt\n') && left === undefined ? [index] : [],
      );
      expect(emptied).to.have.length(new Set(old.map(({ notification }) => notification)).size);
      expect(stated('emptiedEntries').split(' ').map(Number)).to.deep.equal(emptied);
      await node.stop();
      expect(await checkLog([], readSettings(env))).to.match(/nothing is wrong\n[^]* entries lost content by/);
      // Also of receipts that expire while the log is off.
      clock.advance(2 * 86_400);
      node = await startTestNode({ env: { ...env, PROOF_LOG: 'false' }, clock });
      await eventually(async () => (await receipts(node.holder)).length === 0);
      await node.stop();
      expect(await checkLog([], readSettings(env))).to.match(/nothing is wrong\n[^]* entries lost content by/);
      node = await startTestNode({ env, clock });
    } finally {
      await node.stop();
      await receiver.close();
      await rm(folder, { recursive: true });
    }
  });

  it('of 0 keeps none', async () => {
    const receiver = await Receiver.start();
    receiver.behaviour = respondWith(204);
    const node = await startTestNode({ env: { ...fastRetries, RECEIPT_DAYS: '0' } });
    try {
      await subscribe(node.holder, await partyFor(node.url, receiver.agent), { topic: PIECE });
      await createPiece(node.holder);
      await settled(node.holder);
      expect(receiver.received.length).to.be.greaterThan(0);
      expect(list(member((await node.holder.get('/internal/receipts')).json, 'items'))).to.be.empty;
    } finally {
      await node.stop();
      await receiver.close();
    }
  });
});
