/** Following partners' objects: requests, states, links and purges (docs/mirror.md, M1 to M11, M31). */
import { expect } from 'chai';
import { copyKey, Mirror } from '../mirror/support/mirror.js';
import * as faults from '../mirror/support/faults.js';
import { Notifier, notificationOf } from '../mirror/support/notifications.js';
import type { PartnerObject } from '../mirror/support/partner-object.js';
import { TestPartner } from '../mirror/support/test-partner.js';
import { TestClock } from '../support/clock.js';
import { created, eventually, fastRetries } from '../support/exchange.js';
import { Listener } from '../support/listener.js';
import { type Json, list, member, messages, type Reply } from '../support/node.js';
import { type JsonObject, type TestContext, text } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const clock = new TestClock();
const env = { ...fastRetries, MIRROR_RATE: '0', MIRROR_BODY_LIMIT: '1mb' };
const PIECE = 'https://onerecord.iata.org/ns/cargo#Piece';

let partner: TestPartner;
beforeEach(async () => {
  partner = await TestPartner.start({ clock });
});
afterEach(() => partner.close());

const mirrorOf = ({ node, holder }: TestContext): Mirror => new Mirror(node.url, holder);
const follow = ({ holder }: TestContext, body: Json): Promise<Reply> => holder.post('/internal/follows', body);
/** Reason and agent of the erasures of a copy. */
async function erasuresOf({ holder }: TestContext, copy: string): Promise<Json[][]> {
  const { json } = await holder.get(`/internal/erasures?object=${encodeURIComponent(copy)}`);
  return list(member(json, 'items')).map((item) => [member(item, 'reason'), member(item, 'by')]);
}
const locationOf = ({ headers }: Reply): string => headers.get('location') ?? '';

/** An object of which a follow has the first revision. */
async function followed(
  world: TestContext,
  more: JsonObject = {},
): Promise<{ mirror: Mirror; object: PartnerObject; address: string }> {
  const mirror = mirrorOf(world);
  const object = partner.create('awb-1');
  const address = await mirror.follow({ object: object.uri, ...more });
  await mirror.holds(object.uri, 1);
  return { mirror, object, address };
}

const one = 'https://forwarder.example/logistics-objects/one';
const two = 'https://forwarder.example/logistics-objects/two';
const server = 'https://forwarder.example';
const type = PIECE;

/** Bodies that are refused, with the field that the message names. */
const refused: Readonly<Record<string, readonly [body: Json, message: RegExp]>> = {
  'a list': [[], /must be a JSON object/],
  'an unknown field': [{ object: one, colour: 'red' }, /`colour` is unknown/],
  'no target': [{ depth: 1 }, /`object` is missing/],
  'object and objects': [{ object: one, objects: [two] }, /`objects` is given beside `object`/],
  'object and type': [{ object: one, server, type }, /`type` is given beside `object`/],
  'a type without a server': [{ type }, /`server` is missing beside `type`/],
  'a server without a type': [{ server }, /`object` is missing/],
  'a server beside an object': [{ server, object: one }, /`server` is for a type only/],
  'a type that is no IRI': [{ server, type: 'Piece' }, /`type` must be the IRI of a class/],
  'a number for a URI': [{ object: 5 }, /`object` must be an absolute URI/],
  'a relative URI': [{ object: '/logistics-objects/one' }, /`object` must be an absolute URI/],
  'another scheme': [{ object: 'ftp://forwarder.example/logistics-objects/one' }, /`object` must be an http or https/],
  'user information': [{ object: 'https://me@forwarder.example/logistics-objects/one' }, /`object` must have no user/],
  'a query': [{ object: `${one}?at=20260101T000000Z` }, /`object` must have no query/],
  'a fragment': [{ object: `${one}#part` }, /`object` must have no query and no fragment/],
  'no id': [{ object: `${server}/logistics-objects/` }, /`object` must be the URI of a Logistics Object/],
  'another address': [{ object: `${server}/pieces/one` }, /`object` must be the URI of a Logistics Object/],
  'no list of objects': [{ objects: one }, /`objects` must be a list/],
  'an empty list': [{ objects: [] }, /`objects` must have at least one/],
  'too many objects': [{ objects: new Array<string>(5_001).fill(one) }, /`objects` has more than 5000/],
  'a wrong URI in a list': [{ objects: [one, `${server}/x`] }, /`objects` must be the URI of a Logistics Object/],
  'objects of two servers': [
    { objects: [one, 'https://airline.example/logistics-objects/one'] },
    /`objects` has objects of two servers/,
  ],
  'an object as a server': [{ server: one, type }, /`server` must be the base URL/],
  'a depth beyond 3': [{ object: one, depth: 4 }, /`depth` must be a whole number from 0 to 3/],
  'half a depth': [{ object: one, depth: 0.5 }, /`depth` must be a whole number/],
  'a text for events': [{ object: one, events: 'yes' }, /`events` must be true or false/],
  'a text for subscribe': [{ object: one, subscribe: 'no' }, /`subscribe` must be true or false/],
  'a long note': [{ object: one, note: 'x'.repeat(501) }, /`note` must be a text of at most 500/],
};

