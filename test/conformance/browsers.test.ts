import { expect } from 'chai';
import { startTestNode } from '../support/node.js';
import { conformance, each, type Statement } from './statement.js';

const chromium = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8';

const others: Readonly<Record<string, string | undefined>> = {
  'no Accept': undefined,
  'any media type': '*/*',
  'any text': 'text/*',
  JSON: 'application/json',
  'JSON-LD before HTML': 'application/ld+json, text/html;q=0.9',
  'Turtle as much as HTML, but first': 'text/turtle, text/html',
  'HTML not at all': 'text/html;q=0, */*',
};

const statements: Statement[] = [
  {
    section: 'D67',
    statement: 'a browser that opens / is led to the console',
    holds: async (world) => {
      for (const method of ['GET', 'HEAD']) {
        const reply = await world.anonymous.send(method, '/', { headers: { Accept: chromium } });
        expect(reply.status).to.equal(303);
        expect(reply.headers.get('location')).to.equal(world.uri('/console/'));
        expect(reply.headers.get('cache-control')).to.equal('no-store');
        expect(reply.headers.get('vary')).to.match(/Accept, Authorization/);
      }
    },
  },
  {
    section: 'D67',
    statement: 'a browser that opens an object is led to its page, with the query, whether it exists or not',
    holds: async (world) => {
      const piece = await world.piece();
      for (const path of [piece, '/logistics-objects/no-such']) {
        const reply = await world.anonymous.get(`${path}?at=20260301T100000Z`, { headers: { Accept: 'text/html' } });
        expect(reply.status).to.equal(303);
        expect(reply.headers.get('location')).to.equal(world.uri(`/console${path}?at=20260301T100000Z`));
      }
      const slash = await world.anonymous.get(`${piece}/`, { headers: { Accept: chromium } });
      expect(slash.headers.get('location')).to.equal(world.uri(`/console${piece}`));
    },
  },
  ...each(others, (accept) => ({
    section: 'D67',
    statement: 'other clients are answered as before',
    holds: async (world) => {
      const piece = await world.piece();
      const headers = accept === undefined ? {} : { Accept: accept };
      for (const path of ['/', piece]) expect((await world.anonymous.get(path, { headers })).status).to.equal(401);
    },
  })),
  {
    section: 'D67',
    statement: 'a browser with a token, a change and every other address are answered as before',
    holds: async (world) => {
      const piece = await world.piece();
      const headers = { Accept: chromium };
      for (const path of ['/', piece]) expect((await world.holder.get(path, { headers })).status).to.equal(200);
      for (const path of [
        `${piece}/audit-trail`,
        '/logistics-objects',
        '/action-requests/x',
        '/internal/me',
        '/nothing',
      ])
        expect((await world.anonymous.get(path, { headers })).status, path).to.equal(401);
      expect((await world.anonymous.patch(piece, {}, headers)).status).to.equal(401);
      for (const id of ['%0d%0aX-A:b', '..%2f', 'a%2fb', '%00'])
        expect((await world.anonymous.get(`/logistics-objects/${id}`, { headers })).status, id).to.equal(401);
    },
  },
  {
    section: 'D67',
    statement: 'nothing is redirected where the console is off',
    holds: async () => {
      const node = await startTestNode({ env: { CONSOLE: 'false' } });
      expect((await node.anonymous.get('/', { headers: { Accept: chromium } })).status).to.equal(401);
      await node.stop();
    },
  },
];

conformance('Browsers', statements);
