import { expect } from 'chai';
import {
  accept,
  aclBody,
  requestDelegation,
  delegate,
  delegationBody,
  eventBody,
  iriOf,
  partyFor,
} from '../support/exchange.js';
import { api, cargo, type Json, list, member, type Party } from '../support/node.js';
import { add } from '../support/changes.js';
import { type JsonObject, timeIn, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const POST = 'POST /access-delegations';

const may = async (party: Party, path: string): Promise<boolean> => (await party.get(path)).status === 200;

/** A refused delegation leaves the object's list and everything else as it was. */
async function expectRefused(
  world: TestContext,
  piece: string,
  status: number,
  call: () => ReturnType<Party['get']>,
): Promise<void> {
  const before = (await world.holder.get(`${piece}/acl`)).text;
  await world.expectRejected(piece, status, call);
  expect((await world.holder.get(`${piece}/acl`)).text).to.equal(before);
}

/** Partner has access and has passed it on to another partner. */
async function chain(world: TestContext): Promise<{ piece: string; first: string; second: string }> {
  const piece = await world.piece();
  const objects = [world.uri(piece)];
  const first = await delegate(world.holder, world.partner, { objects, delegates: [world.partner.agent] });
  const second = await delegate(world.holder, world.partner, { objects, delegates: [world.otherPartner.agent] });
  return { piece, first: world.path(first), second: world.path(second) };
}

const statements: Statement[] = [
  {
    section: POST,
    statement: '201 without body; Location is an AccessDelegationRequest in REQUEST_PENDING, which grants nothing yet',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await world.partner.post(
        '/access-delegations',
        delegationBody({ objects: [world.uri(piece)], delegates: [world.partner.agent] }),
      );
      expect(reply.status).to.equal(201);
      expect(reply.text).to.equal('');
      expect(reply.headers.get('type')).to.equal(`${api}AccessDelegationRequest`);
      const request = world.path(reply.headers.get('location'));
      expect(request).to.match(/^\/action-requests\/[A-Za-z0-9._~-]+$/);
      expect(await world.status(request)).to.equal('REQUEST_PENDING');
      expect(await may(world.partner, piece)).to.equal(false);
    },
  },
  {
    section: 'ActionRequest; AccessDelegation',
    statement: 'the request has the whole delegation, its requestor (from the token) and the time',
    holds: async (world) => {
      const [piece, other] = [await world.piece(), await world.piece()];
      const request = await requestDelegation(world.partner, {
        objects: [world.uri(piece), world.uri(other)],
        delegates: [world.otherPartner.agent, world.partner.agent],
        permissions: ['GET_LOGISTICS_OBJECT', 'POST_LOGISTICS_EVENT'],
        more: {
          'api:hasDescription': 'for the ramp',
          'api:isRequestedBy': { '@id': 'https://liar.example/logistics-objects/x' },
        },
      });
      const { json, headers } = await world.partner.get(request);
      expect(member(json, '@type')).to.equal('api:AccessDelegationRequest');
      expect(headers.get('type')).to.equal(`${api}AccessDelegationRequest`);
      expect(iriOf(member(json, 'api:isRequestedBy'))).to.equal(world.partner.agent);
      expect(timeIn(member(json, 'api:isRequestedAt'))).to.equal(world.node.clock.now().getTime());
      const delegation = member(json, 'api:hasAccessDelegation');
      const iris = (property: string): string[] => list(member(delegation, property)).map(iriOf);
      expect(member(delegation, '@type')).to.equal('api:AccessDelegation');
      expect(iris('api:isRequestedFor')).to.have.members([world.otherPartner.agent, world.partner.agent]);
      expect(iris('api:hasLogisticsObject')).to.have.members([world.uri(piece), world.uri(other)]);
      expect(iris('api:hasPermission')).to.have.members(['api:GET_LOGISTICS_OBJECT', 'api:POST_LOGISTICS_EVENT']);
      expect(member(delegation, 'api:hasDescription')).to.equal('for the ramp');
      expect(member(delegation, 'api:notifyRequestStatusChange')).to.equal(false);
    },
  },
  {
    section: 'D23',
    statement: 'accepted, it grants its permissions on each object to each delegate, and to no other agent',
    holds: async (world) => {
      const pieces = [await world.piece(), await world.piece(), await world.piece()];
      const [first = '', second = '', third = ''] = pieces;
      const other = await world.node.party('third');
      await delegate(world.holder, world.partner, {
        objects: [world.uri(first), world.uri(second)],
        delegates: [world.otherPartner.agent, other.agent],
        permissions: ['GET_LOGISTICS_OBJECT', 'POST_LOGISTICS_EVENT'],
      });
      for (const party of [world.otherPartner, other]) {
        for (const piece of [first, second]) {
          expect(await may(party, piece)).to.equal(true);
          expect(await may(party, `${piece}/logistics-events`)).to.equal(false);
          expect((await party.post(`${piece}/logistics-events`, eventBody())).status).to.equal(201);
        }
        expect(await may(party, third)).to.equal(false);
      }
      expect(await may(world.partner, first), 'the requestor is no delegate').to.equal(false);
    },
  },
  {
    section: 'D23',
    statement: 'rejected or revoked while pending, it grants nothing, and stays readable with who and when',
    holds: async (world) => {
      const piece = await world.piece();
      const grant = { objects: [world.uri(piece)], delegates: [world.partner.agent] };
      const rejected = world.path(await requestDelegation(world.partner, grant));
      expect((await world.decide(rejected, 'REQUEST_REJECTED')).status).to.equal(204);
      const revoked = world.path(await requestDelegation(world.partner, grant));
      expect((await world.partner.delete(revoked)).status).to.equal(204);
      expect(await may(world.partner, piece)).to.equal(false);
      expect(await world.status(rejected)).to.equal('REQUEST_REJECTED');
      const { json } = await world.partner.get(revoked);
      expect(await world.status(revoked)).to.equal('REQUEST_REVOKED');
      expect(iriOf(member(json, 'api:isRevokedBy'))).to.equal(world.partner.agent);
      expect(timeIn(member(json, 'api:revokedAt'))).to.equal(world.node.clock.now().getTime());
    },
  },
  {
    section: 'D18; D22; V80',
    statement: 'what is settled is settled: deciding or revoking again is 422',
    holds: async (world) => {
      const piece = await world.piece();
      const grant = { objects: [world.uri(piece)], delegates: [world.partner.agent] };
      const made = async (): Promise<string> => world.path(await requestDelegation(world.partner, grant));
      const rejected = await made();
      await world.decide(rejected, 'REQUEST_REJECTED');
      const revoked = await made();
      await world.holder.delete(revoked);
      const accepted = await made();
      await world.accept(accepted);
      for (const request of [rejected, revoked]) {
        await expectRefused(world, piece, 422, () => world.accept(request));
        await expectRefused(world, piece, 422, () => world.decide(request, 'REQUEST_REJECTED'));
        await expectRefused(world, piece, 422, () => world.holder.delete(request));
        await expectRefused(world, piece, 422, () => world.partner.delete(request));
      }
      await expectRefused(world, piece, 422, () => world.accept(accepted));
      await expectRefused(world, piece, 422, () => world.decide(accepted, 'REQUEST_REJECTED'));
      expect(await may(world.partner, piece)).to.equal(true);
    },
  },
  ...each(
    { 'the holder': (world: TestContext) => world.holder, 'the requestor': (world: TestContext) => world.partner },
    (who): Statement => ({
      section: 'States and transitions; D22',
      statement: 'an accepted delegation is revoked and its access removed, by',
      holds: async (world) => {
        const piece = await world.piece();
        const grant = { objects: [world.uri(piece)], delegates: [world.partner.agent] };
        const request = await delegate(world.holder, world.partner, grant);
        expect(await may(world.partner, piece)).to.equal(true);
        const reply = await who(world).delete(request);
        expect(reply.status).to.equal(204);
        expect(await may(world.partner, piece)).to.equal(false);
        expect(await world.status(world.path(request))).to.equal('REQUEST_REVOKED');
        expect(authorizations((await world.holder.get(`${piece}/acl`)).json)).to.equal(0);
      },
    }),
  ),
  {
    section: 'D15; D22; L26',
    statement:
      'requestor, delegates and internal agents read the request; a delegate does not revoke it, no other agent may anything',
    holds: async (world) => {
      const piece = await world.piece();
      const other = await world.node.party('third');
      const request = await requestDelegation(world.partner, {
        objects: [world.uri(piece)],
        delegates: [world.otherPartner.agent],
      });
      for (const party of [world.partner, world.otherPartner, world.holder])
        expect((await party.get(request)).status).to.equal(200);
      await expectRefused(world, piece, 403, () => other.get(request));
      await expectRefused(world, piece, 401, () => world.anonymous.get(request));
      for (const party of [world.otherPartner, other]) {
        await expectRefused(world, piece, 403, () => party.delete(request));
        await expectRefused(world, piece, 403, () => party.patch(`${request}?status=REQUEST_ACCEPTED`));
      }
      await expectRefused(world, piece, 403, () => world.partner.patch(`${request}?status=REQUEST_ACCEPTED`));
      await expectRefused(world, piece, 401, () => world.anonymous.delete(request));
    },
  },
  {
    section: 'POST /access-delegations; trust chains',
    statement: 'the requestor reads and revokes its request though it may not read the object',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await requestDelegation(world.partner, {
        objects: [world.uri(piece)],
        delegates: [world.otherPartner.agent],
      });
      await accept(world.holder, request);
      expect(await may(world.partner, piece)).to.equal(false);
      expect((await world.partner.get(request)).status).to.equal(200);
      expect((await world.partner.delete(request)).status).to.equal(204);
      expect((await world.partner.get(request)).status).to.equal(200);
      expect(await may(world.otherPartner, piece)).to.equal(false);
    },
  },
  {
    section: 'D23, trust chains',
    statement: 'withdrawing the second party’s delegation withdraws the third’s; each ends REQUEST_REVOKED',
    holds: async (world) => {
      const { piece, first, second } = await chain(world);
      expect(await may(world.otherPartner, piece)).to.equal(true);
      expect((await world.holder.delete(first)).status).to.equal(204);
      expect(await may(world.partner, piece)).to.equal(false);
      expect(await may(world.otherPartner, piece)).to.equal(false);
      for (const request of [first, second]) {
        expect(await world.status(request)).to.equal('REQUEST_REVOKED');
        const { json } = await world.holder.get(request);
        expect(iriOf(member(json, 'api:isRevokedBy'))).to.equal(world.holder.agent);
      }
    },
  },
  {
    section: 'D23, trust chains',
    statement: 'withdrawing the third party’s delegation leaves the second’s',
    holds: async (world) => {
      const { piece, first, second } = await chain(world);
      expect((await world.partner.delete(second)).status).to.equal(204);
      expect(await may(world.otherPartner, piece)).to.equal(false);
      expect(await may(world.partner, piece)).to.equal(true);
      expect(await world.status(first)).to.equal('REQUEST_ACCEPTED');
    },
  },
  {
    section: 'D23, trust chains',
    statement: 'a derived delegation that is still pending is revoked too, and cannot be accepted any more',
    holds: async (world) => {
      const piece = await world.piece();
      const objects = [world.uri(piece)];
      const first = await delegate(world.holder, world.partner, { objects, delegates: [world.partner.agent] });
      const second = await requestDelegation(world.partner, { objects, delegates: [world.otherPartner.agent] });
      expect((await world.holder.delete(first)).status).to.equal(204);
      expect(await world.status(world.path(second))).to.equal('REQUEST_REVOKED');
      await expectRefused(world, piece, 422, () => world.accept(world.path(second)));
      expect(await may(world.otherPartner, piece)).to.equal(false);
    },
  },
  {
    section: 'D46',
    statement: 'a delegation derived from several grants is revoked with the last',
    holds: async (world) => {
      const piece = await world.piece();
      const objects = [world.uri(piece)];
      const own = { objects, delegates: [world.partner.agent] };
      const [one, two] = [
        await delegate(world.holder, world.partner, own),
        await delegate(world.holder, world.partner, own),
      ];
      await delegate(world.holder, world.partner, { objects, delegates: [world.otherPartner.agent] });
      await world.holder.delete(one);
      expect(await may(world.partner, piece)).to.equal(true);
      expect(await may(world.otherPartner, piece)).to.equal(true);
      await world.holder.delete(two);
      expect(await may(world.partner, piece)).to.equal(false);
      expect(await may(world.otherPartner, piece)).to.equal(false);
    },
  },
  {
    section: 'D23',
    statement:
      'a chain over several objects: what hangs on a grant for one object falls though the requestor holds another by the holder’s own list',
    holds: async (world) => {
      const [granted, listed] = [await world.piece(), await world.piece()];
      const agent = { 'acl:agent': { '@id': world.partner.agent } };
      await world.holder.put(`${listed}/acl`, aclBody(world.uri(listed), agent));
      const first = await delegate(world.holder, world.partner, {
        objects: [world.uri(granted)],
        delegates: [world.partner.agent],
      });
      await delegate(world.holder, world.partner, {
        objects: [world.uri(granted), world.uri(listed)],
        delegates: [world.otherPartner.agent],
      });
      await world.holder.delete(first);
      expect(await may(world.partner, granted)).to.equal(false);
      expect(await may(world.otherPartner, granted), 'access whose only source is withdrawn').to.equal(false);
    },
  },
  {
    section: 'D23',
    statement:
      'a delegation is derived from the grant of the permission that is passed on, not from one for every agent',
    holds: async (world) => {
      const piece = await world.piece();
      const objects = [world.uri(piece)];
      const everybody = { 'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' } };
      await world.holder.put(`${piece}/acl`, aclBody(world.uri(piece), everybody, ['acl:Append']));
      const first = await delegate(world.holder, world.partner, { objects, delegates: [world.partner.agent] });
      await delegate(world.holder, world.partner, { objects, delegates: [world.otherPartner.agent] });
      await world.holder.delete(first);
      expect(await may(world.partner, piece)).to.equal(false);
      expect(await may(world.otherPartner, piece), 'access whose only source is withdrawn').to.equal(false);
    },
  },
  {
    section: 'D23; D46',
    statement: 'a delegation of an agent with a direct authorization is not revoked with a grant',
    holds: async (world) => {
      const piece = await world.piece();
      const objects = [world.uri(piece)];
      await world.holder.put(
        `${piece}/acl`,
        aclBody(world.uri(piece), { 'acl:agent': { '@id': world.partner.agent } }),
      );
      const first = await delegate(world.holder, world.partner, { objects, delegates: [world.partner.agent] });
      await delegate(world.holder, world.partner, { objects, delegates: [world.otherPartner.agent] });
      await world.holder.delete(first);
      expect(await may(world.partner, piece)).to.equal(true);
      expect(await may(world.otherPartner, piece)).to.equal(true);
    },
  },
  {
    section: 'D23; operator contract, acl',
    statement:
      'what delegations grant stands in the object’s list, derived from the request, and outlives a PUT of the list',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await delegate(world.holder, world.partner, {
        objects: [world.uri(piece)],
        delegates: [world.partner.agent],
      });
      expect((await world.holder.get(`${piece}/acl`)).text).to.include(request);
      const reply = await world.holder.put(
        `${piece}/acl`,
        aclBody(world.uri(piece), { 'acl:agent': { '@id': world.otherPartner.agent } }),
      );
      expect(reply.status).to.equal(204);
      expect(await may(world.partner, piece)).to.equal(true);
      expect(await may(world.otherPartner, piece)).to.equal(true);
      await world.holder.delete(request);
      expect(await may(world.partner, piece)).to.equal(false);
      expect(await may(world.otherPartner, piece)).to.equal(true);
    },
  },
  {
    section: 'D24',
    statement: 'with PATCH_LOGISTICS_OBJECT alone the object is not read, and a Change needs no permission anyway',
    holds: async (world) => {
      const piece = await world.piece();
      await delegate(world.holder, world.partner, {
        objects: [world.uri(piece)],
        delegates: [world.partner.agent],
        permissions: ['PATCH_LOGISTICS_OBJECT'],
      });
      expect(await may(world.partner, piece)).to.equal(false);
      for (const party of [world.partner, world.otherPartner])
        expect((await world.send(party, piece, [add(world.uri(piece), 'upid', 'x')])).status).to.equal(201);
    },
  },
  ...each<(body: JsonObject, object: string) => unknown>(
    {
      'no permission': (body) => ({ ...body, 'api:hasPermission': [] }),
      'an unknown permission': (body) => ({ ...body, 'api:hasPermission': { '@id': 'api:DELETE_LOGISTICS_OBJECT' } }),
      'a permission of acl': (body) => ({
        ...body,
        'api:hasPermission': { '@id': 'http://www.w3.org/ns/auth/acl#Read' },
      }),
      'no delegate': (body) => ({ ...body, 'api:isRequestedFor': [] }),
      'a name of the API as delegate': (body) => ({ ...body, 'api:isRequestedFor': { '@id': 'api:ADD' } }),
      'an enumeration value as delegate': (body) => ({ ...body, 'api:isRequestedFor': { '@id': `${cargo}CANCELLED` } }),
      'a class as delegate': (body) => ({ ...body, 'api:isRequestedFor': { '@id': `${cargo}Organization` } }),
      'a delegate that is text': (body) => ({ ...body, 'api:isRequestedFor': 'handler' }),
      'a delegate without @id': (body) => ({ ...body, 'api:isRequestedFor': { '@type': 'cargo:Organization' } }),
      'no object': (body) => ({ ...body, 'api:hasLogisticsObject': [] }),
      'an object that is not here': (body, object) => ({ ...body, 'api:hasLogisticsObject': { '@id': `${object}x` } }),
      'an object of another node': (body) => ({
        ...body,
        'api:hasLogisticsObject': { '@id': 'https://x.example/logistics-objects/p' },
      }),
      'an object here and one that is not': (body, object) => ({
        ...body,
        'api:hasLogisticsObject': [{ '@id': object }, { '@id': `${object}x` }],
      }),
      'an address below an object': (body, object) => ({
        ...body,
        'api:hasLogisticsObject': { '@id': `${object}/acl` },
      }),
      'a description that is a number': (body) => ({ ...body, 'api:hasDescription': 7 }),
      'two descriptions': (body) => ({ ...body, 'api:hasDescription': ['a', 'b'] }),
      'notifyRequestStatusChange that is a word': (body) => ({ ...body, 'api:notifyRequestStatusChange': 'often' }),
      'another type': (body) => ({ ...body, '@type': 'api:Subscription' }),
      'no type': ({ '@context': ctx, 'api:hasPermission': permission }) => ({
        '@context': ctx ?? null,
        'api:hasPermission': permission ?? null,
      }),
      'a list of two': (body) => [body, body],
      'an empty object': () => ({}),
      'an empty body': () => '',
      'broken JSON': () => '{"@type":',
      'a remote context': (body) => ({ ...body, '@context': 'https://evil.example/' }),
    },
    (change) => ({
      section: POST,
      statement: 'a delegation that is not valid is 400, nothing is created',
      holds: async (world) => {
        const piece = await world.piece();
        const body = delegationBody({ objects: [world.uri(piece)], delegates: [world.partner.agent] });
        await expectRefused(world, piece, 400, () =>
          world.partner.post('/access-delegations', change(body, world.uri(piece))),
        );
      },
    }),
  ),
  {
    section: POST,
    statement: 'any authenticated caller may ask; 401 without a token, 415 for another type, 405 for another method',
    holds: async (world) => {
      const piece = await world.piece();
      const body = delegationBody({ objects: [world.uri(piece)], delegates: [world.partner.agent] });
      await expectRefused(world, piece, 401, () => world.anonymous.post('/access-delegations', body));
      await expectRefused(world, piece, 415, () =>
        world.partner.post('/access-delegations', body, { 'Content-Type': 'application/json' }),
      );
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
        await expectRefused(world, piece, 405, () => world.partner.send(method, '/access-delegations'));
      const foreigner = await partyFor(world.node.url, 'https://elsewhere.example/logistics-objects/f');
      expect((await foreigner.post('/access-delegations', body)).status).to.equal(201);
    },
  },
  {
    section: 'D5',
    statement: 'permissions as IRI with any prefix and objects as xsd:anyURI are read alike',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await world.partner.post('/access-delegations', {
        '@context': { x: api },
        '@type': 'x:AccessDelegation',
        'x:hasPermission': [{ '@id': `${api}GET_LOGISTICS_OBJECT` }],
        'x:isRequestedFor': { '@id': world.partner.agent, '@type': `${cargo}Organization` },
        'x:hasLogisticsObject': { '@id': world.uri(piece), '@type': `${cargo}Piece` },
      });
      expect(reply.status, reply.text).to.equal(201);
      await accept(world.holder, reply.headers.get('location') ?? '');
      expect(await may(world.partner, piece)).to.equal(true);
    },
  },
  {
    section: 'operator contract, GET /action-requests',
    statement: 'the holder lists delegation requests by type, status and object',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await requestDelegation(world.partner, {
        objects: [world.uri(piece)],
        delegates: [world.partner.agent],
      });
      const object = encodeURIComponent(world.uri(piece));
      const listed = async (query: string): Promise<string[]> => {
        const { json } = await world.holder.get(`/action-requests?logistics-object=${object}&${query}`);
        return list(member(json, 'api:hasItem')).map(iriOf);
      };
      expect(await listed('type=AccessDelegationRequest&status=REQUEST_PENDING')).to.deep.equal([request]);
      expect(await listed('type=ChangeRequest')).to.deep.equal([]);
      expect(await listed('status=REQUEST_ACCEPTED,REQUEST_REVOKED')).to.deep.equal([]);
      await accept(world.holder, request);
      expect(await listed('status=REQUEST_ACCEPTED')).to.deep.equal([request]);
    },
  },
];

