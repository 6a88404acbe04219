import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { cargo, type Json, list, member, type Party, startTestNode, type TestNode } from '../support/node.js';
import {
  aclBody,
  respondWith,
  createPiece,
  created,
  dateTime,
  deliveries,
  eventBody,
  eventually,
  withoutRepetitions,
  closeConnection,
  fastRetries,
  iriOf,
  Receiver,
  settled,
  subscribe,
  type ReceivedNotification,
  unsubscribeAll,
  valueOf,
  partyFor,
} from '../support/exchange.js';
import { add, changeBody, remove } from '../support/changes.js';

const PIECE = `${cargo}Piece`;
const objectsOf = (notifications: readonly ReceivedNotification[]): string[] =>
  notifications.map(({ object }) => object);

/** A publisher, and a partner that has subscribed to its pieces. */
async function subscribed(node: TestNode, receiver: Receiver, more = {}): Promise<{ party: Party; request: string }> {
  const party = await partyFor(node.url, receiver.agent);
  return { party, request: await subscribe(node.holder, party, { topic: PIECE, ...more }) };
}

async function createPieces(holder: Party, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let number = 0; number < count; number += 1) made.push(await createPiece(holder));
  return made;
}

describe('delivering notifications', () => {
  let node: TestNode;
  let receiver: Receiver;
  const others: Receiver[] = [];
  const another = async (): Promise<Receiver> => {
    const other = await Receiver.start();
    others.push(other);
    return other;
  };

  before(async () => {
    node = await startTestNode({ env: fastRetries });
  });
  after(() => node.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await unsubscribeAll(node.holder);
    await Promise.all([receiver, ...others.splice(0)].map((server) => server.close()));
  });

  it('sends notifications in order, each once without errors', async () => {
    const { request } = await subscribed(node, receiver);
    const pieces = await createPieces(node.holder, 30);
    const notifications = await receiver.distinct(30);
    expect(objectsOf(notifications)).to.deep.equal(pieces);
    await settled(node.holder);
    expect(receiver.received).to.have.length(30);
    for (const { eventType, triggeredBy, body, headers } of notifications) {
      expect(eventType).to.equal('LOGISTICS_OBJECT_CREATED');
      expect(triggeredBy).to.equal(request);
      expect(valueOf(member(body, 'api:hasLogisticsObjectType'))).to.equal(PIECE);
      expect(headers['content-type']).to.match(/^application\/ld\+json/);
      expect(headers.authorization).to.match(/^Bearer [\w.-]+$/);
    }
  });

  it('sends the request id and the trace of the request that caused a notification, in each attempt (D61)', async () => {
    const { party } = await subscribed(node, receiver);
    let failures = 1;
    receiver.behaviour = (response, notification) => {
      response.writeHead(notification !== undefined && failures-- > 0 ? 503 : 204).end();
    };
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const piece = await createPiece(node.holder);
    const change = changeBody(piece, 1, [add(piece, 'upid', 'x')]);
    const sent = { 'X-Request-Id': 'decision-1', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const asked = await party.patch(piece, change, { 'X-Request-Id': 'change-1' });
    const decision = `${asked.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`;
    expect((await node.holder.patch(decision, undefined, sent)).status).to.equal(204);
    const causedBy = (id: string): ReceivedNotification[] =>
      receiver.received.filter(({ headers }) => headers['x-request-id'] === id);
    await receiver.until(() => causedBy('decision-1').length > 0);
    await settled(node.holder);
    for (const { headers } of causedBy('decision-1')) {
      expect(headers['traceparent']).to.match(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
      expect(headers['traceparent']).to.not.equal(sent.traceparent);
    }
    const first = receiver.received[0]?.headers['x-request-id'];
    expect(receiver.received.filter(({ headers }) => headers['x-request-id'] === first)).to.have.length(2);
  });

  it('sends all notifications of concurrent changes', async () => {
    await subscribed(node, receiver);
    const pieces = await Promise.all(Array.from({ length: 60 }, () => createPiece(node.holder)));
    const notifications = await receiver.distinct(60);
    expect(objectsOf(notifications)).to.have.members(pieces);
    await settled(node.holder);
    expect(receiver.received).to.have.length(60);
  });

  it('keeps notifications while the partner is down, and sends them in order when it is back', async () => {
    await subscribed(node, receiver);
    await receiver.close();
    const pieces = await createPieces(node.holder, 12);
    expect((await deliveries(node.holder)).total).to.equal(12);
    await receiver.open();
    expect(objectsOf(await receiver.distinct(12))).to.deep.equal(pieces);
    await settled(node.holder);
  });

  it('continues in order when the partner is restarted in the middle', async () => {
    await subscribed(node, receiver);
    const pieces: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const making = createPieces(node.holder, 8);
      await receiver.until((notifications) => notifications.length > round * 4);
      await receiver.close();
      pieces.push(...(await making));
      await receiver.open();
    }
    expect(objectsOf(await receiver.distinct(32))).to.deep.equal(pieces);
  });

  for (const status of [300, 304, 400, 401, 403, 404, 405, 409, 413, 429, 500, 502, 503]) {
    it(`retries after a response ${status}, with the same @id, before later notifications`, async () => {
      await subscribed(node, receiver);
      receiver.behaviour = respondWith(status);
      const [first, second] = await createPieces(node.holder, 2);
      await receiver.until((notifications) => notifications.length >= 3);
      expect(new Set(objectsOf(receiver.received))).to.deep.equal(new Set([first]));
      expect(new Set(receiver.received.map(({ id }) => id)).size).to.equal(1);
      receiver.behaviour = respondWith(204);
      expect(objectsOf(await receiver.distinct(2))).to.deep.equal([first, second]);
      await settled(node.holder);
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`does not follow a redirect ${status}: it is a failed attempt, and the token goes nowhere else`, async () => {
      const target = await another();
      await subscribed(node, receiver);
      receiver.behaviour = respondWith(status, { Location: `${target.url}/notifications` });
      await createPieces(node.holder, 1);
      await receiver.until((notifications) => notifications.length >= 3);
      const { items } = await deliveries(node.holder);
      expect(member(items[0], 'lastError')).to.match(new RegExp(String(status)));
      receiver.behaviour = respondWith(204);
      await settled(node.holder);
      expect(target.calls).to.deep.equal([]);
    });
  }

  for (const status of [200, 201, 202, 204]) {
    it(`takes a response ${status} as the confirmation, with any body`, async () => {
      await subscribed(node, receiver);
      receiver.behaviour = respondWith(status, {}, status === 204 ? '' : '<html>thank you</html>');
      await createPieces(node.holder, 2);
      await settled(node.holder);
      expect(receiver.received).to.have.length(2);
    });
  }

  it('takes a 2xx as the confirmation even if its body is too large (D28)', async () => {
    await subscribed(node, receiver);
    receiver.behaviour = respondWith(200, {}, 'x'.repeat(3 * 1024 ** 2));
    await createPieces(node.holder, 1);
    await settled(node.holder);
    expect(receiver.received).to.have.length(1);
  });

  it('retries when the partner closes the connection', async () => {
    await subscribed(node, receiver);
    receiver.behaviour = closeConnection;
    const pieces = await createPieces(node.holder, 3);
    await receiver.until((notifications) => notifications.length >= 3);
    const { total, items } = await deliveries(node.holder);
    expect(total).to.equal(3);
    const first = items.find((item) => member(item, 'logisticsObject') === pieces[0]);
    expect(member(first, 'attempts')).to.be.above(0);
    expect(member(first, 'lastError')).to.be.a('string');
    receiver.behaviour = respondWith(204);
    expect(objectsOf(await receiver.distinct(3))).to.deep.equal(pieces);
  });

  it('is not delayed by another partner that never responds', async () => {
    const other = await another();
    await Promise.all([subscribed(node, receiver), subscribed(node, other)]);
    const held: (() => void)[] = [];
    receiver.behaviour = (response) => held.push(() => response.writeHead(204).end());
    const pieces = await createPieces(node.holder, 25);
    expect(objectsOf(await other.distinct(25))).to.deep.equal(pieces);
    // It has not even answered in which version it wants to be notified (L8).
    expect(receiver.calls).to.deep.equal(['GET /']);
    receiver.behaviour = respondWith(204);
    for (const release of held) release();
    expect(objectsOf(await receiver.distinct(25))).to.deep.equal(pieces);
  });

  it('is not delayed by thirty unreachable partners', async () => {
    for (let number = 0; number < 30; number += 1) {
      const agent = `http://localhost:9/${number}/logistics-objects/dead`;
      await subscribe(node.holder, await partyFor(node.url, agent), { topic: PIECE });
    }
    await subscribed(node, receiver);
    const pieces = await createPieces(node.holder, 5);
    expect(objectsOf(await receiver.distinct(5))).to.deep.equal(pieces);
    await eventually(async () => (await deliveries(node.holder)).total === 150);
  });

  it('has one queue for each topic: a blocked one does not delay others of the partner', async () => {
    const { party } = await subscribed(node, receiver);
    const shipment = created(
      await node.holder.post('/logistics-objects', {
        '@context': { cargo },
        '@type': 'cargo:Shipment',
        'cargo:goodsDescription': 'x',
      }),
    );
    await subscribe(node.holder, party, { topic: shipment });
    receiver.behaviour = (response, notification) => {
      response.writeHead(notification?.object === shipment ? 204 : 500).end();
    };
    await createPieces(node.holder, 2);
    const event = await node.holder.post(`${shipment}/logistics-events`, eventBody());
    expect(event.status, event.text).to.equal(201);
    await receiver.until((notifications) => notifications.some(({ object }) => object === shipment));
    await eventually(async () => (await deliveries(node.holder)).total === 2);
  });

  it('handles any sequence of responses: no notification lost or reordered, no other @id (random)', async () => {
    await subscribed(node, receiver);
    const kinds = ['ok', 'error', 'hang up', 'lost answer'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { maxLength: 12 }), async (script) => {
        const before = receiver.received.length;
        const answers = [...script];
        const confirmed: string[] = [];
        receiver.behaviour = (response, notification) => {
          const kind = answers.shift() ?? 'ok';
          if (kind === 'ok') confirmed.push(notification?.object ?? '');
          if (kind === 'ok') response.writeHead(204).end();
          else if (kind === 'error') response.writeHead(503).end();
          else if (kind === 'hang up') response.destroy();
          else response.socket?.end(() => response.destroy());
        };
        const pieces = await createPieces(node.holder, 4);
        await settled(node.holder);
        const notifications = receiver.received.slice(before);
        expect(objectsOf(withoutRepetitions(notifications))).to.deep.equal(pieces);
        expect(confirmed).to.deep.equal(pieces);
        for (const [index, { object }] of notifications.entries()) {
          const last = notifications[index - 1];
          if (last !== undefined) expect(pieces.indexOf(object) - pieces.indexOf(last.object)).to.be.within(0, 1);
        }
      }),
      { seed: 7, numRuns: 15 },
    );
  });

  it('sends nothing more for a revoked subscription, including waiting notifications', async () => {
    const { party, request } = await subscribed(node, receiver);
    receiver.behaviour = respondWith(503);
    await createPieces(node.holder, 3);
    await receiver.until((notifications) => notifications.length > 0);
    expect((await party.delete(request)).status).to.equal(204);
    await settled(node.holder);
    receiver.behaviour = respondWith(204);
    const before = receiver.received.length;
    await createPieces(node.holder, 2);
    expect((await deliveries(node.holder)).total).to.equal(0);
    expect(receiver.received).to.have.length(before);
  });

  it('sends nothing of events after a subscription has expired, and everything before', async () => {
    const expiry = new Date(node.clock.now().getTime() + 60_000).toISOString();
    await subscribed(node, receiver, { more: { 'api:expiresAt': dateTime(expiry) } });
    receiver.behaviour = respondWith(503);
    node.clock.advance(59);
    const [inTime] = await createPieces(node.holder, 1);
    node.clock.advance(1);
    await createPieces(node.holder, 2);
    receiver.behaviour = respondWith(204);
    await settled(node.holder);
    expect(objectsOf(withoutRepetitions(receiver.received))).to.deep.equal([inTime]);
  });

  it('sends notifications to the subscriber only', async () => {
    const other = await another();
    await subscribed(node, receiver);
    await partyFor(node.url, other.agent);
    await createPieces(node.holder, 3);
    await receiver.distinct(3);
    expect(other.calls).to.deep.equal([]);
  });

  describe('with sendLogisticsObjectBody (D29)', () => {
    const bodyOf = (notification: ReceivedNotification | undefined): Json =>
      member(member(notification?.body, 'api:hasLogisticsObject'), 'cargo:goodsDescription');
    const grant = (piece: string, agent: string): Promise<unknown> =>
      node.holder.put(`${piece}/acl`, aclBody(piece, { 'acl:agent': { '@id': agent } }));
    const rename = async (piece: string, from: string, to: string): Promise<void> => {
      const operations = [remove(piece, 'goodsDescription', from), add(piece, 'goodsDescription', to)];
      const revision = Number((await node.holder.get(piece)).headers.get('latest-revision'));
      const request = created(await node.holder.patch(piece, changeBody(piece, revision, operations)));
      expect((await node.holder.patch(`${request}?status=REQUEST_ACCEPTED`)).status).to.equal(204);
    };

    it('sends the object to subscribers that may read it, and only its URI and type to others', async () => {
      await subscribed(node, receiver, { more: { 'api:sendLogisticsObjectBody': true } });
      const piece = await createPiece(node.holder);
      const [first] = await receiver.distinct(1);
      expect(bodyOf(first)).to.equal(undefined);
      expect(JSON.stringify(first?.body)).not.to.include('Oranges');
      expect(first?.object).to.equal(piece);
      await grant(piece, receiver.agent);
      await rename(piece, 'Oranges', 'Apples');
      const [, second] = await receiver.distinct(2);
      expect(bodyOf(second)).to.equal('Apples');
    });

    it('checks access when it sends: no body after a revocation', async () => {
      await subscribed(node, receiver, { more: { 'api:sendLogisticsObjectBody': true } });
      const piece = await createPiece(node.holder);
      await receiver.distinct(1);
      await settled(node.holder);
      await grant(piece, receiver.agent);
      receiver.behaviour = respondWith(503);
      await rename(piece, 'Oranges', 'Secrets');
      await receiver.until((notifications) => notifications.some((one) => bodyOf(one) === 'Secrets'));
      expect((await node.holder.put(`${piece}/acl?clear=true`, {})).status).to.equal(204);
      const before = receiver.received.length + 1;
      await receiver.until((notifications) => notifications.length > before);
      expect(JSON.stringify(receiver.received.at(-1)?.body)).not.to.include('Secrets');
      expect(receiver.received.at(-1)?.id).to.equal(receiver.received[1]?.id);
      receiver.behaviour = respondWith(204);
      await settled(node.holder);
    });

    it('sends no body for a subscription without bodies', async () => {
      await subscribed(node, receiver);
      const piece = await createPiece(node.holder);
      await grant(piece, receiver.agent);
      await rename(piece, 'Oranges', 'Apples');
      const notifications = await receiver.distinct(2);
      for (const one of notifications) expect(bodyOf(one)).to.equal(undefined);
    });

    it('sends the revision of the notification, not a later one', async () => {
      const piece = await createPiece(node.holder);
      await grant(piece, receiver.agent);
      const party = await partyFor(node.url, receiver.agent);
      await subscribe(node.holder, party, { topic: piece, more: { 'api:sendLogisticsObjectBody': true } });
      await receiver.close();
      await rename(piece, 'Oranges', 'Apples');
      await rename(piece, 'Apples', 'Pears');
      await receiver.open();
      expect((await receiver.distinct(2)).map(bodyOf)).to.deep.equal(['Apples', 'Pears']);
    });
  });

  it('names changed properties in hasChangedProperty, and for an embedded object the property that links it', async () => {
    const piece = await createPiece(node.holder, {
      'cargo:grossWeight': {
        '@type': 'cargo:Value',
        'cargo:value': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '20.0' },
      },
    });
    await subscribe(node.holder, await partyFor(node.url, receiver.agent), { topic: piece });
    const weight = iriOf(member((await node.holder.get(piece)).json, 'cargo:grossWeight'));
    const change = async (revision: number, ...operations: Parameters<typeof changeBody>[2]): Promise<Json> => {
      const request = created(await node.holder.patch(piece, changeBody(piece, revision, operations)));
      const reply = await node.holder.patch(`${request}?status=REQUEST_ACCEPTED`);
      expect(reply.status, reply.text).to.equal(204);
      const notifications = await receiver.distinct(revision);
      return list(member(notifications.at(-1)?.body, 'api:hasChangedProperty')).map(valueOf);
    };
    expect(
      await change(1, remove(weight, 'value', '20.0', 'xsd:double'), add(weight, 'value', '25.5', 'xsd:double')),
    ).to.deep.equal([`${cargo}grossWeight`]);
    expect(await change(2, add(piece, 'coload', 'true', 'xsd:boolean'))).to.deep.equal([`${cargo}coload`]);
    expect(
      await change(
        3,
        remove(piece, 'goodsDescription', 'Oranges'),
        add(piece, 'goodsDescription', 'Apples'),
        add(weight, 'value', '1', 'xsd:double'),
        remove(weight, 'value', '25.5', 'xsd:double'),
      ),
    ).to.have.members([`${cargo}goodsDescription`, `${cargo}grossWeight`]);
    expect(await change(4, remove(piece, 'coload', 'true', 'xsd:boolean'))).to.deep.equal([`${cargo}coload`]);
    expect(
      await change(
        5,
        add(piece, 'coload', 'true', 'xsd:boolean'),
        remove(piece, 'goodsDescription', 'Apples'),
        add(piece, 'goodsDescription', 'Apples'),
      ),
    ).to.deep.equal([`${cargo}coload`]);
    const types = receiver.received.map(({ eventType }) => eventType);
    expect(new Set(types)).to.deep.equal(new Set(['LOGISTICS_OBJECT_UPDATED']));
  });
});

