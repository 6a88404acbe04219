import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import { aclBody, deliveries, delegationBody, eventBody, subscriptionBody } from '../support/exchange.js';
import { cargo, context, member, type Reply } from '../support/node.js';
import { idOf, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const RFC = 'RFC 9110, 13.1, 13.2; D49';
type Headers = Record<string, string>;

/** Something that changes a resource: what is sent with conditions, where the state is read, and which state there is. */
interface Writing {
  readonly write: (headers: Headers) => Promise<Reply>;
  /** The resource's address. */
  readonly path: string;
  readonly done: number;
}

const LONG_AGO = 'Sat, 01 Jan 2000 00:00:00 GMT';
const everybody = { 'acl:agentClass': { '@id': 'http://www.w3.org/ns/auth/acl#AuthenticatedAgent' } };
const json = { 'Content-Type': 'application/json' };

async function pendingOn(world: TestContext): Promise<string> {
  const piece = await world.piece();
  return world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
}

const draftBody = { kind: 'draft', form: 'Piece', title: 'a', visibility: 'own', values: {} };
async function draftOf(world: TestContext): Promise<string> {
  const reply = await world.holder.post('/internal/drafts', draftBody, json);
  expect(reply.status, reply.text).to.equal(201);
  return world.path(reply.headers.get('location'));
}

const questionBody = { title: 'a', sparql: 'SELECT ?piece { ?piece a cargo:Piece }' };
async function questionOf(world: TestContext): Promise<string> {
  const reply = await world.holder.post('/internal/questions', questionBody, json);
  expect(reply.status, reply.text).to.equal(201);
  return world.path(reply.headers.get('location'));
}

async function watchedIn(world: TestContext): Promise<string> {
  const path = `/internal/watched/${idOf(await world.piece())}`;
  expect((await world.holder.send('PUT', path)).status).to.equal(204);
  return path;
}

async function heldIn(world: TestContext): Promise<string> {
  const path = `/internal/holds/${idOf(await world.piece())}`;
  expect((await world.holder.put(path, { reason: 'a claim' }, json)).status).to.equal(201);
  return path;
}

/** Every address where a state is read and then changed. */
const writings: Readonly<Record<string, (world: TestContext) => Promise<Writing>>> = {
  'PATCH of an object': async (world) => {
    const path = await world.openPiece();
    const body = changeBody(world.uri(path), 1, [add(world.uri(path), 'upid', 'x')]);
    return { path, done: 201, write: (headers) => world.partner.patch(path, body, headers) };
  },
  'PUT of an access control list': async (world) => {
    const piece = await world.piece();
    const path = `${piece}/acl`;
    const body = aclBody(world.uri(piece), everybody);
    return { path, done: 204, write: (headers) => world.holder.put(path, body, headers) };
  },
  'accepting a request': async (world) => {
    const path = await pendingOn(world);
    const write = (headers: Headers): Promise<Reply> =>
      world.holder.patch(`${path}?status=REQUEST_ACCEPTED`, undefined, headers);
    return { path, done: 204, write };
  },
  'rejecting a request': async (world) => {
    const path = await pendingOn(world);
    const write = (headers: Headers): Promise<Reply> =>
      world.holder.patch(`${path}?status=REQUEST_REJECTED`, undefined, headers);
    return { path, done: 204, write };
  },
  'revoking a request': async (world) => {
    const path = await pendingOn(world);
    return { path, done: 204, write: (headers) => world.partner.send('DELETE', path, { headers }) };
  },
  'PUT of a relocation': async (world) => {
    const path = `/internal/relocations/${idOf(await world.piece())}`;
    const body = { location: 'https://new.example/logistics-objects/p', permanent: true };
    expect((await world.holder.put(path, { ...body, permanent: false }, json)).status).to.equal(204);
    return { path, done: 204, write: (headers) => world.holder.put(path, body, { ...json, ...headers }) };
  },
  'PUT of a draft': async (world) => {
    const path = await draftOf(world);
    return {
      path,
      done: 204,
      write: (headers) => world.holder.put(path, { ...draftBody, title: 'b' }, { ...json, ...headers }),
    };
  },
  'DELETE of a draft': async (world) => {
    const path = await draftOf(world);
    return { path, done: 204, write: (headers) => world.holder.send('DELETE', path, { headers }) };
  },
  'PUT of a saved question': async (world) => {
    const path = await questionOf(world);
    return {
      path,
      done: 204,
      write: (headers) => world.holder.put(path, { ...questionBody, title: 'b' }, { ...json, ...headers }),
    };
  },
  'DELETE of a saved question': async (world) => {
    const path = await questionOf(world);
    return { path, done: 204, write: (headers) => world.holder.send('DELETE', path, { headers }) };
  },
  'PUT of a legal hold': async (world) => {
    const path = await heldIn(world);
    return {
      path,
      done: 204,
      write: (headers) => world.holder.put(path, { reason: 'another' }, { ...json, ...headers }),
    };
  },
  'DELETE of a legal hold': async (world) => {
    const path = await heldIn(world);
    return { path, done: 204, write: (headers) => world.holder.send('DELETE', path, { headers }) };
  },
  'DELETE of a watched object': async (world) => {
    const path = await watchedIn(world);
    return { path, done: 204, write: (headers) => world.holder.send('DELETE', path, { headers }) };
  },
  'DELETE of a relocation': async (world) => {
    const path = `/internal/relocations/${idOf(await world.piece())}`;
    const body = { location: 'https://new.example/logistics-objects/p', permanent: true };
    expect((await world.holder.put(path, body, json)).status).to.equal(204);
    return { path, done: 204, write: (headers) => world.holder.send('DELETE', path, { headers }) };
  },
};

/** What creates something beside the resource that it is sent to. */
const postings: Readonly<Record<string, (world: TestContext) => Promise<Writing>>> = {
  'POST of an object': (world) => {
    const path = '/logistics-objects';
    return Promise.resolve({ path, done: 201, write: (headers) => world.post({ '@type': 'cargo:Piece' }, headers) });
  },
  'POST of a draft': (world) => {
    const path = '/internal/drafts';
    const write = (headers: Headers): Promise<Reply> => world.holder.post(path, draftBody, { ...json, ...headers });
    return Promise.resolve({ path, done: 201, write });
  },
  'POST of a question': (world) => {
    const path = '/internal/questions';
    const write = (headers: Headers): Promise<Reply> => world.holder.post(path, questionBody, { ...json, ...headers });
    return Promise.resolve({ path, done: 201, write });
  },
  'POST of an erasure': async (world) => {
    const body = { object: world.uri(await world.piece()), reason: 'OTHER' };
    const write = (headers: Headers): Promise<Reply> =>
      world.holder.post('/internal/erasures', body, { ...json, ...headers });
    return { path: '/internal/erasures', done: 201, write };
  },
  'POST of an event': async (world) => {
    const path = `${await world.piece()}/logistics-events`;
    return { path, done: 201, write: (headers) => world.holder.post(path, eventBody(), headers) };
  },
};

/** Addresses that are written to and have nothing to read. */
const unread: Readonly<Record<string, (world: TestContext) => Promise<(headers: Headers) => Promise<Reply>>>> = {
  'POST /access-delegations': async (world) => {
    const object = world.uri(await world.piece());
    const body = delegationBody({ objects: [object], delegates: [world.partner.agent] });
    return (headers) => world.partner.post('/access-delegations', body, headers);
  },
  'POST /notifications': (world) => {
    const body = {
      '@context': context,
      '@type': 'api:Notification',
      'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_AVAILABLE' },
    };
    return Promise.resolve((headers) => world.partner.post('/notifications', body, headers));
  },
};

