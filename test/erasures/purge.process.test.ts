/** What was erased is in no file: neither of the store, nor of a backup, an export, or the node's log (P39). */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { backup } from '../../src/commands/backup.js';
import { exportStore } from '../../src/commands/export.js';
import { readSettings } from '../../src/settings/settings.js';
import { systemClock } from '../../src/clock.js';
import { filesWith } from '../support/files-with.js';
import { createPiece, freePorts, tokenFor } from '../support/exchange.js';
import { list, member, Party, textIn } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';
import { commitsIn } from '../store/support/kept-commits.js';

const NAME = 'Wilhelmina-Featherstonehaugh';

describe('The bytes of what was erased', () => {
  let folder: string;
  let env: Record<string, string>;
  let url: string;
  let node: NodeProcess | undefined;
  let holder: Party;

  const start = async (more: Record<string, string> = {}): Promise<void> => {
    node = spawnNode(folder, { ...env, ...more });
    await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    holder = new Party(url, agent, await tokenFor(url, agent));
  };
  const stop = async (): Promise<void> => {
    node?.kill('SIGTERM');
    await node?.ended;
    if (node !== undefined) await writeFile(join(folder, 'log.txt'), node.stdout() + node.stderr());
    node = undefined;
  };
  const settings = () => readSettings({ BASE_URL: url, STORE_URL: `file:${join(folder, 'data')}` });
  const erase = async (): Promise<void> => {
    const piece = await createPiece(holder, { 'cargo:goodsDescription': NAME, 'cargo:upid': NAME });
    const reply = await holder.post(
      '/internal/erasures',
      { object: piece, reason: 'DATA_SUBJECT_REQUEST' },
      { 'Content-Type': 'application/json' },
    );
    expect(reply.status, reply.text).to.equal(201);
  };
  const states = async (): Promise<string[]> => {
    const { status, text, json } = await holder.get('/internal/erasures', { headers: { Accept: 'application/json' } });
    expect(status, text).to.equal(200);
    return list(member(json, 'items')).map((item) => textIn(member(item, 'state')));
  };
  const purged = async (): Promise<void> => {
    while ((await states()).some((state) => state !== 'PURGED')) await createPiece(holder);
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-purge-'));
    const [port = 0] = await freePorts(1);
    url = `http://localhost:${port}`;
    env = { PORT: String(port), STORE_URL: 'file:data', LOG_LEVEL: 'trace' };
  });
  afterEach(() => stop());
  after(async () => {
    await rm(folder, { recursive: true });
  });

  it('are in the files while the erasure is HIDDEN, and in no backup', async () => {
    await start();
    await erase();
    expect(await states()).to.deep.equal(['HIDDEN']);
    await backup(join(folder, 'backup'), settings(), systemClock);
    await stop();
    expect(await filesWith(join(folder, 'backup'), NAME)).to.deep.equal([]);
  });

  it('are gone with the command purge on a stopped store, and the store is whole', async () => {
    const command = spawnNode(folder, { ...env, BASE_URL: url }, ['purge']);
    expect(await command.ended).to.deep.equal({ code: 0, signal: null });
    expect(command.stdout()).to.contain('1 erasures are PURGED now');
    expect(await filesWith(folder, NAME)).to.deep.equal([]);
    await exportStore(join(folder, 'all.nq'), {}, settings());
    expect(await filesWith(folder, NAME)).to.deep.equal([]);
    const check = spawnNode(folder, { ...env, BASE_URL: url }, ['check', '--log']);
    expect(await check.ended).to.deep.equal({ code: 0, signal: null });
    expect(check.stdout()).to.match(/nothing is wrong\n[^]* entries lost content by erasures that are on record/);
    await start();
    expect(await states()).to.deep.equal(['PURGED']);
    await stop();
  });

  it('are gone at once with PROOF_PURGE=at-once, while others write', async () => {
    await start({ PROOF_PURGE: 'at-once' });
    for (let count = 0; count < 3; count += 1) await erase();
    await purged();
    const { text: metrics } = await holder.get('/metrics');
    expect(metrics.split('\n').filter((line) => line.startsWith('cargograph_erasures{'))).to.deep.equal([
      'cargograph_erasures{state="HIDDEN"} 0',
      'cargograph_erasures{state="PURGED"} 4',
    ]);
    expect(await filesWith(folder, NAME)).to.deep.equal([]);
    const piece = await createPiece(holder);
    await stop();
    expect(await filesWith(folder, NAME)).to.deep.equal([]);
    expect((await readdir(join(folder, 'data'))).filter((name) => name.startsWith('purge'))).to.deep.equal([]);
    await start();
    expect((await holder.get(piece)).status).to.equal(200);
    await stop();
  }).timeout(60_000);

  it('are in no increment of a backup: none can begin before the erasure', async () => {
    const data = join(folder, 'data');
    const increment = async (name: string, since: string): Promise<{ code: number | null; stderr: string }> => {
      const running = spawnNode(folder, { ...env, BASE_URL: url }, ['backup', name, '--since', since]);
      return { code: (await running.ended).code, stderr: running.stderr() };
    };
    await start({ COMMIT_LOG_KEEP_MB: '64' });
    await spawnNode(folder, env, ['backup', 'full-1']).ended;
    await erase();
    const refused = await increment('none', 'full-1');
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.contain('something was erased after them');
    await spawnNode(folder, env, ['backup', 'full-2']).ended;
    await createPiece(holder);
    expect((await increment('one', 'full-2')).code).to.equal(0);
    await stop();
    expect(await readdir(data)).to.include('kept-commits');
    const command = spawnNode(folder, { ...env, BASE_URL: url }, ['purge']);
    expect((await command.ended).code).to.equal(0);
    expect(await filesWith(folder, NAME)).to.deep.equal([]);
    for (const commits of [join(data, 'kept-commits'), join(folder, 'one')]) {
      const written = await commitsIn(commits, join(folder, 'full-2'));
      expect(written).to.contain('changes');
      expect(written).to.not.contain(NAME);
    }
  }).timeout(60_000);
});