const requests: readonly Statement[] = [
  {
    section: 'M1',
    statement: '201 with the address and no body, without a call of the partner before the answer',
    holds: async (world) => {
      partner.fault(() => true, faults.silent);
      const object = partner.create('awb-1');
      const reply = await follow(world, { object: object.uri });
      expect([reply.status, reply.text]).to.deep.equal([201, '']);
      const found = (await world.holder.get(created(reply))).json;
      expect(member(found, 'state')).to.equal('asked');
      expect(found).to.include({ depth: 1, events: true, subscribe: true, note: null });
    },
  },
  {
    section: 'M1',
    statement: 'for internal agents only',
    holds: async (world) => {
      const { object, address } = await followed(world);
      const calls: readonly (readonly [method: string, path: string, body?: Json])[] = [
        ['POST', '/internal/follows', { object: object.uri }],
        ['GET', '/internal/follows'],
        ['GET', address],
        ['PATCH', address, { depth: 2 }],
        ['POST', `${address}/sweep`],
        ['DELETE', address],
        ['DELETE', `/internal/mirror?object=${encodeURIComponent(object.uri)}`],
      ];
      for (const [method, path, body] of calls) {
        expect((await world.partner.send(method, path, { body })).status, `${method} ${path}`).to.equal(403);
        expect((await world.anonymous.send(method, path, { body })).status, `${method} ${path}`).to.equal(401);
      }
    },
  },
  ...each(refused, ([body, message]) => ({
    section: 'M2',
    statement: '400 that names the field',
    holds: async (world) => {
      const reply = await follow(world, body);
      expect(reply.status, reply.text).to.equal(400);
      expect(messages(reply).join()).to.match(message);
    },
  })),
  {
    section: 'M2',
    statement: '400 for objects and servers of this node',
    holds: async (world) => {
      for (const body of [{ object: world.uri(await world.piece()) }, { server: world.node.url, type }]) {
        const reply = await follow(world, body);
        expect(reply.status).to.equal(400);
        expect(messages(reply).join()).to.match(/`(object|server)` is of this node/);
      }
    },
  },
  {
    section: 'M2',
    statement: '415 and 413 as elsewhere, and a class that is not in the model is followed',
    holds: async (world) => {
      const sent = (body: string, contentType: string): Promise<Reply> =>
        world.holder.send('POST', '/internal/follows', { body, headers: { 'Content-Type': contentType } });
      expect((await sent('object', 'text/plain')).status).to.equal(415);
      expect((await sent(JSON.stringify({ note: 'x'.repeat(11_000_000) }), 'application/json')).status).to.equal(413);
      const reply = await follow(world, { server: partner.base, type: 'https://other.example/ns#Thing' });
      expect(reply.status).to.equal(201);
    },
  },
  {
    section: 'M3',
    statement: 'an equal follow that has not ended is that one, also with its objects in another order and twice',
    holds: async (world) => {
      const [a, b] = [partner.create('a').uri, partner.create('b').uri];
      const first = await follow(world, { objects: [a, b] });
      const again = await follow(world, { objects: [b, a, b], depth: 3 });
      expect([first.status, again.status]).to.deep.equal([201, 200]);
      expect(locationOf(again)).to.equal(locationOf(first));
      expect(member(again.json, 'depth'), 'nothing changes').to.equal(1);
      await world.holder.delete(locationOf(first));
      const later = await follow(world, { objects: [a, b] });
      expect(later.status).to.equal(201);
      expect(locationOf(later)).not.to.equal(locationOf(first));
    },
  },
  {
    section: 'M4',
    statement: 'a follow has its target, options, state, subscription and numbers, with an ETag',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world, { note: 'by the night shift' });
      const found = await mirror.until(address, (item) => member(member(item, 'subscription'), 'state') === 'active');
      expect(found).to.include({
        ...{
          uri: address,
          server: partner.base,
          holder: partner.holder,
          object: object.uri,
          objects: null,
          type: null,
        },
        ...{ depth: 1, events: true, subscribe: true, note: 'by the night shift', state: 'following', reason: null },
        ...{ by: world.holder.agent, apiVersion: '2.3.0' },
      });
      expect(member(found, 'counts')).to.deep.include({ objects: 1, revisions: 1, gaps: 0, frozen: 0, truncated: 0 });
      expect(member(found, 'found')).to.deep.equal({ start: 1, notification: 0, sweep: 0, repair: 0 });
      const { headers } = await world.holder.get(address);
      const unchanged = await world.holder.get(address, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      expect(unchanged.status).to.equal(304);
    },
  },
  {
    section: 'M5',
    statement: 'the list is newest first, in pages, and by state and server',
    holds: async (world) => {
      const made: string[] = [];
      for (const id of ['a', 'b', 'c']) {
        clock.advance(1);
        made.push(locationOf(await follow(world, { object: partner.create(id).uri })));
      }
      await world.holder.delete(made[0] ?? '');
      const uris = ({ json }: Reply): string[] => list(member(json, 'items')).map((item) => text(member(item, 'uri')));
      const here = `server=${encodeURIComponent(partner.base)}`;
      const all = await world.holder.get(`/internal/follows?${here}`);
      expect(uris(all)).to.deep.equal(made.toReversed());
      expect(member(all.json, 'total')).to.equal(3);
      expect(uris(await world.holder.get(`/internal/follows?${here}&state=ended`))).to.deep.equal(made.slice(0, 1));
      const page = await world.holder.get(`/internal/follows?${here}&limit=1&skip=1`);
      expect(uris(page)).to.deep.equal(made.slice(1, 2));
      expect(page.headers.get('link')).to.match(/skip=2.*rel="next"|rel="next"/);
      for (const query of ['limit=1001', 'state=lost', 'colour=red'])
        expect((await world.holder.get(`/internal/follows?${query}`)).status, query).to.equal(400);
    },
  },
  {
    section: 'M6',
    statement: 'options are changed, all copies are checked on request, and an unknown follow is 404',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      expect((await world.holder.patch(address, { depth: 0, note: 'changed' })).status).to.equal(204);
      expect(await mirror.read(address)).to.include({ depth: 0, note: 'changed', events: true });
      expect((await world.holder.patch(address, { depth: 9 })).status).to.equal(400);
      object.reviseTimes(1);
      await mirror.sweep(address);
      await mirror.holds(object.uri, 2);
      const unknown = '/internal/follows/unknown';
      for (const reply of [
        await world.holder.get(unknown),
        await world.holder.patch(unknown, { depth: 0 }),
        await world.holder.post(`${unknown}/sweep`, undefined),
        await world.holder.delete(unknown),
      ])
        expect(reply.status).to.equal(404);
      await world.holder.delete(address);
      expect((await world.holder.post(`${address}/sweep`, undefined)).status).to.equal(422);
    },
  },
  {
    section: 'M7',
    statement: 'a follow ends twice, stays listed, and its copies are no longer checked; its subscription is revoked',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      await mirror.until(address, (item) => member(member(item, 'subscription'), 'state') === 'active');
      for (let times = 0; times < 2; times += 1) expect((await world.holder.delete(address)).status).to.equal(204);
      expect(member(await mirror.read(address), 'state')).to.equal('ended');
      await eventually(async () => (await mirror.state(object.uri)) === 'ended');
      await eventually(() => Promise.resolve(partner.subscriptions.active.length === 0));
      expect(await mirror.statements(object.uri, 1)).to.contain('revision 1');
    },
  },
  {
    section: 'M7',
    statement: 'with purge, copies that no other follow holds are removed',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      const shared = partner.create('shared');
      const both = await mirror.follow({ objects: [object.uri, shared.uri] });
      await mirror.follow({ object: shared.uri });
      await mirror.holds(shared.uri, 1);
      await world.holder.delete(address);
      expect((await world.holder.delete(`${both}?purge=true`)).status).to.equal(204);
      await eventually(async () => (await mirror.statements(object.uri, 1)) === undefined);
      expect(await mirror.statements(shared.uri, 1)).to.contain('revision 1');
    },
  },
];

