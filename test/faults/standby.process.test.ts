/** A standby as a process of its own: killed while it follows, and promoted after its node was killed. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { created, eventually, freePorts, tokenFor } from '../support/exchange.js';
import { cargo, member, Party, textIn } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';
import { compiled } from '../support/program.js';

const KILLS = 5;

describe('a standby of a running node', () => {
  let folder: string;
  let url: string;
  let env: Record<string, string>;
  let standbyEnv: Record<string, string>;
  let statusUrl: string;
  let node: NodeProcess | undefined;
  let standby: NodeProcess | undefined;
  let holder: Party;
  const pieces: string[] = [];

  const start = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
    node = spawnNode(folder, { ...env, ...more });
    await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    holder = new Party(url, agent, await tokenFor(url, agent));
  };
  const follow = (): void => {
    standby = spawnNode(folder, standbyEnv, ['standby']);
  };
  const end = async (running: NodeProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
    running?.kill(signal);
    await running?.ended;
  };
  const command = (args: readonly string[], more: Readonly<Record<string, string>>) => {
    const variables = { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', ...more };
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiled('main'), ...args], {
      cwd: folder,
      env: variables,
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };
  const create = async (): Promise<void> => {
    pieces.push(created(await holder.post('/logistics-objects', { '@type': `${cargo}Piece` })));
  };
  const sequenceOf = async (address: string): Promise<number> => {
    const reply = await fetch(`${address}/health/ready`).catch(() => undefined);
    if (reply === undefined) return 0;
    const json: unknown = await reply.json();
    const found = /"sequence":(\d+)/.exec(JSON.stringify(json));
    return Number(found?.[1] ?? 0);
  };
  const caughtUp = async (): Promise<void> => {
    const last = await sequenceOf(url);
    await eventually(async () => (await sequenceOf(statusUrl)) >= last);
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-standby-'));
    const [port = 0, statusPort = 0] = await freePorts(2);
    url = `http://localhost:${port}`;
    statusUrl = `http://localhost:${statusPort}`;
    const both = { BASE_URL: url, COMMIT_LOG_KEEP_MB: '64', STANDBY_SECRET: 'x'.repeat(32) };
    env = { ...both, PORT: String(port), STORE_URL: 'file:primary' };
    standbyEnv = { ...both, PORT: String(statusPort), STORE_URL: 'file:standby', STANDBY_OF: url };
  });
  after(async () => {
    await end(standby, 'SIGKILL');
    await end(node, 'SIGKILL');
    await rm(folder, { recursive: true });
  });

  it('goes on with the same copy after each kill', async () => {
    await start();
    await create();
    follow();
    await caughtUp();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const writing = Promise.all([create(), create(), create()]);
      await end(standby, 'SIGKILL');
      await writing;
      follow();
      await caughtUp();
    }
    const log = standby?.stderr() ?? '';
    expect(log, 'no new copy was taken').not.to.match(/copy/);
    const metrics = await (await fetch(`${statusUrl}/metrics`)).text();
    expect(metrics).to.match(/^cargograph_standby_following 1$/m);
    expect((await fetch(`${statusUrl}/health/live`)).status).to.equal(200);
    expect((await fetch(`${statusUrl}/logistics-objects`)).status, 'it is no node').to.equal(503);
  });

  it('is promoted by a person when its node is gone, has what it had, and begins another epoch (P21)', async () => {
    await caughtUp();
    const refusal = command(['standby', '--promote'], standbyEnv);
    expect(refusal.status, 'while it follows').to.equal(1);
    expect(refusal.text).to.match(/in use by another process/);
    await end(standby, 'SIGTERM');
    expect((await standby?.ended)?.code, 'an orderly end').to.equal(0);
    expect(command(['standby', '--promote'], standbyEnv).text, 'while its node runs').to.match(
      /answers: stop it first/,
    );
    await end(node, 'SIGKILL');
    const started = command([], { ...env, STORE_URL: 'file:standby' });
    expect(started.status, 'a node on it before that').to.equal(1);
    expect(started.text).to.match(/is a standby of/);
    const { status, text } = command(['standby', '--promote'], standbyEnv);
    expect(status, text).to.equal(0);
    expect(text).to.match(/^the store in .* is that of a node from now on: commit \d+ of 2/);
    expect(command(['check'], { ...env, STORE_URL: 'file:standby' }).text).to.match(/nothing is wrong/);
    await start({ STORE_URL: 'file:standby' });
    for (const piece of pieces) expect((await holder.get(piece)).status).to.equal(200);
    await create();
    const { json } = await holder.get('/.well-known/cargograph-log.json', { headers: { Accept: 'application/json' } });
    expect(textIn(member(json, 'origin'))).to.match(/\/log\/2$/);
    await end(node, 'SIGTERM');
    const { text: checked } = command(['check', '--log'], { ...env, STORE_URL: 'file:standby' });
    expect(checked).to.match(/nothing is wrong/);
    expect(command(['standby', '--promote'], standbyEnv).text, 'once').to.match(/is no standby/);
  });
});
