import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import { aclBody, eventBody } from '../support/exchange.js';
import type { Reply } from '../support/node.js';
import { idOf, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const PUT = 'PUT /internal/relocations/<id> (operator contract)';
const CONVENTIONS = 'Endpoints, conventions: 301 and 302';
const TARGET = 'https://new.example/logistics-objects/p1';

const relocate = (world: TestContext, piece: string, permanent: boolean, location = TARGET): Promise<Reply> =>
  world.holder.put(
    `/internal/relocations/${idOf(piece)}`,
    { location, permanent },
    { 'Content-Type': 'application/json' },
  );

/** A piece with an event, moved. */
async function moved(
  world: TestContext,
  permanent: boolean,
  create = (): Promise<string> => world.piece(),
): Promise<{ piece: string; event: string }> {
  const piece = await create();
  const reply = await world.holder.post(`${piece}/logistics-events`, eventBody());
  expect(reply.status, reply.text).to.equal(201);
  const event = world.path(reply.headers.get('location'));
  expect((await relocate(world, piece, permanent)).status).to.equal(204);
  return { piece, event };
}

function expectMoved(reply: Reply, status: number, location: string): void {
  expect(reply.status, reply.text).to.equal(status);
  expect(reply.headers.get('location')).to.equal(location);
  expect(reply.text, 'body').to.equal('');
}

const addresses: Readonly<Record<string, (piece: string, event: string) => readonly [string, string]>> = {
  object: (piece) => [piece, TARGET],
  'audit trail': (piece) => [`${piece}/audit-trail`, `${TARGET}/audit-trail`],
  'list of events': (piece) => [`${piece}/logistics-events`, `${TARGET}/logistics-events`],
  event: (_, event) => [event, `${TARGET}/logistics-events/${idOf(event)}`],
};

const statements: Statement[] = [
  ...each({ permanently: 301, temporarily: 302 }, (status) => ({
    section: CONVENTIONS,
    statement:
      'object, audit trail, list of events and event answer without body, with the new Location, when it has moved',
    holds: async (world) => {
      const { piece, event } = await moved(world, status === 301);
      for (const [name, addressOf] of Object.entries(addresses)) {
        const [path, location] = addressOf(piece, event);
        for (const method of ['GET', 'HEAD']) expectMoved(await world.holder.send(method, path), status, location);
        expect(name).to.be.a('string');
      }
    },
  })),
  {
    section: CONVENTIONS,
    statement: 'a Change and an event for a moved object are redirected, too, and nothing is created here',
    holds: async (world) => {
      const { piece } = await moved(world, true, () => world.openPiece());
      const requests = async (): Promise<string> => (await world.holder.get('/action-requests?limit=0')).text;
      const before = await requests();
      const change = changeBody(world.uri(piece), 1, [add(world.uri(piece), 'upid', 'x')]);
      expectMoved(await world.partner.patch(piece, change), 301, TARGET);
      expectMoved(await world.holder.post(`${piece}/logistics-events`, eventBody()), 301, `${TARGET}/logistics-events`);
      expect(await requests()).to.equal(before);
    },
  },
  {
    section: 'D14',
    statement: 'who may not read the object does not learn the new location: 403, and 401 without a token',
    holds: async (world) => {
      const { piece, event } = await moved(world, true);
      for (const addressOf of Object.values(addresses)) {
        const [path] = addressOf(piece, event);
        for (const [party, status] of [
          [world.partner, 403],
          [world.anonymous, 401],
        ] as const) {
          const reply = await party.get(path);
          expect(reply.status, path).to.equal(status);
          expect(reply.headers.get('location')).to.equal(null);
        }
      }
    },
  },
  {
    section: 'D14; D24',
    statement: 'who may read the object is sent on, and so is who may read its events alone, to these',
    holds: async (world) => {
      const { piece, event } = await moved(world, false);
      const allow = (mode: string): Promise<Reply> =>
        world.holder.put(
          `${piece}/acl`,
          aclBody(world.uri(piece), { 'acl:agent': { '@id': world.partner.agent } }, [mode]),
        );
      expect((await allow('https://onerecord.iata.org/ns/api#GET_LOGISTICS_EVENT')).status).to.equal(204);
      expect((await world.partner.get(piece)).status).to.equal(403);
      expect((await world.partner.get(event)).status).to.equal(302);
      expect((await allow('acl:Read')).status).to.equal(204);
      expect((await world.partner.get(piece)).status).to.equal(302);
    },
  },
  {
    section: CONVENTIONS,
    statement: 'queries do not matter: a moved object is moved at any time, embedded or not',
    holds: async (world) => {
      const { piece } = await moved(world, true);
      for (const query of ['?embedded=true', '?at=20260101T000000Z'])
        expect((await world.holder.get(piece + query)).status, query).to.equal(301);
    },
  },
  {
    section: PUT,
    statement: 'an object can move again, and become permanent after it was temporary',
    holds: async (world) => {
      const { piece } = await moved(world, false);
      expect((await relocate(world, piece, true, `${TARGET}-later`)).status).to.equal(204);
      expectMoved(await world.holder.get(piece), 301, `${TARGET}-later`);
    },
  },
  {
    section: PUT,
    statement: 'other objects stay where they are, one that links to it included',
    holds: async (world) => {
      const { piece } = await moved(world, true);
      const shipment = await world.create({
        '@type': 'cargo:Shipment',
        'cargo:shipmentOfPieces': { '@id': world.uri(piece), '@type': 'cargo:Piece' },
      });
      expect((await world.holder.get(shipment)).status).to.equal(200);
      expect((await world.holder.get(`${shipment}?embedded=true`)).status).to.equal(200);
    },
  },
  ...each<unknown>(
    {
      'no location': { permanent: true },
      'no permanent': { location: TARGET },
      'permanent as text': { location: TARGET, permanent: 'true' },
      'a relative location': { location: '/logistics-objects/x', permanent: true },
      'a location that is no URL': { location: 'elsewhere', permanent: true },
      'another scheme': { location: 'javascript:alert(1)', permanent: true },
      'a line break in it': { location: 'https://x.example/\r\nSet-Cookie: a=b', permanent: true },
      'one member more': { location: TARGET, permanent: true, why: 'x' },
      'a number': { location: 7, permanent: true },
      'an array': [TARGET],
      text: 'x',
      nothing: '',
    },
    (body) => ({
      section: PUT,
      statement: 'a body that is not valid is 400, and the object stays',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 400, () =>
          world.holder.put(`/internal/relocations/${idOf(piece)}`, body, { 'Content-Type': 'application/json' }),
        );
      },
    }),
  ),
  {
    section: `${PUT}; D14; D47`,
    statement: 'internal agents only; 404 for no object; JSON or JSON-LD, else 415; 405 for another method',
    holds: async (world) => {
      const piece = await world.piece();
      const path = `/internal/relocations/${idOf(piece)}`;
      const body = { location: TARGET, permanent: true };
      await world.expectRejected(piece, 403, () => world.partner.put(path, body));
      await world.expectRejected(piece, 401, () => world.anonymous.put(path, body));
      await world.expectRejected(piece, 404, () => world.holder.put('/internal/relocations/none', body));
      await world.expectRejected(piece, 415, () => world.holder.put(path, body, { 'Content-Type': 'text/plain' }));
      await world.expectRejected(piece, 405, () => world.holder.patch(path, body));
      expect((await world.holder.put(path, body)).status).to.equal(204);
    },
  },
  {
    section: `DELETE /internal/relocations/<id>`,
    statement: 'undoes a relocation: 204, and the object answers as before; 404 where there is none',
    holds: async (world) => {
      const before = await world.piece();
      const path = `/internal/relocations/${idOf(before)}`;
      const read = await world.holder.get(before);
      await world.expectRejected(before, 404, () => world.holder.delete(path));
      for (const permanent of [true, false]) {
        expect((await relocate(world, before, permanent)).status).to.equal(204);
        await world.expectRejected(before, 403, () => world.partner.delete(path));
        await world.expectRejected(before, 401, () => world.anonymous.delete(path));
        expect((await world.holder.delete(path)).status).to.equal(204);
        const again = await world.holder.get(before);
        expect(again.text).to.equal(read.text);
        expect(again.headers.get('revision')).to.equal('1');
        await world.expectRejected(before, 404, () => world.holder.delete(path));
      }
      await world.expectRejected(before, 404, () => world.holder.delete('/internal/relocations/none'));
      await world.change(before, [add(world.uri(before), 'upid', 'x')]);
      expect(await world.revision(before)).to.equal(2);
    },
  },
  {
    section: 'GET /internal/relocations/<id>',
    statement: 'gives the relocation as JSON; 404 for an object that has not moved',
    holds: async (world) => {
      const piece = await world.piece();
      const path = `/internal/relocations/${idOf(piece)}`;
      await world.expectRejected(piece, 404, () => world.holder.get(path));
      expect((await relocate(world, piece, true)).status).to.equal(204);
      const reply = await world.holder.get(path);
      expect(reply.json).to.deep.equal({ location: TARGET, permanent: true });
      expect(reply.headers.get('content-type')).to.equal('application/json');
      await world.expectRejected(piece, 406, () => world.holder.get(path, { headers: { Accept: 'text/turtle' } }));
      await world.expectRejected(piece, 403, () => world.partner.get(path));
      await world.expectRejected(piece, 404, () => world.holder.get('/internal/relocations/none'));
    },
  },
  ...each<(uri: string) => string>(
    {
      itself: (uri) => uri,
      'itself with a slash': (uri) => `${uri}/`,
      'itself with a query': (uri) => `${uri}?at=20260101T000000Z`,
      'itself with a fragment': (uri) => `${uri}#x`,
      'itself in other letters': (uri) => uri.replace('http://localhost', 'HTTP://LocalHost'),
      'itself by another way': (uri) => uri.replace('/logistics-objects/', '/x/../logistics-objects/./'),
      'itself with escapes': (uri) => `${uri.slice(0, -1)}%${uri.charCodeAt(uri.length - 1).toString(16)}`,
      'what is below it': (uri) => `${uri}/audit-trail`,
    },
    (location) => ({
      section: PUT,
      statement: 'a relocation to the object itself is 400, and the object stays',
      holds: async (world) => {
        const piece = await world.piece();
        const reply = await world.expectRejected(piece, 400, () =>
          relocate(world, piece, true, location(world.uri(piece))),
        );
        expect(reply.text).to.include('leads back to itself');
      },
    }),
  ),
  ...each<string>(
    { path: 'https://new.example/中', host: 'https://中.example/p1', Latin: 'https://new.example/ü' },
    (location) => ({
      section: PUT,
      statement: 'a location that is no URI but an IRI is written as one',
      holds: async (world) => {
        const piece = await world.piece();
        expect((await relocate(world, piece, false, location)).status).to.equal(204);
        const asUri = location.replace(/[^\x20-\x7e]/g, encodeURIComponent);
        expectMoved(await world.holder.get(piece), 302, asUri);
        expect(new URL(asUri).href).to.equal(new URL(location).href);
      },
    }),
  ),
  ...each<string>({ 'no host': 'https:p1', 'an empty host': 'https:///p1' }, (location) => ({
    section: PUT,
    statement: 'a location without a host is 400',
    holds: async (world) => {
      const piece = await world.piece();
      await world.expectRejected(piece, 400, () => relocate(world, piece, true, location));
    },
  })),
  {
    section: PUT,
    statement: 'a cycle of relocations is 400, a chain is not; of two concurrent ones that form a cycle, one succeeds',
    holds: async (world) => {
      const [a, b, c] = [await world.piece(), await world.piece(), await world.piece()];
      const to = async (from: string, target: string): Promise<number> =>
        (await relocate(world, from, false, world.uri(target))).status;
      expect(await to(a, b)).to.equal(204);
      expect(await to(b, c)).to.equal(204);
      expect(await to(c, a)).to.equal(400);
      expect(await to(c, b)).to.equal(400);
      expect((await world.holder.get(c)).status).to.equal(200);
      expect((await relocate(world, b, false)).status).to.equal(204);
      expect(await to(c, a)).to.equal(204);
      for (let round = 0; round < 5; round++) {
        const [one, other] = [await world.piece(), await world.piece()];
        const statuses = await Promise.all([to(one, other), to(other, one)]);
        expect(statuses.sort()).to.deep.equal([204, 400]);
      }
    },
  },
];

conformance('Moved objects', statements);
