import { cpSync } from 'node:fs';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { systemClock } from '../../../src/clock.js';
import { spanOf } from '../../../src/store/commit-order.js';
import { type CommitTime, commitTimeIn, commitTimeOf, dateTimeText } from '../../../src/store/commit-time.js';
import { backUp, restore } from '../../../src/store/folder/backup.js';
import { backUpSince } from '../../../src/store/folder/increments.js';
import { restoredFrom } from '../../../src/store/folder/restored.js';
import { LmdbFile } from '../../../src/store/lmdb/lmdb-file.js';
import { LmdbRecord } from '../../../src/store/lmdb/lmdb-record.js';
import { archiveFolder } from '../../../src/store/lmdb/log/log-archive.js';
import type { PendingCommit } from '../../../src/store/record.js';
import { StoreError } from '../../../src/store/store-error.js';
import { storeCopier } from '../../support/program.js';
import { Random, SEED, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';
import { base, failure, object, openFolder, revision, silent, statement, withFolder } from '../support/open.js';
import { Commits, lookups, type StoredState, stateOf } from '../support/random-commits.js';

const feedLength = 1_000;
const MEGABYTE = 1024 ** 2;

/** Copies a folder at one moment of its store: this thread does nothing meanwhile. What is half-written is given up. */
function copyNow(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== 'unfinished' });
}

/** A store whose commits are kept, with what it held when. */
class KeptStore {
  readonly states: { readonly time: CommitTime; readonly state: StoredState }[] = [];
  #record: LmdbRecord | undefined;
  #copies = 0;

  constructor(
    private readonly parent: string,
    private readonly random: Random,
    private readonly commits = new Commits(random),
    private readonly keepBytes = 64 * MEGABYTE,
  ) {}

  get folder(): string {
    return join(this.parent, `store-${String(this.#copies)}`);
  }

  async open(): Promise<this> {
    const file = await LmdbFile.open({ folder: this.folder, base, feedLength, keepBytes: this.keepBytes });
    this.#record = new LmdbRecord(file, { log: silent, logBytes: 2_000, copier: storeCopier() });
    return this;
  }

  get record(): LmdbRecord {
    if (this.#record === undefined) throw new Error('it is not open');
    return this.#record;
  }

  async close(): Promise<void> {
    await this.#record?.close();
  }

  /** Goes on with what a process leaves that is killed now. */
  async kill(): Promise<void> {
    const { folder, record } = this;
    this.#copies += 1;
    copyNow(folder, this.folder);
    await record.close();
    await this.open();
  }

  async write(): Promise<void> {
    const written: PendingCommit[] = [];
    const states: StoredState[] = [];
    for (let count = 1 + this.random.below(3); count > 0; count -= 1) {
      written.push(this.commits.next());
      states.push(this.commits.state);
    }
    const result = await this.record.write(written);
    if (result.kind !== 'written' || result.time === undefined) throw new Error('it was not written');
    const spans = written.map(({ changes }) => spanOf(changes));
    for (const [index, state] of states.entries()) {
      const after = spans.slice(index + 1).reduce((sum, span) => sum + span, 0);
      this.states.push({ time: result.time - after, state });
    }
  }

  stateAt(at: CommitTime): StoredState | undefined {
    return this.states.findLast(({ time }) => time <= at)?.state;
  }

  /** Another process makes backups: here it has a copy of the folder, as it is now. */
  async beside<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const copy = join(this.parent, 'beside');
    copyNow(this.folder, copy);
    try {
      return await work(copy);
    } finally {
      await rm(copy, { recursive: true });
    }
  }

  backUp(name: string): Promise<unknown> {
    return this.beside((folder) => backUp(folder, join(this.parent, name), systemClock));
  }

  backUpSince(name: string, since: string): Promise<{ readonly commits: number }> {
    return this.beside((folder) => backUpSince(folder, join(this.parent, name), join(this.parent, since), systemClock));
  }
}

async function withStore(use: (store: KeptStore, parent: string) => Promise<void>, keepBytes?: number): Promise<void> {
  await withFolder(async (parent) => {
    const random = new Random(seeded(SEED));
    // One that a store made: it has the lookups' indexes.
    await (await openFolder(join(parent, 'store-0'))).close();
    const store = await new KeptStore(parent, random, new Commits(random), keepBytes).open();
    try {
      await use(store, parent);
    } finally {
      await store.close();
    }
  });
}

