import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type ConnectionOptions, getCiphers, type PeerCertificate, TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { listen, type HttpListener } from '../../src/http/server/server.js';
import { Authority, type Certificate, writeCertificate } from '../support/certificates.js';
import { type NodeProcess, spawnNode } from '../support/process.js';
import { RawClient } from '../support/raw.js';

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly serial: string;
  readonly protocol: string | null;
}

/** One request on a connection of its own. */
function ask(url: string, options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, ...options }, (response) => {
      const socket = response.socket;
      if (!(socket instanceof TLSSocket)) throw new TypeError('this is no TLS');
      const { serialNumber }: PeerCertificate = socket.getPeerCertificate();
      const protocol = socket.getProtocol();
      response.resume().on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, serial: serialNumber, protocol });
      });
    }).on('error', reject);
  });
}

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );

/** Whether a handshake with these options comes to an end. */
function handshake(options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(options, () => {
      resolve(socket.getProtocol() ?? 'none');
      socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message);
    });
  });
}

describe('TLS', () => {
  let folder: string;
  let authority: Authority;
  let server: Certificate;
  let node: NodeProcess;
  let url: string;
  const serve = async (env: Record<string, string> = {}): Promise<void> => {
    node = spawnNode(folder, {
      PORT: '0',
      STORE_URL: 'memory:',
      LOG_LEVEL: 'info',
      TLS_CERT_FILE: 'cert.pem',
      TLS_KEY_FILE: 'key.pem',
      ...env,
    });
    url = await node.listening;
  };
  const logged = async (text: string): Promise<void> => {
    while (!node.stderr().includes(text)) await delay(10);
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-tls-'));
    authority = await Authority.make('an authority');
    server = await authority.sign('localhost');
    await writeCertificate(folder, server);
  });
  after(() => rm(folder, { recursive: true }));

  it('disconnects clients that do not finish the handshake, and stops without waiting for them', async () => {
    const [cert, key] = [Buffer.from(server.cert), Buffer.from(server.key)];
    const tls = { cert, key, clientCa: undefined };
    const timeouts = {
      headersMs: 300,
      requestMs: 600,
      keepAliveMs: 300,
      writeStallTimeoutMs: 60_000,
      connectionsCheckingIntervalMs: 50,
    };
    const listener = await listen(0, 'localhost', tls, timeouts);
    const said = ['', '\x16\x03', 'GET / HTTP/1.1\r\n\r\n'];
    const open = async (to: HttpListener): Promise<RawClient[]> => {
      const clients = said.map(async (words) => {
        const client = await RawClient.open(`http://localhost:${to.port}`);
        client.send(words);
        return client;
      });
      return Promise.all(clients);
    };
    for (const { closed } of await open(listener)) await closed;
    await listener.close();
    // Longer than this test may take.
    const withoutTimeouts = await listen(0, 'localhost', tls, { ...timeouts, headersMs: 600_000, requestMs: 600_000 });
    const clients = await open(withoutTimeouts);
    await withoutTimeouts.close();
    for (const { closed } of clients) await closed;
    expect(clients.map(({ socket }) => socket.destroyed)).to.deep.equal([true, true, true]);
  });

  const suites = getCiphers()
    .map((name) => name.toUpperCase())
    .filter((name) => !name.startsWith('TLS_'));
  const suitesTaken = async (port: number, ca: string): Promise<string[]> => {
    const taken: string[] = [];
    for (const suite of suites) {
      const options = { host: 'localhost', port, ca, maxVersion: 'TLSv1.2' } as const;
      // The client accepts everything, so that only the server can reject.
      if ((await handshake({ ...options, ciphers: `${suite}:@SECLEVEL=0` })) === 'TLSv1.2') taken.push(suite);
    }
    return taken;
  };

  for (const keyType of ['ec', 'rsa'] as const) {
    it(`accepts only TLS 1.2 suites with forward secrecy and authenticated encryption, with a key of ${keyType}`, async () => {
      expect(suites.length).to.be.above(40);
      const name = keyType === 'ec' ? 'ECDSA' : 'RSA';
      const right = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map(
        (end) => `ECDHE-${name}-${end}`,
      );
      const issuer = await Authority.make('an authority', keyType);
      const { cert, key } = await issuer.sign('localhost');
      const tls = { cert: Buffer.from(cert), key: Buffer.from(key), clientCa: undefined };
      const listening = await listen(0, 'localhost', tls);
      try {
        expect(await suitesTaken(listening.port, issuer.cert)).to.have.members(right);
        listening.secure(tls);
        expect(await suitesTaken(listening.port, issuer.cert), 'with renewed certificates').to.have.members(right);
      } finally {
        await listening.close();
      }
    });
  }

  describe('with a certificate', () => {
    before(() => serve());
    after(async () => {
      node.kill('SIGTERM');
      expect((await node.ended).code).to.equal(0);
    });

    it('serves HTTPS, with an https base URL and Strict-Transport-Security', async () => {
      expect(url).to.match(/^https:\/\/localhost:\d+$/);
      const { status, headers, protocol } = await ask(`${url}/health/ready`, { ca: authority.cert });
      expect(status).to.equal(200);
      expect(protocol).to.equal('TLSv1.3');
      expect(headers['strict-transport-security']).to.match(/^max-age=31536000/);
    });

    it('accepts TLS 1.2, and no older version', async () => {
      const { port } = new URL(url);
      const options = { host: 'localhost', port: Number(port), ca: authority.cert };
      expect(await handshake({ ...options, maxVersion: 'TLSv1.2' })).to.equal('TLSv1.2');
      // The client accepts everything, so that only the server can reject.
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
      expect(await handshake({ ...options, ...old })).to.match(/PROTOCOL|VERSION/i);
    });

    it('accepts the suites of TLS 1.3', async () => {
      const port = Number(new URL(url).port);
      for (const ciphers of ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'])
        expect(await handshake({ host: 'localhost', port, ca: authority.cert, ciphers }), ciphers).to.equal('TLSv1.3');
    });

    it('does not renegotiate, and still responds', async () => {
      const port = Number(new URL(url).port);
      const socket = connect({ host: 'localhost', port, ca: authority.cert, maxVersion: 'TLSv1.2' });
      socket.setEncoding('latin1');
      await once(socket, 'secureConnect');
      const outcome = await new Promise<string>((resolve) => {
        socket.on('error', (error: NodeJS.ErrnoException) => {
          resolve(error.code ?? error.message);
        });
        socket.renegotiate({}, (error) => {
          resolve(error === null ? 'renegotiated' : error.message);
        });
      });
      expect(outcome).to.match(/NO_RENEGOTIATION|no renegotiation/i);
      socket.destroy();
      expect((await ask(`${url}/health/live`, { ca: authority.cert })).status).to.equal(200);
    });

    it('reloads its certificate on SIGHUP for new connections, and keeps open ones', async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const open = { ca: authority.cert, agent };
      try {
        const { serial: before } = await ask(`${url}/health/ready`, open);
        await writeCertificate(folder, await authority.sign('localhost'));
        node.kill('SIGHUP');
        await logged('the certificates have been reloaded');
        const { serial: now } = await ask(`${url}/health/ready`, { ca: authority.cert });
        expect(now).to.not.equal(before);
        const { status, serial } = await ask(`${url}/health/ready`, open);
        expect(status).to.equal(200);
        expect(serial, 'the connection that was open').to.equal(before);
        const { port } = new URL(url);
        const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
        const options = { host: 'localhost', port: Number(port), ca: authority.cert, ...old };
        expect(await handshake(options), 'an old version, still').to.match(/PROTOCOL|VERSION/i);
      } finally {
        agent.destroy();
      }
    });

    it('keeps its certificate when the new one cannot be used', async () => {
      const { serial: before } = await ask(`${url}/health/ready`, { ca: authority.cert });
      const other = await authority.sign('localhost');
      for (const [cert, key] of [
        [other.cert, server.key],
        ['no certificate', other.key],
      ] as const) {
        await writeCertificate(folder, { cert, key });
        const seen = node.stderr().length;
        node.kill('SIGHUP');
        while (!node.stderr().slice(seen).includes('the new certificates cannot be used')) await delay(10);
        const { status, serial } = await ask(`${url}/health/ready`, { ca: authority.cert });
        expect(status).to.equal(200);
        expect(serial).to.equal(before);
      }
      expect(node.stderr()).to.not.contain('PRIVATE KEY');
    });
  });

  describe('with a client authority', () => {
    before(async () => {
      await writeCertificate(folder, server);
      await writeFile(join(folder, 'ca.pem'), authority.cert);
      await serve({ TLS_CLIENT_CA_FILE: 'ca.pem' });
    });
    after(() => {
      node.kill('SIGKILL');
    });

    it('accepts a client with a certificate of that authority', async () => {
      const { status } = await ask(`${url}/health/ready`, {
        ca: authority.cert,
        ...(await authority.sign('a client')),
      });
      expect(status).to.equal(200);
    });

    it('rejects a client without a certificate or with one of another authority', async () => {
      const forged = await (await Authority.make('an authority')).sign('a client');
      expect(await refusal(ask(`${url}/health/ready`, { ca: authority.cert }))).to.match(
        /CERTIFICATE|ECONNRESET|EPIPE/,
      );
      expect(await refusal(ask(`${url}/health/ready`, { ca: authority.cert, ...forged }))).to.match(
        /CERTIFICATE|UNKNOWN_CA|DECRYPT|ECONNRESET|EPIPE/,
      );
    });

    it('after SIGHUP accepts clients of the new authority only', async () => {
      const next = await Authority.make('the next authority');
      const [earlier, later] = await Promise.all([authority.sign('a client'), next.sign('a client')]);
      await writeFile(join(folder, 'ca.pem'), next.cert);
      node.kill('SIGHUP');
      await logged('the certificates have been reloaded');
      const { status } = await ask(`${url}/health/ready`, { ca: authority.cert, ...later });
      expect(status).to.equal(200);
      for (const client of [earlier, {}])
        expect(await refusal(ask(`${url}/health/ready`, { ca: authority.cert, ...client }))).to.not.equal('accepted');
    });
  });

  it('does not end with a SIGHUP while it starts', async () => {
    await writeCertificate(folder, server);
    const starting = spawnNode(folder, {
      PORT: '0',
      STORE_URL: 'file:data',
      LOG_LEVEL: 'info',
      TLS_CERT_FILE: 'cert.pem',
      TLS_KEY_FILE: 'key.pem',
    });
    while (!starting.stderr().includes('the store is open')) await delay(5);
    expect(starting.stdout(), 'it is not ready yet').to.equal('');
    starting.kill('SIGHUP');
    expect(await starting.listening).to.match(/^https:/);
    while (!starting.stderr().includes('the certificates have been reloaded')) await delay(10);
    starting.kill('SIGTERM');
    expect((await starting.ended).code).to.equal(0);
  });
});
