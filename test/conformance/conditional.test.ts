import { expect } from 'chai';
import { add } from '../support/changes.js';
import { aclBody } from '../support/exchange.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

/** A shipment with a piece that it links to. */
async function shipmentOf(world: TestContext): Promise<{ shipment: string; piece: string }> {
  const piece = await world.piece();
  const linked = { '@id': world.uri(piece), '@type': 'cargo:Piece' };
  return { shipment: await world.create({ '@type': 'cargo:Shipment', 'cargo:pieces': linked }), piece };
}

type Resources = Readonly<Record<string, (world: TestContext) => Promise<string>>>;

const dated: Resources = {
  'an object': (world) => world.piece(),
  'an audit trail': async (world) => `${await world.piece()}/audit-trail`,
  'server information': () => Promise.resolve('/'),
  'an action request': async (world) => {
    const piece = await world.piece();
    return world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
  },
};

const resources: Resources = {
  ...dated,
  'an embedded view': async (world) => `${(await shipmentOf(world)).shipment}?embedded=true`,
};

/** What alters an embedded view for the partner although the object itself stays as it is. */
const alterations: Readonly<
  Record<string, { before: Grant; alter: (world: TestContext, piece: string) => Promise<unknown> }>
> = {
  'a change to the linked object': {
    before: 'granted',
    alter: (world, piece) => world.change(piece, [add(world.uri(piece), 'upid', 'altered')]),
  },
  'a grant on the linked object': { before: 'withheld', alter: (world, piece) => allow(world, piece, 'granted') },
  'a withdrawal on the linked object': {
    before: 'granted',
    alter: (world, piece) => allow(world, piece, 'withheld'),
  },
};

type Grant = 'granted' | 'withheld';

/** Lets the partner read the object, or nobody. */
async function allow(world: TestContext, path: string, grant: Grant): Promise<void> {
  const agent = grant === 'granted' ? world.partner.agent : world.otherPartner.agent;
  const reply = await world.holder.put(`${path}/acl`, aclBody(world.uri(path), { 'acl:agent': { '@id': agent } }));
  expect(reply.status, reply.text).to.equal(204);
}

