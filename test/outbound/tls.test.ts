import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { OutboundClient } from '../../src/outbound/http-client.js';
import { OutboundError } from '../../src/outbound/outbound-error.js';
import { tlsFailure } from '../../src/outbound/tls-failure.js';
import { OutboundTls } from '../../src/outbound/tls.js';
import { readSettings, SettingsError } from '../../src/settings/settings.js';
import { Authority, type Certificate } from '../support/certificates.js';

describe('TLS of outgoing calls', () => {
  let folder: string;
  let authority: Authority;
  let other: Authority;
  let certificate: Certificate;
  const servers: Server[] = [];
  const file = (name: string): string => join(folder, name);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outbound-'));
    authority = await Authority.make('private');
    other = await Authority.make('another');
    certificate = await authority.sign('server');
    const client = await authority.sign('node');
    const stranger = await other.sign('stranger');
    await writeFile(file('ca.pem'), `a comment\n${other.cert}\n${authority.cert}`);
    await writeFile(file('cert.pem'), client.cert);
    await writeFile(file('key.pem'), client.key);
    await writeFile(file('stranger-key.pem'), stranger.key);
    await writeFile(file('none.pem'), 'no certificate');
    await writeFile(file('broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  });
  after(async () => {
    for (const server of servers) server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function serve(options: ServerOptions = {}): Promise<string> {
    const server = createServer({ ...certificate, ...options }, (_request, response) => {
      response.end('ok');
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `https://localhost:${(server.address() as AddressInfo).port}`;
  }

  const read = (env: Record<string, string>): Promise<OutboundTls> => OutboundTls.read(readSettings(env).outboundFiles);

  /** The status, or the error's message. */
  async function call(url: string, tls: OutboundTls): Promise<number | string> {
    const client = OutboundClient.unrestricted({ log: pino({ level: 'silent' }), tls });
    try {
      return (await client.request({ method: 'GET', url })).status;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return `${error.reason}: ${error.message}`;
    } finally {
      await client.close();
    }
  }

  it('reports a private authority and names EXTRA_CA_FILE, which adds it', async () => {
    const url = await serve();
    expect(await call(url, await read({}))).to.match(
      /^tls: https:\/\/localhost:\d+ has a TLS certificate from an authority .* EXTRA_CA_FILE .*\(\w+\)$/,
    );
    expect(await call(url, await read({ EXTRA_CA_FILE: file('ca.pem') }))).to.equal(200);
  });

  it('presents the client certificate, and reports a server that requires one', async () => {
    const url = await serve({ ca: authority.cert, requestCert: true, rejectUnauthorized: true });
    const trusting = { EXTRA_CA_FILE: file('ca.pem') };
    const pair = (name: string, key: string) => ({ OUTBOUND_CERT_FILE: file(name), OUTBOUND_KEY_FILE: file(key) });
    expect(await call(url, await read({ ...trusting, ...pair('cert.pem', 'key.pem') }))).to.equal(200);
    expect(await call(url, await read(trusting))).to.match(
      /^tls: .* requires a client certificate \(OUTBOUND_CERT_FILE/,
    );
  });

  it('reports a server that rejects the client certificate', () => {
    for (const alert of ['UNKNOWN_CA', 'BAD_CERTIFICATE', 'CERTIFICATE_EXPIRED', 'CERTIFICATE_UNKNOWN'])
      expect(tlsFailure(`ERR_SSL_TLSV1_ALERT_${alert}`), alert).to.match(
        /rejected the client certificate of this node/,
      );
    for (const code of ['ECONNRESET', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', undefined])
      expect(tlsFailure(code)).to.equal(undefined);
  });

  it('reads the files again', async () => {
    const url = await serve();
    await writeFile(file('changing.pem'), other.cert);
    const tls = await read({ EXTRA_CA_FILE: file('changing.pem') });
    expect(await call(url, tls)).to.match(/^tls: /);
    await writeFile(file('changing.pem'), authority.cert);
    const use = await tls.reload();
    use();
    expect(await call(url, tls)).to.equal(200);
    await writeFile(file('changing.pem'), 'quarantine');
    const failure: unknown = await tls.reload().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(SettingsError);
    expect(await call(url, tls), 'the present context is kept').to.equal(200);
  });

  const wrong: [string, Record<string, string>, RegExp][] = [
    ['a missing file of authorities', { EXTRA_CA_FILE: 'absent.pem' }, /^EXTRA_CA_FILE: .*absent\.pem cannot be read$/],
    [
      'a file without certificates',
      { EXTRA_CA_FILE: 'none.pem' },
      /^EXTRA_CA_FILE: .* has no certificate in PEM format$/,
    ],
    ['a broken certificate', { EXTRA_CA_FILE: 'broken.pem' }, /^EXTRA_CA_FILE: certificate 1 in .* cannot be read$/],
    [
      'a key of another certificate',
      { OUTBOUND_CERT_FILE: 'cert.pem', OUTBOUND_KEY_FILE: 'stranger-key.pem' },
      /^OUTBOUND_CERT_FILE and OUTBOUND_KEY_FILE cannot be used: /,
    ],
  ];
  for (const [what, env, message] of wrong) {
    it(`rejects ${what} in one line that names the setting`, async () => {
      const files = Object.entries(env).map(([name, value]) => [name, file(value)]);
      const error: unknown = await read(Object.fromEntries(files) as Record<string, string>).catch(
        (reason: unknown) => reason,
      );
      if (!(error instanceof SettingsError)) throw new Error('no error');
      expect(error.message).to.match(message).and.not.include('\n');
    });
  }
});