/** How many authorizations a list shows. */
function authorizations(json: Json): number {
  const graph = member(json, '@graph');
  return graph === undefined
    ? list(json).filter((one) => member(one, '@type') !== undefined).length
    : list(graph).length;
}

conformance('Access delegations', statements);

conformance(
  'Access delegations with AUTO_ACCEPT=all',
  [
    {
      section: 'operator contract, AUTO_ACCEPT',
      statement: 'a delegation is accepted at once',
      holds: async (world) => {
        const piece = await world.piece();
        await requestDelegation(world.partner, { objects: [world.uri(piece)], delegates: [world.partner.agent] });
        expect(await may(world.partner, piece)).to.equal(true);
      },
    },
  ],
  { env: { AUTO_ACCEPT: 'all' } },
);

conformance(
  'Access delegations with AUTO_ACCEPT=holder',
  [
    {
      section: 'operator contract, AUTO_ACCEPT',
      statement: 'the holder’s request is accepted immediately, a partner’s is pending',
      holds: async (world) => {
        const piece = await world.piece();
        const grant = { objects: [world.uri(piece)], delegates: [world.partner.agent] };
        const request = await requestDelegation(world.partner, grant);
        expect(await world.status(world.path(request))).to.equal('REQUEST_PENDING');
        await requestDelegation(world.holder, grant);
        expect(await may(world.partner, piece)).to.equal(true);
      },
    },
  ],
  { env: { AUTO_ACCEPT: 'holder' } },
);
