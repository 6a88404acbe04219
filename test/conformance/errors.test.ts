import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import { api, list, member, messages, type Reply } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly call: (world: TestContext, piece: string) => Promise<Reply>;
}

const refusals: Readonly<Record<string, Refusal>> = {
  'a broken body': {
    status: 400,
    title: 'Invalid body request',
    call: (world) => world.holder.post('/logistics-objects', '{'),
  },
  'an invalid object': {
    status: 400,
    title: 'Invalid resource',
    call: (world) => world.post({ '@type': 'cargo:Peace' }),
  },
  'a Subscription that is none': {
    status: 400,
    title: 'Invalid resource',
    call: (world) => world.partner.post('/subscriptions', { '@context': { api }, '@type': 'api:Subscription' }),
  },
  'a broken query': {
    status: 400,
    title: 'Invalid query parameter request',
    call: (world, piece) => world.holder.get(`${piece}?at=x`),
  },
  'no token': {
    status: 401,
    title: 'Not authenticated or expired token',
    call: (world, piece) => world.anonymous.get(piece),
  },
  'no permission': {
    status: 403,
    title: 'Not authorized to perform action',
    call: (world, piece) => world.partner.get(piece),
  },
  'no object': {
    status: 404,
    title: 'Resource not found',
    call: (world) => world.holder.get('/logistics-objects/none'),
  },
  'no address': { status: 404, title: 'Resource not found', call: (world) => world.holder.get('/nowhere/at/all') },
  'another method': { status: 405, title: 'Method not allowed', call: (world, piece) => world.holder.delete(piece) },
  'another form': {
    status: 406,
    title: 'Not acceptable',
    call: (world, piece) => world.holder.get(piece, { headers: { Accept: 'text/html' } }),
  },
  'a taken id': {
    status: 409,
    title: 'Identifier conflict',
    call: (world, piece) => world.post({ '@type': 'cargo:Piece', '@id': world.uri(piece) }),
  },
  'another revision': {
    status: 412,
    title: 'Precondition failed',
    call: (world, piece) =>
      world.partner.patch(piece, changeBody(world.uri(piece), 1, [add(world.uri(piece), 'upid', 'x')]), {
        'If-Match': '"9"',
      }),
  },
  'a large body': {
    status: 413,
    title: 'Content too large',
    call: (world) => world.holder.post('/logistics-objects', ' '.repeat(1_100_000)),
  },
  'another type': {
    status: 415,
    title: 'Unsupported content type',
    call: (world) => world.post({ '@type': 'cargo:Piece' }, { 'Content-Type': 'text/plain' }),
  },
  'a Change of nothing': {
    status: 422,
    title: 'Unprocessable content',
    call: (world, piece) => world.partner.patch(piece, changeBody(world.uri(piece), 1, [add('_:x', 'unit', 'x')])),
  },
};

const statements: Statement[] = [
  ...each(refusals, ({ status, title, call }) => ({
    section: 'Errors, 1 and 2; D33; V78, V79',
    statement: `${status} has an Error body with its title, its code and its headers`,
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await world.expectRejected(piece, status, () => call(world, piece));
      expect(reply.headers.get('content-type')).to.equal('application/ld+json; version=2.0.0');
      expect(reply.headers.get('content-language')).to.equal('en-US');
      expect(reply.headers.get('etag')).to.equal(null);
      expect(member(reply.json, '@type')).to.equal('api:Error');
      expect(member(reply.json, '@id')).to.match(/^internal:[0-9a-f-]{36}$/);
      expect(member(reply.json, 'api:hasTitle')).to.equal(title);
      const details = list(member(reply.json, 'api:hasErrorDetail'));
      expect(details).to.not.be.empty;
      for (const detail of details) {
        expect(member(detail, '@type')).to.equal('api:ErrorDetails');
        expect(member(detail, 'api:hasCode')).to.equal(String(status));
        expect(member(detail, 'api:hasMessage')).to.be.a('string').that.is.not.empty;
      }
      expect(reply.text).to.not.match(/ at .*\.(ts|js):|node_modules|\/src\//);
    },
  })),
  {
    section: 'D33',
    statement: 'an error has the body of JSON-LD in any requested form',
    holds: async (world) => {
      const reply = await world.holder.get('/logistics-objects/none', { headers: { Accept: 'text/turtle' } });
      expect(reply.status).to.equal(404);
      expect(member(reply.json, '@type')).to.equal('api:Error');
    },
  },
  {
    section: 'D33',
    statement: 'a detail names the position: hasResource of a missing object, hasProperty of a missing field',
    holds: async (world) => {
      const none = world.uri('/logistics-objects/none');
      const missing = member((await world.holder.get(none)).json, 'api:hasErrorDetail');
      expect(member(member(missing, 'api:hasResource'), '@value')).to.equal(none);
      const piece = await world.piece();
      const change = changeBody(world.uri(piece), 1, [add(world.uri(piece), 'upid', 'x')]);
      delete change['api:hasRevision'];
      const [detail] = list(member((await world.partner.patch(piece, change)).json, 'api:hasErrorDetail'));
      expect(member(member(detail, 'api:hasProperty'), '@value')).to.equal(`${api}hasRevision`);
    },
  },
  {
    section: 'D33',
    statement: 'one detail for each problem of a Change',
    holds: async (world) => {
      const piece = await world.openPiece();
      const uri = world.uri(piece);
      const change = changeBody(uri, 1, [
        add('internal:a', 'unit', 'x'),
        add('internal:b', 'unit', 'x'),
        add(uri, 'coload', 'maybe', 'xsd:boolean'),
      ]);
      const reply = await world.expectRejected(piece, 422, () => world.partner.patch(piece, change));
      expect(messages(reply)).to.have.length(3);
    },
  },
  {
    section: 'D33',
    statement: '401 carries WWW-Authenticate: Bearer',
    holds: async (world) => {
      const reply = await world.anonymous.get('/');
      expect(reply.headers.get('www-authenticate')).to.match(/^Bearer/);
    },
  },
  {
    section: 'D33',
    statement: 'what a caller sent is quoted in bounds, and never as markup or a new header',
    holds: async (world) => {
      const long = 'x'.repeat(7000);
      const replies = [
        await world.holder.get(`/logistics-objects?type=${long}%20${long}`),
        await world.holder.get(`/logistics-objects/none?at=${encodeURIComponent(`<script>\r\nSet-Cookie: a=b`)}`),
        await world.post({ '@type': `cargo:${long}` }),
      ];
      for (const reply of replies) {
        expect(reply.status).to.be.within(400, 404);
        expect(reply.headers.get('set-cookie')).to.equal(null);
        expect(reply.headers.get('content-type')).to.include('application/ld+json');
      }
    },
  },
];

conformance('errors', statements);
