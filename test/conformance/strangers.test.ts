import { expect } from 'chai';
import { add } from '../support/changes.js';
import { aclBody, delegationBody, subscriptionBody } from '../support/exchange.js';
import { member, type Party, type Reply } from '../support/node.js';
import { verificationBody } from '../support/verifications.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const MOST = 3;
const SECTION = 'Operator contract, STRANGER_REQUESTS';

/** What anybody may ask about an object, each time in other words. */
const asking: Readonly<
  Record<string, (world: TestContext, party: Party, piece: string, index: number) => Promise<Reply>>
> = {
  'a Change': (world, party, piece, index) =>
    world.send(party, piece, [add(world.uri(piece), 'upid', String(index))], { revision: 1 }),
  'a Change of another revision': (world, party, piece, index) =>
    world.send(party, piece, [add(world.uri(piece), 'upid', String(index))], { revision: 7 }),
  'a Verification': (world, party, piece) => party.post(piece, verificationBody(world.uri(piece), 1)),
  'an AccessDelegation': (world, party, piece) =>
    party.post('/access-delegations', delegationBody({ objects: [world.uri(piece)], delegates: [party.agent] })),
  'a Subscription': (world, party, piece) =>
    party.post('/subscriptions', subscriptionBody({ subscriber: party.agent, topic: world.uri(piece) })),
};

const statements: Statement[] = [
  ...each(asking, (ask) => ({
    section: SECTION,
    statement:
      'an agent without any right on an object leaves so many pending on it, then gets 429, until one is decided',
    holds: async (world) => {
      const piece = await world.piece();
      const requests: string[] = [];
      for (let index = 0; index < MOST; index += 1) {
        const reply = await ask(world, world.partner, piece, index);
        expect(reply.status, reply.text).to.equal(201);
        requests.push(world.path(reply.headers.get('location')));
      }
      for (const another of Object.values(asking)) {
        const refused = await another(world, world.partner, piece, MOST);
        expect(refused.status, refused.text).to.equal(429);
        expect(member(refused.json, 'api:hasTitle')).to.equal('Too many requests');
        expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(0);
      }
      expect((await ask(world, world.otherPartner, piece, 0)).status, 'of another agent').to.equal(201);
      expect((await ask(world, world.partner, await world.piece(), 0)).status, 'about another object').to.equal(201);
      expect((await world.partner.delete(requests[0] ?? '')).status).to.equal(204);
      expect((await ask(world, world.partner, piece, 9)).status, 'after one was revoked').to.equal(201);
      expect((await world.decide(requests[1] ?? '', 'REQUEST_REJECTED')).status).to.equal(204);
      expect((await ask(world, world.partner, piece, 10)).status, 'after one was decided').to.equal(201);
      expect((await ask(world, world.partner, piece, 11)).status).to.equal(429);
      expect((await ask(world, world.holder, piece, 12)).status, 'of an internal agent').to.equal(201);
    },
  })),
  {
    section: SECTION,
    statement: 'whoever has a right on the object may leave more, also one that everybody has',
    holds: async (world) => {
      const everybody = { 'acl:agentClass': { '@id': 'http://www.w3.org/ns/auth/acl#AuthenticatedAgent' } };
      for (const who of [{ 'acl:agent': { '@id': world.partner.agent } }, everybody]) {
        const piece = await world.piece();
        expect((await world.holder.put(`${piece}/acl`, aclBody(world.uri(piece), who))).status).to.equal(204);
        for (let index = 0; index <= MOST; index += 1)
          expect((await asking['a Change']?.(world, world.partner, piece, index))?.status).to.equal(201);
      }
    },
  },
  {
    section: SECTION,
    statement: 'of requests of all kinds that come at the same time no more are left',
    holds: async (world) => {
      const piece = await world.piece();
      const replies = await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          Object.values(asking).map((ask) => ask(world, world.partner, piece, index)),
        ).flat(),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).to.have.length(MOST);
      expect(statuses.filter((status) => status === 429)).to.have.length(replies.length - MOST);
    },
  },
];

conformance('strangers', statements, { env: { STRANGER_REQUESTS: String(MOST) } });
