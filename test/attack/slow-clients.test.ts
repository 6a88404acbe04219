import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import { listen, type HttpListener } from '../../src/http/server/server.js';
import { cargo, startTestNode, type TestNode, token as tokenOf } from '../support/node.js';
import { RawClient } from '../support/raw.js';

describe('slow and half-open clients', () => {
  const timeouts = {
    headersMs: 1000,
    requestMs: 1200,
    keepAliveMs: 1000,
    writeStallTimeoutMs: 500,
    connectionsCheckingIntervalMs: 50,
  };
  let server: HttpListener;
  let url: string;
  const open: RawClient[] = [];
  /** Tells when the server has ended the large response. */
  const much = new EventEmitter();
  const client = async (): Promise<RawClient> => {
    const made = await RawClient.open(url);
    open.push(made);
    return made;
  };

  before(async () => {
    server = await listen(0, 'localhost', undefined, timeouts);
    url = `http://localhost:${server.port}`;
    const body = Buffer.alloc(50 * 1024 * 1024, 'x');
    server.serve((request, response) => {
      if (request.url === '/much') {
        response.once('close', () => much.emit('close'));
        response.end(body);
        return;
      }
      if (request.url === '/late') {
        setTimeout(() => response.end('at last'), timeouts.writeStallTimeoutMs * 3);
        return;
      }
      request.resume().on('end', () => response.end('well'));
    });
  });
  afterEach(() => {
    for (const one of open.splice(0)) one.end();
  });
  after(() => server.close());

  it('are disconnected when they send nothing', async () => {
    const silent = await client();
    await silent.closed;
    // Whichever of both limits is noticed first: that of idle connections, or that of header fields.
    expect(silent.received).to.match(/^(HTTP\/1\.1 408 .*)?$/s);
  });

  it('are disconnected with 408 when they send headers byte by byte (slowloris)', async () => {
    const slow = await client();
    slow.send('GET / HTTP/1.1\r\nHost: localhost\r\n');
    const drip = setInterval(() => {
      slow.send('X-a: b\r\n');
    }, 40);
    expect(await slow.status()).to.equal(408);
    await slow.closed;
    clearInterval(drip);
  });

  it('are disconnected with 408 when they send a body byte by byte', async () => {
    const slow = await client();
    slow.send('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n');
    const drip = setInterval(() => {
      slow.send('x');
    }, 40);
    expect(await slow.status()).to.equal(408);
    await slow.closed;
    clearInterval(drip);
  });

  it('are disconnected when they are idle after a response', async () => {
    const idle = await client();
    idle.send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await idle.status()).to.equal(200);
    await idle.closed;
  });

  it('are disconnected when they do not read the response', async () => {
    const deaf = await client();
    deaf.socket.pause();
    const ended = once(much, 'close');
    deaf.send('GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await ended;
    deaf.socket.resume();
    await deaf.closed;
    expect(deaf.received.length).to.be.lessThan(50 * 1024 * 1024);
  });

  it('are not disconnected while they wait for a slow response', async () => {
    const waiting = await client();
    waiting.send('GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await waiting.status()).to.equal(200);
  });

  it('are rejected with 431 when their headers are too long', async () => {
    const talker = await client();
    talker.send(`GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(await talker.status()).to.equal(431);
  });

  it('are rejected with 400 when they do not send HTTP', async () => {
    const other = await client();
    other.send('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n');
    expect(await other.status()).to.equal(400);
  });

  it('are rejected with 400 when a body has two lengths (request smuggling)', async () => {
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

describe('requests whose framing is not understood', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode();
  });
  after(() => node.stop());

  const cases = {
    'another coding before chunked': ['POST / HTTP/1.1', 'Transfer-Encoding: gzip, chunked', 501],
    identity: ['POST / HTTP/1.1', 'Transfer-Encoding: identity, chunked', 501],
    'on a public page': ['GET /health/live HTTP/1.1', 'Transfer-Encoding: deflate, chunked', 501],
    'HTTP/2.0 in the first line': ['GET /health/live HTTP/2.0', 'Accept: */*', 505],
  } as const;
  for (const [what, [line, field, status]] of Object.entries(cases)) {
    it(`are rejected with ${status}, and the connection is closed: ${what}`, async () => {
      const client = await RawClient.open(node.url);
      client.send(
        `${line}\r\nHost: x\r\n${field}\r\n\r\n${field.startsWith('T') ? '0\r\n\r\n' : ''}GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
      await client.closed;
      expect(client.received.match(/^HTTP\/1\.1 \d+/gm)).to.deep.equal([`HTTP/1.1 ${status}`]);
      expect(client.received).to.include('Connection: close').and.include(`"${status}"`);
    });
  }
});

describe('bytes that are not an HTTP request', () => {
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
    it(`are rejected with ${status}: ${what}`, async () => {
      const client = await RawClient.open(node.url);
      client.send(`${head}\r\n\r\n`);
      await client.closed;
      expect(client.received).to.match(new RegExp(`^HTTP/1\\.1 ${status} [^]*Connection: close\r\n`));
    });
  }
});

