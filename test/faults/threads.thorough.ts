import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createPiece, eventually, tokenFor } from '../support/exchange.js';
import { member, Party } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';

/** Never ends within its limit: a cross product of all statements. */
const ENDLESS =
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?o ?p . ?q ?r ?s . ?t ?u ?v }';
const SMALL = 'ASK {}';

/** The system's limit of threads does not hold for root: it takes another user. */
const launcher: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups'] : [];

describe('worker threads that cannot be started', () => {
  let folder: string;
  let node: NodeProcess;
  let url: string;
  let holder: Party;
  const ask = (query: string): ReturnType<Party['get']> => holder.get(`/sparql?query=${encodeURIComponent(query)}`);
  const limitThreads = (most: number | string): void => {
    const prlimit = ['prlimit', '--pid', String(node.pid), `--nproc=${String(most)}:`];
    execFileSync('env', [...launcher, ...prlimit]);
  };
  const hardLimit = (): string =>
    /^Max processes +\S+ +(\S+)/m.exec(readFileSync(`/proc/${String(node.pid)}/limits`, 'utf8'))?.[1] ?? '';
  /** What /health/ready reports as degraded. */
  const degraded = async (): Promise<unknown> =>
    member((await new Party(url, '', undefined).get('/health/ready')).json, 'degraded');

  before(async function () {
    const [program = 'true', ...args] = launcher;
    if (
      process.platform !== 'linux' ||
      [
        ['prlimit', '--version'],
        [program, ...args, process.execPath, '--version'],
      ].some(([name = '', ...rest]) => spawnSync(name, rest).status !== 0)
    ) {
      process.stdout.write('      (skipped: it takes Linux, prlimit and, for root, setpriv)\n');
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'cargograph-threads-'));
    await chmod(folder, 0o777);
  });
  beforeEach(async () => {
    const env = { PORT: '0', STORE_URL: 'memory:', SPARQL_TIMEOUT_MS: '3000', LOG_FORMAT: 'json' };
    node = spawnNode(folder, env, [], launcher);
    url = await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    holder = new Party(url, agent, await tokenFor(url, agent));
  });
  afterEach(async () => {
    node.kill('SIGKILL');
    await node.ended;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('reject queries with 503 and Retry-After, never 429, until they start; the exchange continues', async () => {
    limitThreads(1);
    for (let asked = 0; asked < 20; asked += 1) {
      const { status, headers } = await ask(SMALL);
      expect(status).to.equal(503);
      expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
    }
    await createPiece(holder);
    expect(await degraded())
      .to.be.an('array')
      .that.has.length(1);
    limitThreads(hardLimit());
    await eventually(async () => (await ask(SMALL)).status === 200);
    expect(await degraded()).to.equal(undefined);
    node.kill('SIGTERM');
    expect((await node.ended).code).to.equal(0);
  });

  it('do not affect the node when a second worker is needed with a slow query', async () => {
    for (let count = 0; count < 10; count += 1) await createPiece(holder);
    expect((await ask(SMALL)).status).to.equal(200);
    limitThreads(1);
    const slow = ask(ENDLESS);
    await eventually(async () =>
      (await (await fetch(`${url}/metrics`)).text()).includes('sparql_workers{state="busy"} 1'),
    );
    const behind = ask(SMALL);
    // The worker of the slow query is ended with it, and no other can be had.
    expect((await slow).status).to.equal(503);
    expect((await behind).status).to.equal(503);
    await createPiece(holder);
    limitThreads(hardLimit());
    await eventually(async () => (await ask(SMALL)).status === 200);
    node.kill('SIGTERM');
    expect((await node.ended).code).to.equal(0);
  });
});
