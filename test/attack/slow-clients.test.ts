import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { listen, type Listening } from '../../src/http/server.js';
import { type Json, startTestNode, type TestNode } from '../support/node.js';
import { RawClient } from '../support/raw.js';

describe('slow and half-open clients', () => {
  const patience = { headersMs: 300, requestMs: 600, keepAliveMs: 300, unreadMs: 300, checkMs: 50 };
  let server: Listening;
  let url: string;
  const open: RawClient[] = [];
  const client = async (): Promise<RawClient> => {
    const made = await RawClient.open(url);
    open.push(made);
    return made;
  };

  before(async () => {
    server = await listen(0, 'localhost', undefined, patience);
    url = `http://localhost:${server.port}`;
    const much = Buffer.alloc(50 * 1024 * 1024, 'x');
    server.serve((request, response) => {
      if (request.url === '/much') {
        response.end(much);
        return;
      }
      if (request.url === '/late') {
        setTimeout(() => response.end('at last'), patience.unreadMs * 3);
        return;
      }
      request.resume().on('end', () => response.end('well'));
    });
  });
  afterEach(() => {
    for (const one of open.splice(0)) one.end();
  });
  after(() => server.close());

  it('are let go when they connect and say nothing', async () => {
    const silent = await client();
    await silent.closed;
  });

  it('are let go with 408 when they send their headers a byte at a time (slowloris)', async () => {
    const slow = await client();
    slow.send('GET / HTTP/1.1\r\nHost: localhost\r\n');
    const drip = setInterval(() => {
      slow.send('X-a: b\r\n');
    }, 40);
    expect(await slow.status()).to.equal(408);
    await slow.closed;
    clearInterval(drip);
  });

  it('are let go with 408 when they send their body a byte at a time', async () => {
    const slow = await client();
    slow.send('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n');
    const drip = setInterval(() => {
      slow.send('x');
    }, 40);
    expect(await slow.status()).to.equal(408);
    await slow.closed;
    clearInterval(drip);
  });

  it('are let go when they stay on after an answer without another request', async () => {
    const idle = await client();
    idle.send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await idle.status()).to.equal(200);
    await idle.closed;
  });

  it('are let go when they do not take the answer that they asked for', async () => {
    const deaf = await client();
    deaf.socket.pause();
    deaf.send('GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await delay(patience.unreadMs * 3);
    deaf.socket.resume();
    await deaf.closed;
    expect(deaf.heard.length).to.be.lessThan(50 * 1024 * 1024);
  });

  it('are not those who wait for us: an answer may take its time', async () => {
    const waiting = await client();
    waiting.send('GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await waiting.status()).to.equal(200);
  });

  it('are refused with 431 when their headers are too long', async () => {
    const talker = await client();
    talker.send(`GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(await talker.status()).to.equal(431);
  });

  it('are refused with 400 when what they say is no HTTP', async () => {
    const stranger = await client();
    stranger.send('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n');
    expect(await stranger.status()).to.equal(400);
  });

  it('are refused with 400 when the length of a body is told in two ways (request smuggling)', async () => {
    for (const lengths of [
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: chunked, identity',
      'Content-Length: +5',
    ]) {
      const smuggler = await client();
      smuggler.send(`POST / HTTP/1.1\r\nHost: localhost\r\n${lengths}\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`);
      expect(await smuggler.status(), lengths).to.equal(400);
    }
  });
});

describe('what cannot be read as a request', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode();
  });
  after(() => node.stop());

  const cases = {
    'a head that is too long': ['GET / HTTP/1.1\r\nHost: x\r\nX-a: ' + 'a'.repeat(20_000), 431],
    'an address that is too long': [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x`, 431],
    'no HTTP': ['hello', 400],
    'two lengths': ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6', 400],
    'a header without a name': ['GET / HTTP/1.1\r\nHost: x\r\n: nothing', 400],
  } as const;
  for (const [what, [head, status]] of Object.entries(cases)) {
    it(`is refused with an Error and ${status}: ${what}`, async () => {
      const stranger = await RawClient.open(node.url);
      stranger.send(`${head}\r\n\r\n`);
      await stranger.closed;
      const [fields = '', body = ''] = stranger.heard.split('\r\n\r\n');
      expect(fields).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(fields).to.include('Content-Type: application/ld+json; version=2.0.0');
      expect(fields).to.include('Content-Language: en-US').and.to.include('Connection: close');
      expect(fields).to.include('X-Content-Type-Options: nosniff');
      const error = JSON.parse(body) as Record<string, Json>;
      expect(error['@type']).to.equal('api:Error');
      expect(error['api:hasErrorDetail']).to.include({ 'api:hasCode': String(status) });
    });
  }
});

describe('thousands of idle connections', () => {
  it('do not keep the node from answering, nor from stopping', async () => {
    const node = await startTestNode();
    const idle = await Promise.all(Array.from({ length: 2000 }, () => RawClient.open(node.url)));
    try {
      for (const one of idle.slice(0, 500)) one.send('GET / HT');
      const began = performance.now();
      expect((await node.holder.get('/')).status).to.equal(200);
      expect(performance.now() - began).to.be.below(2000);
      expect((await node.stranger.get('/health/ready')).status).to.equal(200);
    } finally {
      for (const one of idle) one.end();
      await Promise.all(idle.map(({ closed }) => closed));
      await node.stop();
    }
  }).timeout(20_000);

  it('are closed when the node stops, those in the middle of nothing too', async () => {
    const node = await startTestNode();
    const idle = await RawClient.open(node.url);
    idle.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await idle.status()).to.equal(401);
    const began = performance.now();
    await node.stop();
    await idle.closed;
    expect(performance.now() - began).to.be.below(5000);
  });
});