describe('requests on one connection', () => {
  let node: TestNode;
  let token: string;
  before(async () => {
    node = await startTestNode({ env: { BODY_LIMIT: '100kb' } });
    token = await tokenOf(node.url, 'holder');
  });
  after(() => node.stop());

  const piece = JSON.stringify({ '@type': `${cargo}Piece` });
  const post = (head: string, body = ''): string =>
    `POST /logistics-objects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/ld+json\r\n${head}\r\n\r\n${body}`;
  const whole = (): string => post(`Content-Length: ${piece.length}`, piece);
  const statuses = (heard: string): number[] =>
    Array.from(heard.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
  /** Says something, and gives the statuses that were heard until the connection was closed. */
  const heardAfter = async (...said: readonly string[]): Promise<number[]> => {
    const client = await RawClient.open(node.url);
    for (const words of said) client.send(words);
    await client.closed;
    return statuses(client.received);
  };

  it('are answered, and the connection ends with the first one that cannot be read', async () => {
    const client = await RawClient.open(node.url);
    client.send(whole());
    expect(await client.status()).to.equal(201);
    client.send(`GARBAGE\r\n\r\n${whole()}`);
    await client.closed;
    expect(statuses(client.received)).to.deep.equal([201, 400]);
    expect((await heardAfter(whole().repeat(5), 'GARBAGE\r\n\r\n')).at(-1)).to.equal(400);
  });

  it('are answered with 400 when their body cannot be read, unless they have been answered before', async () => {
    expect(await heardAfter(post('Transfer-Encoding: chunked', 'no chunk\r\n'))).to.deep.equal([400]);
    const unknown = 'POST /logistics-objects HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const client = await RawClient.open(node.url);
    client.send(unknown);
    expect(await client.status()).to.equal(401);
    client.send('no chunk\r\n');
    await client.closed;
    // The connection's own end.
    expect(statuses(client.received)).to.deep.equal([401, 400]);
  });

  it('are rejected with 413 before the end of a body that is too long', async () => {
    const declared = await RawClient.open(node.url);
    declared.send(post('Content-Length: 99999999999', '{}'));
    expect(await declared.status()).to.equal(413);
    declared.end();
    const endless = await RawClient.open(node.url);
    endless.send(post('Transfer-Encoding: chunked'));
    for (let count = 0; count < 60; count += 1) endless.send(`1000\r\n${'x'.repeat(4096)}\r\n`);
    expect(await endless.status()).to.equal(413);
    endless.end();
  });

  it('get 100 Continue only when their body will be read (Expect: 100-continue)', async () => {
    const wanted = await RawClient.open(node.url);
    wanted.send(post(`Expect: 100-continue\r\nContent-Length: ${piece.length}`));
    expect(await wanted.status()).to.equal(100);
    wanted.send(piece);
    await wanted.until((heard) => statuses(heard).length === 2);
    expect(statuses(wanted.received)).to.deep.equal([100, 201]);
    wanted.end();
    const listed = await RawClient.open(node.url);
    listed.send(post(`Expect: 100-continue, other\r\nContent-Length: ${piece.length}`));
    expect(await listed.status()).to.equal(100);
    listed.end();
    const large = await RawClient.open(node.url);
    large.send(post('Expect: 100-continue\r\nContent-Length: 3000000'));
    expect(await large.status()).to.equal(413);
    large.end();
    const anonymous = await RawClient.open(node.url);
    anonymous.send('POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n');
    expect(await anonymous.status()).to.equal(401);
    anonymous.end();
    const other = await RawClient.open(node.url);
    other.send(post(`Expect: something\r\nContent-Length: ${piece.length}`, piece));
    expect(await other.status()).to.equal(201);
    other.end();
  });

  it('are rejected with an Error for no Host or two of them', async () => {
    for (const [said, status] of [
      [`GET / HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`, 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`, 400],
    ] as const) {
      const client = await RawClient.open(node.url);
      client.send(said);
      await client.closed;
      expect(statuses(client.received), said).to.deep.equal([status]);
      expect(client.received).to.include('"@type":"api:Error"');
    }
  });

  it('do not end the node when a CONNECT follows them and the client hangs up', async () => {
    for (const before of ['', whole(), 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20)]) {
      const client = await RawClient.open(node.url);
      client.send(`${before}CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n`);
      client.socket.resetAndDestroy();
      await client.closed;
    }
    expect((await fetch(`${node.url}/health/ready`)).status).to.equal(200);
  });

  it('may be rejected one after another on one connection without a leak of listeners', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const client = await RawClient.open(node.url);
    const refused = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n';
    for (let count = 1; count <= 20; count += 1) {
      client.send(refused);
      await client.until((heard) => statuses(heard).length === count);
      client.send('{ }');
    }
    client.end();
    await client.closed;
    process.off('warning', note);
    expect(statuses(client.received)).to.deep.equal(Array.from({ length: 20 }, () => 401));
    expect(warnings).to.deep.equal([]);
  });

  it('with Upgrade are answered, and the connection is closed', async () => {
    const upgrade = `GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;
    expect(await heardAfter(upgrade + whole())).to.deep.equal([200]);
  });
});

describe('thousands of idle connections', () => {
  it('neither block responses nor the stop of the node', async () => {
    const node = await startTestNode();
    const idle = await Promise.all(Array.from({ length: 2000 }, () => RawClient.open(node.url)));
    try {
      for (const one of idle.slice(0, 500)) one.send('GET / HT');
      expect((await node.holder.get('/')).status).to.equal(200);
      expect((await node.anonymous.get('/health/ready')).status).to.equal(200);
    } finally {
      for (const one of idle) one.end();
      await Promise.all(idle.map(({ closed }) => closed));
      await node.stop();
    }
  });

  it('are closed when the node stops', async () => {
    const node = await startTestNode();
    const idle = await RawClient.open(node.url);
    idle.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await idle.status()).to.equal(401);
    // Within the test's timeout.
    await node.stop();
    await idle.closed;
  });
});
