/**
 * One exchange, repeated with a fault at each position: whoever calls repeats what was answered with 5xx, and afterwards
 * everything is there once, in order, and the same for a node with warm caches and for one without any.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { GraphRecord } from '../../../src/store/record.js';
import { add, changeBody } from '../../support/changes.js';
import {
  delegationBody,
  eventBody,
  fastRetries,
  partyFor,
  Receiver,
  respondWith,
  settled,
  subscribe,
  subscriptionBody,
  withoutRepetitions,
} from '../../support/exchange.js';
import {
  cargo,
  context,
  list,
  member,
  Party,
  type Reply,
  startTestNode,
  type TestNode,
  token,
} from '../../support/node.js';
import { freePort } from '../../support/ports.js';
import { around, type FaultKind, Faults } from './faults.js';

/** How often a client repeats what was answered with 5xx. */
const MAX_REPETITIONS = 50;
/** The notifications of a queue in their order. */
const ORDER = ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED', 'LOGISTICS_EVENT_RECEIVED'];

/** As a client that repeats what was not done. */
async function repeated(send: () => Promise<Reply>): Promise<Reply> {
  let reply = await send();
  for (let count = 0; reply.status >= 500 && count < MAX_REPETITIONS; count += 1) {
    await delay(5);
    reply = await send();
  }
  expect(reply.status, reply.text).to.be.lessThan(500);
  return reply;
}

export class FaultyExchange {
  readonly #faults: Faults;
  #rounds = 0;
  /** The types of the notifications of a round without faults. */
  #expected: readonly string[] = [];
  readonly #pieces: string[] = [];

  private constructor(
    private readonly node: TestNode,
    private readonly receiver: Receiver,
    private readonly party: Party,
    private readonly parts: { readonly faults: Faults; readonly inner: GraphRecord; readonly storeUrl: string },
  ) {
    this.#faults = parts.faults;
  }

  static async start(storeUrl: string): Promise<FaultyExchange> {
    const faults = new Faults();
    let inner: GraphRecord | undefined;
    const receiver = await Receiver.start();
    receiver.behaviour = respondWith(204);
    const node = await startTestNode({
      env: { ...fastRetries, STORE_URL: storeUrl },
      record: (record) => {
        inner = record;
        return faults.record(record);
      },
      outbound: { around: faults.outbound },
    });
    if (inner === undefined) throw new Error('the node has opened no record');
    const party = await partyFor(node.url, receiver.agent);
    await subscribe(node.holder, party, { topic: `${cargo}Piece` });
    const exchange = new FaultyExchange(node, receiver, party, { faults, inner, storeUrl });
    // The first round asks for versions and fills caches; the second is as all that follow.
    await exchange.#round();
    exchange.#expected = await exchange.#round();
    return exchange;
  }

  /** How many operations of a kind a round has. */
  async positions(kind: FaultKind): Promise<number> {
    this.#faults.arm();
    await this.#round();
    return this.#faults.count(kind);
  }

  /** A round in which the operation at a position fails. */
  async expectUnharmedBy(kind: FaultKind, position: number): Promise<void> {
    const before = this.receiver.received.length;
    this.#faults.arm(kind, position);
    const types = await this.#round();
    this.#faults.arm();
    expect(types, 'notifications').to.deep.equal(this.#expected);
    const received = this.receiver.received.slice(before);
    // Only what the node cannot know to have arrived is sent again.
    if (kind === 'write' || kind === 'read' || kind === 'call')
      expect(withoutRepetitions(received), 'repeated notifications').to.deep.equal(received);
  }

  /** What a node that has read everything answers, and one that has read nothing. */
  async expectSameAsFresh(): Promise<number> {
    const { inner, storeUrl } = this.parts;
    const isShared = inner.shared !== undefined;
    const port = await freePort();
    const fresh = await startTestNode({
      clock: this.node.clock,
      env: { PORT: String(port), BASE_URL: this.node.url, ...(isShared && { STORE_URL: storeUrl }) },
      ...(!isShared && { record: () => around(inner, () => undefined, { close: () => Promise.resolve() }) }),
    });
    try {
      const url = `http://localhost:${String(port)}`;
      const other = new Party(url, this.node.holder.agent, await token(url, 'holder'));
      const paths = [
        '/logistics-objects?limit=1000',
        '/action-requests?limit=1000',
        '/internal/receipts?limit=1000',
        '/internal/deliveries',
        '/internal/delivery-queues',
        ...this.#pieces.flatMap((piece) =>
          ['', '?embedded=true', '/logistics-events', '/audit-trail'].map((path) => `${piece}${path}`),
        ),
      ];
      for (const path of paths) {
        const [warm, cold] = [await this.node.holder.get(path), await other.get(path)];
        expect(withoutTimes(warm), path).to.deep.equal(withoutTimes(cold));
      }
      return paths.length;
    } finally {
      await fresh.stop();
    }
  }

