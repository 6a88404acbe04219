import { expect } from 'chai';
import { aclBody, requestDelegation, eventBody, iriOf, partyFor } from '../support/exchange.js';
import { api, context, type Json, list, member, messages, type Party } from '../support/node.js';
import { type JsonObject, TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const ACL = '/logistics-objects/<id>/acl (operator contract)';
const prefixes = { acl: 'http://www.w3.org/ns/auth/acl#', vcard: 'http://www.w3.org/2006/vcard/ns#' };

const lists = (piece: string): string => `${piece}/acl`;

async function write(world: TestContext, piece: string, body: unknown): Promise<void> {
  const reply = await world.holder.put(lists(piece), body);
  expect(reply.status, reply.text).to.equal(204);
}

const agent = (party: Party): JsonObject => ({ 'acl:agent': { '@id': party.agent } });

/** Which of reading the object, reading its events and adding one a party may: as letters. */
async function may(party: Party, piece: string): Promise<string> {
  const [object, events, posting] = [
    await party.get(piece),
    await party.get(`${piece}/logistics-events`),
    await party.post(`${piece}/logistics-events`, eventBody()),
  ];
  return [object.status === 200 && 'object', events.status === 200 && 'events', posting.status === 201 && 'post']
    .filter(Boolean)
    .join(' ');
}

const authorizations = (json: Json): Json[] =>
  member(json, '@graph') === undefined
    ? list(json).filter((one) => member(one, '@type') !== undefined)
    : list(member(json, '@graph'));

/** A refused list leaves the list as it was. */
async function expectRefused(
  world: TestContext,
  piece: string,
  status: number,
  call: () => ReturnType<Party['get']>,
): Promise<void> {
  const before = (await world.holder.get(lists(piece))).text;
  await world.expectRejected(piece, status, call);
  expect((await world.holder.get(lists(piece))).text).to.equal(before);
}

const statements: Statement[] = [
  {
    section: 'D24',
    statement: 'without an authorization only internal agents have access',
    holds: async (world) => {
      const piece = await world.piece();
      for (const party of [world.partner, world.otherPartner]) expect(await may(party, piece)).to.equal('');
      expect(await may(world.holder, piece)).to.equal('object events post');
    },
  },
  {
    section: 'D24',
    statement: 'a refusal names the permission that the agent does not hold, and the object',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await world.partner.get(`${piece}/logistics-events`);
      expect(reply.status, reply.text).to.equal(403);
      expect(messages(reply).join()).to.contain('does not hold GET_LOGISTICS_EVENT');
      const [detail] = list(member(reply.json, 'api:hasErrorDetail'));
      expect(JSON.stringify(member(detail, 'api:hasResource'))).to.contain(world.uri(piece));
    },
  },
  ...each(
    {
      [`${api}GET_LOGISTICS_OBJECT`]: 'object',
      [`${api}GET_LOGISTICS_EVENT`]: 'events',
      [`${api}POST_LOGISTICS_EVENT`]: 'post',
      [`${api}PATCH_LOGISTICS_OBJECT`]: '',
      'acl:Read': 'object events',
      'acl:Append': 'post',
      'acl:Write': '',
      'acl:Control': '',
    },
    (expected, mode): Statement => ({
      section: 'D24; D46',
      statement: 'a mode grants its permissions only',
      holds: async (world) => {
        const piece = await world.piece();
        await write(world, piece, aclBody(world.uri(piece), agent(world.partner), [mode]));
        expect(await may(world.partner, piece)).to.equal(expected);
        expect(await may(world.otherPartner, piece)).to.equal('');
        await expectRefused(world, piece, 403, () => world.partner.get(lists(piece)));
        await expectRefused(world, piece, 403, () => world.partner.put(lists(piece), {}));
      },
    }),
  ),
  {
    section: 'D24',
    statement: 'an authorization is for one agent, by its whole URI',
    holds: async (world) => {
      const piece = await world.piece();
      await write(world, piece, aclBody(world.uri(piece), agent(world.partner)));
      expect((await world.partner.get(piece)).status).to.equal(200);
      for (const other of [
        `${world.partner.agent}x`,
        world.partner.agent.slice(0, -1),
        world.partner.agent.toUpperCase(),
      ])
        expect((await (await partyFor(world.node.url, other)).get(piece)).status, other).to.equal(403);
    },
  },
  {
    section: 'D24; D46',
    statement: 'an authorization is for a group whose members are in the same document, which may have several roots',
    holds: async (world) => {
      const piece = await world.piece();
      const group = 'https://group.example/handlers';
      const grouped = aclBody(world.uri(piece), { 'acl:agentGroup': { '@id': group } });
      const members = [world.partner, world.otherPartner].map((party) => ({ '@id': party.agent }));
      await write(world, piece, {
        '@context': prefixes,
        '@graph': [grouped, { '@id': group, '@type': 'vcard:Group', 'vcard:hasMember': members }],
      });
      expect((await world.partner.get(piece)).status).to.equal(200);
      expect((await world.otherPartner.get(piece)).status).to.equal(200);
      expect((await (await world.node.party('third')).get(piece)).status).to.equal(403);
      await write(world, piece, {
        '@context': prefixes,
        '@graph': [grouped, { '@id': group, '@type': 'vcard:Group', 'vcard:hasMember': members.slice(1) }],
      });
      expect((await world.partner.get(piece)).status).to.equal(403);
      expect((await world.otherPartner.get(piece)).status).to.equal(200);
    },
  },
  {
    section: 'D46',
    statement: 'a group that is nested in its authorization counts, and one without members opens nothing',
    holds: async (world) => {
      const piece = await world.piece();
      const members = { '@type': 'vcard:Group', 'vcard:hasMember': { '@id': world.partner.agent } };
      await write(world, piece, aclBody(world.uri(piece), { 'acl:agentGroup': members }));
      expect((await world.partner.get(piece)).status).to.equal(200);
      await write(world, piece, aclBody(world.uri(piece), { 'acl:agentGroup': { '@id': world.partner.agent } }));
      expect((await world.partner.get(piece)).status).to.equal(403);
    },
  },
  {
    section: 'D46',
    statement: 'a group that is a text is 400, and the list stays as it was',
    holds: async (world) => {
      const piece = await world.piece();
      const body = aclBody(world.uri(piece), { 'acl:agent': { '@id': world.partner.agent }, 'acl:agentGroup': 'AAA' });
      await expectRefused(world, piece, 400, () => world.holder.put(lists(piece), body));
    },
  },
  {
    section: 'D24',
    statement: 'an authorization for every authenticated agent does not include callers without a token',
    holds: async (world) => {
      const piece = await world.piece();
      await write(world, piece, aclBody(world.uri(piece), { 'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' } }));
      for (const party of [world.partner, world.otherPartner]) expect(await may(party, piece)).to.equal('object');
      await expectRefused(world, piece, 401, () => world.anonymous.get(piece));
    },
  },
  {
    section: 'D24',
    statement: 'several authorizations add up',
    holds: async (world) => {
      const piece = await world.piece();
      const one = aclBody(world.uri(piece), agent(world.partner), ['acl:Append']);
      const other = aclBody(world.uri(piece), agent(world.partner), [`${api}GET_LOGISTICS_EVENT`]);
      await write(world, piece, { '@context': prefixes, '@graph': [one, other] });
      expect(await may(world.partner, piece)).to.equal('events post');
    },
  },
  {
    section: ACL,
    statement: 'PUT replaces the list, GET shows it, and what was shown can be written back',
    holds: async (world) => {
      const piece = await world.piece();
      await write(world, piece, aclBody(world.uri(piece), agent(world.partner)));
      await write(world, piece, aclBody(world.uri(piece), agent(world.otherPartner), ['acl:Read']));
      expect(await may(world.partner, piece)).to.equal('');
      const shown = await world.holder.get(lists(piece));
      expect(shown.status).to.equal(200);
      expect(shown.headers.get('content-language')).to.equal('en-US');
      const [only, ...more] = authorizations(shown.json);
      expect(more).to.deep.equal([]);
      expect(iriOf(member(only, 'acl:agent'))).to.equal(world.otherPartner.agent);
      expect(iriOf(member(only, 'acl:accessTo'))).to.equal(world.uri(piece));
      await write(world, piece, shown.json);
      expect((await world.holder.get(lists(piece))).text).to.equal(shown.text);
      expect(await may(world.otherPartner, piece)).to.equal('object events');
    },
  },
  {
    section: `${ACL}; D60`,
    statement: 'a list without an authorization removes all access, but only with clear=true',
    holds: async (world) => {
      const piece = await world.piece();
      const empty = [{}, [], { '@context': prefixes, '@graph': [] }, { 'https://example.org/note': 'empty' }];
      for (const body of empty) {
        await write(world, piece, aclBody(world.uri(piece), agent(world.partner)));
        for (const query of ['', '?clear=false'])
          await expectRefused(world, piece, 400, () => world.holder.put(`${lists(piece)}${query}`, body));
        const before = (await world.holder.get(lists(piece))).text;
        expect((await world.holder.put(`${lists(piece)}?clear=perhaps`, body)).status).to.equal(400);
        expect((await world.holder.get(lists(piece))).text).to.equal(before);
        expect((await world.holder.put(`${lists(piece)}?clear=true`, body)).status).to.equal(204);
        expect(await may(world.partner, piece)).to.equal('');
      }
      expect((await world.holder.get(lists(piece))).status).to.equal(200);
    },
  },
  {
    section: ACL,
    statement: 'a list creates no revision and no entry in the audit trail',
    holds: async (world) => {
      const piece = await world.piece();
      const before = await world.state(piece);
      await write(world, piece, aclBody(world.uri(piece), agent(world.partner)));
      expect(await world.state(piece)).to.equal(before);
    },
  },
  {
    section: ACL,
    statement: 'a list is available in all media types, with ETag, and cannot be deleted or posted to',
    holds: async (world) => {
      const piece = await world.piece();
      await write(world, piece, aclBody(world.uri(piece), agent(world.partner)));
      const turtle = await world.holder.get(lists(piece), { headers: { Accept: 'text/turtle' } });
      expect(turtle.headers.get('content-type')).to.include('text/turtle');
      expect(turtle.text).to.include(world.partner.agent);
      expect(turtle.headers.get('etag')).to.be.a('string');
      await expectRefused(world, piece, 405, () => world.holder.delete(lists(piece)));
      await expectRefused(world, piece, 405, () => world.holder.post(lists(piece), {}));
    },
  },
  {
    section: `${ACL}; D14`,
    statement: 'for internal agents only: 403 for others, 401 without a token, 404 for no object',
    holds: async (world) => {
      const piece = await world.piece();
      const body = aclBody(world.uri(piece), agent(world.partner));
      await expectRefused(world, piece, 403, () => world.partner.get(lists(piece)));
      await expectRefused(world, piece, 403, () => world.partner.put(lists(piece), body));
      await expectRefused(world, piece, 401, () => world.anonymous.put(lists(piece), body));
      await expectRefused(world, piece, 404, () => world.holder.get('/logistics-objects/none/acl'));
      await expectRefused(world, piece, 404, () => world.holder.put('/logistics-objects/none/acl', body));
      await expectRefused(world, piece, 415, () =>
        world.holder.put(lists(piece), body, { 'Content-Type': 'text/turtle' }),
      );
    },
  },
  ...each<(object: string, party: string) => unknown>(
    {
      'an unknown mode': (object, party) => aclBody(object, { 'acl:agent': { '@id': party } }, ['acl:Everything']),
      'a mode that is text': (object, party) => ({
        ...aclBody(object, { 'acl:agent': { '@id': party } }),
        'acl:mode': 'read',
      }),
      'no mode': (object, party) => aclBody(object, { 'acl:agent': { '@id': party } }, []),
      nobody: (object) => aclBody(object, {}),
      'the public (acl:agentClass foaf:Agent)': (object) =>
        aclBody(object, { 'acl:agentClass': { '@id': 'http://xmlns.com/foaf/0.1/Agent' } }),
      'an agent that is text': (object) => aclBody(object, { 'acl:agent': 'somebody' }),
      'another object': (object, party) => aclBody(`${object}x`, { 'acl:agent': { '@id': party } }),
      'this and another object': (object, party) => ({
        ...aclBody(object, { 'acl:agent': { '@id': party } }),
        'acl:accessTo': [{ '@id': object }, { '@id': `${object}x` }],
      }),
      'an authorization without its type': (object, party) => ({
        ...aclBody(object, { 'acl:agent': { '@id': party } }),
        '@type': 'acl:Permission',
      }),
      'one right and one wrong': (object, party) => ({
        '@context': prefixes,
        '@graph': [aclBody(object, { 'acl:agent': { '@id': party } }), aclBody(object, {})],
      }),
      'broken JSON': () => '{',
      'an empty body': () => '',
      'a remote context': () => ({ '@context': 'https://evil.example/' }),
    },
    (body) => ({
      section: `${ACL}; D46`,
      statement: 'an incomplete or unknown authorization is 400, and the list does not change',
      holds: async (world) => {
        const piece = await world.piece();
        await write(world, piece, aclBody(world.uri(piece), agent(world.otherPartner)));
        await expectRefused(world, piece, 400, () =>
          world.holder.put(lists(piece), body(world.uri(piece), world.partner.agent)),
        );
        expect(await may(world.partner, piece)).to.equal('');
      },
    }),
  ),
  {
    section: 'D11; D24',
    statement: 'one place decides: `embedded=true` shows what the caller may read, and follows the list at once',
    holds: async (world) => {
      const inner = await world.piece({ 'cargo:goodsDescription': 'Secret' });
      const shipment = await world.create({
        '@type': 'cargo:Shipment',
        'cargo:shipmentOfPieces': { '@id': world.uri(inner), '@type': 'cargo:Piece' },
      });
      await write(world, shipment, aclBody(world.uri(shipment), agent(world.partner)));
      const seen = async (): Promise<string> => (await world.partner.get(`${shipment}?embedded=true`)).text;
      expect(await seen()).not.to.include('Secret');
      await write(world, inner, aclBody(world.uri(inner), agent(world.partner)));
      expect(await seen()).to.include('Secret');
      expect((await world.holder.put(`${lists(inner)}?clear=true`, {})).status).to.equal(204);
      expect(await seen()).not.to.include('Secret');
    },
  },
  ...each(
    {
      'POST /logistics-objects': (party: Party) =>
        party.post('/logistics-objects', { '@context': context, '@type': 'cargo:Piece' }),
      'GET /logistics-objects': (party: Party) => party.get('/logistics-objects'),
      'PATCH /action-requests/<id>': (party: Party, request: string) =>
        party.patch(`${request}?status=REQUEST_ACCEPTED`),
      'GET /internal/notifications': (party: Party) => party.get('/internal/notifications'),
      'GET /internal/notifications/stream': (party: Party) => party.get('/internal/notifications/stream'),
      'GET /internal/deliveries': (party: Party) => party.get('/internal/deliveries'),
      'POST /internal/subscription-proposals': (party: Party) => party.post('/internal/subscription-proposals', {}),
      'PUT /internal/relocations/<id>': (party: Party, _: string, piece: string) =>
        party.put(`/internal/relocations/${piece.split('/').at(-1) ?? ''}`, {
          location: 'https://x.example/',
          permanent: true,
        }),
    },
    (call): Statement => ({
      section: 'Authentication and authorization per endpoint; operator contract',
      statement: 'internal addresses are 403 for a partner, 401 without a token, whoever may read the object',
      holds: async (world) => {
        const piece = await world.piece();
        await write(
          world,
          piece,
          aclBody(world.uri(piece), agent(world.partner), ['acl:Read', 'acl:Write', 'acl:Control']),
        );
        const grant = { objects: [world.uri(piece)], delegates: [world.partner.agent] };
        const target = world.path(await requestDelegation(world.partner, grant));
        await expectRefused(world, piece, 403, () => call(world.partner, target, piece));
        await expectRefused(world, piece, 401, () => call(world.anonymous, target, piece));
      },
    }),
  ),
  {
    section: 'D74',
    statement: 'acl:Read, which is two permissions, counts an object once for the agent that has it',
    holds: async (world) => {
      const reader = await world.node.party('reader');
      const asked = encodeURIComponent(reader.agent);
      // Other rows open objects to everybody.
      const counted = async (): Promise<number[]> => [
        Number(member(member(await world.read(`/internal/agent?uri=${asked}`), 'reads'), 'total')),
        list(member(await world.read(`/internal/agent/access?uri=${asked}`), 'items')).length,
      ];
      const before = await counted();
      for (const modes of [['acl:Read'], ['acl:Read', `${api}GET_LOGISTICS_OBJECT`, `${api}GET_LOGISTICS_EVENT`]]) {
        const piece = await world.piece();
        await write(world, piece, aclBody(world.uri(piece), agent(reader), modes));
      }
      expect(await counted()).to.deep.equal(before.map((count) => count + 2));
    },
  },
];

conformance('Access control lists', statements);

describe('Conformance: internal agents', () => {
  it('operator contract: INTERNAL_AGENTS are treated as the data holder is', async () => {
    const insider = 'https://broker.example/logistics-objects/insider';
    const world = await TestContext.start({ env: { INTERNAL_AGENTS: `https://x.example/y, ${insider}` } });
    try {
      const party = await partyFor(world.node.url, insider);
      const piece = await world.piece();
      expect(await may(party, piece)).to.equal('object events post');
      for (const path of ['/action-requests', '/logistics-objects', '/internal/deliveries', `${piece}/acl`])
        expect((await party.get(path)).status, path).to.equal(200);
      expect((await world.partner.get('/internal/deliveries')).status).to.equal(403);
    } finally {
      await world.stop();
    }
  });
});
