import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { iri } from '../../src/rdf/terms.js';
import type { GraphRecord, WriteResult } from '../../src/store/record.js';
import { UriScheme } from '../../src/uris.js';
import { around } from '../faults/support/faults.js';
import { add, changeBody } from '../support/changes.js';
import { aclBody, delegationBody, eventBody, iriOf, subscriptionBody } from '../support/exchange.js';
import { api, context, type Json, list, member, type Party, type Reply } from '../support/node.js';
import { verificationBody } from '../support/verifications.js';
import { idOf, TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

/** A request that may be repeated. */
interface Act {
  readonly party: Party;
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly headers?: Record<string, string>;
}

const piece = (more: Record<string, Json> = {}): Json => ({
  '@context': context,
  '@type': 'cargo:Piece',
  'cargo:goodsDescription': 'Oranges',
  ...more,
});

const newKey = (): string => `"${randomUUID()}"`;

const sending = ({ party, method, path, body, headers }: Act, key: string): Promise<Reply> =>
  party.send(method, path, { ...(body !== undefined && { body }), headers: { ...headers, 'Idempotency-Key': key } });

/** A request of a partner that waits for a decision. */
async function pending(world: TestContext): Promise<string> {
  const object = await world.piece();
  return world.submit(world.partner, object, [add(world.uri(object), 'upid', 'x')]);
}

/** Every operation of K22. */
const acts: Readonly<Record<string, (world: TestContext) => Promise<Act>>> = {
  'a creation': (world) =>
    Promise.resolve({ party: world.holder, method: 'POST', path: '/logistics-objects', body: piece() }),
  'a creation with an @id': (world) =>
    Promise.resolve({
      party: world.holder,
      method: 'POST',
      path: '/logistics-objects',
      body: piece({ '@id': world.uri(`/logistics-objects/${randomUUID()}`) }),
    }),
  'a Change': async (world) => {
    const path = await world.openPiece();
    const body = changeBody(world.uri(path), 1, [add(world.uri(path), 'upid', 'x')]);
    return { party: world.partner, method: 'PATCH', path, body };
  },
  'a correction': async (world) => {
    const path = await world.piece();
    const body = changeBody(world.uri(path), 1, [add(world.uri(path), 'upid', 'x')]);
    return { party: world.holder, method: 'POST', path: `/internal/objects/${idOf(path)}/corrections`, body };
  },
  'a Verification': async (world) => {
    const path = await world.openPiece();
    return { party: world.partner, method: 'POST', path, body: verificationBody(world.uri(path), 1) };
  },
  'an event': async (world) => {
    const path = `${await world.piece()}/logistics-events`;
    return { party: world.holder, method: 'POST', path, body: eventBody() };
  },
  'an event of many objects': async (world) => {
    const objects = [await world.piece(), await world.piece()].map((path) => ({ '@id': world.uri(path) }));
    const missing = { '@id': world.uri('/logistics-objects/missing') };
    const body = eventBody({ 'cargo:eventFor': [...objects, missing] });
    return { party: world.holder, method: 'POST', path: '/logistics-events', body };
  },
  'an AccessDelegation': async (world) => {
    const objects = [world.uri(await world.piece())];
    const body = delegationBody({ objects, delegates: [world.partner.agent] });
    return { party: world.partner, method: 'POST', path: '/access-delegations', body };
  },
  'a Subscription': async (world) => {
    const body = subscriptionBody({ subscriber: world.partner.agent, topic: world.uri(await world.piece()) });
    return { party: world.partner, method: 'POST', path: '/subscriptions', body };
  },
  'an acceptance': async (world) => ({
    party: world.holder,
    method: 'PATCH',
    path: `${await pending(world)}?status=REQUEST_ACCEPTED`,
  }),
  'a rejection': async (world) => ({
    party: world.holder,
    method: 'PATCH',
    path: `${await pending(world)}?status=REQUEST_REJECTED`,
  }),
  'a revocation by PATCH': async (world) => ({
    party: world.partner,
    method: 'PATCH',
    path: `${await pending(world)}?status=REQUEST_REVOKED`,
  }),
  'a revocation': async (world) => ({ party: world.partner, method: 'DELETE', path: await pending(world) }),
};

/** What a repetition gets again. */
const answerOf = ({ status, headers, text }: Reply): unknown => [
  status,
  ...['location', 'type', 'revision'].map((name) => headers.get(name)),
  text,
];

/** The objects, requests and events that the node has. */
async function counts(world: TestContext): Promise<string> {
  const { text } = await world.holder.get('/metrics');
  const quads = text.split('\n').filter((line) => /^cargograph_store_(graphs|quads)\b/.test(line));
  const lists = ['/action-requests?limit=0', '/logistics-objects?limit=0'].map((path) => world.holder.get(path));
  return [
    ...quads,
    ...(await Promise.all(lists)).map((reply) => JSON.stringify(member(reply.json, 'api:hasTotalItems'))),
  ].join(' ');
}

const statements: Statement[] = [
  ...each(acts, (act) => ({
    section: 'Operator contract, K22 and K23',
    statement: 'the same request with the same key happens once, and its first answer comes again',
    holds: async (world) => {
      const [request, key] = [await act(world), newKey()];
      const first = await sending(request, key);
      expect(first.status, first.text).to.be.oneOf([201, 204, 207]);
      expect(first.headers.get('idempotent-replayed')).to.equal(null);
      const before = await counts(world);
      // The quotation marks belong to the form of the field, not to the key.
      for (const spelling of [key, key.slice(1, -1)]) {
        const again = await sending(request, spelling);
        expect(answerOf(again)).to.deep.equal(answerOf(first));
        expect(again.headers.get('idempotent-replayed')).to.equal('true');
      }
      expect(await counts(world)).to.equal(before);
    },
  })),
  {
    section: 'Operator contract, K23',
    statement: 'the first answer comes again whatever the first request has changed: conditions, state, later changes',
    holds: async (world) => {
      const path = await world.openPiece();
      const tag = (await world.partner.get(path)).headers.get('etag') ?? '';
      const body = changeBody(world.uri(path), 1, [add(world.uri(path), 'upid', 'x')]);
      const request = { party: world.partner, method: 'PATCH', path, body, headers: { 'If-Match': tag } };
      const key = newKey();
      const first = await sending(request, key);
      expect(first.status, first.text).to.equal(201);
      expect((await world.accept(world.path(first.headers.get('location')))).status).to.equal(204);
      expect(answerOf(await sending(request, key))).to.deep.equal(answerOf(first));
      expect((await sending(request, newKey())).status, 'with another key').to.equal(412);
    },
  },
  {
    section: 'Operator contract, K24',
    statement: 'the same key with another method, target or body is 422, and nothing happens',
    holds: async (world) => {
      const [request, key] = [await pending(world), newKey()];
      const act = { party: world.holder, method: 'PATCH', path: `${request}?status=REQUEST_REJECTED` };
      expect((await sending(act, key)).status).to.equal(204);
      const before = await counts(world);
      const others: Readonly<Record<string, Act>> = {
        method: { ...act, method: 'DELETE' },
        query: { ...act, path: `${request}?status=REQUEST_ACCEPTED` },
        path: { ...act, path: `${await pending(world)}?status=REQUEST_REJECTED` },
        body: { ...act, body: {} },
      };
      const after = await counts(world);
      expect(after).not.to.equal(before);
      for (const [what, other] of Object.entries(others)) {
        const refused = await sending(other, key);
        expect(refused.status, what).to.equal(422);
        expect(member(refused.json, 'api:hasTitle')).to.equal('Unprocessable content');
      }
      expect(await counts(world)).to.equal(after);
    },
  },
  {
    section: 'Operator contract, K24',
    statement: 'keys of two agents never meet',
    holds: async (world) => {
      const [topic, key] = [world.uri(await world.piece()), newKey()];
      const locations = new Set<string | null>();
      for (const party of [world.partner, world.otherPartner]) {
        const body = subscriptionBody({ subscriber: party.agent, topic });
        const reply = await sending({ party, method: 'POST', path: '/subscriptions', body }, key);
        expect(reply.status, reply.text).to.equal(201);
        expect(reply.headers.get('idempotent-replayed')).to.equal(null);
        locations.add(reply.headers.get('location'));
      }
      expect(locations.size).to.equal(2);
    },
  },
  {
    section: 'Operator contract, K24',
    statement: 'an error is not remembered: the key can be used again, also with what is right now',
    holds: async (world) => {
      const key = newKey();
      const act = { party: world.holder, method: 'POST', path: '/logistics-objects' };
      expect((await sending({ ...act, body: { '@type': 'cargo:Piece', 'cargo:coload': 'x' } }, key)).status).to.equal(
        400,
      );
      const created = await sending({ ...act, body: piece() }, key);
      expect(created.status, created.text).to.equal(201);
      expect(created.headers.get('idempotent-replayed')).to.equal(null);
      // An acceptance that fails is an error, although the request has failed.
      const object = await world.piece();
      const request = await world.submit(world.partner, object, [add(world.uri(object), 'upid', 'x')]);
      await world.accept(await world.submit(world.partner, object, [add(world.uri(object), 'upid', 'y')]));
      const late = { party: world.holder, method: 'PATCH', path: `${request}?status=REQUEST_ACCEPTED` };
      const other = newKey();
      for (let time = 0; time < 2; time += 1) expect((await sending(late, other)).status).to.equal(422);
    },
  },
  {
    section: 'Operator contract, K22',
    statement: 'a key of another form is 400',
    holds: async (world) => {
      const act = { party: world.holder, method: 'POST', path: '/logistics-objects', body: piece() };
      const wrong = ['', '""', '"a', 'a b', '"a", "b"', 'a,b', 'x'.repeat(129), 'ä', '"a\\"b"', '?1', ':YQ==:;q'];
      for (const key of wrong) {
        const reply = await sending(act, key);
        expect(reply.status, JSON.stringify(key)).to.equal(400);
      }
      for (const key of ['a', `"${'x'.repeat(128)}"`, 'A-Z_0.9~:'])
        expect((await sending(act, key)).status, key).to.equal(201);
    },
  },
  {
    section: 'Operator contract, K22',
    statement: 'elsewhere a key is ignored',
    holds: async (world) => {
      const path = `${await world.piece()}/acl`;
      const body = aclBody(world.uri(path.slice(0, -'/acl'.length)), { 'acl:agent': { '@id': world.partner.agent } });
      for (const key of ['not a key', '"k"', '"k"']) {
        const reply = await sending({ party: world.holder, method: 'PUT', path, body }, key);
        expect(reply.status, reply.text).to.equal(204);
        expect(reply.headers.get('idempotent-replayed')).to.equal(null);
      }
    },
  },
  {
    section: 'Operator contract, K26',
    statement: 'a caller that has lost the right gets 403, not the old answer, which comes again with the right',
    holds: async (world) => {
      const object = await world.piece();
      const may = async (party: Party): Promise<void> => {
        const who = { 'acl:agent': { '@id': party.agent } };
        const list = aclBody(world.uri(object), who, [`${api}POST_LOGISTICS_EVENT`]);
        expect((await world.holder.put(`${object}/acl`, list)).status).to.equal(204);
      };
      await may(world.partner);
      const one = { party: world.partner, method: 'POST', path: `${object}/logistics-events`, body: eventBody() };
      const body = eventBody({
        'cargo:eventFor': [world.uri(object), world.uri('/logistics-objects/none')].map((id) => ({ '@id': id })),
      });
      const many = { party: world.partner, method: 'POST', path: '/logistics-events', body };
      for (const [act, status] of [
        [one, 201],
        [many, 207],
      ] as const) {
        const key = newKey();
        const first = await sending(act, key);
        expect(first.status, first.text).to.equal(status);
        await may(world.otherPartner);
        expect((await sending(act, key)).status).to.equal(403);
        await may(world.partner);
        expect(answerOf(await sending(act, key))).to.deep.equal(answerOf(first));
      }
    },
  },
  {
    section: 'Operator contract, K26',
    statement: 'who could not do it for one of many objects from the beginning gets the same answer again',
    holds: async (world) => {
      const [open, closed] = [await world.piece(), await world.piece()];
      const who = { 'acl:agent': { '@id': world.partner.agent } };
      await world.holder.put(`${open}/acl`, aclBody(world.uri(open), who, [`${api}POST_LOGISTICS_EVENT`]));
      const body = eventBody({ 'cargo:eventFor': [open, closed].map((path) => ({ '@id': world.uri(path) })) });
      const act = { party: world.partner, method: 'POST', path: '/logistics-events', body };
      const key = newKey();
      const first = await sending(act, key);
      expect(
        list(member(first.json, 'api:hasCreationResult')).map((result) =>
          iriOf(member(result, 'api:hasLogisticsObject')),
        ),
      ).to.have.length(2);
      expect(answerOf(await sending(act, key))).to.deep.equal(answerOf(first));
    },
  },
  {
    section: 'Operator contract, K92',
    statement: 'a key has no address',
    holds: async (world) => {
      const [act, key] = [await (acts['a creation'] ?? expect.fail())(world), 'k-92'];
      expect((await sending(act, key)).status).to.equal(201);
      const graph = new UriScheme(iri(world.node.url)).idempotencyKey(iri(world.holder.agent), key);
      expect((await world.holder.get(graph)).status).to.equal(404);
    },
  },
];

conformance('idempotency', statements);

describe('An Idempotency-Key', () => {
  it('Operator contract, K25: is kept for IDEMPOTENCY_HOURS, then it can be used for another request', async () => {
    const world = await TestContext.start({ env: { IDEMPOTENCY_HOURS: '2' } });
    try {
      const act = { party: world.holder, method: 'POST', path: '/logistics-objects', body: piece() };
      const first = await sending(act, 'k');
      world.node.clock.advance(2 * 3600 - 1);
      // The first token has expired.
      const party = await world.node.party('holder');
      expect(answerOf(await sending({ ...act, party }, 'k'))).to.deep.equal(answerOf(first));
      world.node.clock.advance(1);
      const next = await sending({ ...act, party, body: piece({ 'cargo:goodsDescription': 'Lemons' }) }, 'k');
      expect(next.status, next.text).to.equal(201);
      expect(next.headers.get('location')).not.to.equal(first.headers.get('location'));
    } finally {
      await world.stop();
    }
  });

  it('Operator contract, K23: of a request that the node accepts at once is that of the request', async () => {
    const world = await TestContext.start({ env: { AUTO_ACCEPT: 'all' } });
    try {
      for (const name of ['a Change', 'an AccessDelegation', 'a Subscription', 'a Verification']) {
        const [act, key] = [await (acts[name] ?? expect.fail())(world), newKey()];
        const first = await sending(act, key);
        expect(first.status, first.text).to.equal(201);
        expect(answerOf(await sending(act, key)), name).to.deep.equal(answerOf(first));
      }
    } finally {
      await world.stop();
    }
  });

  it('Operator contract, K24: is 409 with Retry-After while its first request is under way, and other keys are not', async () => {
    const held = new HeldRecord();
    const world = await TestContext.start({ record: held.of });
    try {
      const act = { party: world.holder, method: 'POST', path: '/logistics-objects', body: piece() };
      held.hold();
      const first = sending(act, 'k');
      await held.reached;
      const second = await sending(act, 'k');
      expect(second.status, second.text).to.equal(409);
      expect(second.headers.get('retry-after')).to.equal('1');
      const other = sending(act, 'l');
      held.release();
      const [created, another] = await Promise.all([first, other]);
      expect([created.status, another.status]).to.deep.equal([201, 201]);
      expect(answerOf(await sending(act, 'k'))).to.deep.equal(answerOf(created));
    } finally {
      held.release();
      await world.stop();
    }
  });
});

/** A record whose writes wait until they are released. */
class HeldRecord {
  #gate: { readonly opened: Promise<void>; readonly open: () => void } | undefined;
  #arrive: () => void = () => undefined;
  reached: Promise<void> = Promise.resolve();

  readonly of = (record: GraphRecord): GraphRecord =>
    around(record, () => undefined, {
      write: async (commits): Promise<WriteResult> => {
        this.#arrive();
        await this.#gate?.opened;
        return record.write(commits);
      },
    });

  hold(): void {
    const { promise, resolve } = promiseWithResolver();
    this.#gate = { opened: promise, open: resolve };
    const arrival = promiseWithResolver();
    this.reached = arrival.promise;
    this.#arrive = arrival.resolve;
  }

  release(): void {
    this.#gate?.open();
    this.#gate = undefined;
  }
}

function promiseWithResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
