import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { pino } from 'pino';
import { OutboundClient, type OutboundOptions } from '../../src/outbound/http-client.js';
import { isGlobalAddress } from '../../src/outbound/global-address.js';
import { filteredLookup, type Resolve } from '../../src/outbound/lookup.js';
import { OutboundError } from '../../src/outbound/outbound-error.js';

const log = pino({ level: 'silent' });

describe('A call to another server', () => {
  let server: Server;
  let origin: string;
  let port: number;
  let connections: number;
  let heard: { method: string | undefined; path: string | undefined; body: string; header: string | undefined }[];
  let answer: (response: ServerResponse) => void;
  let client: OutboundClient | undefined;

  beforeEach(async () => {
    heard = [];
    connections = 0;
    answer = (response): void => void response.end('ok');
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        heard.push({ method: request.method, path: request.url, body, header: request.headersDistinct['x-test']?.[0] });
        answer(response);
      });
    });
    server.on('connection', () => (connections += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    port = address.port;
    origin = `http://127.0.0.1:${port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await client?.close();
    client = undefined;
  });

  function make(options: Partial<OutboundOptions> = {}): OutboundClient {
    client = new OutboundClient({ allowPrivateAddresses: true, log, ...options });
    return client;
  }

  async function failure(promise: Promise<unknown>): Promise<OutboundError> {
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof OutboundError)) throw new Error(`an OutboundError was expected, not ${String(error)}`);
    return error;
  }

  it('returns status, headers and body for any status', async () => {
    answer = (response): void => void response.writeHead(418, { 'X-Answer': 'yes' }).end('short and stout');
    const request = { method: 'POST', url: `${origin}/a?b=c#d`, headers: { 'X-Test': 'x' }, body: 'hello' } as const;
    const { status, headers, body } = await make().request(request);
    expect(status).to.equal(418);
    expect(headers['x-answer']).to.equal('yes');
    expect(body.toString()).to.equal('short and stout');
    expect(heard).to.deep.equal([{ method: 'POST', path: '/a?b=c', body: 'hello', header: 'x' }]);
  });

  for (const status of [301, 302, 307, 308]) {
    it(`returns a ${status} without following it`, async () => {
      answer = (response): void => void response.writeHead(status, { Location: `${origin}/elsewhere` }).end();
      expect((await make().request({ method: 'GET', url: origin })).status).to.equal(status);
      expect(heard).to.have.length(1);
    });
  }

  const invalid = ['', 'nonsense', '/relative', 'ftp://x/', 'file:///etc/passwd', 'javascript:1', 'http://u:p@x/'];
  for (const url of [...invalid, 'http://u@x/', 'http://', 'http://[::1', 'http://1.2.3.4.5/']) {
    it(`is not made to ${JSON.stringify(url)}`, async () => {
      const error = await failure(make().request({ method: 'GET', url }));
      expect(error.reason).to.equal('invalid-url');
      expect(error.message).not.to.include(':p@');
    });
  }

  it('times out when the server does not respond', async () => {
    answer = (): void => undefined;
    const error = await failure(make({ timeouts: { exchangeMs: 100 } }).request({ method: 'GET', url: origin }));
    expect(error.reason).to.equal('timeout');
  });

  it('times out although bytes arrive slowly', async () => {
    let trickle: NodeJS.Timeout | undefined;
    answer = (response): void => {
      trickle = setInterval(() => response.write('x'), 10);
    };
    const error = await failure(make({ timeouts: { exchangeMs: 150 } }).request({ method: 'GET', url: origin }));
    clearInterval(trickle);
    expect(error.reason).to.equal('timeout');
  });

  it('reads a body up to the limit', async () => {
    answer = (response): void => void response.end('x'.repeat(1000));
    const exact = make({ maxBytes: 1000 });
    expect((await exact.request({ method: 'GET', url: origin })).body).to.have.length(1000);
    await exact.close();
    const error = await failure(make({ maxBytes: 999 }).request({ method: 'GET', url: origin }));
    expect(error.reason).to.equal('too-large');
  });

  it('stops reading a response beyond the limit', async () => {
    answer = (response): void => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(10_000), more);
      };
      more();
    };
    const error = await failure(make({ maxBytes: 50_000 }).request({ method: 'GET', url: origin }));
    expect(error.reason).to.equal('too-large');
  });

  describe('that ignores the body', () => {
    const bodies: Readonly<Record<string, (response: ServerResponse) => void>> = {
      ends: (response) => void response.end('x'.repeat(1000)),
      'is longer than is read': (response) => void response.end('x'.repeat(1_000_000)),
      'breaks off': (response) => {
        response.write('x', () => void response.destroy());
      },
      'never ends': (response) => void response.write('x'),
    };
    for (const [how, body] of Object.entries(bodies)) {
      it(`returns the status when the body ${how}`, async () => {
        answer = (response): void => {
          response.writeProcessing();
          response.writeHead(201, { 'X-Answer': 'yes' });
          body(response);
        };
        const request = { method: 'POST', url: origin, ignoreBody: true } as const;
        const brought = await make({ timeouts: { exchangeMs: 300 }, maxBytes: 100_000 }).request(request);
        expect(brought.status).to.equal(201);
        expect(brought.headers['x-answer']).to.equal('yes');
        expect(brought.body).to.have.length(0);
      });
    }
  });

  const interim: [string, string][] = [
    ['an unasked 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['102 and 103 with headers', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'],
    ['32 of them', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(32)],
  ];
  for (const [what, before] of interim) {
    it(`returns the response after interim responses: ${what}`, async () => {
      answer = (response): void => {
        response.socket?.write(before);
        response.writeHead(204).end();
      };
      const brought = await make().request({ method: 'POST', url: origin, body: 'x', ignoreBody: true });
      expect(brought.status).to.equal(204);
    });
  }

  it('fails after too many interim responses', async () => {
    answer = (response): void => {
      const { socket } = response;
      const more = (): void => {
        if (socket?.destroyed === false) socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(33), more);
      };
      more();
    };
    const error = await failure(make().request({ method: 'POST', url: origin, ignoreBody: true }));
    expect(error.reason).to.equal('too-large');
  });

  describe('with a content coding in the response', () => {
    const text = 'what was meant '.repeat(50);
    const codings: [string, Buffer][] = [
      ['gzip', gzipSync(text)],
      ['X-GZip', gzipSync(text)],
      ['identity, gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['deflate', deflateRawSync(text)],
      ['br', brotliCompressSync(text)],
      ['identity', Buffer.from(text)],
    ];
    const coded = (coding: string, body: Buffer): void => {
      answer = (response): void => void response.writeHead(200, { 'Content-Encoding': coding }).end(body);
    };
    for (const [index, [coding, body]] of codings.entries()) {
      it(`reads ${coding} (${index})`, async () => {
        coded(coding, body);
        expect((await make().request({ method: 'GET', url: origin })).body.toString()).to.equal(text);
      });
      it(`reads ${coding} without a limit (${index})`, async () => {
        coded(coding, body);
        const { body: read } = await make({ maxBytes: Infinity }).request({ method: 'GET', url: origin });
        expect(read.toString()).to.equal(text);
      });
    }

    it('sends the codings that it accepts, and identity for an ignored body', async () => {
      const asked: unknown[] = [];
      server.on('request', ({ headers }: IncomingMessage) => asked.push(headers['accept-encoding']));
      await make().request({ method: 'GET', url: origin });
      await client?.request({ method: 'GET', url: origin, ignoreBody: true });
      expect(asked).to.deep.equal(['gzip, deflate, br', 'identity']);
    });

    it('reads an empty body with any coding', async () => {
      coded('gzip', Buffer.alloc(0));
      expect((await make().request({ method: 'GET', url: origin })).body).to.have.length(0);
    });

    for (const [what, coding, body] of [
      ['is cut off', 'gzip', gzipSync(text).subarray(0, 30)],
      ['is broken', 'br', Buffer.from('nonsense that is no brotli')],
      ['is not what it is called', 'gzip', Buffer.from(text)],
      ['was not asked for', 'zstd', Buffer.from(text)],
      ['comes twice', 'gzip, gzip', gzipSync(gzipSync(text))],
    ] as const) {
      it(`fails when it ${what}`, async () => {
        coded(coding, body);
        const error = await failure(make().request({ method: 'GET', url: origin }));
        expect(error.reason).to.equal('invalid-answer');
      });
    }

    for (const [coding, encode] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      it(`limits the decoded size of ${coding}`, async () => {
        coded(coding, encode(Buffer.alloc(5_000_000)));
        const error = await failure(make({ maxBytes: 100_000 }).request({ method: 'GET', url: origin }));
        expect(error.reason).to.equal('too-large');
      });
    }
  });

  it('reuses connections', async () => {
    const again = make();
    for (let calls = 0; calls < 20; calls += 1) await again.request({ method: 'GET', url: origin, ignoreBody: true });
    expect(heard).to.have.length(20);
    // One may not be told of as free yet when the next call comes.
    expect(connections).to.be.at.most(2);
  });

  it('is retried once when a reused connection has been closed', async () => {
    const again = make();
    for (let calls = 0; calls < 5; calls += 1) {
      await again.request({ method: 'POST', url: origin, body: 'x', ignoreBody: true });
      server.closeAllConnections();
    }
    expect(heard).to.have.length(5);
  });

  it('fails when the connection is refused or reset', async () => {
    answer = (response): void => void response.destroy();
    expect((await failure(make().request({ method: 'GET', url: origin }))).reason).to.equal('unreachable');
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    const error = await failure(make().request({ method: 'GET', url: `${origin}/?secret=s3cr3t` }));
    expect(error.message).to.equal(`${origin} cannot be reached (ECONNREFUSED)`);
  });

  it('ends with the reason of its aborted signal', async () => {
    const giveUp = new AbortController();
    const reason = new Error('the node stops');
    answer = (): void => {
      giveUp.abort(reason);
    };
    const request = { method: 'GET', url: origin, signal: giveUp.signal } as const;
    const outcome: unknown = await make()
      .request(request)
      .catch((error: unknown) => error);
    expect(outcome).to.equal(reason);
    const late: unknown = await make()
      .request(request)
      .catch((error: unknown) => error);
    expect(late).to.equal(reason);
    expect(heard).to.have.length(1);
  });

  describe('to a caller’s URL, without access to private addresses', () => {
    const resolvingTo =
      (...addresses: string[]): Resolve =>
      (_host, give) => {
        give(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      };

    for (const host of [
      ...['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '127.0.0.1.', '0.0.0.0', '10.0.0.1'],
      ...['169.254.169.254', '100.64.0.1', '198.18.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
      ...['[fe80::1]', '[fd00::1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '１２７.0.0.1'],
    ]) {
      it(`is not made to the literal address ${host}`, async () => {
        const guarded = make({ allowPrivateAddresses: false });
        const error = await failure(guarded.request({ method: 'GET', url: `http://${host}:${port}/` }));
        expect(error.reason).to.equal('address-refused');
        expect(connections).to.equal(0);
      });
    }

    it('is not made to localhost, by the name service of this machine', async () => {
      const guarded = make({ allowPrivateAddresses: false });
      const error = await failure(guarded.request({ method: 'GET', url: `http://localhost:${port}/` }));
      expect(error.reason).to.equal('address-refused');
      expect(connections).to.equal(0);
    });

    for (const addresses of [['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.1', '127.0.0.1'], []]) {
      it(`is not made to a name that resolves to ${JSON.stringify(addresses)}`, async () => {
        const guarded = make({ allowPrivateAddresses: false, resolve: resolvingTo(...addresses) });
        const error = await failure(guarded.request({ method: 'GET', url: `http://partner.example:${port}/` }));
        expect(error.reason).to.equal('address-refused');
        expect(connections).to.equal(0);
      });
    }

    for (const all of [true, false]) {
      it(`is made only to the public addresses of a name that has both (${all ? 'all' : 'one'} asked for)`, () => {
        const filtered = filteredLookup(
          resolvingTo('127.0.0.1', '8.8.8.8', 'fd00::1', '2606:4700::1111'),
          isGlobalAddress,
        );
        const given: unknown[] = [];
        filtered('partner.example', { all }, (...answered) => given.push(...answered));
        const [first, second] = ['8.8.8.8', '2606:4700::1111'];
        const everything = [
          { address: first, family: 4 },
          { address: second, family: 6 },
        ];
        expect(given).to.deep.equal(all ? [null, everything] : [null, first, 4]);
      });
    }

    it('is not made to a name whose addresses change from one private one to another', async () => {
      let lookups = 0;
      const rebinding: Resolve = (host, give) => {
        lookups += 1;
        resolvingTo(lookups === 1 ? '192.0.2.1' : '127.0.0.1')(host, give);
      };
      const guarded = make({ allowPrivateAddresses: false, resolve: rebinding, timeouts: { exchangeMs: 300 } });
      const request = { method: 'GET', url: `http://partner.example:${port}/` } as const;
      expect((await failure(guarded.request(request))).reason).to.equal('address-refused');
      expect((await failure(guarded.request(request))).reason).to.equal('address-refused');
      expect(lookups, 'one lookup a connection').to.equal(2);
      expect(connections).to.equal(0);
    });

    for (const host of [
      'nonexistent.invalid',
      'a..b',
      '-.-',
      '_x.invalid',
      `${'a'.repeat(64)}.invalid`,
      'localhost.',
    ]) {
      it(`fails, and nothing else does, when this machine’s name service cannot resolve ${host}`, async () => {
        const guarded = make({ allowPrivateAddresses: false, timeouts: { connectMs: 60_000, exchangeMs: 60_000 } });
        // Some know `localhost.`, at an address of this machine.
        const expected = await lookup(host).then(
          () => 'address-refused',
          () => 'unreachable',
        );
        const error = await failure(guarded.request({ method: 'GET', url: `http://${host}:${port}/` }));
        expect(error.reason).to.equal(expected);
        expect(connections).to.equal(0);
      });
    }

    it('fails when a failed lookup has no addresses, as Node.js calls back', async () => {
      const resolve: Resolve = (_host, give) => {
        give(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
      };
      const guarded = make({ allowPrivateAddresses: false, resolve });
      const error = await failure(guarded.request({ method: 'GET', url: 'http://partner.example/' }));
      expect(error.message).to.equal('http://partner.example cannot be reached (ENOTFOUND)');
    });

    it('reports a name that does not exist', async () => {
      const resolve: Resolve = (_host, give) => {
        give(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
      };
      const guarded = make({ allowPrivateAddresses: false, resolve });
      const error = await failure(guarded.request({ method: 'GET', url: 'http://partner.example/' }));
      expect(error.message).to.equal('http://partner.example cannot be reached (ENOTFOUND)');
    });
  });

  it('to a URL of the operator’s settings may have a private address', async () => {
    client = OutboundClient.unrestricted({ log });
    expect((await client.request({ method: 'GET', url: `http://localhost:${port}/` })).status).to.equal(200);
  });
});
