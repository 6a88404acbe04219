import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Authority } from '../support/certificates.js';
import { eventually } from '../support/exchange.js';
import { list, member, startTestNode } from '../support/node.js';
import { KeptLog, signer } from './support.js';

describe('Identity providers at the start of a node', () => {
  let folder: string;
  let provider: Server;
  let url: string;
  let env: Record<string, string>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'providers-'));
    const authority = await Authority.make('private');
    await writeFile(join(folder, 'ca.pem'), authority.cert);
    const key = await signer('one');
    // A provider that does not know this client, behind a private authority.
    provider = createServer(await authority.sign('idp'), (request, response) => {
      if (request.method === 'GET') response.end(JSON.stringify({ keys: [key.jwk] }));
      else response.writeHead(401).end(JSON.stringify({ error: 'invalid_client' }));
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    url = `https://localhost:${(provider.address() as AddressInfo).port}`;
    env = {
      DEV_IDP: 'true',
      TRUSTED_ISSUERS: JSON.stringify([{ issuer: url, jwksUri: `${url}/jwks.json` }]),
      IDP_TOKEN_URL: `${url}/token`,
      IDP_CLIENT_ID: 'node',
      IDP_CLIENT_SECRET: 'wrong-secret',
    };
  });
  after(async () => {
    provider.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are reported with EXTRA_CA_FILE when their authority is not trusted', async () => {
    const log = new KeptLog();
    const node = await startTestNode({ env, log: log.logger });
    try {
      await eventually(() => Promise.resolve((log.text.match(/EXTRA_CA_FILE/g) ?? []).length >= 2));
      expect(log.text).to.include("an identity provider's keys cannot be fetched").and.include('no token for calls');
      const [keySet] = list(member((await node.holder.get('/health/ready')).json, 'keySets'));
      expect(keySet).to.include({ issuer: url, jwksUri: `${url}/jwks.json`, state: 'missing', keys: 0 });
      expect(member(keySet, 'error')).to.include('EXTRA_CA_FILE');
      const partner = await node.party('partner');
      for (const caller of [node.anonymous, partner]) {
        const { status, json } = await caller.get('/health/ready');
        expect(status).to.equal(200);
        expect(json).to.have.all.keys('status', 'reads', 'writes', 'store', 'eventLoopDelay');
      }
    } finally {
      await node.stop();
    }
  });

  it('are named at each start in production when they have no audience, and not in development (D68)', async () => {
    const issuers = [
      { issuer: url, jwksUri: `${url}/jwks.json` },
      { issuer: `${url}/other`, jwksUri: `${url}/jwks.json`, audience: 'cargograph' },
    ];
    for (const [mode, times] of [
      ['production', 1],
      ['development', 0],
    ] as const) {
      const log = new KeptLog();
      const settings = { DEV_IDP: 'true', TRUSTED_ISSUERS: JSON.stringify(issuers), NODE_ENV: mode };
      const node = await startTestNode({ env: settings, log: log.logger });
      await node.stop();
      const lines = log.text.split('\n').filter((line) => line.includes('has no audience'));
      expect(lines).to.have.length(times);
      for (const line of lines) expect(line).to.include(`"issuer":"${url}"`);
    }
  });

  it('are reported when they reject the client secret, and the node starts', async () => {
    const log = new KeptLog();
    const node = await startTestNode({ env: { ...env, EXTRA_CA_FILE: join(folder, 'ca.pem') }, log: log.logger });
    try {
      await eventually(() => Promise.resolve(log.text.includes('IDP_CLIENT_SECRET')));
      expect(log.text).to.include(`the identity provider at ${url} granted no token: 401 invalid_client`);
      expect(log.text).to.not.include('wrong-secret');
      const { status, json } = await node.holder.get('/health/ready');
      expect(status).to.equal(200);
      expect(list(member(json, 'keySets')).map((each) => member(each, 'state'))).to.deep.equal(['current', 'current']);
    } finally {
      await node.stop();
    }
  });
});
