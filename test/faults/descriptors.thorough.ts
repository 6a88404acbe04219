import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually, tokenFor } from '../support/exchange.js';
import { context, Party } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';

/** A process that may have so many files and sockets open. */
const limited = (descriptors: number): string[] => ['sh', '-c', `ulimit -n ${String(descriptors)} && exec "$@"`, 'sh'];

describe('file descriptors', () => {
  let folder: string;
  const running: NodeProcess[] = [];
  const start = (descriptors: number): NodeProcess => {
    // Measuring what is covered takes descriptors of its own, and lines about those that it does not get.
    const env = { PORT: '0', STORE_URL: 'memory:', LOG_FORMAT: 'json', NODE_V8_COVERAGE: '' };
    const node = spawnNode(folder, env, [], limited(descriptors));
    running.push(node);
    return node;
  };
  before(async function () {
    if (process.platform !== 'linux') {
      process.stdout.write('    (skipped: it takes Linux)\n');
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'cargograph-descriptors-'));
  });
  after(async () => {
    for (const node of running) {
      node.kill('SIGKILL');
      await node.ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('too few at the start are reported in one line', async () => {
    for (const few of [34, 48, 64, 80]) {
      const node = start(few);
      expect((await node.ended).code, String(few)).to.equal(1);
      expect(node.stderr(), String(few)).to.match(/^too many open files: .*ulimit -n.*\n$/);
    }
  });

  it('exhausted while a node runs: connections fail, and it recovers', async () => {
    const node = start(400);
    const url = await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    const holder = new Party(url, agent, await tokenFor(url, agent));
    const create = async (): Promise<number> => {
      const piece = { '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'x' };
      return (await holder.post('/logistics-objects', piece)).status;
    };
    expect(await create()).to.equal(201);
    // More connections than there are descriptors: the system accepts them for the node, which cannot take them.
    const { port, hostname } = new URL(url);
    const sockets: Socket[] = [];
    for (let count = 0; count < 500; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => socket.destroy());
      sockets.push(socket);
    }
    // A query needs a thread with descriptors of its own, and a caller that is already connected gets an answer.
    await Promise.race([
      holder.get('/sparql?query=ASK%20%7B%7D').then(({ status }) => {
        // 503 where the last descriptors went to connections before the thread opened its own.
        expect(status).to.be.oneOf([200, 503]);
      }),
      eventually(() => Promise.resolve(sockets.some(({ destroyed }) => destroyed))),
    ]);
    for (const socket of sockets) socket.destroy();
    await eventually(async () => (await create()) === 201);
    await eventually(async () => (await holder.get('/sparql?query=ASK%20%7B%7D')).status === 200);
    node.kill('SIGTERM');
    expect((await node.ended).code).to.equal(0);
  });

  it('not available for a new connection: only that connection fails', async function () {
    if (spawnSync('prlimit', ['--version']).status !== 0) {
      process.stdout.write('    (skipped: there is no prlimit here)\n');
      this.skip();
    }
    const node = start(1024);
    const url = new URL(await node.listening);
    const limit = (descriptors: number): void => {
      execFileSync('prlimit', ['--pid', String(node.pid), `--nofile=${String(descriptors)}:`]);
    };
    // Fewer than it has already: not even the one that is kept in reserve can be had.
    limit(10);
    for (let count = 0; count < 10; count += 1) {
      const socket = connect(Number(url.port), url.hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      await Promise.race([once(socket, 'close'), delay(50)]);
      socket.destroy();
    }
    limit(1024);
    await eventually(() =>
      fetch(new URL('/health/ready', url)).then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    node.kill('SIGTERM');
    expect((await node.ended).code).to.equal(0);
  });
});
