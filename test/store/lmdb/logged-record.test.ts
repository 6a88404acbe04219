import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { openMeta, openRoot } from '../../../src/store/lmdb/environment.js';
import { LmdbFile } from '../../../src/store/lmdb/lmdb-file.js';
import { LmdbRecord } from '../../../src/store/lmdb/lmdb-record.js';
import { Frames } from '../../../src/store/lmdb/log/frames.js';
import { LOG_FILES, readLog } from '../../../src/store/lmdb/log/log-files.js';
import type { LookupEntry } from '../../../src/store/lookup.js';
import { Random, SEED, seeded } from '../../support/random.js';
import { storeCopier } from '../../support/program.js';
import { scaled } from '../../support/size.js';
import { base, openFolder, object, revision, shown, silent, statement, withFolder } from '../support/open.js';
import { Commits, graphs, lookups, partitions } from '../support/random-commits.js';

/** Of all commits: what is in the log reaches back further than the trees. */
const feedLength = 100_000;
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const sorted = (entries: Iterable<LookupEntry>): string[] =>
  Array.from(entries, ({ order, value }) => `${String(order)} ${value}`).sort();

/** Compares every answer of a record with that of a file whose trees have all commits. */
async function expectSame(record: LmdbRecord, plain: LmdbFile, commits: Commits): Promise<void> {
  expect(record.sequence).to.equal(plain.sequence);
  expect(record.size).to.deep.equal(plain.size);
  for (const graph of graphs) expect(await record.text(graph)).to.equal(plain.text(graph));
  const texts = new Map(Array.from(plain.checkedGraphs(), ({ graph, text }) => [graph, text]));
  expect(new Map((await all(record.checkedGraphs())).map(({ graph, text }) => [graph, text]))).to.deep.equal(texts);
  for (const after of [0, plain.sequence - 3, plain.sequence])
    expect(record.changedSince(after, plain.sequence)).to.deep.equal(plain.changedSince(after, plain.sequence));
  for (const lookup of lookups) {
    expect(sorted(await all(record.entries(lookup.name)))).to.deep.equal(sorted(plain.index.entries(lookup.name)));
    for (const partition of partitions) {
      expect(await record.count(lookup, partition)).to.equal(plain.index.count(lookup, partition));
      for (let count = 0; count < 4; count += 1) {
        const page = commits.page();
        expect(await record.lookup(lookup, partition, page), JSON.stringify(page)).to.deep.equal(
          plain.index.lookup(lookup, partition, page),
        );
      }
    }
  }
}

const openFile = (folder: string): Promise<LmdbFile> => LmdbFile.open({ folder, base, feedLength });

describe('A record whose commits are in its log', () => {
  for (const [what, logBytes] of [
    ['all of them', 2 ** 30],
    ['some of them, with a log that is full again and again', 2_000],
  ] as const)
    it(`answers as one whose trees have them: ${what}`, () =>
      withFolder(async (folder) => {
        const random = new Random(seeded(SEED));
        const commits = new Commits(random);
        const path = join(folder, 'logged');
        await (await openFolder(path)).close();
        await (await openFolder(join(folder, 'plain'))).close();
        const options = { log: silent, logBytes };
        const plain = await openFile(join(folder, 'plain'));
        let record = new LmdbRecord(await openFile(path), options);
        for (let round = 0; round < scaled(40); round += 1) {
          for (let count = 1 + random.below(5); count > 0; count -= 1) {
            const batch = Array.from({ length: 1 + random.below(3) }, () => commits.next());
            const first = plain.sequence + 1;
            const result = await record.write(batch);
            expect(result).to.include({ kind: 'written', first });
            await plain.write(first, batch);
          }
          await expectSame(record, plain, commits);
          if (random.chance(0.15)) await record.updateFile(record.sequence);
          if (!random.chance(0.15)) continue;
          // What a process leaves that is killed now.
          const left = join(folder, `left-${String(round)}`);
          await cp(path, left, { recursive: true });
          const after = new LmdbRecord(await openFile(left), options);
          await expectSame(after, plain, commits);
          await after.close();
          if (!random.chance(0.5)) continue;
          await record.close();
          record = new LmdbRecord(await openFile(path), options);
        }
        await record.close();
        await plain.close();
      })).timeout(scaled(120_000));

  it('has nothing of them in the log when it is purged, and goes on', () =>
    withFolder(async (folder) => {
      const file = await openFile(folder);
      const record = new LmdbRecord(file, { log: silent, copier: storeCopier() });
      const commits = new Commits(new Random(seeded(SEED)));
      for (let count = 0; count < 5; count += 1) await record.write([commits.next()]);
      const { sequence } = record;
      const [, next] = await Promise.all([record.purge(), record.write([commits.next()])]);
      expect(next).to.include({ kind: 'written', first: sequence + 1 });
      for (const name of LOG_FILES) {
        const bytes = await readFile(join(folder, name));
        expect(bytes.every((byte) => byte === 0)).to.equal(true);
      }
      const after = await record.write([commits.next()]);
      expect(after).to.include({ kind: 'written', first: sequence + 2 });
      const [frame] = await readLog(folder, file.frames ?? new Frames('', Buffer.alloc(0)), sequence + 1);
      expect(frame?.part.begin, 'at the beginning, where the first one was').to.equal(0);
      await record.close();
    }));

  it('is in a file that earlier releases refuse, until it is closed', () =>
    withFolder(async (parent) => {
      const folder = join(parent, 'data');
      const format = async (): Promise<string | undefined> => {
        const root = openRoot(join(folder, 'store.mdb'), { readOnly: true });
        try {
          return openMeta(root).get('format');
        } finally {
          await root.close();
        }
      };
      const store = await openFolder(folder);
      expect(await format(), 'nothing is written yet').to.equal('3');
      await store.transact([object('a')], (tx) => tx.insert(revision('a', 1), [statement('a', 'p', 'x')]));
      expect(await format()).to.equal('4');
      expect(await readdir(folder)).to.include('commits-1.log');
      await store.close();
      expect(await readdir(folder)).to.have.members(['store.mdb', 'store.mdb-lock']);
      expect(await format()).to.equal('3');
      const again = await openFolder(folder);
      expect(shown(await again.read(revision('a', 1)))).to.have.length(1);
      await again.close();
    }));
});
