import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { exportSPKI, importJWK, type JWK, type JWTPayload } from 'jose';
import { RemoteKeySource } from '../../src/identity/key-set.js';
import { TokenVerifier, verifiedClaims } from '../../src/identity/token-verifier.js';
import { OutboundClient } from '../../src/outbound/http-client.js';
import { iri } from '../../src/rdf/terms.js';
import {
  HandClock,
  handmade,
  KeptLog,
  ListeningServer,
  refusalOf,
  type Signer,
  signed,
  signer,
  silent,
} from './support.js';

const issuer = 'https://idp.example.com';
const otherIssuer = 'https://other-idp.example.net';
const holder = iri('https://node.example.com/logistics-objects/_data-holder');
const partner = iri('https://partner.example.org/logistics-objects/airline');

describe('Authentication with bearer tokens', () => {
  let key: Signer;
  let otherKey: Signer;
  let idp: ListeningServer;
  let otherIdp: ListeningServer;
  let published: JWK[];
  let client: OutboundClient;
  let clock: HandClock;
  let log: KeptLog;
  let verifier: TokenVerifier;

  before(async () => {
    [key, otherKey] = await Promise.all([signer('one'), signer('one')]);
    client = OutboundClient.unrestricted({ log: silent });
  });

  after(() => client.close());

  beforeEach(async () => {
    clock = new HandClock();
    log = new KeptLog();
    published = [key.jwk];
    idp = await ListeningServer.start((_request, response) => {
      response.setHeader('Cache-Control', 'max-age=3600');
      response.end(JSON.stringify({ keys: published }));
    });
    otherIdp = await ListeningServer.start((_request, response) => {
      response.end(JSON.stringify({ keys: [otherKey.jwk] }));
    });
    verifier = verifierWith();
  });

  afterEach(async () => {
    await idp.stop();
    await otherIdp.stop();
  });

  function verifierWith(audience?: string, acceptsBound = false): TokenVerifier {
    const source = (url: string): RemoteKeySource => new RemoteKeySource({ url, client, clock, log: log.logger });
    return new TokenVerifier({
      issuers: [
        { issuer, keys: source(`${idp.url}/jwks.json`), audience },
        { issuer: otherIssuer, keys: source(`${otherIdp.url}/jwks.json`) },
      ],
      internalAgents: [holder],
      acceptsBound,
      clock,
      log: log.logger,
    });
  }

  function claims(change: JWTPayload = {}): JWTPayload {
    return { iss: issuer, exp: clock.seconds + 3600, logistics_agent_uri: partner, ...change };
  }

  describe('a token that is bound to a key or certificate', () => {
    for (const cnf of [{ jkt: 'a' }, { 'x5t#S256': 'a' }, { jwk: {} }, {}, null]) {
      it(`is refused without a check of the proof, unless the operator accepts it: ${JSON.stringify(cnf)} (D68)`, async () => {
        const token = await signed(key, claims({ cnf }));
        expect((await refusalOf(verifier.verify(token))).message).to.include('bound to a key');
        expect((await verifierWith(undefined, true).verify(token)).agent).to.equal(partner);
      });
    }
  });

  describe('an accepted token', () => {
    for (const typ of ['JWT', 'at+jwt', 'application/at+jwt', 'Application/AT+JWT']) {
      it(`has the type ${typ} (D48)`, async () => {
        expect((await verifier.verify(await signed(key, claims(), { typ }))).agent).to.equal(partner);
      });
    }

    it('may expire later than any date, which the answer then omits', async () => {
      for (const exp of [8_640_000_000_001, 1e300]) {
        const token = await signed(key, claims({ exp }));
        expect((await verifier.verify(token)).agent).to.equal(partner);
        expect(verifiedClaims(`Bearer ${token}`)).to.deep.equal({ issuer, expiresAt: undefined });
      }
    });

    it('identifies the agent of the caller', async () => {
      const caller = await verifier.authenticate(`Bearer ${await signed(key, claims())}`);
      expect(caller).to.deep.equal({ agent: partner, internal: false });
    });

    it('is recognized by its field when it has been verified, and not before', async () => {
      const token = `Bearer ${await signed(key, claims())}`;
      expect(verifier.recognize(token)).to.equal(undefined);
      const caller = await verifier.authenticate(token);
      expect(verifier.recognize(token)).to.equal(caller);
      for (const other of [
        undefined,
        'Bearer ',
        `${token}x`,
        `${token} x`,
        'Basic YTpi',
        `Bearer ${'x'.repeat(9_000)}`,
      ])
        expect(verifier.recognize(other), other).to.equal(undefined);
    });

    it('marks the data holder and internal agents as internal', async () => {
      const caller = await verifier.verify(await signed(key, claims({ logistics_agent_uri: holder })));
      expect(caller).to.deep.equal({ agent: holder, internal: true });
    });

    it('may name its scheme in any case', async () => {
      expect(await verifier.authenticate(`bearer ${await signed(key, claims())}`)).to.include({ agent: partner });
    });

    for (const typ of ['JWT', 'jwt', 'at+jwt', 'AT+JWT']) {
      it(`may be of typ ${typ} (D48)`, async () => {
        expect(await verifier.verify(await signed(key, claims(), { typ }))).to.include({ agent: partner });
      });
    }

    for (const alg of ['RS384', 'RS512', 'PS256', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']) {
      it(`may be signed with ${alg}`, async () => {
        const other = await signer('other', alg);
        published = [key.jwk, other.jwk];
        expect(await verifier.verify(await signed(other, claims()))).to.include({ agent: partner });
      });
    }

    it('may lack a kid: every key of its algorithm is tried (D48)', async () => {
      const [first, second] = await Promise.all([signer('a'), signer('b')]);
      published = [first.jwk, second.jwk, (await signer('c', 'ES256')).jwk];
      const token = await signed({ ...second, kid: undefined }, claims());
      expect(await verifier.verify(token)).to.include({ agent: partner });
    });

    it('may be of another trusted identity provider whose key has the same kid', async () => {
      const token = await signed(otherKey, claims({ iss: otherIssuer }));
      expect(await verifier.verify(token)).to.include({ agent: partner });
    });
  });

  describe('time', () => {
    it('accepts a token until the second of its exp, and no longer (D51)', async () => {
      const token = await signed(key, claims({ exp: clock.seconds + 60 }));
      clock.pass(59.999);
      expect(await verifier.verify(token)).to.include({ agent: partner });
      clock.pass(0.001);
      expect((await refusalOf(verifierWith().verify(token))).message).to.match(/expired/);
      expect((await refusalOf(verifier.verify(token))).message, 'remembered').to.match(/expired/);
    });

    it('rejects a token whose exp has passed', async () => {
      for (const exp of [0, -1, clock.seconds - 1])
        expect((await refusalOf(verifier.verify(await signed(key, claims({ exp }))))).message).to.match(/expired/);
    });

    it('rejects a token more than 5 s before its iat (D51)', async () => {
      const token = await signed(key, claims({ iat: clock.seconds + 60 }));
      clock.pass(54.999);
      expect((await refusalOf(verifier.verify(token))).message).to.match(/not valid yet/);
      clock.pass(0.001);
      expect(await verifier.verify(token)).to.include({ agent: partner });
    });

    it('rejects a token more than 5 s before its nbf', async () => {
      const token = await signed(key, claims({ nbf: clock.seconds + 60 }));
      clock.pass(54);
      expect((await refusalOf(verifier.verify(token))).message).to.match(/not valid yet/);
      clock.pass(1);
      expect(await verifier.verify(token)).to.include({ agent: partner });
    });
  });

  describe('audience', () => {
    it('is ignored where the trusted issuer has none', async () => {
      expect(await verifier.verify(await signed(key, claims({ aud: 'https://elsewhere.example' })))).to.exist;
    });

    it('must be that of the trusted issuer', async () => {
      const strict = verifierWith('https://node.example.com');
      expect(await strict.verify(await signed(key, claims({ aud: ['x', 'https://node.example.com'] })))).to.exist;
      for (const aud of [undefined, 'https://elsewhere.example']) {
        const token = await signed(key, claims(aud === undefined ? {} : { aud }));
        expect((await refusalOf(strict.verify(token))).message).to.match(/audience/);
      }
    });
  });

  describe('a request without a valid token', () => {
    for (const header of [undefined, '', 'Basic aG9sZGVyOnNlY3JldA==', 'Token abc', 'Bearerabc']) {
      it(`gets a challenge without an error for the header ${JSON.stringify(header)}`, async () => {
        const error = await refusalOf(verifier.authenticate(header));
        expect(error.status).to.equal(401);
        expect(error.headers['WWW-Authenticate']).to.equal('Bearer realm="cargograph"');
      });
    }

    for (const header of ['Bearer', 'Bearer a b', 'Bearer abc', 'Bearer a.b.c', 'Bearer ..', 'Bearer é.é.é']) {
      it(`gets invalid_token for the header ${JSON.stringify(header)}`, async () => {
        const error = await refusalOf(verifier.authenticate(header));
        expect(error.status).to.equal(401);
        expect(error.headers['WWW-Authenticate']).to.match(/^Bearer .*error="invalid_token"/);
      });
    }

    const wrong: [what: string, fault: RegExp, token: () => Promise<string>][] = [
      ['of an unknown issuer', /does not trust/, () => signed(key, claims({ iss: 'https://evil.example' }))],
      [
        'without an issuer',
        /does not trust/,
        () => signed(key, { exp: clock.seconds + 60, logistics_agent_uri: partner }),
      ],
      [
        'whose issuer is a list',
        /does not trust/,
        () => Promise.resolve(handmade({ alg: 'RS256', typ: 'JWT' }, { iss: [issuer] }, 'AAAA')),
      ],
      [
        'whose issuer is a name that every object has',
        /does not trust/,
        () => signed(key, claims({ iss: '__proto__' })),
      ],
      ['of one issuer signed by another with the same kid', /matches no key/, () => signed(otherKey, claims())],
      ['replayed as another issuer’s', /matches no key/, () => signed(key, claims({ iss: otherIssuer }))],
      ['without exp', /exp claim/, () => signed(key, { iss: issuer, logistics_agent_uri: partner })],
      ['without typ', /typ/, () => signed(key, claims(), { typ: undefined })],
      ['of typ dpop+jwt', /typ/, () => signed(key, claims(), { typ: 'dpop+jwt' })],
      ['of alg none', /algorithm/, () => Promise.resolve(handmade({ alg: 'none', typ: 'JWT' }, claims()))],
      [
        'of alg none, spelt to slip by',
        /algorithm/,
        () => Promise.resolve(handmade({ alg: 'nOnE', typ: 'JWT' }, claims())),
      ],
      ['without alg', /algorithm/, () => Promise.resolve(handmade({ typ: 'JWT' }, claims(), 'AAAA'))],
      [
        'with a critical extension that nobody knows',
        /well-formed/,
        () => {
          const crit = { alg: 'RS256', typ: 'JWT', kid: 'one', crit: ['x-role'], 'x-role': 'admin' };
          return Promise.resolve(handmade(crit, claims(), 'AAAA'));
        },
      ],
      ['with its signature cut off', /matches no key/, async () => (await signed(key, claims())).replace(/[^.]+$/, '')],
      [
        'with its claims exchanged',
        /matches no key/,
        async () => {
          const [header, , signature] = (await signed(key, claims())).split('.');
          const [, payload] = (await signed(otherKey, claims({ logistics_agent_uri: holder }))).split('.');
          return [header, payload, signature].join('.');
        },
      ],
      [
        'signed with HS256 and the public key as secret',
        /algorithm/,
        async () => {
          const publicKey = await importJWK(key.jwk, 'RS256');
          if (publicKey instanceof Uint8Array) throw new Error('an RSA key was expected');
          const unsigned = handmade({ alg: 'HS256', typ: 'JWT', kid: 'one' }, claims()).replace(/\.$/, '');
          const mac = createHmac('sha256', await exportSPKI(publicKey))
            .update(unsigned)
            .digest('base64url');
          return `${unsigned}.${mac}`;
        },
      ],
      [
        'that brings its own key along',
        /matches no key/,
        async () => signed(otherKey, claims(), { jwk: otherKey.jwk }),
      ],
    ];
    for (const [what, fault, token] of wrong) {
      it(`is rejected: a token ${what}`, async () => {
        const error = await refusalOf(verifier.authenticate(`Bearer ${await token()}`));
        expect(error.status).to.equal(401);
        expect(error.message).to.match(fault);
        expect(error.headers['WWW-Authenticate']).to.match(/^[ -~]*error="invalid_token"[ -~]*$/);
      });
    }

    for (const agent of [
      undefined,
      42,
      [partner],
      '',
      '/logistics-objects/x',
      'partner.example.org',
      'javascript:alert(1)',
      'urn:agent:1',
      'http://',
      'http:///x',
      'https://partner.example.org/a b',
      'https://partner.example.org/<x>',
      'https://partner.example.org/\n',
    ]) {
      it(`is rejected: a token whose logistics_agent_uri is ${JSON.stringify(agent)}`, async () => {
        const error = await refusalOf(verifier.verify(await signed(key, claims({ logistics_agent_uri: agent }))));
        expect(error.status).to.equal(401);
        expect(error.message).to.match(/logistics_agent_uri/);
      });
    }

    it('is rejected: a token of more than 8 KiB, without parsing it', async () => {
      const token = await signed(key, claims({ padding: 'x'.repeat(8192) }));
      expect((await refusalOf(verifier.verify(token))).message).to.match(/too long/);
      expect(idp.heard).to.be.empty;
    });

    it('never gets its input in the challenge, nor is its token logged', async () => {
      const token = await signed(otherKey, claims({ iss: 'https://evil.example"\r\nSet-Cookie: x' }));
      const error = await refusalOf(verifier.authenticate(`Bearer ${token}`));
      expect(JSON.stringify(error.headers)).not.to.match(/evil|Set-Cookie/);
      const forged = await signed(otherKey, claims());
      await refusalOf(verifier.authenticate(`Bearer ${forged}`));
      expect(log.text).not.to.include(forged.slice(-40)).and.not.include('evil');
    });

    it('cannot make the node call an address of its choice with jku or x5u', async () => {
      const attacker = await ListeningServer.start((_request, response) => {
        response.end(JSON.stringify({ keys: [otherKey.jwk] }));
      });
      const jku = `${attacker.url}/jwks.json`;
      const token = await signed(otherKey, claims(), { jku, x5u: jku, kid: 'another' });
      expect((await refusalOf(verifier.verify(token))).status).to.equal(401);
      expect(attacker.heard).to.be.empty;
      await attacker.stop();
    });

    it('makes no call for a token of an unknown issuer', async () => {
      await refusalOf(verifier.verify(await signed(key, claims({ iss: 'https://evil.example' }))));
      expect([...idp.heard, ...otherIdp.heard]).to.be.empty;
    });
  });

  describe('keys that change', () => {
    it('are fetched again for an unknown kid, at most every 30 s, for any number of callers', async () => {
      await verifier.verify(await signed(key, claims()));
      clock.pass(30);
      const flood = await Promise.all(
        Array.from({ length: 40 }, (_, n) => signed(otherKey, claims(), { kid: `unknown-${n}` })),
      );
      const errors = await Promise.all(flood.map((token) => refusalOf(verifier.verify(token))));
      expect(errors.every(({ status }) => status === 401)).to.be.true;
      clock.pass(29);
      for (const token of flood.slice(0, 5)) await refusalOf(verifier.verify(token));
      expect(idp.heard).to.have.length(2);
    });

    it('are fetched for the first token that is signed with a new one', async () => {
      await verifier.verify(await signed(key, claims()));
      const next = await signer('two');
      published = [key.jwk, next.jwk];
      clock.pass(31);
      expect(await verifier.verify(await signed(next, claims()))).to.include({ agent: partner });
    });

    it('invalidate the tokens that were cached with the old ones', async () => {
      const token = await signed(key, claims({ exp: clock.seconds + 36_000 }));
      await verifier.verify(token);
      published = [(await signer('two')).jwk];
      clock.pass(31);
      await refusalOf(verifier.verify(await signed(otherKey, claims(), { kid: 'two' })));
      expect((await refusalOf(verifier.verify(token))).message).to.match(/matches no key/);
    });

    it('are fetched again after their lifetime, although every token is cached', async () => {
      idp.answer = (_request, response): void => {
        response.setHeader('Cache-Control', 'max-age=60');
        response.end(JSON.stringify({ keys: published }));
      };
      const token = await signed(key, claims());
      await verifier.verify(token);
      published = [];
      clock.pass(59);
      expect(await verifier.verify(token)).to.exist;
      clock.pass(1);
      await refusalOf(verifier.verify(token));
    });

    it('are skipped and logged where they cannot be used', async () => {
      published = [{ ...key.jwk, n: 'AQAB' }];
      expect((await refusalOf(verifier.verify(await signed(key, claims())))).status).to.equal(401);
      expect(log.text).to.match(/cannot be used/);
    });
  });

  it('answers 503 and not 401 when the keys cannot be fetched', async () => {
    const token = await signed(key, claims());
    await idp.stop();
    const error = await refusalOf(verifier.verify(token));
    expect(error.kind).to.equal('unavailable');
    expect(error.headers).to.deep.equal({ 'Retry-After': '5' });
  });

  it('does not cache an error', async () => {
    published = [];
    const token = await signed(key, claims());
    await refusalOf(verifier.verify(token));
    published = [key.jwk];
    clock.pass(31);
    expect(await verifier.verify(token)).to.exist;
  });

  it('cannot be created with a repeated issuer', () => {
    const keys = new RemoteKeySource({ url: idp.url, client, clock, log: silent });
    const issuers = [
      { issuer, keys },
      { issuer, keys },
    ];
    expect(() => new TokenVerifier({ issuers, internalAgents: [], clock, log: silent })).to.throw(TypeError);
  });
});
