import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import {
  respondWith,
  createPiece,
  eventBody,
  fastRetries,
  Receiver,
  subscribe,
  tokenFor,
} from '../support/exchange.js';
import { cargo, Party } from '../support/node.js';
import { spawnNode } from '../support/process.js';

describe('the log at level trace', () => {
  it('contains no token, no secret and no body after any failure', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cargograph-secrets-'));
    const receiver = await Receiver.start();
    // Whatever the partner is sent, it sends back, as badly behaved servers do.
    receiver.behaviour = (response, notification) => {
      response.writeHead(notification === undefined ? 500 : 503, {
        'Content-Type': 'text/plain',
        'X-Echo': 'header-of-partner',
      });
      response.end(`body-of-partner ${JSON.stringify(notification?.headers ?? {})}`);
    };
    const node = spawnNode(folder, {
      ...fastRetries,
      PORT: '0',
      STORE_URL: 'file:data',
      LOG_LEVEL: 'trace',
      IDP_TOKEN_URL: `${receiver.url}/token`,
      IDP_CLIENT_ID: 'own-client',
      IDP_CLIENT_SECRET: 'own-client-secret-9f3',
    });
    const secrets = new Set([
      'own-client-secret-9f3',
      'holder-secret',
      'visitor-secret',
      'body-of-partner',
      'header-of-partner',
    ]);
    secrets.add(Buffer.from('own-client:own-client-secret-9f3').toString('base64'));
    secrets.add(Buffer.from('visitor:visitor-secret').toString('base64'));
    try {
      const url = await node.listening;
      const holderUri = `${url}/logistics-objects/_data-holder`;
      const [holderToken, partnerToken] = await Promise.all([tokenFor(url, holderUri), tokenFor(url, receiver.agent)]);
      for (const given of [holderToken, partnerToken]) for (const part of given.split('.')) secrets.add(part);
      const holder = new Party(url, holderUri, holderToken);
      const partner = new Party(url, receiver.agent, partnerToken);
      // An exchange: what goes well, and every way to be refused.
      await subscribe(holder, partner, { topic: `${cargo}Piece` });
      const piece = await createPiece(holder, { 'cargo:goodsDescription': 'secret-goods-1' });
      await holder.post(`${piece}/logistics-events`, eventBody({ 'cargo:eventName': 'secret-event' }));
      await partner.patch(piece, changeBody(piece, 1, [add(piece, 'goodsDescription', 'secret-goods-2')]));
      await partner.get(piece);
      await holder.post('/logistics-objects', '{"secret-goods-3": broken');
      await holder.post('/logistics-objects', { '@type': 'secret-goods-4' });
      await holder.post('/logistics-objects', JSON.stringify({ x: 'secret-goods-5'.repeat(200_000) }));
      await holder.post('/logistics-objects', 'secret-goods-6', { 'Content-Type': 'text/plain' });
      await holder.post('/logistics-objects', 'secret-goods-7', { 'Content-Encoding': 'gzip' });
      await holder.post('/notifications', { '@type': 'secret-goods-8' });
      for (const authorization of [
        `Bearer ${holderToken}x`,
        `Bearer stolen-token-1`,
        'Basic c3RvbGVuLXRva2VuLTI=',
        `bearer  ${partnerToken} more`,
      ])
        await partner.get('/', { headers: { Authorization: authorization } });
      await fetch(`${url}/dev-idp/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from('visitor:wrong-secret-1').toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', client_secret: 'wrong-secret-2' }),
      });
      // Where no secret belongs, and none is read.
      expect((await fetch(`${url}/?access_token=${holderToken}`)).status).to.equal(401);
      await fetch(`${url}/logistics-objects?at=1&Client_Secret=wrong-secret-3&limit=1`);
      await fetch(`${url}/`, { headers: { Cookie: 'session=cookie-secret', 'X-Api-Key': 'key-secret' } });
      for (let number = 1; number <= 8; number += 1) secrets.add(`secret-goods-${number}`);
      for (const text of [
        'secret-event',
        'stolen-token-1',
        'c3RvbGVuLXRva2VuLTI',
        'wrong-secret-1',
        'wrong-secret-2',
        'wrong-secret-3',
        'cookie-secret',
        'key-secret',
      ])
        secrets.add(text);
      // The node requests an access token, which fails.
      await receiver.until(() => receiver.calls.some((call) => call.includes('/token')));
      receiver.behaviour = respondWith(204);
    } finally {
      node.kill('SIGTERM');
      await node.ended;
      await receiver.close();
      await rm(folder, { recursive: true });
    }
    const log = node.stderr() + node.stdout().replace(/holder:holder-secret/, '');
    expect(log, 'the rest of an address').to.contain('at=1&Client_Secret=…&limit=1');
    expect(log, 'there is a log').to.contain('/logistics-objects').and.to.contain('could not be delivered');
    for (const secret of secrets) {
      const at = log.indexOf(secret);
      expect(at, `${secret}: …${log.slice(Math.max(0, at - 300), at + 60)}`).to.equal(-1);
    }
  });
});