async function restored(
  parent: string,
  [full = '', ...increments]: readonly string[],
  at?: CommitTime,
): Promise<StoredState> {
  const folder = join(parent, 'restored');
  try {
    const paths = increments.map((name) => join(parent, name));
    await restore(join(parent, full), folder, base, { increments: paths, at });
    expect(await restoredFrom(folder), 'another epoch of the log of proofs begins (P21)').to.be.a('string');
    const file = await LmdbFile.open({ folder, base, feedLength });
    try {
      expect(file.history, 'another history').to.equal(undefined);
      const state = stateOf(file);
      expect(file.size.graphs).to.equal(Object.keys(state.graphs).length);
      return state;
    } finally {
      await file.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const refusal = async (doing: Promise<unknown>): Promise<string> => {
  const error = await failure(doing);
  if (!(error instanceof StoreError)) throw error;
  expect(error.message).to.not.contain('\n');
  return error.message;
};

describe('Increments of backups', () => {
  it('give back every state of a store that is stopped and killed again and again', () =>
    withStore(async (store, parent) => {
      const random = new Random(seeded(SEED));
      for (let count = 0; count < 5; count += 1) await store.write();
      await store.backUp('full');
      const begin = store.states.at(-1)?.time ?? 0;
      const chain = ['full'];
      for (let round = 0; round < scaled(30); round += 1) {
        for (let count = random.below(6); count > 0; count -= 1) await store.write();
        if (random.chance(0.2)) await store.record.updateFile(store.record.sequence);
        if (random.chance(0.2)) await store.kill();
        if (random.chance(0.2)) {
          await store.close();
          await store.open();
        }
        if (!random.chance(0.4)) continue;
        const name = `increment-${String(round)}`;
        await store.backUpSince(name, chain.at(-1) ?? '');
        chain.push(name);
        const end = store.states.at(-1);
        expect(await restored(parent, chain)).to.deep.equal(end?.state);
        const times = store.states.filter(({ time }) => time >= begin);
        for (let count = 0; count < 3; count += 1) {
          const at = random.one(times).time + random.below(2);
          if (at <= (end?.time ?? 0)) expect(await restored(parent, chain, at)).to.deep.equal(store.stateAt(at));
        }
      }
      // Increments of an earlier backup continue a later one, too.
      await store.backUp('later');
      await store.write();
      await store.backUpSince('last', chain.at(-1) ?? '');
      expect(await restored(parent, ['later', 'last', ...chain.slice(1)])).to.deep.equal(store.states.at(-1)?.state);
    }, 400_000)).timeout(scaled(120_000));

  it('are made from nothing but what is new, also without anything new', () =>
    withStore(async (store, parent) => {
      for (let count = 0; count < 200; count += 1) await store.write();
      await store.backUp('full');
      expect(await store.backUpSince('none', 'full')).to.include({ commits: 0, bytes: 0 });
      await store.write();
      const { sequence } = store.record;
      const one = await store.backUpSince('one', 'none');
      expect(one).to.include({ sequence });
      const files = (await readdir(join(parent, 'one'))).filter((name) => name !== 'backup.json');
      expect(files).to.deep.equal([`${String(sequence - one.commits + 1)}-${String(sequence)}.commits`]);
      expect(await restored(parent, ['full', 'none', 'one'])).to.deep.equal(store.states.at(-1)?.state);
    }));

  it('are refused when they are altered, cut, or one of them is missing', () =>
    withStore(async (store, parent) => {
      await store.write();
      await store.backUp('full');
      for (const [since, name] of [
        ['full', 'one'],
        ['one', 'two'],
        ['two', 'three'],
      ] as const) {
        for (let count = 0; count < 30; count += 1) await store.write();
        await store.backUpSince(name, since);
      }
      expect(await refusal(restored(parent, ['full', 'one', 'three']))).to.contain('an increment is missing before');
      expect(await refusal(restored(parent, ['one', 'two']))).to.contain('is an increment');
      expect(await refusal(restored(parent, ['full', 'full']))).to.contain('is a full backup');
      const [file = ''] = (await readdir(join(parent, 'two'))).filter((name) => name.endsWith('.commits'));
      const path = join(parent, 'two', file);
      const bytes = await readFile(path);
      for (const altered of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)]), Buffer.alloc(0)]) {
        await writeFile(path, altered);
        expect(await refusal(restored(parent, ['full', 'one', 'two']))).to.contain('two is damaged');
      }
      const flipped = Buffer.from(bytes);
      flipped[bytes.length - 10] = (flipped.at(-10) ?? 0) ^ 1;
      await writeFile(path, flipped);
      expect(await refusal(restored(parent, ['full', 'one', 'two']))).to.contain('two is damaged');
      await rm(path);
      expect(await refusal(restored(parent, ['full', 'one', 'two']))).to.contain('cannot be read');
      expect((await readdir(parent)).filter((name) => name.startsWith('restored'))).to.deep.equal([]);
    }));

  it('are refused when their manifest promises more than they have', () =>
    withStore(async (store, parent) => {
      await store.write();
      await store.backUp('full');
      await store.write();
      await store.backUpSince('one', 'full');
      const path = join(parent, 'one', 'backup.json');
      const manifest = JSON.parse(await readFile(path, 'utf8')) as { readonly sequence: number };
      for (const altered of [{ files: [] }, { sequence: manifest.sequence + 1 }]) {
        await writeFile(path, JSON.stringify({ ...manifest, ...altered }));
        expect(await refusal(restored(parent, ['full', 'one']))).to.match(/one is damaged: it has no commit \d+/);
      }
    }));

  it('are not made in the folder of the store, nor are full backups', () =>
    withStore(async (store, parent) => {
      await store.write();
      await store.backUp('full');
      await symlink(store.folder, join(parent, 'link'));
      for (const target of [store.folder, archiveFolder(store.folder), join(parent, 'link', 'new', 'newer')]) {
        const full = join(parent, 'full');
        const inside = join(target, 'here');
        expect(await refusal(backUpSince(store.folder, inside, full, systemClock))).to.contain('in that of the store');
        expect(await refusal(backUp(store.folder, inside, systemClock))).to.contain('in that of the store');
      }
      expect(await readdir(store.folder))
        .to.not.include('here')
        .and.not.include('new');
      // One beside it, whose name begins alike.
      await store.backUp(`${basename(store.folder)}-backup`);
    }));

  it('are refused for a time that they do not have', () =>
    withStore(async (store, parent) => {
      await store.write();
      await store.write();
      await store.backUp('full');
      await store.write();
      await store.backUpSince('one', 'full');
      const begin = store.states.findLast(({ state }) => state !== store.states.at(-1)?.state)?.time ?? 0;
      expect(await refusal(restored(parent, ['full', 'one'], 1_000))).to.match(/not within these backups: they have /);
      const later = commitTimeOf(new Date(Date.now() + 60_000));
      expect(await refusal(restored(parent, ['full', 'one'], later))).to.contain(dateTimeText(later));
      expect(begin).to.be.above(0);
    }));

  it('are refused where they would not continue the backup: of another store, or of one that was restored', () =>
    withStore(async (store, parent) => {
      for (let count = 0; count < 4; count += 1) await store.write();
      await store.backUp('full');
      const back = join(parent, 'back');
      await restore(join(parent, 'full'), back, base);
      const again = await LmdbFile.open({ folder: back, base, feedLength, keepBytes: MEGABYTE });
      const record = new LmdbRecord(again, { log: silent });
      await record.write([new Commits(new Random(seeded(SEED))).next()]);
      await record.close();
      const since = backUpSince(back, join(parent, 'none'), join(parent, 'full'), systemClock);
      expect(await refusal(since)).to.match(/does not continue that backup.*make a full backup/);
      // The folder as it was, with other commits since: sequences are the same.
      await store.record.updateFile(store.record.sequence);
      const old = join(parent, 'old');
      copyNow(store.folder, old);
      await store.write();
      await store.backUp('then');
      const other = new LmdbRecord(await LmdbFile.open({ folder: old, base, feedLength }), { log: silent });
      while (other.sequence <= store.record.sequence) await other.write([new Commits(new Random(seeded(SEED))).next()]);
      await other.close();
      const fork = backUpSince(old, join(parent, 'none'), join(parent, 'then'), systemClock);
      expect(await refusal(fork)).to.contain('does not continue that backup');
      expect(await readdir(join(parent, 'none'))).to.deep.equal([]);
    }));

  it('are refused when the commits since the backup are not kept any more, or never were', async () => {
    await withStore(async (store) => {
      await store.write();
      await store.backUp('full');
      for (let count = 0; count < 400; count += 1) await store.write();
      await store.record.updateFile(store.record.sequence);
      expect(await refusal(store.backUpSince('one', 'full'))).to.match(/has not kept all commits.*make a full backup/);
      await store.backUp('next');
      await store.write();
      expect(await store.backUpSince('two', 'next')).to.include({ sequence: store.record.sequence });
    }, 10_000);
    await withStore(async (store) => {
      await store.write();
      await store.backUp('full');
      await store.write();
      expect(await refusal(store.backUpSince('one', 'full'))).to.contain('COMMIT_LOG_KEEP_MB');
    }, 0);
  });

  it('leave indexes of other versions to the start of the node', () =>
    withFolder(async (parent) => {
      const data = join(parent, 'data');
      const open = async (versions: readonly [number, number]): Promise<LmdbRecord> => {
        const declared = lookups.map((lookup, index) => ({ ...lookup, version: versions[index] ?? 0 }));
        const file = await LmdbFile.open({ folder: data, base, feedLength, lookups: declared, keepBytes: MEGABYTE });
        return new LmdbRecord(file, { log: silent });
      };
      const commits = new Commits(new Random(seeded(SEED)));
      await (await openFolder(data)).close();
      let record = await open([1, 1]);
      await record.write([commits.next()]);
      await record.close();
      await backUp(data, join(parent, 'full'), systemClock);
      record = await open([1, 2]);
      await record.write([commits.next()]);
      await record.close();
      await backUpSince(data, join(parent, 'one'), join(parent, 'full'), systemClock);
      const folder = join(parent, 'restored');
      await restore(join(parent, 'full'), folder, base, { increments: [join(parent, 'one')] });
      const file = await LmdbFile.open({ folder, base, feedLength });
      expect(lookups.map(({ name }) => file.index.version(name))).to.deep.equal([1, 0]);
      await file.close();
    }));

  it('go when the setting is taken back', () =>
    withFolder(async (folder) => {
      const write = async (keepBytes: number | undefined): Promise<void> => {
        const store = await openFolder(folder, { ...(keepBytes !== undefined && { keepBytes }) });
        await store.transact([object('a')], (tx) =>
          tx.replace(revision('a', 1), [statement('a', 'p', String(keepBytes))]),
        );
        await store.close();
      };
      await write(MEGABYTE);
      await write(undefined);
      expect(await readdir(archiveFolder(folder))).to.deep.equal(['1.commits', '2.commits']);
      await write(0);
      expect((await readdir(folder)).sort()).to.deep.equal(['store.mdb', 'store.mdb-lock']);
    }));
});