/** What the partner answers, and the state and reason of a follow of it. */
const states: Readonly<Record<string, readonly [begin: PartnerObject['access'], reason: string]>> = {
  refused: [{ kind: 'forbidden' }, 'forbidden'],
  'refused without the object': [{ kind: 'absent' }, 'not-found'],
};

const carriedOut: readonly Statement[] = [
  ...each(states, ([access, reason]) => ({
    section: 'M8',
    statement: 'a follow that never had access',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const object = partner.create('secret');
      object.access = access;
      const address = await mirror.follow({ object: object.uri });
      expect(member(await mirror.inState(address, 'refused'), 'reason')).to.equal(reason);
      object.access = { kind: 'granted' };
      await mirror.sweep(address);
      expect(member(await mirror.inState(address, 'following'), 'reason')).to.equal(null);
    },
  })),
  {
    section: 'M8',
    statement: 'each change of a state is told once to internal agents, as the event `mirror`',
    holds: async (world) => {
      const listeners = await Promise.all(
        [world.holder, world.partner].map(({ agent }) => Listener.open(world.node.url, agent)),
      );
      const [told, other] = listeners;
      try {
        await eventually(() => Promise.resolve(listeners.every(({ events }) => events.length > 0)));
        const object = partner.create('awb-1');
        const address = await mirrorOf(world).follow({ object: object.uri });
        // A stream says the state at the time of sending: `asked` may have passed by then.
        const statesOf = (): string[] =>
          (told?.mirrorChanges ?? []).flatMap(({ uri, state }) =>
            uri === address && state !== 'asked' ? [state] : [],
          );
        const isTold = (state: string): Promise<void> => eventually(() => Promise.resolve(statesOf().includes(state)));
        await isTold('following');
        object.access = { kind: 'forbidden' };
        await mirrorOf(world).sweep(address);
        await isTold('frozen');
        await world.holder.delete(address);
        await isTold('ended');
        expect(statesOf()).to.deep.equal(['following', 'frozen', 'ended']);
        expect(other?.events.map(({ event }) => event)).not.to.include('mirror');
      } finally {
        for (const listener of listeners) listener.close();
      }
    },
  },
  {
    section: 'M9',
    statement: 'several objects are followed while one of them is',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const [open, closed] = [partner.create('open'), partner.create('closed')];
      closed.access = { kind: 'forbidden' };
      const address = await mirror.follow({ objects: [open.uri, closed.uri] });
      await mirror.inState(address, 'following');
      await eventually(async () => (await mirror.state(closed.uri)) === 'refused');
      expect(member(await mirror.read(address), 'state')).to.equal('following');
    },
  },
  {
    section: 'M10',
    statement: 'objects of the same server are copied as far away as the depth says, and none of another server',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const elsewhere = await TestPartner.start({ clock });
      try {
        const far = partner.create('far');
        const near = partner.create('near', { '@type': 'cargo:Item', 'cargo:inPiece': { '@id': far.uri } });
        const foreign = elsewhere.create('foreign');
        const root = partner.create('root', {
          '@type': 'cargo:Shipment',
          'cargo:pieces': [near.uri, foreign.uri, world.uri(await world.piece())].map((uri) => ({ '@id': uri })),
        });
        const address = await mirror.follow({ object: root.uri, depth: 1 });
        await mirror.until(address, (item) => Mirror.count(item, 'revisions') === 2);
        expect((await world.holder.patch(address, { depth: 2 })).status).to.equal(204);
        await mirror.holds(far.uri, 1);
        expect(Mirror.count(await mirror.read(address), 'objects')).to.equal(3);
        expect(elsewhere.requests).to.deep.equal([]);
        root.revise({ 'cargo:pieces': undefined });
        await mirror.sweep(address);
        await mirror.holds(root.uri, 2);
        expect(await mirror.state(near.uri), 'a link that has vanished').not.to.equal('ended');
      } finally {
        await elsewhere.close();
      }
    },
  },
  {
    section: 'M11',
    statement: 'a type follow begins with what the data holder’s notifications name',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const [told, lied] = [partner.create('told'), partner.create('lied')];
      const address = await mirror.follow({ server: partner.base, type });
      await mirror.until(address, (item) => member(member(item, 'subscription'), 'state') === 'active');
      expect(Mirror.count(await mirror.read(address), 'objects')).to.equal(0);
      const liar = await Notifier.as(partner, world.node.url, `${world.node.url}/logistics-objects/partner`);
      await liar.send(notificationOf(lied.uri, 'LOGISTICS_OBJECT_CREATED'));
      await (await Notifier.of(partner, world.node.url)).send(notificationOf(told.uri, 'LOGISTICS_OBJECT_CREATED'));
      await mirror.holds(told.uri, 1);
      expect(await mirror.state(lied.uri)).to.equal(undefined);
    },
  },
  {
    section: 'M31',
    statement: 'a copy that is followed is not purged; afterwards its statements are gone, and its digests stay',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      object.postEvent();
      await mirror.sweep(address);
      await mirror.until(address, (item) => Mirror.count(item, 'events') === 1);
      const copy = `/internal/mirror?object=${encodeURIComponent(object.uri)}`;
      const digest = await mirror.digest(object.uri, 1);
      expect((await world.holder.delete(copy)).status).to.equal(409);
      await world.holder.delete(address);
      await eventually(async () => (await world.holder.delete(copy)).status === 204);
      expect(await mirror.statements(object.uri, 1)).to.equal(undefined);
      expect(await mirror.digest(object.uri, 1)).to.equal(digest);
      expect(await mirror.values(object.uri, 'revisions/1/provenance', 'purged')).to.have.length(1);
      expect(await erasuresOf(world, object.uri)).to.deep.equal([['OTHER', world.holder.agent]]);
      expect((await world.holder.delete(copy)).status).to.equal(204);
      expect(await erasuresOf(world, object.uri), 'nothing is left').to.have.length(1);
      const unknown = `/internal/mirror?object=${encodeURIComponent(`${partner.base}/logistics-objects/x`)}`;
      expect((await world.holder.delete(unknown)).status).to.equal(404);
    },
  },
  {
    section: 'M31',
    statement: 'what was purged is received again by a new follow, revisions and events',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      const event = object.postEvent();
      const graph = `logistics-events/${copyKey(event.uri)}`;
      await mirror.sweep(address);
      await mirror.until(address, (item) => Mirror.count(item, 'events') === 1);
      const digest = await mirror.digest(object.uri, 1);
      await world.holder.delete(`${address}?purge=true`);
      const purged = (): Promise<string[]> => mirror.values(object.uri, `${graph}/provenance`, 'purged');
      await eventually(async () => (await purged()).length === 1);
      const again = await mirror.follow({ object: object.uri });
      await mirror.until(again, (item) => Mirror.count(item, 'events') === 1 && Mirror.count(item, 'revisions') === 1);
      expect(await mirror.digest(object.uri, 1)).to.equal(digest);
      expect((await world.holder.get(mirror.address(object.uri, graph))).status).to.equal(200);
      expect(await purged()).to.deep.equal([]);
    },
  },
];

