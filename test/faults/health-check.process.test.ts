import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Authority, writeCertificate } from '../support/certificates.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';
import { compiled } from '../support/program.js';

describe('the health check of a container', () => {
  let folder: string;
  let env: Record<string, string>;
  let node: NodeProcess | undefined;
  const start = async (more: Record<string, string> = {}): Promise<void> => {
    env = { PORT: String(await freePort()), STORE_URL: 'memory:', ...more };
    node = spawnNode(folder, env);
    await node.listening;
  };
  /** Its exit code. */
  const check = async (more: Record<string, string> = {}): Promise<unknown> => {
    const child = spawn(process.execPath, [compiled('health-check')], {
      env: { PATH: process.env['PATH'] ?? '', ...env, ...more },
      stdio: 'ignore',
    });
    const [code] = (await once(child, 'exit')) as unknown[];
    return code;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-health-'));
    const authority = await Authority.make('an authority');
    await writeCertificate(folder, await authority.sign('node.example'));
    await writeFile(join(folder, 'ca.pem'), authority.cert);
  });
  afterEach(async () => {
    node?.kill('SIGKILL');
    await node?.ended;
  });
  after(() => rm(folder, { recursive: true }));

  it('is 0 while the node is ready, wherever it listens, and 1 when there is none', async () => {
    const prefixed = { BASE_URL: 'http://node.example/tenants/air/', HOST: '0.0.0.0' };
    await start(prefixed);
    expect(await check()).to.equal(0);
    expect(await check({ BASE_URL: 'http://node.example/elsewhere' }), 'nothing of this node').to.equal(1);
    node?.kill('SIGKILL');
    await node?.ended;
    expect(await check()).to.equal(1);
  });

  it('is 0 over TLS, for any name in the certificate', async () => {
    await start({ TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' });
    expect(await check()).to.equal(0);
    expect(await check({ TLS_CERT_FILE: '' }), 'without TLS').to.equal(1);
  });

  it('is 0 where clients need a certificate, although it has none', async () => {
    await start({ TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem', TLS_CLIENT_CA_FILE: 'ca.pem' });
    expect(await check()).to.equal(0);
    node?.kill('SIGKILL');
    await node?.ended;
    expect(await check()).to.equal(1);
  });
});
