/** A caller without any permission whose server's name cannot be resolved, at a node as it runs in production. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ListeningServer, signed, type Signer, signer } from '../identity/support.js';
import { add, changeBody } from '../support/changes.js';
import { createPiece, deliveries, eventually, freePorts } from '../support/exchange.js';
import { list, member, Party } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';

const hosts = [
  ...['nonexistent.invalid', 'a..b', '-.-', `${'a'.repeat(64)}.invalid`, 'a'.repeat(64), '_x', '_x.invalid'],
  ...['localhost.', 'localhost', '127.0.0.1', '[::1]', `${'a.'.repeat(140)}invalid`],
];

describe('A partner whose server cannot be called', () => {
  const ISSUER = 'https://issuer.example';
  const HOLDER = 'https://node.example/logistics-objects/_data-holder';
  let key: Signer;
  let provider: ListeningServer;
  let folder: string;
  let env: Record<string, string>;
  let node: NodeProcess | undefined;

  const tokenOf = (agent: string): Promise<string> =>
    signed(key, { iss: ISSUER, exp: Math.floor(Date.now() / 1000) + 3600, logistics_agent_uri: agent });

  before(async () => {
    key = await signer('one');
    provider = await ListeningServer.start(({ path }, response) => {
      const body =
        path === '/keys' ? { keys: [key.jwk] } : { access_token: 'own', token_type: 'Bearer', expires_in: 3600 };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    folder = await mkdtemp(join(tmpdir(), 'cargograph-unresolvable-'));
    const [port = 0] = await freePorts(1);
    env = {
      NODE_ENV: 'production',
      PORT: String(port),
      STORE_URL: 'file:data',
      DATA_HOLDER_URI: HOLDER,
      TRUSTED_ISSUERS: JSON.stringify([{ issuer: ISSUER, jwksUri: `${provider.url}/keys` }]),
      IDP_TOKEN_URL: `${provider.url}/token`,
      IDP_CLIENT_ID: 'node',
      IDP_CLIENT_SECRET: 'secret',
      OUTBOUND_PRIVATE_ADDRESSES: 'false',
      DELIVERY_RETRY_MIN_MS: '20',
      DELIVERY_RETRY_MAX_MS: '60000',
    };
  });
  after(async () => {
    node?.kill('SIGKILL');
    await node?.ended;
    await provider.stop();
    await rm(folder, { recursive: true });
  });

  /** Waits until each of the waiting deliveries has failed at least once; gives why, by the receiver. */
  async function failures(holder: Party): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    await eventually(async () => {
      const { items } = await deliveries(holder);
      for (const item of items) {
        const [error, subscriber] = [member(item, 'lastError'), member(item, 'subscriber')];
        if (Number(member(item, 'attempts')) > 0 && typeof error === 'string' && typeof subscriber === 'string')
          found.set(subscriber, error);
      }
      return found.size === hosts.length;
    });
    return found;
  }

  it('counts as failed attempts, and stops neither the node nor its next start', async () => {
    node = spawnNode(folder, env);
    let url = await node.listening;
    let holder = new Party(url, HOLDER, await tokenOf(HOLDER));
    const piece = await createPiece(holder);
    const agents = hosts.map((host) => `http://${host}/logistics-objects/x`);
    for (const agent of agents) {
      const body = changeBody(piece, 1, [add(piece, 'upid', 'x')], { 'api:notifyRequestStatusChange': true });
      const reply = await new Party(url, agent, await tokenOf(agent)).patch(piece, body);
      expect(reply.status, `${agent}: ${reply.text}`).to.equal(201);
    }
    expect([...(await failures(holder)).keys()]).to.have.members(agents);
    node.kill('SIGKILL');
    await node.ended;

    node = spawnNode(folder, env);
    url = await node.listening;
    holder = new Party(url, HOLDER, await tokenOf(HOLDER));
    const after = await failures(holder);
    expect([...after.keys()]).to.have.members(agents);
    for (const reason of after.values())
      expect(reason).to.match(/cannot be reached|no address that is globally routable|no connection|did not answer/);
    const ready = await new Party(url, '', undefined).get('/health/ready');
    expect(ready.status).to.equal(200);
    expect(list(member(ready.json, 'degraded')), 'a partner that is away is no fault of this node').to.have.length(0);
    node.kill('SIGTERM');
    expect(await node.ended).to.deep.equal({ code: 0, signal: null });
  });
});
