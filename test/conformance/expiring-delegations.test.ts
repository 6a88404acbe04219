import { expect } from 'chai';
import { add } from '../support/changes.js';
import {
  aclBody,
  created,
  dateTime,
  delegate,
  delegationBody,
  type DelegationOptions,
  eventBody,
  partyFor,
  Receiver,
  requestDelegation,
  settled,
  subscribe,
  subscriptionBody,
} from '../support/exchange.js';
import { inFeed } from '../support/feed-rows.js';
import { api, cargo, type Json, list, member, type Party } from '../support/node.js';
import { type JsonObject, type TestContext } from '../support/world.js';
import { rows } from '../sparql/support.js';
import { conformance, each, type Statement } from './statement.js';

const everyPermission = ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT', 'POST_LOGISTICS_EVENT'];

const expiring = (world: TestContext, seconds: number): JsonObject => ({
  'api:expiresAt': dateTime(new Date(world.node.clock.now().getTime() + seconds * 1000).toISOString()),
});

/** A delegation that the holder has accepted, and which expires after so many seconds. */
async function granted(
  world: TestContext,
  requestor: Party,
  delegateTo: Party,
  piece: string,
  seconds: number | undefined,
): Promise<string> {
  const options: DelegationOptions = {
    objects: [world.uri(piece)],
    delegates: [delegateTo.agent],
    permissions: everyPermission,
    more: seconds === undefined ? {} : expiring(world, seconds),
  };
  return world.path(await delegate(world.holder, requestor, options));
}

const may = async (party: Party, path: string): Promise<boolean> => (await party.get(path)).status === 200;

/** The header of a body in a version. */
const named = (version: string | undefined): Record<string, string> =>
  version === undefined ? {} : { 'Content-Type': `application/ld+json; version=${version}` };

const accepting = (version: string): { readonly headers: Record<string, string> } => ({
  headers: { Accept: `application/ld+json; version=${version}` },
});

const timeOf = (value: Json): number => Date.parse(JSON.stringify(member(value, '@value') ?? null).slice(1, -1));

const goodsQuery = `PREFIX cargo: <${cargo}> SELECT ?object WHERE { ?object cargo:goodsDescription ?text }`;
const eventsQuery = `PREFIX cargo: <${cargo}> SELECT ?object WHERE { ?event cargo:eventFor ?object }`;
const graphsQuery = (piece: string): string =>
  `SELECT DISTINCT ?graph WHERE { GRAPH ?graph { ?s ?p ?o } FILTER(STRSTARTS(STR(?graph), "${piece}/revisions/")) }`;

