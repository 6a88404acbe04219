import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { backup } from '../../src/commands/backup.js';
import { restore } from '../../src/commands/restore.js';
import { readSettings, type Settings, SettingsError } from '../../src/settings/settings.js';
import { lockFolder } from '../../src/store/folder/folder-lock.js';
import { StoreError } from '../../src/store/store-error.js';
import { TestClock } from '../support/clock.js';
import { createPiece, freePorts, tokenFor } from '../support/exchange.js';
import { list, member, Party } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';

describe('backup and restore', () => {
  let folder: string;
  let env: Record<string, string>;
  let url: string;
  let node: NodeProcess | undefined;
  const holder = async (): Promise<Party> => {
    const agent = `${url}/logistics-objects/_data-holder`;
    return new Party(url, agent, await tokenFor(url, agent));
  };
  const start = async (more: Record<string, string> = {}): Promise<void> => {
    node = spawnNode(folder, { ...env, ...more });
    await node.listening;
  };
  const stop = async (): Promise<void> => {
    node?.kill('SIGTERM');
    await node?.ended;
  };
  const settings = (store: string, baseUrl = url): Settings =>
    readSettings({ BASE_URL: baseUrl, STORE_URL: store === '' ? 'memory:' : `file:${join(folder, store)}` });
  const backUp = (store: string, target: string): Promise<string> =>
    backup(join(folder, target), settings(store), new TestClock());
  const putBack = (from: string, store: string, baseUrl = url): Promise<string> =>
    restore(join(folder, from), settings(store, baseUrl));
  /** What a command says that is refused: one line. */
  const refusal = async (doing: Promise<string>): Promise<string> => {
    const outcome = await doing.then(
      (said) => new Error(`not refused: ${said}`),
      (error: unknown) => error,
    );
    if (!(outcome instanceof StoreError || outcome instanceof SettingsError)) throw outcome;
    expect(outcome.message).to.not.contain('\n');
    return outcome.message;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-backup-'));
    const [port = 0] = await freePorts(1);
    url = `http://localhost:${port}`;
    env = { PORT: String(port), STORE_URL: 'file:data' };
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  it('copies the store while the node writes: all acknowledged writes, and no partial ones', async () => {
    await start();
    const party = await holder();
    const before: string[] = [];
    for (let count = 0; count < 20; count += 1) before.push(await createPiece(party));
    let writing = true;
    let during = 0;
    const writers = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (writing) {
          await createPiece(party);
          during += 1;
        }
      }),
    );
    const copying = spawnNode(folder, env, ['backup', 'copies/first']);
    const { code } = await copying.ended;
    writing = false;
    await writers;
    expect(code, copying.stderr()).to.equal(0);
    expect(copying.stdout()).to.match(/every graph checked/);
    expect(during, 'written meanwhile').to.be.greaterThan(5);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(Number(/^cargograph_store_backup_age_seconds (\S+)/m.exec(metrics)?.[1])).to.be.within(0, 300);
    expect(await readdir(join(folder, 'copies/first'))).to.have.members(['store.mdb', 'backup.json']);
    await stop();

    const restoring = spawnNode(folder, { ...env, STORE_URL: 'file:restored' }, ['restore', 'copies/first']);
    expect((await restoring.ended).code, restoring.stderr()).to.equal(0);
    expect(restoring.stdout()).to.match(/restored the backup/);
    await start({ STORE_URL: 'file:restored' });
    const again = await holder();
    for (const piece of before) expect((await again.get(piece)).status).to.equal(200);
    const all = await again.get('/logistics-objects?limit=100000');
    const uris = list(member(all.json, 'api:hasItem'));
    expect(uris.length).to.be.at.least(before.length);
    await createPiece(again);
    await stop();
  });

  it('is readable by its owner only, like the store', async () => {
    for (const name of ['data', 'data/store.mdb', 'copies/first', 'copies/first/store.mdb', 'copies/first/backup.json'])
      expect((await stat(join(folder, name))).mode & 0o077, name).to.equal(0);
    expect((await stat(join(folder, 'restored/store.mdb'))).mode & 0o077).to.equal(0);
  });

  it('restores intact backups only', async () => {
    await backUp('restored', 'copies/sound');
    const damage = async (name: string, how: (copy: string) => Promise<void>): Promise<string> => {
      const copy = join(folder, 'copies', name);
      await cp(join(folder, 'copies/sound'), copy, { recursive: true });
      await how(copy);
      return refusal(putBack(`copies/${name}`, name));
    };
    expect(await damage('shorter', (copy) => truncate(join(copy, 'store.mdb'), 8192))).to.contain('is damaged');
    const flip = async (copy: string): Promise<void> => {
      const bytes = await readFile(join(copy, 'store.mdb'));
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await writeFile(join(copy, 'store.mdb'), bytes);
    };
    expect(await damage('flipped', flip)).to.contain('is damaged');
    for (const name of ['shorter', 'flipped']) expect(await readdir(join(folder, name))).to.deep.equal([]);
    const whole = 'is not a complete backup';
    expect(await damage('no-note', (copy) => rm(join(copy, 'backup.json')))).to.contain(whole);
    expect(await damage('no-file', (copy) => rm(join(copy, 'store.mdb')))).to.contain(whole);
    expect(await damage('odd', (copy) => writeFile(join(copy, 'backup.json'), '{"kind":"other"}'))).to.contain(whole);
    expect(await refusal(putBack('copies/nowhere', 'other'))).to.contain(whole);
  });

  it('restores only into an empty folder, and only for the base URL of the backup', async () => {
    expect(await refusal(putBack('copies/sound', 'data'))).to.contain('is not empty');
    const elsewhere = putBack('copies/sound', 'other', 'https://other.example');
    expect(await refusal(elsewhere)).to.contain(`BASE_URL=${url}`);
    expect(await refusal(putBack('copies/sound', ''))).to.contain('STORE_URL');
  });

  it('does not restore while a node runs on the folder', async () => {
    await start({ STORE_URL: 'file:restored' });
    expect(await refusal(putBack('copies/sound', 'restored'))).to.contain('in use');
    await stop();
  });

  it('refuses to read beside a node of another container with the same process id, because LMDB would confuse them', async () => {
    const lock = await lockFolder(join(folder, 'restored'));
    try {
      expect(await refusal(backUp('restored', 'copies/beside'))).to.contain("in the node's own container");
      expect(await readdir(join(folder, 'copies'))).to.not.contain('beside');
    } finally {
      await lock.release();
    }
  });

  it('backs up stores only, into a folder that is absent or empty', async () => {
    await mkdir(join(folder, 'full'));
    await writeFile(join(folder, 'full', 'letter.txt'), 'dear');
    expect(await refusal(backUp('restored', 'full'))).to.contain('is not empty');
    expect(await refusal(backUp('restored', 'copies/sound'))).to.contain('is not empty');
    expect(await refusal(backUp('full', 'elsewhere'))).to.contain('there is no store');
    await writeFile(join(folder, 'full', 'store.mdb'), 'something else '.repeat(1000));
    expect(await refusal(backUp('full', 'elsewhere'))).to.contain('is not a store');
  });
});
