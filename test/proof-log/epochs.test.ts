import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseBundle } from '../../src/proofs/format/bundle.js';
import { parseCheckpoint } from '../../src/proofs/format/checkpoint.js';
import { readHash } from '../../src/proofs/format/encoding.js';
import { parseNote, parseVkey, verifySignatures } from '../../src/proofs/format/note.js';
import { isConsistent } from '../../src/proofs/format/tree.js';
import { type Proven, verifyBundle } from '../../src/proofs/format/verify-bundle.js';
import { systemClock } from '../../src/clock.js';
import { backup } from '../../src/commands/backup.js';
import { exportStore } from '../../src/commands/export.js';
import { importStore } from '../../src/commands/import.js';
import { newLog } from '../../src/commands/new-log.js';
import { restore } from '../../src/commands/restore.js';
import { readSettings, SettingsError } from '../../src/settings/settings.js';
import { StoreError } from '../../src/store/store-error.js';
import { markRestored } from '../../src/store/folder/restored.js';
import { list, member, textIn, type Json } from '../support/node.js';
import { eventually, freePorts } from '../support/exchange.js';
import { failure } from '../store/support/open.js';
import { TestContext } from '../support/world.js';

describe('The log of a store', () => {
  let folder: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'log-'));
    const [port = 0] = await freePorts(1);
    env = { STORE_URL: `file:${join(folder, 'store')}`, PORT: String(port), PROOF_CHECKPOINT_MS: '100' };
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Runs a node on the store. */
  async function running<Result>(
    use: (world: TestContext) => Promise<Result>,
    more: Record<string, string> = {},
  ): Promise<Result> {
    const world = await TestContext.start({ env: { ...env, ...more } });
    try {
      return await use(world);
    } finally {
      await world.stop();
    }
  }

  const describedLog = async (world: TestContext): Promise<Json> =>
    (await world.anonymous.get('/.well-known/cargograph-log.json')).json;

  const vkeys = (described: Json): string[] => list(member(described, 'keys')).map((key) => textIn(member(key, 'key')));

  /** Verifies a proof with keys that the verifier brings. */
  async function prove(world: TestContext, path: string, keys: readonly string[]): Promise<Proven> {
    const reply = await world.holder.get(path);
    expect(reply.status, reply.text).to.equal(200);
    const verdict = verifyBundle(parseBundle(reply.text), { keys: keys.map(parseVkey), witnesses: [] });
    if (!verdict.holds) expect.fail(`step ${verdict.step}: ${verdict.reason}`);
    return verdict.proven;
  }

  async function newKey(name: string): Promise<string> {
    const file = join(folder, name);
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(file, pem, { mode: 0o600 });
    return file;
  }

  it('goes on after a restart, with the same key (P1, P8)', async () => {
    const first = await running(async (world) => {
      const piece = await world.piece();
      return {
        piece,
        keys: vkeys(await describedLog(world)),
        proven: await prove(world, `${piece}/proof`, vkeys(await describedLog(world))),
      };
    });
    await running(async (world) => {
      const piece = await world.piece();
      const later = await prove(world, `${piece}/proof`, first.keys);
      const again = await prove(world, `${first.piece}/proof`, first.keys);
      expect(again.index).to.equal(first.proven.index);
      expect(later.index).to.be.greaterThan(again.index);
      const [from, to] = [first.proven.checkpoint, later.checkpoint];
      const reply = await world.holder.get(`/log/1/consistency?from=${from.size}&to=${to.size}`);
      const hashes = list(member(reply.json, 'hashes')).map((hash) => readHash(textIn(hash), 'a hash'));
      expect(isConsistent(from.size, to.size, from.root, to.root, hashes)).to.equal(true);
    });
  });

  it('has an entry for another key; the old one may sign beside it (P49)', async () => {
    const [old, fresh] = [await newKey('old.pem'), await newKey('new.pem')];
    const before = await running(
      async (world) => {
        await world.piece();
        return vkeys(await describedLog(world));
      },
      { PROOF_KEY_FILE: old },
    );
    await running(
      async (world) => {
        const described = await describedLog(world);
        const keys = vkeys(described);
        expect(keys).to.have.length(2);
        expect(keys[0]).to.equal(before[0]);
        const [first, second] = list(member(described, 'keys'));
        expect(member(first, 'until')).to.equal(member(second, 'from'));
        expect(member(second, 'until')).to.equal(null);
        const piece = await world.piece();
        for (const key of keys) await prove(world, `${piece}/proof`, [key]);
        const entry = await prove(world, `/log/1/entries/${JSON.stringify(member(second, 'from'))}`, keys);
        expect(entry.record.kind).to.equal('log');
        const note = parseNote((await world.holder.get('/log/checkpoint')).text);
        expect(verifySignatures(note, keys.map(parseVkey)).valid).to.have.length(2);
      },
      { PROOF_KEY_FILE: fresh, PROOF_OLD_KEY_FILES: old },
    );
  });

  it('is followed by another epoch when the store was restored; its entries stay provable (P21)', async () => {
    const before = await running(async (world) => {
      const piece = await world.piece();
      const keys = vkeys(await describedLog(world));
      return { piece, keys, proven: await prove(world, `${piece}/proof`, keys) };
    });
    await markRestored(join(folder, 'store'), '2026-11-22T09:30:00.000Z');
    for (const time of ['first', 'second'])
      await running(async (world) => {
        const described = await describedLog(world);
        expect(member(described, 'prefix'), time).to.equal(world.uri('/log/2/'));
        expect(list(member(described, 'earlier'))).to.have.length(1);
        const old = await prove(world, `${before.piece}/proof`, before.keys);
        expect(old.checkpoint.origin).to.equal(before.proven.checkpoint.origin);
        expect(old.checkpoint.origin).to.match(/\/log\/1$/);
        const piece = await world.piece();
        const young = await prove(world, `${piece}/proof`, vkeys(described));
        expect(young.checkpoint.origin).to.match(/\/log\/2$/);
        const start = await prove(world, '/log/2/entries/0', vkeys(described));
        expect(start.record.kind).to.equal('log');
        expect(start.disclosed?.join('\n'))
          .to.include(`previousSize> "${old.checkpoint.size}"`)
          .and.include('2026-11-22');
        const note = parseNote((await world.holder.get('/log/1/checkpoint')).text);
        expect(parseCheckpoint(note.text).size).to.equal(old.checkpoint.size);
      });
  });

  const settings = (more: Record<string, string> = {}) => readSettings({ ...env, ...more });

  it('has no proof for what no checkpoint covered when its epoch ended (P21)', async () => {
    const rarely = { PROOF_CHECKPOINT_MS: '60000' };
    const proof = await running(async (world) => {
      // The first checkpoint covers the start of the log; the next one would come in a minute.
      await eventually(async () => (await world.holder.get('/log/1/checkpoint')).status === 200);
      return `${await world.piece()}/proof`;
    }, rarely);
    await newLog('pg_restore of Sunday', settings());
    await running(async (world) => {
      const { status, headers } = await world.holder.get(proof);
      expect(status).to.equal(404);
      expect(headers.get('retry-after')).to.equal(null);
    });
  });

  for (const [what, move] of [
    [
      'restored from a backup',
      async () => {
        await backup(join(folder, 'backup'), settings(), systemClock);
        env = { ...env, STORE_URL: `file:${join(folder, 'other')}` };
        await restore(join(folder, 'backup'), settings());
        return /restore of the backup of \d/;
      },
    ],
    [
      'imported from an export',
      async () => {
        await exportStore(join(folder, 'export.nq'), {}, settings());
        env = { ...env, STORE_URL: `file:${join(folder, 'other')}` };
        await importStore(join(folder, 'export.nq'), undefined, settings());
        return /import/;
      },
    ],
    [
      'given one by `new-log`',
      async () => {
        const report = await newLog('pg_restore of Sunday', settings());
        expect(report).to.match(/\/log\/2 from now on$/);
        return /pg_restore of Sunday/;
      },
    ],
  ] as const)
    it(`begins another epoch, once, in a store that was ${what} (P21)`, async () => {
      const piece = await running(async (world) => {
        const made = await world.piece();
        await prove(world, `${made}/proof`, vkeys(await describedLog(world)));
        return made;
      });
      const reason = await move();
      for (const time of ['first', 'second'])
        await running(async (world) => {
          const described = await describedLog(world);
          expect(member(described, 'origin'), time).to.match(/\/log\/2$/);
          const start = await prove(world, '/log/2/entries/0', vkeys(described));
          expect(start.record.kind).to.equal('log');
          expect(start.disclosed?.join('\n'))
            .to.match(reason)
            .and.match(/previousOrigin> "localhost:\d+\/log\/1"/);
          expect((await world.holder.get(piece)).status).to.equal(200);
          const young = await prove(world, `${await world.piece()}/proof`, vkeys(described));
          expect(young.checkpoint.origin).to.match(/\/log\/2$/);
        });
    });

  it('is not begun again by `new-log` while a node runs, without a log, or without a reason (P21)', async () => {
    await running(async (world) => {
      await world.piece();
      expect(await failure(newLog('a reason', settings()))).to.be.instanceOf(StoreError);
      expect(member(await describedLog(world), 'origin')).to.match(/\/log\/1$/);
    });
    for (const reason of ['', ' ', 'two\nlines', 'x'.repeat(501)])
      expect(await failure(newLog(reason, settings()))).to.be.instanceOf(SettingsError);
    expect(await failure(newLog('a reason', settings({ PROOF_LOG: 'false' })))).to.be.instanceOf(SettingsError);
    await running(async (world) => {
      expect(member(await describedLog(world), 'origin')).to.match(/\/log\/1$/);
    });
    env = { ...env, STORE_URL: `file:${join(folder, 'without')}` };
    expect(await failure(newLog('a reason', settings()))).to.be.instanceOf(StoreError);
    await running((world) => world.piece(), { PROOF_LOG: 'false' });
    expect(await failure(newLog('a reason', settings()))).to.be.instanceOf(SettingsError);
  });

  it('is public if its operator wants that, and nothing where it is switched off (P12)', async () => {
    await running(
      async (world) => {
        await prove(world, `${await world.piece()}/proof`, vkeys(await describedLog(world)));
        expect((await world.anonymous.get('/log/checkpoint')).status).to.equal(200);
        expect((await world.anonymous.get('/log/1/entries/0')).status).to.equal(401);
      },
      { PROOF_ACCESS: 'public' },
    );
    await running(
      async (world) => {
        const piece = await world.piece();
        for (const path of ['/log/checkpoint', '/.well-known/cargograph-log.json', `${piece}/proof`])
          expect((await world.holder.get(path)).status, path).to.equal(404);
      },
      { PROOF_LOG: 'false' },
    );
  });

  it('does not start with an unusable key', async () => {
    const rsa = join(folder, 'rsa.pem');
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(rsa, pem, { mode: 0o600 });
    const open = await newKey('open.pem');
    await chmod(open, 0o644);
    for (const [file, reason] of [
      [join(folder, 'none.pem'), 'cannot be read'],
      [rsa, 'no Ed25519 key'],
      [open, 'may be read by others'],
    ] as const) {
      const error = await failure(running(() => Promise.resolve(), { PROOF_KEY_FILE: file }));
      expect(error).to.be.instanceOf(SettingsError);
      expect(error.message).to.include('PROOF_KEY_FILE').and.include(reason);
    }
  });
});