const statements: Statement[] = [
  {
    section: 'V51',
    statement: 'until expiresAt a delegation opens object, audit trail, events and posting, and nothing from then on',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await granted(world, world.partner, world.partner, piece, 10);
      const paths = [piece, `${piece}/audit-trail`, `${piece}/logistics-events`, `${piece}?embedded=true`];
      const statuses = async (): Promise<number[]> => [
        ...(await Promise.all(paths.map(async (path) => (await world.partner.get(path)).status))),
        (await world.partner.post(`${piece}/logistics-events`, eventBody())).status,
      ];
      expect(await statuses()).to.deep.equal([200, 200, 200, 200, 201]);
      world.node.clock.advance(9.999);
      expect(await statuses()).to.deep.equal([200, 200, 200, 200, 201]);
      world.node.clock.advance(0.001);
      expect(await statuses()).to.deep.equal([403, 403, 403, 403, 403]);
      expect(await world.status(request)).to.equal('REQUEST_ACCEPTED');
      expect((await world.partner.get(request)).status, 'the request stays readable').to.equal(200);
      expect((await world.partner.delete(request)).status).to.equal(204);
      expect(await world.status(request)).to.equal('REQUEST_REVOKED');
    },
  },
  {
    section: 'V51',
    statement: 'an embedded object becomes a link again when the access to it expires, also in a body that is cached',
    holds: async (world) => {
      const linked = await world.piece();
      const piece = await world.piece({ 'cargo:containedPieces': { '@id': world.uri(linked) } });
      await granted(world, world.partner, world.partner, piece, undefined);
      await granted(world, world.partner, world.partner, linked, 10);
      const embedded = async (): Promise<boolean> => {
        const { json } = await world.partner.get(`${piece}?embedded=true`);
        return member(member(json, 'cargo:containedPieces'), 'cargo:goodsDescription') !== undefined;
      };
      expect(await embedded()).to.equal(true);
      world.node.clock.advance(9.999);
      expect(await embedded()).to.equal(true);
      const { headers } = await world.partner.get(`${piece}?embedded=true`);
      world.node.clock.advance(0.001);
      expect(await embedded()).to.equal(false);
      const conditional = { headers: { 'If-None-Match': headers.get('etag') ?? '' } };
      expect((await world.partner.get(`${piece}?embedded=true`, conditional)).status).to.equal(200);
    },
  },
  {
    section: 'V51',
    statement: '/sparql has neither the object, its events nor its named graphs from then on, without a commit between',
    holds: async (world) => {
      const [piece, other] = [await world.piece(), await world.piece()];
      await world.holder.post(`${piece}/logistics-events`, eventBody());
      await granted(world, world.otherPartner, world.otherPartner, piece, 10);
      await granted(world, world.otherPartner, world.otherPartner, other, 20);
      const party = world.otherPartner;
      const [uri, otherUri] = [world.uri(piece), world.uri(other)];
      const found = async (): Promise<unknown> => ({
        objects: (await rows(party, goodsQuery)).filter((row) => [uri, otherUri].includes(row)),
        events: (await rows(party, eventsQuery)).filter((row) => row === uri),
        graphs: (await rows(party, graphsQuery(uri))).length > 0,
      });
      const objects = [uri, otherUri].sort();
      expect(await found()).to.deep.equal({ objects, events: [uri], graphs: true });
      world.node.clock.advance(9.999);
      expect(await found()).to.deep.equal({ objects, events: [uri], graphs: true });
      world.node.clock.advance(0.001);
      expect(await found()).to.deep.equal({ objects: [otherUri], events: [], graphs: false });
      world.node.clock.advance(10);
      expect(await found()).to.deep.equal({ objects: [], events: [], graphs: false });
    },
  },
  {
    section: 'V51; W59',
    statement: 'what has expired is there again, everywhere, if the clock of the node is set back',
    holds: async (world) => {
      const linked = await world.piece();
      const piece = await world.piece({ 'cargo:containedPieces': { '@id': world.uri(linked) } });
      await granted(world, world.partner, world.partner, piece, undefined);
      await granted(world, world.partner, world.partner, linked, 10);
      const found = async (): Promise<unknown> => {
        const { json } = await world.partner.get(`${piece}?embedded=true`);
        return {
          read: (await world.partner.get(linked)).status,
          embedded: member(member(json, 'cargo:containedPieces'), 'cargo:goodsDescription') !== undefined,
          rows: (await rows(world.partner, goodsQuery)).includes(world.uri(linked)),
          members: (await inFeed(world.partner, world.uri(linked))).length,
        };
      };
      const held = { read: 200, embedded: true, rows: true, members: 1 };
      const expired = { read: 403, embedded: false, rows: false, members: 0 };
      expect(await found()).to.deep.equal(held);
      world.node.clock.advance(10);
      expect(await found()).to.deep.equal(expired);
      world.node.clock.advance(-1);
      expect(await found()).to.deep.equal(held);
      world.node.clock.advance(1);
      expect(await found()).to.deep.equal(expired);
    },
  },
  {
    section: 'V51',
    statement: 'a notification has the object’s body until then, and none from then on',
    holds: async (world) => {
      const receiver = await Receiver.start();
      try {
        const subscriber = await partyFor(world.node.url, receiver.agent);
        const piece = await world.piece();
        await granted(world, subscriber, subscriber, piece, 10);
        const more = { 'api:sendLogisticsObjectBody': true };
        await subscribe(world.holder, subscriber, { topic: world.uri(piece), more });
        const bodySent = async (text: string): Promise<boolean> => {
          const count = receiver.received.filter(({ eventType }) => eventType === 'LOGISTICS_OBJECT_UPDATED').length;
          await world.change(piece, [add(world.uri(piece), 'textualHandlingInstructions', text)]);
          const updates = (
            await receiver.until(
              (all) => all.filter(({ eventType }) => eventType === 'LOGISTICS_OBJECT_UPDATED').length > count,
            )
          ).filter(({ eventType }) => eventType === 'LOGISTICS_OBJECT_UPDATED');
          return member(member(updates.at(-1)?.body, 'api:hasLogisticsObject'), 'cargo:goodsDescription') !== undefined;
        };
        expect(await bodySent('one')).to.equal(true);
        world.node.clock.advance(10);
        expect(await bodySent('two')).to.equal(false);
        await settled(world.holder);
      } finally {
        await receiver.close();
      }
    },
  },
  {
    section: 'V52',
    statement: 'what is derived from a delegation ends with it, whatever its own expiry; another grant goes on',
    holds: async (world) => {
      const [third, fourth] = [await world.node.party('third'), await world.node.party('fourth')];
      const piece = await world.piece();
      await granted(world, world.partner, world.partner, piece, 10);
      await granted(world, world.partner, world.otherPartner, piece, 100);
      await granted(world, world.otherPartner, third, piece, undefined);
      await granted(world, world.partner, fourth, piece, undefined);
      await granted(world, fourth, fourth, piece, 20);
      for (const party of [world.partner, world.otherPartner, third, fourth])
        expect(await may(party, piece)).to.equal(true);
      world.node.clock.advance(10);
      for (const party of [world.partner, world.otherPartner, third]) expect(await may(party, piece)).to.equal(false);
      expect(await may(fourth, piece)).to.equal(true);
      world.node.clock.advance(10);
      expect(await may(fourth, piece)).to.equal(false);
    },
  },
  {
    section: 'L37; D46',
    statement: 'a delegation derived from several ends with the last of them, by expiry as by revocation',
    holds: async (world) => {
      const third = await world.node.party('third');
      const derived = async (seconds: readonly (number | undefined)[]): Promise<{ piece: string; own: string[] }> => {
        const piece = await world.piece();
        const own: string[] = [];
        for (const one of seconds) own.push(await granted(world, world.partner, world.partner, piece, one));
        await granted(world, world.partner, world.otherPartner, piece, undefined);
        await granted(world, world.otherPartner, third, piece, undefined);
        return { piece, own };
      };
      const [both, withdrawn] = [await derived([10, 20]), await derived([undefined, 10])];
      expect((await world.holder.delete(withdrawn.own[0] ?? '')).status).to.equal(204);
      world.node.clock.advance(9.999);
      for (const { piece } of [both, withdrawn])
        for (const party of [world.otherPartner, third]) expect(await may(party, piece)).to.equal(true);
      world.node.clock.advance(0.001);
      for (const party of [world.otherPartner, third]) {
        expect(await may(party, both.piece)).to.equal(true);
        expect(await may(party, withdrawn.piece), 'after the last source that was not revoked').to.equal(false);
      }
      world.node.clock.advance(10);
      for (const party of [world.otherPartner, third]) expect(await may(party, both.piece)).to.equal(false);
    },
  },
  {
    section: 'V52; D23',
    statement: 'a delegation that the requestor held only until now is no source; one that ended meanwhile fails',
    holds: async (world) => {
      const piece = await world.piece();
      await granted(world, world.partner, world.partner, piece, 10);
      const options = { objects: [world.uri(piece)], delegates: [world.otherPartner.agent] };
      const waiting = world.path(await requestDelegation(world.partner, options));
      const short = world.path(await requestDelegation(world.partner, { ...options, more: expiring(world, 5) }));
      world.node.clock.advance(10);
      for (const request of [waiting, short]) {
        expect((await world.accept(request)).status).to.equal(422);
        expect(await world.status(request)).to.equal('REQUEST_FAILED');
      }
      expect(await may(world.otherPartner, piece)).to.equal(false);
      await delegate(world.holder, world.partner, options);
      expect(await may(world.otherPartner, piece)).to.equal(true);
    },
  },
  {
    section: 'V53',
    statement: 'without expiresAt there is no end',
    holds: async (world) => {
      const piece = await world.piece();
      await granted(world, world.partner, world.partner, piece, undefined);
      expect((await world.holder.get(`${piece}/acl`)).text).not.to.include('expiresAt');
    },
  },
  ...each<(world: TestContext) => JsonObject>(
    {
      'two of them': (world) => ({
        'api:expiresAt': [10, 20].map((seconds) => expiring(world, seconds)['api:expiresAt'] ?? ''),
      }),
      'a word': () => ({ 'api:expiresAt': 'tomorrow' }),
      'a day that is none': () => ({ 'api:expiresAt': dateTime('2027-02-31T00:00:00Z') }),
      'an IRI': () => ({ 'api:expiresAt': { '@id': 'https://partner.example/never' } }),
      'without a time zone': () => ({ 'api:expiresAt': dateTime('2037-01-01T00:00:00') }),
      'a date': () => ({
        'api:expiresAt': { '@type': 'http://www.w3.org/2001/XMLSchema#date', '@value': '2037-01-01Z' },
      }),
      past: (world) => expiring(world, -1),
      'this very instant': (world) => expiring(world, 0),
    },
    (more, name): Statement => ({
      section: 'V53; L23',
      statement: 'an expiresAt that is no time in the future is 400, and nothing is created',
      holds: async (world) => {
        const piece = await world.piece();
        const grant = { objects: [world.uri(piece)], delegates: [world.partner.agent], more: more(world) };
        const reply = await world.expectRejected(piece, 400, () =>
          world.partner.post('/access-delegations', delegationBody(grant)),
        );
        const [detail] = list(member(reply.json, 'api:hasErrorDetail'));
        if (name !== 'a day that is none')
          expect(member(member(detail, 'api:hasProperty'), '@value')).to.equal(`${api}expiresAt`);
      },
    }),
  ),
  {
    section: 'V53; V11',
    statement: 'expiresAt counts whatever version the request names, and is shown in 2.3.0 only',
    holds: async (world) => {
      for (const version of ['2.0.0', '2.2.0', '2.3.0', undefined]) {
        const piece = await world.piece();
        const body = delegationBody({
          objects: [world.uri(piece)],
          delegates: [world.partner.agent],
          more: expiring(world, 10),
        });
        const reply = await world.partner.post('/access-delegations', body, named(version));
        const request = world.path(reply.headers.get('location'));
        await world.accept(request);
        expect(await may(world.partner, piece)).to.equal(true);
        const end = expiring(world, 10)['api:expiresAt'];
        world.node.clock.advance(10);
        expect(await may(world.partner, piece)).to.equal(false);
        for (const [shownIn, isShown] of Object.entries({ '2.0.0': false, '2.2.0': false, '2.3.0': true })) {
          const { json } = await world.partner.get(request, accepting(shownIn));
          const shown = member(member(json, 'api:hasAccessDelegation'), 'api:expiresAt');
          expect(timeOf(shown), shownIn).to.deep.equal(isShown ? timeOf(end) : NaN);
        }
      }
    },
  },
  {
    section: 'V54',
    statement: 'several isRequestedFor are 400 in a request that names 2.3.0, by Accept or by its Content-Type',
    holds: async (world) => {
      const piece = await world.piece();
      const delegates = [world.partner.agent, world.otherPartner.agent];
      const body = delegationBody({ objects: [world.uri(piece)], delegates });
      const post = (headers: Record<string, string>): ReturnType<Party['post']> =>
        world.partner.post('/access-delegations', body, headers);
      for (const headers of [named('2.3.0'), accepting('2.3.0').headers, named('2.3.0-dev')])
        await world.expectRejected(piece, 400, () => post(headers));
      const both = { ...named('2.3.0'), ...accepting('2.0.0').headers };
      for (const headers of [{}, named('2.0.0'), named('2.2.0'), both]) {
        const reply = await post(headers);
        expect(reply.status, reply.text).to.equal(201);
        const request = reply.headers.get('location') ?? '';
        const { json } = await world.partner.get(request, accepting('2.3.0'));
        expect(list(member(member(json, 'api:hasAccessDelegation'), 'api:isRequestedFor'))).to.have.length(2);
      }
    },
  },
  {
    section: 'V54; L22',
    statement: 'an array of one is one; none is 400, also naming 2.3.0',
    holds: async (world) => {
      const piece = await world.piece();
      const post = (delegates: string[], headers: Record<string, string>): ReturnType<Party['post']> =>
        world.partner.post('/access-delegations', delegationBody({ objects: [world.uri(piece)], delegates }), headers);
      expect((await post([world.partner.agent], named('2.3.0'))).status).to.equal(201);
      expect((await post([world.partner.agent, world.partner.agent], named('2.3.0'))).status).to.equal(201);
      for (const headers of [{}, named('2.3.0')]) await world.expectRejected(piece, 400, () => post([], headers));
    },
  },
  {
    section: 'V55',
    statement: 'expiresAt of a Subscription is shown in every version',
    holds: async (world) => {
      const body = subscriptionBody({
        subscriber: world.partner.agent,
        topic: `${cargo}Piece`,
        more: expiring(world, 10),
      });
      const request = created(await world.partner.post('/subscriptions', body));
      for (const version of ['2.0.0', '2.1.0', '2.2.0', '2.3.0']) {
        const { json } = await world.partner.get(request, accepting(version));
        const shown = member(member(json, 'api:hasSubscription'), 'api:expiresAt');
        expect(timeOf(shown), version).to.equal(timeOf(expiring(world, 10)['api:expiresAt']));
      }
    },
  },
  {
    section: 'V53; D24',
    statement: 'an authorization that the holder writes may end, too; a time that is none is 400',
    holds: async (world) => {
      const piece = await world.piece();
      const agent = { 'acl:agent': { '@id': world.partner.agent } };
      const list = (more: JsonObject): JsonObject => {
        const body = aclBody(world.uri(piece), { ...agent, ...more });
        return { ...body, '@context': { acl: 'http://www.w3.org/ns/auth/acl#', api } };
      };
      expect((await world.holder.put(`${piece}/acl`, list(expiring(world, 10)))).status).to.equal(204);
      expect(await may(world.partner, piece)).to.equal(true);
      world.node.clock.advance(10);
      expect(await may(world.partner, piece)).to.equal(false);
      expect((await world.holder.put(`${piece}/acl`, list({ 'api:expiresAt': 'soon' }))).status).to.equal(400);
    },
  },
];

conformance('Expiring access delegations', statements);