async function tagOf(world: TestContext, path: string, headers: Headers = {}): Promise<string> {
  const reply = await world.holder.get(path, { headers });
  expect(reply.status, reply.text).to.equal(200);
  return reply.headers.get('etag') ?? '';
}

/** All that a condition could have kept from happening. */
async function everything(world: TestContext, path: string): Promise<string> {
  const replies = await Promise.all(
    [path, '/logistics-objects?limit=0', '/action-requests', '/internal/notifications'].map((one) =>
      world.holder.get(one),
    ),
  );
  const { total } = await deliveries(world.holder);
  return [...replies.map(({ status, text }) => `${status} ${text}`), total].join('\n');
}

const refusing: Readonly<Record<string, (tag: string) => Headers>> = {
  'If-Match with another tag': () => ({ 'If-Match': '"nope"' }),
  'If-Match with a weak tag': (tag) => ({ 'If-Match': `W/${tag}` }),
  'If-None-Match: *': () => ({ 'If-None-Match': '*' }),
  'If-None-Match with the tag': (tag) => ({ 'If-None-Match': `"x", ${tag}` }),
  'If-Match that holds beside If-None-Match that does not': (tag) => ({ 'If-Match': tag, 'If-None-Match': '*' }),
};

const statements: Statement[] = [
  ...each({ ...writings, ...postings }, (make) => ({
    section: RFC,
    statement: 'a condition that does not hold is 412, and nothing is done',
    holds: async (world) => {
      const { write, path } = await make(world);
      const tag = await tagOf(world, path);
      const before = await everything(world, path);
      for (const [name, headers] of Object.entries(refusing)) {
        const reply = await write(headers(tag));
        expect(reply.status, `${name}: ${reply.text}`).to.equal(412);
        expect(member(reply.json, 'api:hasTitle')).to.equal('Precondition failed');
      }
      expect(await everything(world, path)).to.equal(before);
    },
  })),
  ...each({ ...writings, ...postings }, (make) => ({
    section: RFC,
    statement: 'a change with the tag that was read, in any form and coding, is performed',
    holds: async (world) => {
      for (const accept of ['application/ld+json', 'text/turtle'])
        for (const coding of ['identity', 'gzip']) {
          const { write, path, done } = await make(world);
          const asked = path.startsWith('/internal') ? '*/*' : accept;
          const tag = await tagOf(world, path, { Accept: asked, 'Accept-Encoding': coding });
          // A list is another resource in each form; what it is sent with has to be the form that was read.
          const reply = await write({ 'If-Match': `"x", ${tag}`, Accept: asked });
          expect(reply.status, `${accept} ${coding}: ${reply.text}`).to.equal(done);
        }
    },
  })),
  ...each({ ...writings, ...postings }, (make) => ({
    section: RFC,
    statement: 'a change of an existing resource with If-Match: * is performed',
    holds: async (world) => {
      const { write, done } = await make(world);
      expect((await write({ 'If-Match': '*', 'If-None-Match': '"x"' })).status).to.equal(done);
    },
  })),
  ...each(unread, (make) => ({
    section: RFC,
    statement: 'where there is nothing to read, If-Match is 412 and If-None-Match holds',
    holds: async (world) => {
      const write = await make(world);
      for (const tag of ['*', '"x"']) expect((await write({ 'If-Match': tag })).status).to.equal(412);
      expect((await write({ 'If-None-Match': '*', 'If-Unmodified-Since': LONG_AGO })).status).to.be.within(200, 299);
    },
  })),
  ...each(
    {
      'PATCH of an object': writings['PATCH of an object'],
      'accepting a request': writings['accepting a request'],
      'revoking a request': writings['revoking a request'],
    },
    (make) => ({
      section: RFC,
      statement: 'If-Unmodified-Since before the last change is 412, with Last-Modified the change is performed',
      holds: async (world) => {
        const { write, path, done } = (await make?.(world)) ?? expect.fail('there is no such writing');
        const { headers } = await world.holder.get(path);
        expect((await write({ 'If-Unmodified-Since': LONG_AGO })).status).to.equal(412);
        const modified = headers.get('last-modified') ?? '';
        expect((await write({ 'If-Unmodified-Since': modified })).status).to.equal(done);
      },
    }),
  ),
  ...each(writings, (make, name) => ({
    section: RFC,
    statement: 'of several who have read the same state and ask at once, one passes',
    holds: async (world) => {
      // A Change makes a request and not a revision: the state is the same after it.
      if (name === 'PATCH of an object') return;
      const { write, path, done } = await make(world);
      const tag = await tagOf(world, path);
      const replies = await Promise.all(Array.from({ length: 8 }, () => write({ 'If-Match': tag })));
      const statuses = replies.map(({ status }) => status).sort();
      // What is gone is not there for the others.
      const other = name === 'DELETE of a relocation' ? 404 : 412;
      expect(statuses).to.deep.equal([done, ...Array.from({ length: 7 }, () => other)]);
    },
  })),
  {
    section: RFC,
    statement: 'of several who post an event on the same list and ask at once, one passes',
    holds: async (world) => {
      const path = `${await world.piece()}/logistics-events`;
      const tag = await tagOf(world, path);
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => world.holder.post(path, eventBody(), { 'If-Match': tag })),
      );
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 412, 412, 412, 412, 412]);
    },
  },
  ...each(
    {
      'an object': (world: TestContext) => world.piece(),
      'an audit trail': async (world: TestContext) => `${await world.piece()}/audit-trail`,
      'a collection': () => Promise.resolve('/logistics-objects'),
      'an action request': pendingOn,
      'an access control list': async (world: TestContext) => `${await world.piece()}/acl`,
      'server information': () => Promise.resolve('/'),
      'what has no tag': () => Promise.resolve('/internal/deliveries'),
    },
    (make, name) => ({
      section: RFC,
      statement: 'a read is conditional on If-Match and If-Unmodified-Since, which go before If-None-Match',
      holds: async (world) => {
        const path = await make(world);
        const read = async (headers: Headers): Promise<number> => (await world.holder.get(path, { headers })).status;
        expect(await read({ 'If-Match': '"nope"' })).to.equal(412);
        expect(await read({ 'If-Match': '"nope"', 'If-None-Match': '*' })).to.equal(412);
        expect(await read({ 'If-Match': '*' })).to.equal(200);
        if (name === 'what has no tag') return;
        const tag = await tagOf(world, path);
        expect(await read({ 'If-Match': tag })).to.equal(200);
        expect(await read({ 'If-Match': `W/${tag}` })).to.equal(412);
        expect(await read({ 'If-Match': tag, 'If-None-Match': tag })).to.equal(304);
        const { headers } = await world.holder.get(path);
        if (headers.has('last-modified')) {
          expect(await read({ 'If-Unmodified-Since': LONG_AGO })).to.equal(412);
          expect(await read({ 'If-Unmodified-Since': headers.get('last-modified') ?? '' })).to.equal(200);
        } else expect(await read({ 'If-Unmodified-Since': LONG_AGO })).to.equal(200);
      },
    }),
  ),
  {
    section: `${RFC}; 13.2.1`,
    statement: 'other errors come before preconditions, which never grant access',
    holds: async (world) => {
      const piece = await world.piece();
      const body = changeBody(world.uri(piece), 1, [add(world.uri(piece), 'upid', 'x')]);
      const wrong = { 'If-Match': '"nope"' };
      await world.expectRejected(piece, 401, () => world.anonymous.patch(piece, body, wrong));
      await world.expectRejected(piece, 404, () => world.holder.patch('/logistics-objects/none', body, wrong));
      await world.expectRejected(piece, 405, () => world.holder.put(piece, body, wrong));
      await world.expectRejected(piece, 415, () =>
        world.holder.patch(piece, body, { ...wrong, 'Content-Type': 'text/plain' }),
      );
      await world.expectRejected(piece, 403, () => world.partner.put(`${piece}/acl`, aclBody(piece, everybody), wrong));
      await world.expectRejected(piece, 403, () => world.partner.post(`${piece}/logistics-events`, eventBody(), wrong));
      await world.expectRejected(piece, 403, () => world.partner.get(piece, { headers: wrong }));
      await world.expectRejected(piece, 404, () => world.holder.delete(`/internal/relocations/${idOf(piece)}`));
      const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
      await world.expectRejected(piece, 403, () =>
        world.otherPartner.patch(`${request}?status=REQUEST_ACCEPTED`, undefined, wrong),
      );
      await world.expectRejected(piece, 400, () => world.holder.patch(`${request}?status=OK`, undefined, wrong));
    },
  },
  {
    section: `${RFC}; 13.2.1`,
    statement: 'a relocated object is redirected whatever the condition',
    holds: async (world) => {
      const piece = await world.piece();
      const body = { location: 'https://new.example/logistics-objects/p', permanent: false };
      expect((await world.holder.put(`/internal/relocations/${idOf(piece)}`, body, json)).status).to.equal(204);
      const headers = { 'If-Match': '"nope"', 'If-None-Match': '*' };
      expect((await world.holder.get(piece, { headers })).status).to.equal(302);
      const change = changeBody(world.uri(piece), 1, [add(world.uri(piece), 'upid', 'x')]);
      expect((await world.holder.patch(piece, change, headers)).status).to.equal(302);
    },
  },
  {
    section: RFC,
    statement: 'a list that was read and replaced is not replaced again by who has read it before',
    holds: async (world) => {
      const piece = await world.piece();
      const acl = `${piece}/acl`;
      const tag = await tagOf(world, acl);
      const mine = aclBody(world.uri(piece), { 'acl:agent': { '@id': world.partner.agent } });
      const others = aclBody(world.uri(piece), everybody);
      expect((await world.holder.put(acl, others, { 'If-Match': tag })).status).to.equal(204);
      expect((await world.holder.put(acl, mine, { 'If-Match': tag })).status).to.equal(412);
      expect((await world.holder.get(acl)).text).to.include('AuthenticatedAgent');
    },
  },
  {
    section: RFC,
    statement: 'a decision on a request that was decided since it was read is 412, not 422',
    holds: async (world) => {
      const request = await pendingOn(world);
      const tag = await tagOf(world, request);
      expect((await world.decide(request, 'REQUEST_REJECTED')).status).to.equal(204);
      const late = await world.holder.patch(`${request}?status=REQUEST_ACCEPTED`, undefined, { 'If-Match': tag });
      expect(late.status).to.equal(412);
      expect(await world.status(request)).to.equal('REQUEST_REJECTED');
    },
  },
  {
    section: RFC,
    statement: 'a relocation is created only if there is none, or changed only as it was read',
    holds: async (world) => {
      const path = `/internal/relocations/${idOf(await world.piece())}`;
      const put = async (location: string, headers: Headers): Promise<number> =>
        (await world.holder.put(path, { location, permanent: true }, { ...json, ...headers })).status;
      expect(await put('https://a.example/logistics-objects/p', { 'If-Match': '*' })).to.equal(412);
      expect(await put('https://a.example/logistics-objects/p', { 'If-None-Match': '*' })).to.equal(204);
      expect(await put('https://b.example/logistics-objects/p', { 'If-None-Match': '*' })).to.equal(412);
      const tag = await tagOf(world, path);
      expect(await put('https://b.example/logistics-objects/p', { 'If-Match': tag })).to.equal(204);
      expect(await put('https://c.example/logistics-objects/p', { 'If-Match': tag })).to.equal(412);
    },
  },
  {
    section: RFC,
    statement: 'all access of an agent is withdrawn only as it was read',
    holds: async (world) => {
      const piece = await world.openPiece();
      const list = aclBody(world.uri(piece), { 'acl:agent': { '@id': world.partner.agent } });
      expect((await world.holder.put(`${piece}/acl`, list)).status).to.equal(204);
      const path = `/internal/agent/access?uri=${world.partner.agent}`;
      const withdraw = (tag: string): Promise<Reply> =>
        world.holder.send('DELETE', path, { headers: { 'If-Match': tag } });
      const before = await tagOf(world, path);
      const other = await world.openPiece();
      expect((await withdraw(before)).status).to.equal(412);
      expect((await world.partner.get(piece)).status).to.equal(200);
      const reply = await withdraw(await tagOf(world, path));
      expect(reply.status, reply.text).to.equal(200);
      expect((await world.partner.get(piece)).status).to.equal(403);
      expect((await world.partner.get(other)).status).to.equal(200);
    },
  },
  {
    section: RFC,
    statement: 'every unsafe method evaluates If-Match',
    holds: async (world) => {
      const request = await pendingOn(world);
      const piece = await world.piece();
      const event = subscriptionBody({ subscriber: world.partner.agent, topic: `${cargo}Piece` });
      const partners = 'http://127.0.0.1:9/logistics-objects/p';
      const own: Readonly<Record<string, readonly [path: string, body: unknown]>> = {
        'PATCH /action-requests/:id': [`${request}?status=REQUEST_REJECTED`, undefined],
        'DELETE /action-requests/:id': [request, undefined],
        'DELETE /internal/relocations/:id': [`/internal/relocations/${idOf(piece)}`, undefined],
        'POST /subscriptions': ['/subscriptions', event],
        'DELETE /internal/agent/access': [`/internal/agent/access?uri=${world.partner.agent}`, undefined],
        'PUT /internal/agent': [`/internal/agent?uri=${world.partner.agent}`, { name: 'x' }],
        'POST /internal/acts': [
          '/internal/acts',
          { act: 'give-access', object: world.uri(piece), agents: [world.partner.agent] },
        ],
        'DELETE /internal/mirror': [`/internal/mirror?object=${partners}`, undefined],
        'POST /internal/mirror/disputes': [`/internal/mirror/disputes?object=${partners}`, { take: 'kept' }],
      };
      const followed = await world.holder.post('/internal/follows', { object: partners });
      expect(followed.status, followed.text).to.equal(201);
      const follow = idOf(world.path(followed.headers.get('location')));
      const types: Readonly<Record<string, string>> = {
        '/sparql': 'application/sparql-query',
        '/internal/messages': 'application/xml',
      };
      const target = { location: 'https://new.example/logistics-objects/p', permanent: true };
      const moved = await world.holder.put(`/internal/relocations/${idOf(piece)}`, target, json);
      expect(moved.status).to.equal(204);
      const other = await world.piece();
      for (const { path, method } of world.node.routes.resources) {
        if (method === 'GET') continue;
        // What is below /internal is also below /console/api.
        const known = own[`${method} ${path.replace(/^\/console\/api\//, '/internal/')}`];
        const [address, body] = known ?? [path.replace(':id', idOf(other)).replace(':follow', follow), {}];
        const type = types[path.replace(/^\/console\/api\//, '/internal/')];
        const headers = { 'If-Match': '"nope"', ...(type !== undefined && { 'Content-Type': type }) };
        const reply = await world.holder.send(method, address, { ...(body !== undefined && { body }), headers });
        expect(reply.status, `${method} ${path}: ${reply.text}`).to.equal(412);
      }
    },
  },
];

conformance('preconditions', statements);