describe('A time to restore to', () => {
  it('is read to the microsecond, with its zone', () => {
    const time = Date.UTC(2026, 0, 31, 9, 30) * 1_000;
    expect(commitTimeIn('2026-01-31T09:30Z')).to.equal(time);
    expect(commitTimeIn('2026-01-31T10:30:00+01:00')).to.equal(time);
    expect(commitTimeIn('2026-01-31T09:30:00.123456Z')).to.equal(time + 123_456);
    expect(commitTimeIn('2026-01-31T09:30:00.5Z')).to.equal(time + 500_000);
    expect(commitTimeIn('2026-01-31T09:30:00.1234567Z')).to.equal(time + 123_456);
    expect(commitTimeIn('2028-02-29T23:30:00-01:00')).to.equal(Date.UTC(2028, 2, 1, 0, 30) * 1_000);
    for (const text of ['', 'yesterday', '2026-01-31', '2026-01-31T09:30:00', '2026-13-31T09:30:00Z'])
      expect(commitTimeIn(text), text).to.equal(undefined);
    // A day that its month does not have is no day of the next month.
    for (const text of [
      '2026-02-29T09:30:00Z',
      '2026-02-30T09:30:00Z',
      '2026-04-31T09:30:00+02:00',
      '2026-01-00T09:30Z',
    ])
      expect(commitTimeIn(text), text).to.equal(undefined);
    expect(commitTimeIn(dateTimeText(time + 7))).to.equal(time + 7);
  });
});
