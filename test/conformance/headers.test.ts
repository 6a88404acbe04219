import { expect } from 'chai';
import { add } from '../support/changes.js';
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
    statement: 'HEAD of what is not there, or not for the caller, has the status that GET has',
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
    statement: 'addresses are told apart by case',
    holds: async (world) => {
      const piece = await world.piece();
      await world.refused(piece, 404, () => world.holder.get(piece.replace('logistics-objects', 'Logistics-Objects')));
      await world.refused(piece, 404, () => world.holder.get(piece.toUpperCase()));
    },
  },
  ...each({ 'an object': '', 'its audit trail': '/audit-trail' }, (suffix) => ({
    section: 'Endpoint summary',
    statement: 'another method is 405, and Allow names those that there are',
    holds: async (world) => {
      const piece = await world.piece();
      for (const method of ['PUT', 'DELETE', 'POST', ...(suffix === '' ? [] : ['PATCH'])]) {
        const reply = await world.refused(piece, 405, () => world.holder.send(method, piece + suffix));
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
      for (const name of ['Location', 'Type', 'Revision', 'Latest-Revision', 'ETag', 'Last-Modified'])
        expect(headers.get('access-control-expose-headers')).to.include(name);
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
];

conformance('headers', statements);