/** With room for two copies. */
const bounded: readonly Statement[] = [
  {
    section: 'M10',
    statement: 'links beyond the bounds are counted once, however many revisions have them',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const pieces = [1, 2, 3].map((number) => ({ '@id': partner.create(`piece-${number}`).uri }));
      const root = partner.create('root', { '@type': 'cargo:Shipment', 'cargo:pieces': pieces });
      const address = await mirror.follow({ object: root.uri });
      await mirror.until(address, (item) => Mirror.count(item, 'truncated') === 2);
      for (const revision of [2, 3]) {
        root.revise({ 'cargo:goodsDescription': `revision ${revision}` });
        await mirror.sweep(address);
        await mirror.holds(root.uri, revision);
      }
      const found = await mirror.until(address, (item) => Mirror.count(item, 'due') === 0);
      expect(Mirror.count(found, 'truncated')).to.equal(2);
      root.revise({ 'cargo:pieces': undefined });
      await mirror.sweep(address);
      await mirror.until(address, (item) => Mirror.count(item, 'truncated') === 0);
      const reply = await follow(world, { object: partner.create('more').uri });
      expect(reply.status, 'M2: no room').to.equal(422);
    },
  },
];

conformance('following partners’ objects, requests', requests, { clock, env });
conformance('following partners’ objects, carried out', carriedOut, { clock, env });
conformance('following partners’ objects, full', bounded, { clock, env: { ...env, MIRROR_MAX_OBJECTS: '2' } });
