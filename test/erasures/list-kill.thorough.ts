/** The list of erasures of a node that is killed, and on a disk that is full (P43). */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createPiece, freePorts, tokenFor } from '../support/exchange.js';
import { type Json, list, member, Party, type Reply, textIn } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';

const json = { 'Content-Type': 'application/json' };
const ROUNDS = scaled(5);
const WRITERS = 4;

describe('The list of erasures of a process', () => {
  let folder: string;
  let url: string;
  let node: NodeProcess | undefined;
  let holder: Party;

  async function start(env: Record<string, string> = {}, launcher: readonly string[] = []): Promise<void> {
    node = spawnNode(folder, { PORT: new URL(url).port, STORE_URL: 'file:store', ...env }, [], launcher);
    await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    holder = new Party(url, agent, await tokenFor(url, agent));
  }
  async function kill(signal: NodeJS.Signals): Promise<void> {
    node?.kill(signal);
    await node?.ended;
  }
  const erase = (object: string): Promise<Reply> =>
    holder.post('/internal/erasures', { object, reason: 'MISTAKE' }, json);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'erasures-'));
    const [port = 0] = await freePorts(1);
    url = `http://localhost:${port}`;
  });
  afterEach(async () => {
    await kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  it('has each confirmed erasure after kill -9, and after the next start each that the store has', async () => {
    const random = new Random(seeded(SEED));
    const confirmed: string[] = [];
    const ids = async (): Promise<string[]> =>
      (await readFile(join(folder, 'store.erasures.jsonl'), 'utf8'))
        .split('\n')
        .slice(0, -1)
        .map((line) => textIn(member(JSON.parse(line) as Json, 'id')));
    const write = async (): Promise<void> => {
      for (;;) {
        try {
          const reply = await erase(await createPiece(holder));
          expect(reply.status, reply.text).to.equal(201);
          confirmed.push(reply.headers.get('location') ?? '');
        } catch (error) {
          // The connection was closed or refused.
          if (error instanceof TypeError) return;
          throw error;
        }
      }
    };
    await start();
    for (let round = 0; round < ROUNDS; round += 1) {
      const writers = Array.from({ length: WRITERS }, write);
      const enough = confirmed.length + 1 + random.below(20);
      while (confirmed.length < enough) await delay(1);
      await kill('SIGKILL');
      await Promise.all(writers);
      expect(await ids()).to.include.members(confirmed);
      await start();
      const stored = list(member((await holder.get('/internal/erasures?limit=1000')).json, 'items'));
      expect((await ids()).sort()).to.deep.equal(stored.map((one) => textIn(member(one, 'uri'))).sort());
    }
  }).timeout(300_000);

  it('refuses erasures with 507 while its disk is full, and takes them again when it is not', async function () {
    await mkdir(join(folder, 'lists'));
    const launcher = ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs lists && exec "$@"', 'sh'];
    const [unshare = '', ...args] = launcher;
    if (process.platform !== 'linux' || spawnSync(unshare, [...args, 'true'], { cwd: folder }).status !== 0) {
      process.stdout.write('      (skipped: it takes Linux and user namespaces to give a process a small disk)\n');
      this.skip();
    }
    await start({ ERASURE_LIST_FILE: 'lists/list.jsonl' }, launcher);
    const lists = `/proc/${String(node?.pid)}/root${folder}/lists`;
    const [first, second] = [await createPiece(holder), await createPiece(holder)];
    expect((await erase(first)).status).to.equal(201);
    await writeFile(join(lists, 'ballast'), Buffer.alloc(1024 ** 2)).catch((error: unknown) => {
      expect(error).to.have.property('code', 'ENOSPC');
    });
    const refused = await erase(second);
    expect(refused.status, refused.text).to.equal(507);
    expect((await holder.get(second)).status).to.equal(200);
    expect((await holder.get('/health/ready')).text).to.contain('erasure-list');
    await rm(join(lists, 'ballast'));
    expect((await erase(second)).status).to.equal(201);
    const text = await readFile(join(lists, 'list.jsonl'), 'utf8');
    expect(text.split('\n')).to.have.length(3);
    expect((await holder.get('/health/ready')).text).to.not.contain('erasure-list');
  });
});
