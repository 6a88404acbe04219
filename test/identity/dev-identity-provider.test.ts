import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import express from 'express';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { UriScheme } from '../../src/uris.js';
import { uuidSource } from '../../src/clock.js';
import { DevIdentityProvider } from '../../src/identity/dev-identity-provider.js';
import { RemoteKeySource } from '../../src/identity/key-set.js';
import { AccessTokenProvider } from '../../src/identity/access-token-provider.js';
import { devIdpPages } from '../../src/identity/dev-idp-pages.js';
import { loadOrCreateSigningKey, type SigningKey } from '../../src/identity/signing-key.js';
import { TokenVerifier } from '../../src/identity/token-verifier.js';
import { OutboundClient } from '../../src/outbound/http-client.js';
import { iri } from '../../src/rdf/terms.js';
import { HandClock, silent } from './support.js';

const uris = new UriScheme(iri('https://node.example.com/air'));
const dataHolder = iri('https://node.example.com/air/logistics-objects/_data-holder');
const basic = (id: string, secret = `${id}-secret`): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

describe('The development identity provider', () => {
  let key: SigningKey;
  let clock: HandClock;
  let provider: DevIdentityProvider;
  let verifier: TokenVerifier;
  let server: Server;
  let url: string;

  before(async () => {
    key = await loadOrCreateSigningKey(undefined);
    clock = new HandClock();
    provider = new DevIdentityProvider({ uris, dataHolder, key, clock, ids: uuidSource });
    verifier = new TokenVerifier({
      issuers: [provider],
      internalAgents: [dataHolder],
      clock,
      log: silent,
    });
    // In the environment `test` express keeps what the router throws to itself.
    const app = express().set('env', 'test');
    for (const { path, handler } of devIdpPages(provider).publicRoutes) app.use(path, handler);
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    url = `http://127.0.0.1:${address.port}/dev-idp`;
  });

  after(() => {
    server.closeAllConnections();
    server.close();
  });

  interface Answered {
    readonly status: number;
    readonly headers: Headers;
    readonly body: Readonly<Record<string, unknown>>;
  }

  async function ask(form: Record<string, string> | string, headers: Record<string, string> = {}): Promise<Answered> {
    const body = new URLSearchParams(form).toString();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${url}/token`, { method: 'POST', body, headers: { ...type, ...headers } });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answered['body'] };
  }

  async function agentOf(answered: Answered): Promise<string> {
    expect(answered.status, JSON.stringify(answered.body)).to.equal(200);
    return (await verifier.verify(String(answered.body['access_token']))).agent;
  }

  const grant = { grant_type: 'client_credentials' };

  it('is {base_url}/dev-idp', () => {
    expect(provider.issuer).to.equal('https://node.example.com/air/dev-idp');
  });

  it('gives a token with Basic client authentication', async () => {
    const answered = await ask(grant, { Authorization: basic('airline') });
    expect(answered.headers.get('cache-control')).to.equal('no-store');
    expect(answered.body).to.have.all.keys('access_token', 'expires_in', 'token_type');
    expect(answered.body).to.include({ expires_in: 3600, token_type: 'Bearer' });
    expect(await agentOf(answered)).to.equal('https://node.example.com/air/logistics-objects/airline');
  });

  it('gives a token with POST client authentication', async () => {
    const answered = await ask({ ...grant, client_id: 'airline', client_secret: 'airline-secret' });
    expect(await agentOf(answered)).to.equal('https://node.example.com/air/logistics-objects/airline');
  });

  it('gives the data holder’s token to the client holder', async () => {
    const { body } = await ask(grant, { Authorization: basic('holder') });
    const caller = await verifier.verify(String(body['access_token']));
    expect(caller).to.deep.equal({ agent: dataHolder, internal: true });
  });

  it('lets a form field replace the agent', async () => {
    const agent = 'https://airline.example.org/logistics-objects/me';
    const answered = await ask({ ...grant, logistics_agent_uri: agent }, { Authorization: basic('airline') });
    expect(await agentOf(answered)).to.equal(agent);
  });

  it('signs the claims of the specification', async () => {
    const { body } = await ask({ ...grant, audience: 'https://peer.example' }, { Authorization: basic('airline') });
    const token = String(body['access_token']);
    expect(decodeProtectedHeader(token)).to.deep.equal({ alg: 'RS256', typ: 'JWT', kid: key.kid });
    const keys = createLocalJWKSet(provider.jwks);
    const { payload } = await jwtVerify(token, keys, { currentDate: clock.now() });
    expect(payload.jti).to.match(/^[0-9a-f-]{36}$/);
    expect({ ...payload, jti: '' }).to.deep.equal({
      iss: provider.issuer,
      sub: 'airline',
      aud: 'https://peer.example',
      iat: clock.seconds,
      exp: clock.seconds + 3600,
      jti: '',
      logistics_agent_uri: 'https://node.example.com/air/logistics-objects/airline',
    });
  });

  it('publishes its public key, which another node can fetch', async () => {
    const response = await fetch(`${url}/.well-known/jwks.json`);
    expect(response.headers.get('cache-control')).to.equal('public, max-age=600');
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
    expect(keys).to.have.length(1);
    expect(keys[0]).to.have.all.keys('kty', 'alg', 'use', 'kid', 'n', 'e');
    expect(keys[0]).to.include({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: key.kid });

    const client = OutboundClient.unrestricted({ log: silent });
    const source = new RemoteKeySource({ url: `${url}/.well-known/jwks.json`, client, clock, log: silent });
    const peer = new TokenVerifier({
      issuers: [{ issuer: provider.issuer, keys: source }],
      internalAgents: [],
      clock,
      log: silent,
    });
    const { body } = await ask(grant, { Authorization: basic('holder') });
    const caller = await peer.verify(String(body['access_token']));
    expect(caller).to.deep.equal({ agent: dataHolder, internal: false });
    await client.close();
  });

  it('gives the node its own token without a call', async () => {
    const token = await new AccessTokenProvider({ grant: provider.grant, clock, log: silent }).get();
    expect(await verifier.verify(token)).to.include({ agent: dataHolder });
  });

  const unknown: [string, Record<string, string>, Record<string, string>][] = [
    ['no client', grant, {}],
    ['a wrong secret by header', grant, { Authorization: basic('airline', 'holder-secret') }],
    ['a wrong secret by form', { ...grant, client_id: 'airline', client_secret: 'airline-secre' }, {}],
    ['an empty name', grant, { Authorization: basic('') }],
    ['a name with a slash', grant, { Authorization: basic('a/b') }],
    ['a name that leads elsewhere', grant, { Authorization: basic('..') }],
    ['a name that is too long', grant, { Authorization: basic('a'.repeat(201)) }],
    ['a header that is no Basic', grant, { Authorization: 'Bearer abc' }],
    ['a header that is not Base64', grant, { Authorization: 'Basic ***' }],
    [
      'a header that is not form-encoded',
      grant,
      { Authorization: `Basic ${Buffer.from('a%4:a%4-secret').toString('base64')}` },
    ],
    ['a header without a colon', grant, { Authorization: `Basic ${Buffer.from('airline').toString('base64')}` }],
  ];
  for (const [what, form, headers] of unknown) {
    it(`answers 401 invalid_client to ${what}`, async () => {
      const answered = await ask(form, headers);
      expect(answered.status).to.equal(401);
      expect(answered.body).to.include({ error: 'invalid_client' }).and.have.property('error_description');
      expect(answered.headers.get('cache-control')).to.equal('no-store');
      expect(answered.headers.has('www-authenticate')).to.equal('Authorization' in headers);
    });
  }

  const airline = { Authorization: basic('airline') };
  const invalid: [string, string, Record<string, string> | string, Record<string, string>][] = [
    ['an empty form', 'invalid_request', {}, airline],
    ['another grant', 'unsupported_grant_type', { grant_type: 'password' }, airline],
    ['a field that is there twice', 'invalid_request', 'grant_type=client_credentials&scope=a&scope=b', airline],
    ['two ways of authentication', 'invalid_request', { ...grant, client_secret: 'airline-secret' }, airline],
    ['another client_id than who authenticates', 'invalid_request', { ...grant, client_id: 'holder' }, airline],
    ['a relative agent', 'invalid_request', { ...grant, logistics_agent_uri: '/me' }, airline],
    ['an empty agent', 'invalid_request', { ...grant, logistics_agent_uri: '' }, airline],
    ['an agent that is a script', 'invalid_request', { ...grant, logistics_agent_uri: 'javascript:x' }, airline],
    ['a form that is too long', 'invalid_request', { ...grant, scope: 'x'.repeat(20_000) }, airline],
    ['JSON', 'invalid_request', grant, { ...airline, 'Content-Type': 'application/json' }],
    [
      'an unknown charset',
      'invalid_request',
      grant,
      { ...airline, 'Content-Type': 'application/x-www-form-urlencoded; charset=none' },
    ],
  ];
  for (const [what, error, form, headers] of invalid) {
    it(`answers 400 ${error} to ${what}`, async () => {
      const answered = await ask(form, headers);
      expect(answered.status).to.equal(400);
      expect(answered.body).to.include({ error }).and.have.property('error_description');
      expect(answered.headers.get('cache-control')).to.equal('no-store');
    });
  }

  it('has no other methods', async () => {
    // The application renders what the router throws; the bare one of this test only keeps the status.
    expect((await fetch(`${url}/token`)).status).to.equal(405);
    expect((await fetch(`${url}/.well-known/jwks.json`, { method: 'POST' })).status).to.equal(405);
  });

  describe('its key', () => {
    let folder: string;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'signing-key-'));
    });

    afterEach(() => rm(folder, { recursive: true }));

    it('is stored in the data folder, readable by its owner only, and loaded after a restart', async () => {
      const data = join(folder, 'data');
      const first = await loadOrCreateSigningKey(data);
      expect(await readdir(data)).to.deep.equal(['dev-idp-key.json']);
      expect((await stat(join(data, 'dev-idp-key.json'))).mode & 0o777).to.equal(0o600);
      const second = await loadOrCreateSigningKey(data);
      expect(second.jwks).to.deep.equal(first.jwks);

      const restarted = new DevIdentityProvider({ uris, dataHolder, key: second, clock, ids: uuidSource });
      const before = new DevIdentityProvider({ uris, dataHolder, key: first, clock, ids: uuidSource });
      const { token } = await before.grant();
      const after = new TokenVerifier({ issuers: [restarted], internalAgents: [], clock, log: silent });
      expect(await after.verify(token)).to.include({ agent: dataHolder });
    });

    it('is created although an interrupted start has left a temporary file', async () => {
      await writeFile(join(folder, 'dev-idp-key.json.new'), '{"kty":', { mode: 0o644 });
      await loadOrCreateSigningKey(folder);
      expect(await readdir(folder)).to.deep.equal(['dev-idp-key.json']);
      expect((await stat(join(folder, 'dev-idp-key.json'))).mode & 0o777).to.equal(0o600);
    });

    for (const content of ['', '{}', '{"kty":"RSA","n":"AQAB"}']) {
      it(`is not replaced when the file contains ${JSON.stringify(content)}`, async () => {
        const file = join(folder, 'dev-idp-key.json');
        await writeFile(file, content);
        const error: unknown = await loadOrCreateSigningKey(folder).catch((reason: unknown) => reason);
        expect(error).to.be.instanceOf(Error).with.property('message').that.includes(file);
        expect(await readFile(file, 'utf8')).to.equal(content);
      });
    }
  });
});