  async stop(): Promise<void> {
    await this.node.stop();
    await this.receiver.close();
  }

  /** Subscribe, create, change, accept, event, delegate, read, query, deliver. @returns the types of its notifications. */
  async #round(): Promise<string[]> {
    const { node, party, receiver } = this;
    const { holder } = node;
    this.#rounds += 1;
    // So that the latest receipts are those of the round.
    node.clock.advance(1);
    const path = `/logistics-objects/round-${String(this.#rounds)}`;
    const piece = `${node.url}${path}`;
    this.#pieces.push(path);
    const before = receiver.received.length;

    const object = { '@context': context, '@id': piece, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' };
    const made = await repeated(() => holder.post('/logistics-objects', object));
    // 409: it was made by an attempt whose answer was an error.
    expect(made.status, made.text).to.be.oneOf([201, 409]);
    const subscription = await this.#request(
      '/subscriptions',
      subscriptionBody({ subscriber: party.agent, topic: piece }),
    );
    await this.#accept(subscription);
    const change = changeBody(piece, 1, [add(piece, 'upid', 'x')]);
    const asked = await repeated(() => holder.patch(path, change));
    expect(asked.status, asked.text).to.equal(201);
    await this.#accept(asked.headers.get('location') ?? '');
    expect((await repeated(() => holder.post(`${path}/logistics-events`, eventBody()))).status).to.equal(201);
    const more = { 'api:notifyRequestStatusChange': true };
    const delegation = delegationBody({ objects: [piece], delegates: [party.agent], more });
    await this.#accept(await this.#request('/access-delegations', delegation));
    const read = await repeated(() => party.get(path));
    expect(read.status, read.text).to.equal(200);
    expect(read.headers.get('latest-revision')).to.equal('2');
    const query = new URLSearchParams({ query: `ASK { <${piece}> ?p "x" }` }).toString();
    const answer = await repeated(() =>
      holder.get(`/sparql?${query}`, { headers: { Accept: 'application/sparql-results+json' } }),
    );
    expect(member(answer.json, 'boolean'), answer.text).to.equal(true);
    return this.#check(path, piece, before);
  }

  async #check(path: string, piece: string, before: number): Promise<string[]> {
    const { node, receiver } = this;
    const { holder } = node;
    await this.#settled();
    const events = list(member((await repeated(() => holder.get(`${path}/logistics-events`))).json, 'api:hasItem'));
    expect(events, 'events').to.have.length(1);
    const received = receiver.received.slice(before);
    const each = withoutRepetitions(received);
    for (const subscription of new Set(received.map(({ triggeredBy }) => triggeredBy))) {
      const queue = received.filter(({ triggeredBy, object }) => triggeredBy === subscription && object === piece);
      const order = queue.map(({ eventType }) => ORDER.indexOf(eventType));
      expect(order, 'the order of a queue').to.deep.equal([...order].sort((one, other) => one - other));
    }
    const receipts = await repeated(() => holder.get('/internal/receipts?limit=100'));
    const confirmed = list(member(receipts.json, 'items')).map((receipt) => member(receipt, 'notification'));
    for (const { id } of each)
      expect(
        confirmed.filter((one) => one === id),
        'receipts',
      ).to.deep.equal([id]);
    return each.map(({ eventType }) => eventType).sort();
  }

  /** Waits until nothing waits any more; the test's own timeout bounds it. */
  async #settled(): Promise<void> {
    await repeated(() => this.node.holder.get('/internal/deliveries?limit=0'));
    await settled(this.node.holder);
  }

  async #request(path: string, body: Parameters<Party['post']>[1]): Promise<string> {
    const reply = await repeated(() => this.party.post(path, body));
    expect(reply.status, reply.text).to.equal(201);
    return reply.headers.get('location') ?? '';
  }

  async #accept(request: string): Promise<void> {
    const reply = await repeated(() => this.node.holder.patch(`${request}?status=REQUEST_ACCEPTED`));
    if (reply.status === 204) return;
    // It was accepted by an attempt whose answer was an error.
    const { text } = await repeated(() => this.node.holder.get(request));
    expect(text, `${String(reply.status)} ${reply.text}`).to.contain('REQUEST_ACCEPTED');
  }
}

/** A response without what differs between two moments. */
function withoutTimes({ status, headers, text }: Reply): object {
  const names = ['etag', 'last-modified', 'latest-revision', 'revision', 'content-type', 'link'];
  return { status, text, headers: names.map((name) => headers.get(name)) };
}
