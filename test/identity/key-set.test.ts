import { expect } from 'chai';
import type { JWK } from 'jose';
import { RemoteKeySource } from '../../src/identity/key-set.js';
import { OutboundClient } from '../../src/outbound/http-client.js';
import { HandClock, KeptLog, ListeningServer, refusalOf, type Signer, signer, silent } from './support.js';

describe("An identity provider's key set", () => {
  let key: Signer;
  let idp: ListeningServer;
  let client: OutboundClient;
  let clock: HandClock;
  let log: KeptLog;
  let source: RemoteKeySource;
  let headers: Record<string, string>;
  let status: number;
  let body: string;

  before(async () => {
    key = await signer('one');
  });

  beforeEach(async () => {
    clock = new HandClock();
    log = new KeptLog();
    headers = {};
    status = 200;
    body = JSON.stringify({ keys: [key.jwk] });
    client = OutboundClient.unrestricted({ log: silent, timeouts: { exchangeMs: 300 }, maxBytes: 100_000 });
    idp = await ListeningServer.start((_request, response) => {
      response.writeHead(status, headers).end(body);
    });
    source = new RemoteKeySource({ url: `${idp.url}/jwks.json`, client, clock, log: log.logger });
  });

  afterEach(async () => {
    await client.close();
    await idp.stop();
  });

  const lifetimes: [string, Record<string, string>, number][] = [
    ['10 minutes when nothing is said', {}, 600],
    ['as long as max-age says', { 'Cache-Control': 'public, max-age=1200' }, 1200],
    ['less what it has aged underway', { 'Cache-Control': 'max-age=1200', Age: '200' }, 1000],
    ['30 s where max-age is shorter', { 'Cache-Control': 'max-age=0' }, 30],
    ['a day where max-age is longer', { 'Cache-Control': 'max-age=99999999' }, 86_400],
    ['30 s for no-store', { 'Cache-Control': 'no-store' }, 30],
    ['30 s for no-cache with a max-age', { 'Cache-Control': 'no-cache, max-age=600' }, 30],
    ['10 minutes when max-age is no number', { 'Cache-Control': 'max-age=soon' }, 600],
  ];
  for (const [what, given, seconds] of lifetimes) {
    it(`is cached ${what}`, async () => {
      headers = given;
      await source.current();
      clock.pass(seconds - 0.001);
      await source.current();
      expect(idp.heard).to.have.length(1);
      clock.pass(0.001);
      await source.current();
      expect(idp.heard).to.have.length(2);
    });
  }

  it('is fetched once for concurrent callers', async () => {
    const all = await Promise.all([source.current(), source.refresh(), source.current()]);
    expect(new Set(all).size).to.equal(1);
    expect(idp.heard).to.have.length(1);
  });

  it('stays the same object while the provider publishes the same keys', async () => {
    const first = await source.current();
    clock.pass(600);
    expect(await source.current()).to.equal(first);
    body = JSON.stringify({ keys: [] });
    clock.pass(600);
    expect(await source.current()).not.to.equal(first);
  });

  it('stays in use when it cannot be refreshed, and callers do not wait for the next attempts', async () => {
    const first = await source.current();
    clock.pass(600);
    status = 500;
    expect(await source.current()).to.equal(first);
    expect(log.text)
      .to.match(/the cached ones are used/)
      .and.match(/has status 500/);
    clock.pass(29);
    await source.current();
    expect(idp.heard).to.have.length(2);
    idp.answer = (): void => undefined; // It hangs.
    clock.pass(1);
    expect(await source.current()).to.equal(first);
  });

  it('is fetched every 5 s at most until a fetch succeeds', async () => {
    status = 500;
    for (const pause of [0, 1, 3.9]) {
      clock.pass(pause);
      expect((await refusalOf(source.current())).kind).to.equal('unavailable');
    }
    expect(idp.heard).to.have.length(1);
    clock.pass(0.1);
    status = 200;
    expect(await source.current()).to.be.a('function');
  });

  it('is fetched again when the clock was set back', async () => {
    await source.current();
    clock.pass(-7200);
    await source.current();
    expect(idp.heard).to.have.length(2);
  });

  const bad: [string, () => void][] = [
    ['a redirect', (): void => void ((status = 302), (headers = { Location: `${idp.url}/other` }))],
    ['no JSON', (): void => void (body = '<html>')],
    ['no key set', (): void => void (body = '{"keys":{}}')],
    ['null', (): void => void (body = 'null')],
    ['more keys than anybody needs', (): void => void (body = JSON.stringify({ keys: Array(101).fill(key.jwk) }))],
    ['more than is read', (): void => void (body = JSON.stringify({ keys: [], padding: 'x'.repeat(100_001) }))],
    ['nothing, for ever', (): void => void (idp.answer = (): void => undefined)],
  ];
  for (const [what, arrange] of bad) {
    it(`is not taken from a response that is ${what}`, async () => {
      arrange();
      expect((await refusalOf(source.current())).kind).to.equal('unavailable');
      expect(idp.heard).to.have.length(1);
    });
  }

  it('skips invalid keys, and keeps only the public members of the others', async () => {
    body = JSON.stringify({
      keys: [null, 7, { kty: 'oct', k: 'c2VjcmV0' }, { kty: 'RSA', kid: 7 }, { ...key.jwk, d: 'AQAB', x5c: ['AAAA'] }],
    });
    const { keys } = (await source.current()).jwks();
    expect(keys).to.deep.equal([key.jwk]);
    expect(log.text.match(/a key of an identity provider cannot be used/g)).to.have.length(4);
  });

  it('treats a null member as absent', async () => {
    body = JSON.stringify({ keys: [{ ...key.jwk, use: null, x5c: null, key_ops: null, alg: null }] });
    const { keys } = (await source.current()).jwks();
    const { kty, kid, n, e } = key.jwk;
    expect(keys).to.deep.equal([{ kty, kid, n, e }]);
    expect(log.text).to.equal('');
  });

  const useless: [string, (jwk: JWK) => unknown, RegExp][] = [
    ['without its numbers', ({ kty, kid }) => ({ kty, kid }), /Invalid|JWK/i],
    ['that is too short', (jwk) => ({ ...jwk, n: jwk.n?.slice(0, 86) }), /an RSA key of \d+ bits/],
    ['that is longer than anybody needs', (jwk) => ({ ...jwk, n: 'x'.repeat(5000) }), /Too big/],
    ['of another curve', ({ kid }) => ({ kty: 'EC', kid, crv: 'secp256k1', x: 'AA', y: 'AA' }), /curve secp256k1/],
    ['of a point that is on no curve', ({ kid }) => ({ kty: 'EC', kid, crv: 'P-256', x: 'AA', y: 'AA' }), /Invalid/i],
    ['of a shared secret', ({ kid }) => ({ kty: 'oct', kid, k: 'c2VjcmV0' }), /kty/],
    ['for another algorithm', (jwk) => ({ ...jwk, alg: 'RSA-OAEP' }), /alg RSA-OAEP/],
    ['for another use', (jwk) => ({ ...jwk, use: 'signing' }), /not for signatures/],
    ['for other operations', (jwk) => ({ ...jwk, key_ops: ['encrypt'] }), /not for signatures/],
  ];
  for (const [what, make, reason] of useless) {
    it(`logs a key ${what} with its kid, and uses the others`, async () => {
      body = JSON.stringify({ keys: [{ ...key.jwk, kid: 'good' }, make({ ...key.jwk, kid: 'bad' })] });
      const { keys } = (await source.current()).jwks();
      expect(keys.map(({ kid }) => kid)).to.deep.equal(['good']);
      expect(log.text).to.include('"kid":"bad"').and.to.match(reason);
    });
  }

  it('does not log keys for encryption', async () => {
    body = JSON.stringify({ keys: [key.jwk, { ...key.jwk, use: 'enc', alg: 'RSA-OAEP' }] });
    expect((await source.current()).jwks().keys).to.have.length(1);
    expect(log.text).to.equal('');
  });

  it('has a status for operators', async () => {
    const jwksUri = `${idp.url}/jwks.json`;
    expect(source.status()).to.deep.equal({ jwksUri, state: 'missing', keys: 0 });
    await source.current();
    const fetchedAt = clock.now().toISOString();
    expect(source.status()).to.deep.equal({ jwksUri, state: 'current', keys: 1, fetchedAt });
    status = 500;
    clock.pass(600);
    await source.current();
    const error = 'TypeError: the response has status 500';
    expect(source.status()).to.deep.equal({ jwksUri, state: 'outdated', keys: 1, fetchedAt, error });
  });

  it('is fetched for the first token although the fetch at the start has just failed', async () => {
    status = 500;
    await source.prefetch(new AbortController().signal);
    expect(source.status()).to.include({ state: 'missing' });
    status = 200;
    await source.current();
    expect(source.status()).to.include({ state: 'current' });
    expect(idp.heard).to.have.length(2);
  });

  it('does not report a fetch at the start that the stop of the node ends', async () => {
    await source.prefetch(AbortSignal.abort());
    expect(log.text).to.equal('');
    expect(idp.heard).to.have.length(0);
  });
});
