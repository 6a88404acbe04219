import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { pino } from 'pino';
import { uuidSource } from '../../src/clock.js';
import { listen } from '../../src/http/server/server.js';
import { startNode } from '../../src/start.js';
import { readSettings, SettingsError } from '../../src/settings/settings.js';
import { TestClock } from '../support/clock.js';
import { freePort } from '../support/ports.js';
import { failure } from '../store/support/open.js';

async function take(port: number, host: string): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

async function release(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

describe('A node on localhost', () => {
  for (const host of ['127.0.0.1', '::1'])
    it(`does not start when another program uses the port on ${host}`, async () => {
      const port = await freePort();
      const other = await take(port, host);
      try {
        expect(await failure(listen(port, 'localhost', undefined))).to.have.property('code', 'EADDRINUSE');
        const settings = readSettings({ PORT: String(port), STORE_URL: 'memory:', LOG_LEVEL: 'silent' });
        const log = pino({ level: 'silent' });
        const error = await failure(
          startNode(settings, { clock: new TestClock(), ids: uuidSource, random: () => 0, log }),
        );
        expect(error).to.be.instanceOf(SettingsError);
        expect(error.message).to.contain(`PORT: ${port} is in use`);
        // Nothing is left open on the other address.
        await release(await take(port, host === '::1' ? '127.0.0.1' : '::1'));
      } finally {
        await release(other);
      }
    });

  it('listens on both of its addresses', async () => {
    const listening = await listen(0, 'localhost', undefined);
    for (const host of ['127.0.0.1', '[::1]']) {
      const { status } = await fetch(`http://${host}:${listening.port}/health/live`);
      expect(status).to.be.a('number');
    }
    await listening.close();
  });
});
