import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import { ListeningServer, signed, signer } from '../identity/support.js';
import { context, Party, startTestNode } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const AUTH = 'Authentication';

/** A token of the development identity provider, as text. */
async function token(world: TestContext, form: Record<string, string> = {}): Promise<string> {
  const response = await fetch(world.uri('/dev-idp/token'), {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('partner:partner-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const withHeader = (world: TestContext, authorization: string): ReturnType<Party['get']> =>
  world.anonymous.get('/', { headers: { Authorization: authorization } });

const everyAddress = (piece: string): [string, string][] => [
  ['GET', '/'],
  ['GET', piece],
  ['PATCH', piece],
  ['DELETE', piece],
  ['GET', `${piece}/audit-trail`],
  ['GET', `${piece}/logistics-events`],
  ['POST', `${piece}/logistics-events`],
  ['POST', '/logistics-objects'],
  ['GET', '/logistics-objects'],
  ['GET', '/subscriptions'],
  ['POST', '/subscriptions'],
  ['POST', '/access-delegations'],
  ['POST', '/notifications'],
  ['GET', '/action-requests'],
  ['GET', '/action-requests/x'],
  ['GET', '/nowhere'],
];

const statements: Statement[] = [
  {
    section: `${AUTH}, 3`,
    statement: 'every address of the service is 401 without a token, before anything else',
    holds: async (world) => {
      const piece = await world.piece();
      for (const [method, path] of everyAddress(piece)) {
        const reply = await world.expectRejected(piece, 401, () => world.anonymous.send(method, path));
        expect(reply.headers.get('www-authenticate'), `${method} ${path}`).to.match(/^Bearer/);
      }
    },
  },
  {
    section: `${AUTH}, 3; D16`,
    statement: 'also an address that cannot be decoded',
    holds: async (world) => {
      for (const path of ['/logistics-objects/%ZZ', '/action-requests/%E0%A4%A', '/%'])
        expect((await world.anonymous.get(path)).status, path).to.equal(401);
    },
  },
  {
    section: AUTH,
    statement: 'a bearer token is accepted, with the scheme’s name in any case',
    holds: async (world) => {
      const good = await token(world);
      for (const scheme of ['Bearer', 'bearer', 'BEARER'])
        expect((await withHeader(world, `${scheme} ${good}`)).status).to.equal(200);
    },
  },
  ...each<(good: string) => string>(
    {
      nothing: () => 'Bearer',
      'an empty token': () => 'Bearer ',
      'another scheme': (good) => `Basic ${good}`,
      'no scheme': (good) => good,
      'two tokens': (good) => `Bearer ${good} ${good}`,
      'a token with a comma': (good) => `Bearer ${good}, Bearer ${good}`,
      'a cut token': (good) => `Bearer ${good.slice(0, -5)}`,
      'a token without its signature': (good) => `Bearer ${good.slice(0, good.lastIndexOf('.') + 1)}`,
      'another payload': (good) => {
        const [head = '', , signature = ''] = good.split('.');
        return `Bearer ${head}.${Buffer.from('{"logistics_agent_uri":"https://x.example/"}').toString('base64url')}.${signature}`;
      },
      'no algorithm': (good) => {
        const payload = good.split('.')[1] ?? '';
        return `Bearer ${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
      },
      'no JWT': () => 'Bearer abc.def.ghi',
      'a very long one': () => `Bearer ${'a'.repeat(10_000)}`,
    },
    (header) => ({
      section: `${AUTH}, 3`,
      statement: 'an invalid token is 401',
      holds: async (world) => {
        const piece = await world.piece();
        const authorization = header(await token(world));
        await world.expectRejected(piece, 401, () =>
          world.anonymous.get(piece, { headers: { Authorization: authorization } }),
        );
        expect((await withHeader(world, authorization)).status).to.equal(401);
      },
    }),
  ),
  {
    section: 'Token contents, exp',
    statement: 'an expired token is 401, also when it was accepted before',
    holds: async (world) => {
      const good = `Bearer ${await token(world)}`;
      expect((await withHeader(world, good)).status).to.equal(200);
      const { clock } = world.node;
      const now = clock.now().toISOString();
      clock.advance(7 * 86_400);
      const late = await withHeader(world, good);
      clock.set(now);
      expect(late.status).to.equal(401);
    },
  },
  {
    section: 'Token contents, logistics_agent_uri',
    statement: 'the claim identifies the caller: isRequestedBy of a request',
    holds: async (world) => {
      const agent = 'https://airline.example/logistics-objects/_data-holder';
      const authorization = { Authorization: `Bearer ${await token(world, { logistics_agent_uri: agent })}` };
      const piece = await world.piece();
      const uri = world.uri(piece);
      const reply = await world.anonymous.patch(piece, changeBody(uri, 1, [add(uri, 'upid', 'x')]), authorization);
      expect((await world.holder.get(world.path(reply.headers.get('location')))).text).to.include(agent);
    },
  },
  {
    section: 'Operator contract, addresses',
    statement: 'health and the development identity provider need no token',
    holds: async (world) => {
      for (const path of ['/health/live', '/health/ready', '/dev-idp/.well-known/jwks.json'])
        expect((await world.anonymous.get(path)).status, path).to.equal(200);
    },
  },
  {
    section: 'JWKS',
    statement: 'the key set has keys with alg, kty, use, n, e and kid, no private part, and Cache-Control',
    holds: async (world) => {
      const { json, headers } = await world.anonymous.get('/dev-idp/.well-known/jwks.json');
      const { keys } = json as { keys: Record<string, string>[] };
      expect(keys[0]).to.include.all.keys('alg', 'kty', 'use', 'n', 'e', 'kid').and.not.have.any.keys('d', 'p', 'q');
      expect(headers.get('cache-control')).to.include('max-age');
    },
  },
  {
    section: 'Authentication and authorization per endpoint',
    statement: 'any authenticated caller may submit a Change, only internal agents may create and decide',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.otherPartner, piece, [add(world.uri(piece), 'upid', 'x')]);
      await world.expectRejected(piece, 403, () =>
        world.otherPartner.post('/logistics-objects', { '@context': context, '@type': 'cargo:Piece' }),
      );
      await world.expectRejected(piece, 403, () => world.otherPartner.patch(`${request}?status=REQUEST_ACCEPTED`));
    },
  },
  {
    section: 'D48; D68',
    statement: 'application/at+jwt is a type of tokens; one that is bound to a key is 401 unless CNF_TOKENS=accept',
    holds: async () => {
      const key = await signer('one');
      const provider = await ListeningServer.start((_request, response) => {
        response.end(JSON.stringify({ keys: [key.jwk] }));
      });
      try {
        const issuer = 'https://idp.example';
        const agent = 'https://partner.example/logistics-objects/p';
        for (const [setting, bound] of [
          ['refuse', 401],
          ['accept', 404],
        ] as const) {
          const TRUSTED_ISSUERS = JSON.stringify([{ issuer, jwksUri: `${provider.url}/keys` }]);
          const node = await startTestNode({ env: { DEV_IDP: 'true', TRUSTED_ISSUERS, CNF_TOKENS: setting } });
          try {
            const claims = { iss: issuer, exp: node.clock.now().getTime() / 1000 + 60, logistics_agent_uri: agent };
            const ask = async (more: object): Promise<number> => {
              const given = await signed(key, { ...claims, ...more }, { typ: 'application/at+jwt' });
              return (await new Party(node.url, agent, given).get('/nowhere')).status;
            };
            expect(await ask({})).to.equal(404);
            expect(await ask({ cnf: { jkt: 'x' } })).to.equal(bound);
          } finally {
            await node.stop();
          }
        }
      } finally {
        await provider.stop();
      }
    },
  },
];

conformance('authentication', statements);