describe('outgoing calls with OUTBOUND_PRIVATE_ADDRESSES=false', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode({ env: { ...fastRetries, OUTBOUND_PRIVATE_ADDRESSES: 'false' } });
  });
  after(() => node.stop());
  afterEach(() => unsubscribeAll(node.holder));

  it('reject a partner on this machine: the notification stays, with the reason', async () => {
    const receiver = await Receiver.start();
    try {
      await subscribed(node, receiver);
      await createPieces(node.holder, 1);
      await eventually(async () => member((await deliveries(node.holder)).items[0], 'lastError') !== null);
      const { total, items } = await deliveries(node.holder);
      expect(total).to.equal(1);
      expect(member(items[0], 'lastError')).to.match(/globally routable/);
      expect(member(items[0], 'attempts')).to.be.above(0);
      expect(member(items[0], 'callback')).to.equal(`${receiver.url}/notifications`);
      expect(receiver.calls).to.deep.equal([]);
    } finally {
      await receiver.close();
    }
  });

  const hosts = [
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '169.254.169.254',
    '10.0.0.1',
  ];
  for (const host of hosts) {
    it(`never connect to ${host}`, async () => {
      const connections: unknown[] = [];
      const server = createServer().listen(0, '127.0.0.1');
      server.on('connection', (socket) => connections.push(socket));
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      try {
        const party = await partyFor(node.url, `http://${host}:${port}/logistics-objects/inside`);
        await subscribe(node.holder, party, { topic: PIECE });
        await createPieces(node.holder, 1);
        await eventually(async () => member((await deliveries(node.holder)).items[0], 'lastError') !== null);
        expect(member((await deliveries(node.holder)).items[0], 'lastError')).to.match(/globally routable/);
        expect(connections).to.deep.equal([]);
      } finally {
        await once(server.close(), 'close');
      }
    });
  }
});
