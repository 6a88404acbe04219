/** Who was told of the latest revision of an object, and why not (K54, K55, K57). */
import { expect } from 'chai';
import type { NotifiedPartiesAnswer, PartyNotice } from '../../src/console/responses.js';
import { add } from '../support/changes.js';
import {
  aclBody,
  createPiece,
  eventually,
  fastRetries,
  partyFor,
  Receiver,
  respondWith,
  settled,
  subscribe,
} from '../support/exchange.js';
import { api, cargo, type Json, type Party } from '../support/node.js';
import { idOf, type JsonObject, TestContext } from '../support/world.js';

describe('told and not told', () => {
  let world: TestContext;
  let receiver: Receiver;
  let airline: Party;
  /** Its server is down. */
  let handler: Party;

  async function telling(party: Party, path: string): Promise<NotifiedPartiesAnswer> {
    const { status, text } = await party.get(`/internal/objects/${idOf(path)}/telling`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as NotifiedPartiesAnswer;
  }
  async function stateOf(path: string, { agent }: Party): Promise<PartyNotice> {
    const { items } = await telling(world.holder, path);
    return items.find((item) => item.agent === agent) ?? expect.fail(`nothing about ${agent}`);
  }
  const extension = (name: string, value: Json): JsonObject => ({ [`${world.node.url}/ns/extensions#${name}`]: value });
  const piece = async (): Promise<string> => world.path(await createPiece(world.holder));
  async function share(path: string, ...parties: Party[]): Promise<void> {
    const agents = parties.map(({ agent }) => ({ '@id': agent }));
    const body = aclBody(world.uri(path), { 'acl:agent': agents }, [`${api}GET_LOGISTICS_OBJECT`]);
    expect((await world.holder.put(`${path}/acl`, body)).status).to.equal(204);
  }
  const follow = (path: string, party: Party, more: JsonObject = {}, events?: string[]): Promise<string> =>
    subscribe(world.holder, party, { topic: world.uri(path), more, ...(events && { events }) });
  const change = (path: string): Promise<unknown> => world.change(path, [add(world.uri(path), 'upid', 'X-1')]);
  /** Deliveries to the handler never end. */
  async function untilState(path: string, party: Party, state: PartyNotice['state']): Promise<void> {
    await eventually(async () => (await stateOf(path, party)).state === state);
  }
  const pause = (party: Party, paused: boolean): Promise<unknown> =>
    world.holder.put(
      '/internal/delivery-queues/pause',
      { subscriber: party.agent, paused, reason: paused ? 'moves to another server' : null },
      { 'Content-Type': 'application/json' },
    );

  before(async () => {
    world = await TestContext.start({ env: fastRetries });
    receiver = await Receiver.start();
    airline = await partyFor(world.node.url, receiver.agent);
    handler = await partyFor(world.node.url, 'http://localhost:9/logistics-objects/_handler');
  });
  after(async () => {
    await receiver.close();
    await world.stop();
  });

  it('says who was told of the latest revision, and when', async () => {
    const path = await piece();
    await share(path, airline);
    const subscription = await follow(path, airline);
    await change(path);
    await untilState(path, airline, 'told');
    const item = await stateOf(path, airline);
    expect(item).to.include({ state: 'told', revision: 2, latest: 2, attempts: 1, subscription, readable: true });
    expect(item.since).to.be.a('string');
    expect(item.notification).to.equal(receiver.received.at(-1)?.id);
    // Of the next revision it is told anew.
    receiver.behaviour = respondWith(503);
    await world.change(path, [add(world.uri(path), 'coload', 'true', 'xsd:boolean')]);
    await untilState(path, airline, 'failing');
    expect(await stateOf(path, airline)).to.include({ revision: 2, latest: 3 });
    receiver.behaviour = respondWith(204);
    await untilState(path, airline, 'told');
  });

  it('says since when a partner is not told, the error, and the next attempt', async () => {
    const path = await piece();
    await share(path, handler);
    await follow(path, handler);
    await change(path);
    await untilState(path, handler, 'failing');
    const item = await stateOf(path, handler);
    expect(item.attempts).to.be.greaterThan(0);
    expect(item.lastError).to.be.a('string');
    expect(item.nextAttempt).to.be.a('string');
    expect(item).to.include({ revision: null, readable: true });
    // Whatever waits for others in its queue.
    const { items } = await telling(world.holder, path);
    expect(items[0]).to.deep.include({ agent: handler.agent, state: 'failing' });
  });

  it('says who paused it and why, and that an operator skipped it', async () => {
    const path = await piece();
    await share(path, handler);
    await follow(path, handler);
    await pause(handler, true);
    await change(path);
    await untilState(path, handler, 'paused');
    const paused = await stateOf(path, handler);
    expect(paused).to.include({ reason: 'moves to another server', by: world.holder.agent });
    const skip = { notification: paused.notification, reason: 'It was told by telephone' };
    const json = { 'Content-Type': 'application/json' };
    expect((await world.holder.post('/internal/deliveries/skip', skip, json)).status).to.equal(204);
    expect(await stateOf(path, handler)).to.include({
      state: 'skipped',
      reason: 'It was told by telephone',
      by: world.holder.agent,
      notification: paused.notification,
    });
    await pause(handler, false);
  });

  it('says that the filter of a subscription leaves a change out, and which', async () => {
    const path = await piece();
    await share(path, airline);
    const request = await follow(path, airline, extension('hasPropertyOfInterest', { '@id': `${cargo}grossWeight` }));
    await change(path);
    expect(await stateOf(path, airline)).to.deep.include({
      state: 'filtered',
      rule: 'properties',
      properties: [`${cargo}grossWeight`],
      subscription: request,
    });
    const { text } = await world.holder.get(`/internal/receipts?object=${encodeURIComponent(world.uri(path))}`);
    const [receipt] = (JSON.parse(text) as { items: { status: string; rule: string; revision: number }[] }).items;
    expect(receipt).to.include({ status: 'filtered', rule: 'properties', revision: 2 });
    // It is no delivery.
    expect((await world.holder.get('/internal/receipts')).text).to.not.include('"filtered"');

    const other = await piece();
    await share(other, airline);
    await follow(other, airline, extension('hasCondition', 'ASK { <> cargo:grossWeight ?any }'));
    await change(other);
    await untilState(other, airline, 'filtered');
    expect(await stateOf(other, airline)).to.include({ rule: 'condition' });

    const third = await piece();
    await share(third, airline);
    await follow(third, airline, {}, ['LOGISTICS_EVENT_RECEIVED']);
    await change(third);
    expect(await stateOf(third, airline)).to.include({ state: 'filtered', rule: 'events' });
  });

  it('says that a party may not read it, has no subscription, or changed it itself', async () => {
    const path = await piece();
    await share(path, world.partner, world.otherPartner);
    const own = await world.send(world.partner, path, [add(world.uri(path), 'upid', 'own')]);
    await world.holder.patch(`${world.path(own.headers.get('location'))}?status=REQUEST_ACCEPTED`);
    // A stranger asks.
    await world.send(handler, path, [add(world.uri(path), 'slac', '2', 'xsd:integer')]);
    expect(await stateOf(path, world.partner)).to.include({ state: 'own', latest: 2 });
    expect(await stateOf(path, world.otherPartner)).to.include({ state: 'no-subscription', subscription: null });
    expect(await stateOf(path, handler)).to.include({ state: 'no-access', readable: false });
    // One that begins after the revision says nothing of it.
    world.node.clock.advance(1);
    const late = await follow(path, airline);
    const { state, subscription, since } = await stateOf(path, airline);
    expect([state, subscription]).to.deep.equal(['no-subscription', late]);
    expect(since).to.equal(world.node.clock.now().toISOString());
  });

  it('says "not known" where receipts have ended, or are not stored', async () => {
    const other = await TestContext.start({ env: { ...fastRetries, RECEIPT_DAYS: '0' } });
    try {
      const told = await partyFor(other.node.url, receiver.agent);
      const path = other.path(await createPiece(other.holder));
      await subscribe(other.holder, told, { topic: other.uri(path) });
      await other.change(path, [add(other.uri(path), 'upid', 'X-1')]);
      await settled(other.holder);
      other.node.clock.advance(1);
      const { items, receiptDays } = await telling(other.holder, path);
      expect(receiptDays).to.equal(0);
      expect(items.find(({ agent }) => agent === told.agent)).to.include({ state: 'not-known', revision: null });
    } finally {
      await other.stop();
    }
  });

  it('shows a partner itself only, without what operators and this network say', async () => {
    const path = await piece();
    await share(path, handler, airline);
    await follow(path, handler);
    await change(path);
    await untilState(path, handler, 'failing');
    const { items } = await telling(handler, path);
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ agent: handler.agent, state: 'failing', lastError: null, reason: null, by: null });
    const address = `/internal/objects/${idOf(path)}/telling`;
    expect((await world.partner.get(address)).status).to.equal(403);
    expect((await world.anonymous.get(address)).status).to.equal(401);
    expect((await world.holder.get('/internal/objects/none/telling')).status).to.equal(404);
    expect((await world.holder.get(`${address}?x=1`)).status).to.equal(400);
    expect((await airline.get(`/console/api/objects/${idOf(path)}/telling`)).status).to.equal(200);
  });
});
