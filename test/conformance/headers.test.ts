import { expect } from 'chai';
import { add } from '../support/changes.js';
import { eventBody } from '../support/exchange.js';
import { context, type Json, list, member, type Reply } from '../support/node.js';
import { RawClient } from '../support/raw.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const statements: Statement[] = [
  {
    section: 'D9',
    statement: 'HEAD works wherever GET does, with the same headers and no body',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
      for (const path of ['/', piece, `${piece}/audit-trail`, request, '/logistics-objects', '/action-requests']) {
        const [get, head] = [await world.holder.get(path), await world.holder.send('HEAD', path)];
        expect(head.status).to.equal(200);
        expect(head.text).to.equal('');
        for (const name of [
          'content-type',
          'etag',
          'type',
          'last-modified',
          'revision',
          'latest-revision',
          'content-language',
        ])
          expect(head.headers.get(name), `${path} ${name}`).to.equal(get.headers.get(name));
      }
    },
  },
  {
    section: 'D9',
    statement: 'HEAD of a missing or forbidden resource has the status of GET',
    holds: async (world) => {
      const piece = await world.piece();
      const authorization = { Authorization: 'Bearer x' };
      for (const [path, headers, status] of [
        [piece, {}, 401],
        [piece, authorization, 401],
      ] as const) {
        const reply = await fetch(world.uri(path), { method: 'HEAD', headers });
        expect(reply.status).to.equal(status);
        expect(await reply.text()).to.equal('');
      }
    },
  },
  {
    section: 'D9',
    statement: 'a trailing slash is ignored',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
      for (const path of [piece, `${piece}/audit-trail`, request, '/logistics-objects', '/action-requests'])
        expect((await world.holder.get(`${path}/`)).text, path).to.equal((await world.holder.get(path)).text);
      expect((await world.holder.get(`${piece}/?embedded=true`)).status).to.equal(200);
    },
  },
  {
    section: 'Identifiers',
    statement: 'addresses are case-sensitive',
    holds: async (world) => {
      const piece = await world.piece();
      await world.expectRejected(piece, 404, () =>
        world.holder.get(piece.replace('logistics-objects', 'Logistics-Objects')),
      );
      await world.expectRejected(piece, 404, () => world.holder.get(piece.toUpperCase()));
    },
  },
  ...each({ 'an object': '', 'its audit trail': '/audit-trail' }, (suffix) => ({
    section: 'Endpoint summary',
    statement: 'another method is 405, and Allow names those that there are',
    holds: async (world) => {
      const piece = await world.piece();
      for (const method of ['PUT', 'DELETE', ...(suffix === '' ? [] : ['PATCH', 'POST'])]) {
        const reply = await world.expectRejected(piece, 405, () => world.holder.send(method, piece + suffix));
        const allowed = reply.headers.get('allow')?.split(', ') ?? [];
        expect(allowed)
          .to.include.members(suffix === '' ? ['GET', 'HEAD', 'PATCH'] : ['GET', 'HEAD'])
          .and.not.include(method);
      }
    },
  })),
  {
    section: 'Operator contract, CORS_ORIGINS',
    statement: 'in development any origin may read, and sees the headers of the service',
    holds: async (world) => {
      const { headers } = await world.holder.get('/', { headers: { Origin: 'https://app.example' } });
      expect(headers.get('access-control-allow-origin')).to.equal('*');
      expect(headers.get('access-control-expose-headers')?.split(',')).to.include.members([
        'Location',
        'Type',
        'Revision',
        'Latest-Revision',
        'ETag',
        'Last-Modified',
        'Link',
        'WWW-Authenticate',
        'Retry-After',
        'Content-Language',
        'Truncated',
        'Allow',
        'Accept-Patch',
        'Accept-Post',
      ]);
      const preflight = await fetch(world.uri('/logistics-objects/x'), {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://app.example',
          'Access-Control-Request-Method': 'PATCH',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers.get('access-control-allow-methods')).to.include('PATCH');
      expect(Number(preflight.headers.get('access-control-max-age'))).to.be.within(600, 7200);
      expect(preflight.headers.get('access-control-allow-headers')).to.include('authorization');
    },
  },
  {
    section: 'Conventions',
    statement: 'answers say what they are and are not guessed at by browsers',
    holds: async (world) => {
      const { headers } = await world.holder.get('/');
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('x-powered-by')).to.equal(null);
      expect(headers.get('content-security-policy')).to.be.a('string');
    },
  },
  {
    section: 'D9',
    statement: 'a shared cache must not keep what only one caller may read',
    holds: async (world) => {
      const { headers } = await world.holder.get(await world.piece());
      expect(headers.get('cache-control') ?? '').to.not.include('public');
      expect(headers.get('vary')).to.include('Authorization');
    },
  },
  {
    section: 'W28',
    statement: '/ leads to the inbox, to the feed and to the description of what there is',
    holds: async (world) => {
      const links = linksOf(await world.partner.get('/'));
      expect(links.get('http://www.w3.org/ns/ldp#inbox')).to.equal(world.uri('/notifications'));
      expect(links.get('describedby')).to.equal(world.uri('/.well-known/void'));
      expect(links.get('https://w3id.org/ldes#EventStream')).to.equal(world.uri('/feed'));
      const holder = linksOf(await world.partner.get('/logistics-objects/_data-holder'));
      expect(holder.get('http://www.w3.org/ns/ldp#inbox')).to.equal(world.uri('/notifications'));
      for (const path of ['/sparql', '/sparql?query=ASK%20%7B%7D'])
        expect(linksOf(await world.partner.get(path)).get('describedby'), path).to.equal(links.get('describedby'));
    },
  },
  ...each({ 'a caller': 'holder', 'who has no token': 'anonymous' } as const, (who) => ({
    section: 'RFC 8631',
    statement: '/ leads to the description of the node and to its page',
    holds: async (world) => {
      const links = linksOf(await world[who].get('/'));
      expect(links.get('service-desc')).to.equal(world.uri('/openapi.json'));
      expect(links.get('service-doc')).to.equal(world.uri('/docs'));
      for (const relation of ['service-desc', 'service-doc'])
        expect((await world.anonymous.get(links.get(relation) ?? '')).status, relation).to.equal(200);
    },
  })),
  ...each<(world: TestContext) => Promise<readonly [path: string, total: number]>>(
    {
      objects: async (world) => {
        for (let made = 0; made < 5; made++) await world.create({ '@type': 'cargo:Shipment' });
        return ['/logistics-objects?type=Shipment', 5];
      },
      requests: async (world) => {
        const piece = await world.piece();
        for (let made = 0; made < 5; made++)
          await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', String(made))]);
        return [`/action-requests?logistics-object=${encodeURIComponent(world.uri(piece))}`, 5];
      },
      events: async (world) => {
        const path = `${await world.piece()}/logistics-events`;
        for (let made = 0; made < 5; made++) expect((await world.holder.post(path, eventBody())).status).to.equal(201);
        return [`${path}?sort=DESC-creationDate`, 5];
      },
      notifications: async (world) => {
        for (let made = 0; made < 5; made++) {
          const type = { '@id': 'api:LOGISTICS_OBJECT_AVAILABLE' };
          const body = { '@context': context, '@type': 'api:Notification', 'api:hasEventType': type };
          expect((await world.partner.post('/notifications', body)).status).to.equal(204);
        }
        return ['/internal/notifications?', 5];
      },
    },
    (make) => ({
      section: 'RFC 8288',
      statement: 'the pages of a collection lead to the next and the one before, and each item is on one of them',
      holds: async (world) => {
        const [path, total] = await make(world);
        const seen: Json[] = [];
        const pages: string[] = [];
        let next: string | undefined = world.uri(`${path}&limit=2`);
        while (next !== undefined && pages.length < total) {
          const reply: Reply = await world.holder.get(next);
          const links = linksOf(reply);
          expect(links.get('prev') === undefined).to.equal(pages.length === 0);
          const before = links.get('prev');
          if (before !== undefined)
            expect((await world.holder.get(before)).text).to.equal((await world.holder.get(pages.at(-1) ?? '')).text);
          seen.push(...list(member(reply.json, 'api:hasItem')).map((item) => member(item, '@id')));
          pages.push(next);
          next = links.get('next');
        }
        expect(pages.length).to.equal(3);
        expect(new Set(seen).size).to.equal(total).and.to.equal(seen.length);
        for (const query of ['&limit=0', '&limit=5', '']) {
          const reply = await world.holder.get(path + query);
          expect(linksOf(reply).get('next'), query).to.equal(undefined);
        }
        const uneven = linksOf(await world.holder.get(`${path}&limit=3&skip=1`)).get('prev') ?? '';
        expect(list(member((await world.holder.get(uneven)).json, 'api:hasItem')).length).to.equal(1);
      },
    }),
  ),
  ...each<(world: TestContext) => Promise<readonly [method: string, path: string, field: string]>>(
    {
      'a Change': async (world) => ['PATCH', await world.piece(), 'accept-patch'],
      'an object': () => Promise.resolve(['POST', '/logistics-objects', 'accept-post']),
      'an event': async (world) => ['POST', `${await world.piece()}/logistics-events`, 'accept-post'],
      'a notification': () => Promise.resolve(['POST', '/notifications', 'accept-post']),
      'an access control list': async (world) => ['PUT', `${await world.piece()}/acl`, 'accept'],
    },
    (make) => ({
      section: 'RFC 5789, 2.2; RFC 9110, 12.5.1, 15.5.16',
      statement: 'an unsupported content type or coding is 415, with the supported ones',
      holds: async (world) => {
        const [method, path, field] = await make(world);
        const send = (headers: Record<string, string>): Promise<Reply> =>
          world.holder.send(method, path, { body: '{}', headers });
        const reply = await send({ 'Content-Type': 'text/plain' });
        expect(reply.status).to.equal(415);
        expect(reply.headers.get(field)).to.equal('application/ld+json');
        const coded = await send({ 'Content-Encoding': 'compress' });
        expect(coded.status).to.equal(415);
        expect(coded.headers.get('accept-encoding')).to.equal('gzip, deflate, br, identity');
      },
    }),
  ),
  {
    section: 'RFC 9110, 9.3.7',
    statement: 'OPTIONS * names the methods that the node has; * is no target of another method',
    holds: async (world) => {
      const ask = async (method: string): Promise<string> => {
        const client = await RawClient.open(world.node.url);
        client.send(`${method} * HTTP/1.1\r\nHost: localhost\r\n\r\n`);
        const heard = await client.until((text) => text.includes('\r\n\r\n'));
        client.end();
        return heard;
      };
      expect(await ask('OPTIONS')).to.match(
        /^HTTP\/1\.1 204 [^]*\r\nAllow: GET, HEAD, PATCH, POST, PUT, DELETE, OPTIONS\r\n/,
      );
      expect(await ask('GET')).to.match(/^HTTP\/1\.1 400 /);
    },
  },
  {
    section: 'RFC 9110, 12.5.1',
    statement: 'what there is in JSON only is not given to who does not take it',
    holds: async (world) => {
      const ask = async (accept: string): Promise<number> =>
        (await world.holder.get('/internal/status', { headers: { Accept: accept } })).status;
      for (const taken of ['application/json', 'application/*', '*/*', 'text/turtle;q=0.5, */*;q=0.1', ''])
        expect(await ask(taken), taken).to.equal(200);
      for (const refused of ['text/turtle', 'text/*', 'application/json;q=0', 'application/json;q=0, */*'])
        expect(await ask(refused), refused).to.equal(406);
    },
  },
  {
    section: 'Operator contract, limit and skip',
    statement: 'a number that is too large and an invalid one have different messages',
    holds: async (world) => {
      for (const value of ['4785848648', '1000000000', '-1', '1.5', 'x', '', '1e3']) {
        const reply = await world.holder.get(`/logistics-objects?limit=${value}`);
        expect(reply.status, value).to.equal(400);
        expect(reply.text).to.include('`limit` must be a whole number from 0 to 999999999');
      }
      expect((await world.holder.get('/logistics-objects?limit=999999999&skip=999999999')).status).to.equal(200);
    },
  },
];

/** The targets of a Link field by their relations. */
function linksOf({ headers }: Reply): Map<string, string> {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"/g);
  return new Map(Array.from(links, ([, target = '', relation = '']) => [relation, target]));
}

conformance('headers', statements);
