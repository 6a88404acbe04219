/**
 * Fault injection for key sets: identity providers that publish invalid key sets, or fail. The node continues, callers of
 * other providers are not delayed, and a provider's tokens are accepted once it publishes a valid key set.
 */
import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import type { JWK } from 'jose';
import { signed, type Signer, signer } from '../identity/support.js';
import { answer, httpFaults } from '../support/broken-partners.js';
import { TestClock } from '../support/clock.js';
import { RepairablePartner } from '../support/repairable-partner.js';
import { startTestNode } from '../support/node.js';

/** 503: there are no keys. 401: the token's key is not among them. 200: the token is accepted. */
type Status = 200 | 401 | 503;

function keySets(key: JWK): Readonly<Record<string, [body: string | Buffer, status: Status, headers?: string]>> {
  const set = (...keys: unknown[]): string => JSON.stringify({ keys });
  const also = (...others: unknown[]): string => set(...others, key);
  const { kty, n = '', e, ...rest } = key;
  return {
    null: ['null', 503],
    'a text': ['"keys"', 503],
    'a number': ['7', 503],
    'a list of keys': [JSON.stringify([key]), 503],
    'an empty object': ['{}', 503],
    'keys null': ['{"keys": null}', 503],
    'keys an object': [JSON.stringify({ keys: { one: key } }), 503],
    'keys a text': ['{"keys": "none"}', 503],
    'a key alone': [JSON.stringify(key), 503],
    'no keys': [set(), 401],
    'more than 100 keys': [set(...Array.from({ length: 101 }, () => key)), 503],
    'the key a hundred times': [set(...Array.from({ length: 100 }, () => key)), 200],
    'JSON cut off': [set(key).slice(0, -2), 503],
    'a comma too many': [`{"keys": [${JSON.stringify(key)},]}`, 503],
    'a comment': [`${set(key)} // the keys`, 503],
    'single quotes': ["{'keys': []}", 503],
    NaN: ['{"keys": NaN}', 503],
    HTML: ['<html>Log in</html>', 503, 'Content-Type: text/html\r\n'],
    'an empty body': ['', 503],
    'bytes that are no UTF-8': [Buffer.concat([Buffer.from(set(key)), Buffer.from([0xff])]), 503],
    'UTF-16': [Buffer.from(set(key), 'utf16le'), 503],
    'a byte order mark': [`\ufeff${set(key)}`, 200],
    'keys twice': [`{"keys": [], "keys": [${JSON.stringify(key)}]}`, 200],
    'more than is read': [JSON.stringify({ keys: [key], padding: 'x'.repeat(1_100_000) }), 503],
    'deep JSON': [`{"keys": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 401],
    __proto__: [`{"__proto__": {"keys": []}, "keys": [${JSON.stringify(key)}]}`, 200],
    'a key null': [also(null), 200],
    'a key that is a number': [also(7), 200],
    'a key that is a list': [also([]), 200],
    'a key without members': [also({}), 200],
    'a shared secret': [also({ kty: 'oct', k: 'c2VjcmV0', kid: 'secret' }), 200],
    'a key of an unknown type': [also({ kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA' }), 200],
    'a point on no curve': [also({ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'point' }), 200],
    'an unknown curve': [also({ kty: 'EC', crv: 'P-42', x: 'AA', y: 'AA' }), 200],
    'null members': [set({ ...key, use: null, alg: null, key_ops: null, x5c: null, x5t: null }), 200],
    'a private key': [set({ ...key, d: 'AQAB', p: 'AQAB', q: 'AQAB' }), 200],
    'invalid certificates': [set({ ...key, x5c: ['nonsense'], x5u: 'file:///etc/passwd' }), 200],
    'the key for encryption': [set({ ...key, use: 'enc' }), 401],
    'the key for other operations': [set({ ...key, key_ops: ['encrypt'] }), 401],
    'the key for another algorithm': [set({ ...key, alg: 'HS256' }), 401],
    'the key under another kid': [set({ ...key, kid: 'other' }), 401],
    'the key with a kid that is a number': [set({ ...key, kid: 7 }), 401],
    'the key with a kid without end': [set({ ...key, kid: 'x'.repeat(5_000) }), 401],
    'the key without a kid': [set({ kty, n, e, alg: key.alg, use: key.use }), 401],
    'the key without its modulus': [set({ kty, e, ...rest }), 401],
    'a modulus that is no Base64': [set({ ...key, n: '***' }), 401],
    'a modulus cut off': [set({ ...key, n: n.slice(0, 100) }), 401],
    'a modulus without end': [set({ ...key, n: 'x'.repeat(500_000) }), 401],
    'an exponent of 1': [set({ ...key, e: 'AQ' }), 401],
    'an exponent without end': [set({ ...key, e: 'x'.repeat(4_000) }), 401],
    'another key of the same kid': [set({ ...key, n: n.split('').reverse().join('') }), 401],
    gzip: [gzipSync(set(key)), 200, 'Content-Encoding: gzip\r\n'],
    'another content type': [set(key), 200, 'Content-Type: image/png\r\n'],
    'no lifetime that can be read': [set(key), 200, 'Cache-Control: max-age=soon, max-age=-1\r\nAge: x\r\n'],
  };
}

describe('broken key sets, all at once', () => {
  const partners: RepairablePartner[] = [];
  let key: Signer;
  before(async () => {
    key = await signer('one');
  });
  after(() => Promise.all(partners.map((partner) => partner.stop())));

  it('accept no token without a valid key, delay no other provider, and are read once they are repaired', async () => {
    const clock = new TestClock();
    const sound: RequestListener = (_request, response) => {
      response.end(JSON.stringify({ keys: [key.jwk] }));
    };
    const kinds = Object.entries(keySets(key.jwk));
    expect(kinds.length).to.be.at.least(43);
    const issuers = await Promise.all([
      ...kinds.map(async ([name, [body, status, headers = '']]) => {
        const partner = await RepairablePartner.start(answer(body, headers), sound);
        return { name, partner, status };
      }),
      ...Object.entries(httpFaults).map(async ([name, { act }]) => {
        const partner = await RepairablePartner.start(act, sound);
        return { name: `HTTP: ${name}`, partner, status: 503 };
      }),
    ]);
    partners.push(...issuers.map(({ partner }) => partner));
    const right = await RepairablePartner.start((socket) => socket.destroy(), sound);
    partners.push(right);
    await right.repair();
    const trusted = [{ name: 'right', partner: right }, ...issuers].map(({ name, partner }) => ({
      issuer: `urn:${encodeURIComponent(name)}`,
      jwksUri: `http://127.0.0.1:${partner.port}/keys`,
    }));
    const node = await startTestNode({
      clock,
      env: { DEV_IDP: 'true', TRUSTED_ISSUERS: JSON.stringify(trusted) },
      outbound: { timeouts: { exchangeMs: 2_000, connectMs: 1_000 } },
    });
    const call = async (name: string): Promise<number> => {
      const claims = {
        iss: `urn:${encodeURIComponent(name)}`,
        exp: Math.floor(clock.now().getTime() / 1000) + 3600,
        logistics_agent_uri: 'http://partner.example/logistics-objects/x',
      };
      const headers = { Authorization: `Bearer ${await signed(key, claims)}` };
      return (await node.anonymous.get('/', { headers })).status;
    };
    try {
      const unmet: string[] = [];
      let pending = issuers.length;
      const broken = issuers.map(async ({ name, status }) => {
        const got = await call(name);
        pending -= 1;
        if (got !== status) unmet.push(`${name}: ${got}, not ${status}`);
      });
      expect(await call('right')).to.equal(200);
      expect(pending, 'requests to servers that never respond are pending').to.be.greaterThan(0);
      await Promise.all(broken);
      expect(unmet).to.deep.equal([]);

      for (const { partner } of issuers) await partner.repair();
      // Past the pauses between two looks (D48).
      clock.advance(31);
      for (const { name } of issuers) expect(await call(name), name).to.equal(200);
    } finally {
      await node.stop();
    }
  });
});
