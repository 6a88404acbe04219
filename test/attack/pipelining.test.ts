import { expect } from 'chai';
import { listen, type HttpListener } from '../../src/http/server/server.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { Random, SEED, seeded } from '../support/random.js';
import { RawClient } from '../support/raw.js';

const COUNT = 3_000;
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const statuses = (heard: string): number[] =>
  Array.from(heard.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

describe('pipelined requests', () => {
  const started: string[] = [];
  const stalled: (() => void)[] = [];
  let gone = 0;
  let server: HttpListener;
  let url: string;
  const much = Buffer.alloc(1024 ** 2, 'x');
  const open: RawClient[] = [];
  const client = async (): Promise<RawClient> => {
    const made = await RawClient.open(url);
    open.push(made);
    return made;
  };
  /** When the server has answered another client `times` times, it has read what came before. */
  const others = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) expect((await fetch(`${url}/other`)).status).to.equal(200);
  };

  beforeEach(async () => {
    started.length = 0;
    stalled.length = 0;
    gone = 0;
    server = await listen(0, 'localhost', undefined, {
      headersMs: 1_000,
      requestMs: 60_000,
      keepAliveMs: 60_000,
      writeStallTimeoutMs: 500,
      connectionsCheckingIntervalMs: 50,
    });
    url = `http://localhost:${server.port}`;
    server.serve((request, response) => {
      const { url: path = '', method } = request;
      if (path !== '/other') started.push(path);
      response.once('close', () => {
        if (request.socket.destroyed) gone += 1;
      });
      let body = '';
      request.setEncoding('latin1').on('data', (text: string) => (body += text));
      request.on('end', () => {
        if (path === '/stalled') stalled.push(() => response.end('stalled'));
        else if (path === '/much') response.end(much);
        else response.end(`<${method ?? ''} ${path} ${body}>`);
      });
    });
  });
  afterEach(async () => {
    for (const one of open.splice(0)) one.end();
    for (const answer of stalled) answer();
    await server.close();
  });

  it('start one after another: none before the answer to the one before', async () => {
    const pipelining = await client();
    pipelining.send(get('/stalled') + get('/next').repeat(COUNT) + last);
    await others(20);
    expect(started).to.deep.equal(['/stalled']);
    stalled[0]?.();
    await pipelining.closed;
    expect(statuses(pipelining.received)).to.have.length(COUNT + 2);
    expect(started).to.have.length(COUNT + 2);
  });

  it('of a client that does not read wait, and end with its connection', async () => {
    const deaf = await client();
    deaf.socket.pause();
    deaf.send(get('/much').repeat(COUNT));
    while (gone === 0) await others(1);
    // What the buffers of the two sockets hold.
    expect(started.length).to.be.below(100);
  });

  it('leave others their turn', async () => {
    const pipelining = await client();
    pipelining.send(get('/next').repeat(COUNT) + last);
    await others(20);
    expect(started.length).to.be.below(COUNT);
    await pipelining.closed;
    expect(statuses(pipelining.received)).to.have.length(COUNT + 1);
  });

  it('of many connections leave others their turn', async () => {
    const count = 300;
    const clients = await Promise.all(Array.from({ length: 10 }, client));
    for (const each of clients) each.send(get('/next').repeat(count) + last);
    await others(20);
    expect(started.length).to.be.below(clients.length * count);
    await Promise.all(clients.map(({ closed }) => closed));
    for (const { received } of clients) expect(statuses(received)).to.have.length(count + 1);
  });

  it('end when their client hangs up', async () => {
    const pipelining = await client();
    pipelining.send(get('/stalled') + get('/next').repeat(100));
    while (stalled.length === 0) await others(1);
    pipelining.end();
    while (gone === 0) await others(1);
    expect(started).to.deep.equal(['/stalled']);
  });

  it('are answered in order, with any bodies, however their bytes arrive', async () => {
    const random = new Random(seeded(SEED));
    const bodies = ['', '\r\n\r\n', '\r\n', get('/within'), '0\r\n\r\nGET /x HTTP/1.1\r\n\r\n', 'x'.repeat(70_000)];
    const sized = (path: string, body: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const chunked = (path: string, body: string): string => {
      const chunks = Array.from({ length: Math.ceil(body.length / 7_001) }, (_, at) =>
        body.slice(at * 7_001, (at + 1) * 7_001),
      );
      const text = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
      return `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${text}0\r\nX-Trailer: y\r\n\r\n`;
    };
    const empty = (path: string): string => `\r\n${get(path)}`;
    const pipelining = await client();
    let text = '';
    let expected = '';
    for (let index = 0; index < 300; index += 1) {
      const body = random.one(bodies);
      const path = `/${index}`;
      const form = random.one([sized, chunked, empty]);
      text += form(path, body);
      expected += form === empty ? `<GET ${path} >` : `<POST ${path} ${body}>`;
    }
    pipelining.socket.setNoDelay(true);
    for (let at = 0; at < text.length;) {
      const length = 1 + Math.floor(random.upTo(1) ** 4 * 30_000);
      pipelining.send(text.slice(at, at + length));
      at += length;
      if (random.chance(0.2)) await others(1);
    }
    const answers = (heard: string): string => heard.replace(/HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)+\r\n/g, '');
    pipelining.send(last);
    await pipelining.closed;
    expect(answers(pipelining.received) === `${expected}<GET /last >`, 'the answers').to.equal(true);
  });
});

describe('pipelined requests to a node', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode();
  });
  after(() => node.stop());

  for (const [path, status] of [
    ['/health/live', 200],
    ['/nothing', 401],
    ['/openapi.json', 200],
  ] as const)
    it(`of ${path} leave others their turn`, async () => {
      const pipelining = await RawClient.open(node.url);
      const count = path === '/openapi.json' ? 100 : 1_000;
      pipelining.send(get(path).repeat(count) + last.replace('/last', path));
      expect((await node.anonymous.get('/health/live')).status).to.equal(200);
      expect(statuses(pipelining.received).length).to.be.below(count);
      await pipelining.closed;
      expect(statuses(pipelining.received)).to.deep.equal(Array.from({ length: count + 1 }, () => status));
    });

  it('of many connections are behind who asks for little, also with a token of its own for each', async () => {
    const partner = await node.party('airline');
    const read = async (): Promise<number> => (await partner.get('/')).status;
    expect(await read()).to.equal(200);
    const count = 200;
    const clients = await Promise.all(Array.from({ length: 10 }, () => RawClient.open(node.url)));
    const answered = (): number => clients.reduce((sum, { received }) => sum + statuses(received).length, 0);
    const invented = (name: string): string =>
      `GET /nothing HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${name}\r\n\r\n`;
    for (const [index, each] of clients.entries())
      each.send(Array.from({ length: count }, (_, at) => invented(`${index}-${at}`)).join('') + last);
    for (let time = 0; time < 3; time += 1) expect(await read()).to.equal(200);
    expect(answered()).to.be.below((clients.length * count) / 2);
    await Promise.all(clients.map(({ closed }) => closed));
    expect(answered()).to.equal(clients.length * (count + 1));
  });
});
