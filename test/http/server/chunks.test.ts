import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { sendChunks } from '../../../src/http/server/chunks.js';
import { RawClient } from '../../support/raw.js';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** Chunks that are counted, and whether their making was ended. */
class Source {
  made = 0;
  isEnded = false;

  constructor(
    private readonly count: number,
    private readonly failsAt = Infinity,
  ) {}

  async *chunks(): AsyncGenerator<Buffer, void, undefined> {
    try {
      while (this.made < this.count) {
        if (this.made === this.failsAt) throw new Error('the source has failed');
        this.made += 1;
        // Other work runs meanwhile, as when a store is read.
        await new Promise(setImmediate);
        yield CHUNK;
      }
    } finally {
      this.isEnded = true;
    }
  }
}

/** Lets a server listen; returns its address. */
async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

for (const isCompressed of [false, true])
  describe(`A body that is sent while it is made, ${isCompressed ? 'compressed' : 'as it is'}`, () => {
    let server: Server;
    let source: Source;
    /** Resolves with what became of the response. */
    let sent: Promise<unknown>;
    let url: URL;

    beforeEach(async () => {
      sent = new Promise((resolve) => {
        server = createServer((_, response) => {
          response.writeHead(200);
          const failed = (error: unknown): unknown => {
            response.destroy();
            return error;
          };
          resolve(sendChunks(response, source.chunks(), isCompressed).catch(failed));
        });
      });
      url = new URL(await listening(server));
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    it('arrives whole', async () => {
      source = new Source(20);
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      expect((isCompressed ? gunzipSync(bytes) : bytes).equals(Buffer.alloc(20 * CHUNK.length, 'x'))).to.equal(true);
      expect(await sent).to.equal(undefined);
    });

    it('is not made any further when the caller has gone', async () => {
      source = new Source(Infinity);
      const client = await RawClient.open(url.href);
      client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await client.until((received) => received.length > 100);
      client.end();
      expect(await sent).to.equal(undefined);
      expect(source.isEnded).to.equal(true);
    });

    it('ends the connection when it fails, so that the caller notices', async () => {
      source = new Source(20, 10);
      const error: unknown = await fetch(url)
        .then((response) => response.arrayBuffer())
        .catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(Error);
      expect(await sent)
        .to.be.instanceOf(Error)
        .with.property('message', 'the source has failed');
      expect(source.isEnded).to.equal(true);
    });
  });

describe('A body that is sent while it is made', () => {
  it('waits for a caller that does not read', async () => {
    const source = new Source(Infinity);
    const server = createServer();
    const client = await RawClient.open(await listening(server));
    client.socket.pause();
    client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    response.writeHead(200);
    const sent = sendChunks(response, source.chunks(), false);
    // Until the buffers of the system are full, and no chunk is made in many turns of the event loop.
    let quiet = 0;
    while (quiet < 200) {
      const { made } = source;
      await new Promise(setImmediate);
      quiet = source.made === made ? quiet + 1 : 0;
    }
    expect(response.writableLength).to.be.lessThan(4 * CHUNK.length);
    client.end();
    await sent;
    expect(source.isEnded).to.equal(true);
    server.close();
  });
});
