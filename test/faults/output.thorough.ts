import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { eventually } from '../support/exchange.js';
import { type Json, member } from '../support/node.js';
import { freePort } from '../support/ports.js';
import { nodeOptions } from '../support/process.js';
import { compiled } from '../support/program.js';

/** Lines of more than 12 kB: together more than a pipe and the log's buffer hold. */
const MANY_LINES = 200;
const LONG_PATH = `/${'x'.repeat(12_000)}`;

describe('a process whose output cannot be written', () => {
  let folder: string;
  const running = new Set<ChildProcess>();
  before(async function () {
    if (process.platform !== 'linux') {
      process.stdout.write('    (skipped: it takes Linux)\n');
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'cargograph-output-'));
  });
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
    running.clear();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const start = (
    env: Record<string, string>,
    stdio: readonly ('pipe' | 'ignore' | number)[],
    args: readonly string[] = [],
  ): ChildProcess => {
    const child = spawn(process.execPath, [...nodeOptions, compiled('main'), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', STORE_URL: 'memory:', ...env },
      stdio: ['ignore', ...stdio],
    });
    running.add(child);
    return child;
  };
  const isReady = async (port: number): Promise<boolean> => {
    try {
      return (await fetch(`http://localhost:${String(port)}/health/ready`)).status === 200;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  };
  const stopped = async (child: ChildProcess): Promise<number | null> => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  const health = async (port: number): Promise<Json> =>
    JSON.parse(await (await fetch(`http://localhost:${String(port)}/health/ready`)).text()) as Json;

  for (const format of ['json', 'pretty']) {
    describe(`LOG_FORMAT=${format}`, () => {
      it('continues when the disk of its log is full, and reports it', async () => {
        const port = await freePort();
        const full = openSync('/dev/full', 'w');
        const child = start({ PORT: String(port), LOG_LEVEL: 'debug', LOG_FORMAT: format }, ['pipe', full]);
        closeSync(full);
        await eventually(() => isReady(port));
        expect(await health(port))
          .to.have.property('degraded')
          .that.satisfies((degraded: { key: string }[]) => degraded.some(({ key }) => key === 'log-lines'));
        expect(await stopped(child)).to.equal(0);
      });

      it('continues when the reader of its log closes the pipe', async () => {
        const port = await freePort();
        const child = start({ PORT: String(port), LOG_LEVEL: 'debug', LOG_FORMAT: format }, ['pipe', 'pipe']);
        child.stderr?.destroy();
        await eventually(() => isReady(port));
        expect(await isReady(port)).to.equal(true);
        expect(await stopped(child)).to.equal(0);
      });

      it('responds while the reader of its log stalls, drops lines beyond its buffer, and logs later how many', async () => {
        const port = await freePort();
        const child = start({ PORT: String(port), LOG_LEVEL: 'debug', LOG_FORMAT: format }, ['pipe', 'pipe']);
        await eventually(() => isReady(port));
        for (let sent = 0; sent < MANY_LINES; sent += 100) {
          const replies = Array.from({ length: 100 }, async () => {
            const reply = await fetch(`http://localhost:${String(port)}${LONG_PATH}`);
            await reply.arrayBuffer();
            return reply.status;
          });
          for (const status of await Promise.all(replies)) expect(status).to.be.within(400, 404);
        }
        expect(await health(port)).to.have.property('degraded');
        const log = child.stderr === null ? '' : text(child.stderr);
        await eventually(async () => member(await health(port), 'degraded') === undefined);
        expect(await stopped(child)).to.equal(0);
        const read = await log;
        // A short line that still fits among the dropped ones brings a note of its own.
        const notes = [...read.matchAll(/dropped"?: ?(\d+)/g)];
        const dropped = notes.reduce((sum, [, lines]) => sum + Number(lines), 0);
        expect(dropped).to.be.greaterThan(0);
        expect(read, 'the last lines before a stop').to.contain('stopping');
        if (format === 'json') {
          const lines = read.trim().split('\n');
          for (const line of lines) expect(JSON.parse(line)).to.have.property('msg');
          expect(lines.length + dropped).to.be.greaterThan(MANY_LINES);
        }
      });
    });
  }

  it('starts and serves when its standard output cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    for (const stdout of ['pipe', full] as const) {
      const port = await freePort();
      const child = start({ PORT: String(port), LOG_FORMAT: 'json' }, [stdout, 'pipe']);
      child.stdout?.destroy();
      const log = child.stderr === null ? '' : text(child.stderr);
      await eventually(() => isReady(port));
      expect(await stopped(child)).to.equal(0);
      expect(await log).to.contain('standard output cannot be written; the node continues');
    }
    closeSync(full);
  });

  it('--help ends silently when its output is closed, and reports a full disk in one line', async () => {
    const unread = start({}, ['pipe', 'pipe'], ['--help']);
    unread.stdout?.destroy();
    expect(await Promise.all([once(unread, 'exit'), unread.stderr === null ? '' : text(unread.stderr)])).to.deep.equal([
      [0, null],
      '',
    ]);
    const full = openSync('/dev/full', 'w');
    const help = start({}, [full, 'pipe'], ['--help']);
    const reported = help.stderr === null ? '' : await text(help.stderr);
    closeSync(full);
    await eventually(() => Promise.resolve(help.exitCode === 1));
    expect(reported).to.match(/^standard output cannot be written: .*ENOSPC.*\n$/);
  });
});
