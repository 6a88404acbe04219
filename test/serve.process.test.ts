import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { eventually } from './support/exchange.js';
import { type NodeProcess, spawnNode } from './support/process.js';

/** A module that has the process fail when it is told to, as a fault of the program would. */
const failing = (statement: string): string =>
  `--import=data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(statement)}})`;

describe('The process around a node', () => {
  let folder: string;
  const running: NodeProcess[] = [];
  const start = (env: Record<string, string>): NodeProcess => {
    const started = spawnNode(folder, { PORT: '0', STORE_URL: 'memory:', LOG_FORMAT: 'json', ...env });
    running.push(started);
    return started;
  };
  before(async function () {
    if (process.platform === 'win32') {
      process.stdout.write('    (skipped: Windows has no such signals)\n');
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'serve-'));
  });
  after(async () => {
    for (const node of running) {
      node.kill('SIGKILL');
      await node.ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('ends on SIGTERM although its start hangs', async () => {
    // A pipe that nobody writes to: reading it never ends.
    execFileSync('mkfifo', [join(folder, 'cert.pem')]);
    const node = start({ TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'cert.pem', LOG_LEVEL: 'info' });
    const signalled = setInterval(() => {
      node.kill('SIGTERM');
    }, 500);
    const { signal } = await node.ended;
    clearInterval(signalled);
    expect(signal).to.equal('SIGTERM');
  });

  it('ends at once on a second signal', async () => {
    const node = start({ LOG_LEVEL: 'info' });
    const url = new URL(await node.listening);
    const slow = connect(Number(url.port), url.hostname);
    slow.on('error', () => undefined);
    await once(slow, 'connect');
    // A request whose body does not come: the node waits for it.
    slow.write(
      'POST /dev-idp/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
        'Content-Length: 100\r\nExpect: 100-continue\r\n\r\n',
    );
    await once(slow, 'data');
    node.kill('SIGINT');
    await eventually(() => Promise.resolve(node.stderr().includes('"stopping"')));
    node.kill('SIGINT');
    expect(await node.ended).to.deep.equal({ code: null, signal: 'SIGINT' });
    expect(node.stderr()).to.contain('a second signal');
    slow.destroy();
  });

  for (const [what, statement] of [
    ['an exception that nobody catches', 'throw new Error("unforeseen")'],
    ['a rejection that nobody handles', 'Promise.reject(new Error("unforeseen"))'],
  ] as const) {
    it(`stops cleanly with exit code 1 after ${what}, and logs it in one line`, async () => {
      const data = await mkdtemp(join(folder, 'data-'));
      const node = start({ STORE_URL: `file:${data}`, NODE_OPTIONS: failing(statement) });
      await node.listening;
      expect(await readdir(data)).to.include('.open');
      node.kill('SIGUSR2');
      expect(await node.ended).to.deep.equal({ code: 1, signal: null });
      const lines = node.stderr().trim().split('\n');
      expect(lines).to.have.length(1);
      expect(JSON.parse(lines[0] ?? '')).to.deep.include({ level: 60 });
      expect(lines[0]).to.contain('unforeseen');
      expect(await readdir(data), 'closed').to.not.include('.open');
    });
  }

  it('ends with exit code 1 after an exception while it starts', async () => {
    const early = 'setInterval(()=>{if(process.listenerCount("uncaughtException")>0)throw new Error("unforeseen")},1)';
    const node = start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(early)}` });
    const { code } = await node.ended;
    expect(code).to.equal(1);
    expect(node.stderr().trim().split('\n')).to.have.length(1);
  });
});
