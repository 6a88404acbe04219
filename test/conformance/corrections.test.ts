import { expect } from 'chai';
import { add, changeBody, type OperationLike, remove } from '../support/changes.js';
import { eventually, Receiver, subscribe, tokenFor } from '../support/exchange.js';
import { list, member, Party, type Reply } from '../support/node.js';
import { idIn, idOf, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const SECTION = 'Operator contract, K19';

const address = (object: string): string => `/internal/objects/${idOf(object)}/corrections`;

function correct(
  world: TestContext,
  object: string,
  operations: readonly OperationLike[],
  { revision = 1, party = world.holder, headers = {}, more = {} }: Options = {},
): Promise<Reply> {
  return party.post(address(object), changeBody(world.uri(object), revision, operations, more), headers);
}

interface Options {
  readonly revision?: number;
  readonly party?: Party;
  readonly headers?: Record<string, string>;
  readonly more?: Record<string, string>;
}

const upid = (world: TestContext, object: string, value = 'x'): OperationLike => add(world.uri(object), 'upid', value);

/** What cannot be applied: the operations, and the status. */
const impossible: Readonly<
  Record<string, { readonly status: number; readonly send: (world: TestContext, object: string) => Promise<Reply> }>
> = {
  'another revision than the latest': {
    status: 409,
    send: (world, object) => correct(world, object, [upid(world, object)], { revision: 7 }),
  },
  'a DELETE that does not match': {
    status: 422,
    send: (world, object) => correct(world, object, [remove(world.uri(object), 'goodsDescription', 'Lemons')]),
  },
  'a violated shape': {
    status: 422,
    send: (world, object) => correct(world, object, [add(world.uri(object), 'goodsDescription', 'a second one')]),
  },
  'a property outside the data model': {
    status: 422,
    send: (world, object) => correct(world, object, [add(world.uri(object), 'goodsDescripton', 'x')]),
  },
  'a link to an object that is not there': {
    status: 422,
    send: (world, object) =>
      correct(world, object, [
        add(
          world.uri(object),
          'ofShipment',
          world.uri('/logistics-objects/none'),
          'https://onerecord.iata.org/ns/cargo#Shipment',
        ),
      ]),
  },
  'a body that is no Change': {
    status: 400,
    send: (world, object) => world.holder.post(address(object), { '@type': 'cargo:Piece' }),
  },
  'a Change of another object': {
    status: 400,
    send: async (world, object) => {
      const other = await world.piece();
      return world.holder.post(address(object), changeBody(world.uri(other), 1, [upid(world, other)]));
    },
  },
  'another state than that of If-Match': {
    status: 412,
    send: (world, object) => correct(world, object, [upid(world, object)], { headers: { 'If-Match': '"x"' } }),
  },
  'another content type': {
    status: 415,
    send: (world, object) =>
      correct(world, object, [upid(world, object)], { headers: { 'Content-Type': 'text/turtle' } }),
  },
  'a partner': {
    status: 403,
    send: (world, object) => correct(world, object, [upid(world, object)], { party: world.partner }),
  },
  'an unknown parameter': {
    status: 400,
    send: (world, object) =>
      world.holder.post(`${address(object)}?now=true`, changeBody(world.uri(object), 1, [upid(world, object)])),
  },
};

const statements: Statement[] = [
  {
    section: SECTION,
    statement: 'the ChangeRequest is made and accepted at once: 201 with its Location and the Revision',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await correct(world, piece, [
        remove(world.uri(piece), 'goodsDescription', 'Oranges'),
        add(world.uri(piece), 'goodsDescription', 'Lemons'),
      ]);
      expect(reply.status, reply.text).to.equal(201);
      expect(reply.headers.get('revision')).to.equal('2');
      expect(reply.headers.get('type')).to.match(/ChangeRequest$/);
      expect(member(await world.read(piece), 'cargo:goodsDescription')).to.equal('Lemons');
      const request = world.path(reply.headers.get('location'));
      expect(await world.status(request)).to.equal('REQUEST_ACCEPTED');
      expect(idIn(member(await world.read(request), 'api:isRequestedBy'))).to.equal(world.holder.agent);
      const trail = list(member(await world.read(`${piece}/audit-trail`), 'api:hasChangeRequest'));
      expect(trail.map(idIn)).to.deep.equal([world.uri(request)]);
    },
  },
  {
    section: SECTION,
    statement: 'rivals are rejected as by an acceptance (D20)',
    holds: async (world) => {
      const piece = await world.openPiece();
      const rival = await world.submit(world.partner, piece, [upid(world, piece, 'rival')]);
      expect((await correct(world, piece, [upid(world, piece)])).status).to.equal(201);
      expect(await world.status(rival)).to.equal('REQUEST_REJECTED');
      expect(await world.errorCodes(rival)).to.deep.equal(['409']);
    },
  },
  {
    section: SECTION,
    statement: 'If-Match is heeded',
    holds: async (world) => {
      const piece = await world.piece();
      const tag = (await world.holder.get(piece)).headers.get('etag') ?? '';
      const headers = { 'If-Match': tag };
      expect((await correct(world, piece, [upid(world, piece)], { headers })).status).to.equal(201);
      const again = await correct(world, piece, [add(world.uri(piece), 'slac', '3', 'xsd:integer')], {
        headers,
        revision: 2,
      });
      expect(again.status).to.equal(412);
    },
  },
  ...each(impossible, ({ status, send }) => ({
    section: SECTION,
    statement: 'after an error nothing is stored, and rivals stay pending',
    holds: async (world) => {
      const piece = await world.openPiece();
      const rival = await world.submit(world.partner, piece, [upid(world, piece, 'rival')]);
      const requests = async (): Promise<string> => (await world.holder.get('/action-requests?limit=0')).text;
      const before = await requests();
      const reply = await send(world, piece);
      expect(reply.status, reply.text).to.equal(status);
      expect(list(member(reply.json, 'api:hasErrorDetail'))).not.to.deep.equal([]);
      expect(await requests()).to.equal(before);
      expect(await world.revision(piece)).to.equal(1);
      expect(await world.status(rival)).to.equal('REQUEST_PENDING');
    },
  })),
  {
    section: SECTION,
    statement: 'an object that is not there is 404, at this address and below /console/api/',
    holds: async (world) => {
      const piece = await world.piece();
      const body = changeBody(world.uri(piece), 1, [upid(world, piece)]);
      for (const base of ['/internal', '/console/api'])
        expect((await world.holder.post(`${base}/objects/none/corrections`, body)).status).to.equal(404);
      const json = { 'Content-Type': 'application/json' };
      const reply = await world.holder.post(`/console/api/objects/${idOf(piece)}/corrections`, body, json);
      expect(reply.status, reply.text).to.equal(201);
    },
  },
  {
    section: SECTION,
    statement: 'subscribers are notified of the new revision, and of nothing that failed',
    holds: async (world) => {
      const receiver = await Receiver.start();
      try {
        const subscriber = new Party(world.node.url, receiver.agent, await tokenFor(world.node.url, receiver.agent));
        const piece = await world.openPiece();
        await subscribe(world.holder, subscriber, { topic: world.uri(piece) });
        expect((await correct(world, piece, [upid(world, piece)], { revision: 3 })).status).to.equal(409);
        expect((await correct(world, piece, [upid(world, piece)])).status).to.equal(201);
        await eventually(() => Promise.resolve(receiver.received.length > 0));
        expect(receiver.received.map(({ eventType }) => eventType)).to.deep.equal(['LOGISTICS_OBJECT_UPDATED']);
      } finally {
        await receiver.close();
      }
    },
  },
];

conformance('corrections', statements);