const statements: Statement[] = [
  ...each(resources, (path) => ({
    section: 'D9',
    statement: 'If-None-Match with the tag that one has is 304 without a body, with any other 200',
    holds: async (world) => {
      const address = await path(world);
      const tag = (await world.holder.get(address)).headers.get('etag') ?? '';
      for (const [value, status] of [
        [tag, 304],
        [`W/${tag}`, 304],
        [`"x", ${tag}`, 304],
        ['*', 304],
        ['"x"', 200],
        ['nonsense', 200],
      ] as const) {
        const reply = await world.holder.get(address, { headers: { 'If-None-Match': value } });
        expect(reply.status, value).to.equal(status);
        if (status !== 304) continue;
        expect(reply.text).to.equal('');
        expect(reply.headers.get('etag')).to.equal(tag);
      }
    },
  })),
  ...each(dated, (path) => ({
    section: 'D9',
    statement: 'If-Modified-Since the Last-Modified is 304, a second before it 200',
    holds: async (world) => {
      const address = await path(world);
      const modified = (await world.holder.get(address)).headers.get('last-modified') ?? '';
      const before = new Date(Date.parse(modified) - 1000).toUTCString();
      for (const [since, status] of [
        [modified, 304],
        [before, 200],
        ['yesterday', 200],
        ['', 200],
      ] as const)
        expect((await world.holder.get(address, { headers: { 'If-Modified-Since': since } })).status, since).to.equal(
          status,
        );
    },
  })),
  ...each(alterations, ({ before, alter }) => ({
    section: 'D11, D70',
    statement:
      'a response with embedded objects is compared by its tag and not by its date, so that 304 is never wrong',
    holds: async (world) => {
      const { shipment, piece } = await shipmentOf(world);
      await allow(world, shipment, 'granted');
      await allow(world, piece, before);
      const address = `${shipment}?embedded=true`;
      const first = await world.partner.get(address);
      expect(first.headers.get('last-modified')).to.be.a('string');
      await alter(world, piece);
      // What a client may send as the date: the one it was given, the time of the answer, a later one.
      for (const since of [first.headers.get('date') ?? '', new Date(Date.now() + 1e9).toUTCString()]) {
        const second = await world.partner.get(address, { headers: { 'If-Modified-Since': since } });
        expect(second.status).to.equal(200);
        expect(second.text).to.not.equal(first.text);
        expect(second.headers.get('etag')).to.not.equal(first.headers.get('etag'));
      }
      const tag = first.headers.get('etag') ?? '';
      expect((await world.partner.get(address, { headers: { 'If-None-Match': tag } })).status).to.equal(200);
    },
  })),
  {
    section: 'D70',
    statement:
      'Last-Modified of a response with embedded objects is that of the newest object that it shows to this caller',
    holds: async (world) => {
      const { shipment, piece } = await shipmentOf(world);
      await allow(world, shipment, 'granted');
      const address = `${shipment}?embedded=true`;
      const dateOf = async (path: string, party = world.holder): Promise<string | null> =>
        (await party.get(path)).headers.get('last-modified');
      world.node.clock.advance(60);
      await world.change(piece, [add(world.uri(piece), 'upid', 'newer')]);
      world.node.clock.advance(60);
      expect(await dateOf(address)).to.equal(await dateOf(piece));
      expect(await dateOf(address, world.partner)).to.equal(await dateOf(shipment));
      await allow(world, piece, 'granted');
      expect(await dateOf(address, world.partner)).to.equal(await dateOf(piece));
      const headers = { 'If-Modified-Since': (await dateOf(address)) ?? '' };
      expect((await world.holder.get(address, { headers })).status).to.equal(200);
      const tag = { 'If-None-Match': (await world.holder.get(address)).headers.get('etag') ?? '' };
      expect((await world.holder.get(address, { headers: { ...headers, ...tag } })).status).to.equal(304);
    },
  },
  {
    section: 'D9',
    statement: 'If-None-Match decides where both are given',
    holds: async (world) => {
      const piece = await world.piece();
      const headers = { 'If-None-Match': '"x"', 'If-Modified-Since': new Date(Date.now() + 1e12).toUTCString() };
      expect((await world.holder.get(piece, { headers })).status).to.equal(200);
    },
  },
  {
    section: 'D9, D49',
    statement: 'the tag changes with the revision, the form and what is embedded',
    holds: async (world) => {
      const inner = await world.piece();
      const outer = await world.piece({ 'cargo:containedPieces': { '@id': world.uri(inner), '@type': 'cargo:Piece' } });
      const tag = async (query = '', accept = '*/*'): Promise<string | null> =>
        (await world.holder.get(outer + query, { headers: { Accept: accept } })).headers.get('etag');
      const tags = [await tag(), await tag('', 'text/turtle'), await tag('?embedded=true')];
      await world.change(inner, [add(world.uri(inner), 'upid', 'x')]);
      expect(await tag()).to.equal(tags[0]);
      tags.push(await tag('?embedded=true'));
      await world.change(outer, [add(world.uri(outer), 'upid', 'x')]);
      tags.push(await tag());
      expect(new Set(tags).size).to.equal(5);
    },
  },
  {
    section: 'D9',
    statement: 'an audit trail is not 304 after a request has changed its status',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
      const tag = (await world.holder.get(`${piece}/audit-trail`)).headers.get('etag') ?? '';
      await world.decide(request, 'REQUEST_REJECTED');
      const reply = await world.holder.get(`${piece}/audit-trail`, { headers: { 'If-None-Match': tag } });
      expect(reply.status).to.equal(200);
    },
  },
  {
    section: 'D9; D14',
    statement: 'a condition opens nothing: 401, 403 and 404 stay what they are',
    holds: async (world) => {
      const piece = await world.piece();
      const headers = { 'If-None-Match': '*' };
      await world.expectRejected(piece, 401, () => world.anonymous.get(piece, { headers }));
      await world.expectRejected(piece, 403, () => world.partner.get(piece, { headers }));
      await world.expectRejected(piece, 404, () => world.holder.get('/logistics-objects/none', { headers }));
    },
  },
  {
    section: 'D49',
    statement: 'ETags are on successful answers only',
    holds: async (world) => {
      expect((await world.holder.get('/logistics-objects/none')).headers.get('etag')).to.equal(null);
      expect((await world.holder.get('/')).headers.get('etag')).to.be.a('string');
    },
  },
];

conformance('conditional requests', statements);
