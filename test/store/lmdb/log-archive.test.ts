import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { systemClock } from '../../../src/clock.js';
import { backUp, restore } from '../../../src/store/folder/backup.js';
import { withOfflineStore } from '../../../src/store/folder/dump.js';
import { backUpSince } from '../../../src/store/folder/increments.js';
import { archiveFolder } from '../../../src/store/lmdb/log/log-archive.js';
import { filesWith } from '../../support/files-with.js';
import { storeCopier, storeWriter } from '../../support/program.js';
import { commitsIn } from '../support/kept-commits.js';
import { base, failure, openFolder, revision, withFolder } from '../support/open.js';
import { erasePiece, writePiece } from '../support/piece.js';

const SECRET = 'Balthasar Nebelkrähe';

/** The texts of all revisions in a store that no node has open. */
const textsIn = (folder: string): Promise<string> =>
  withOfflineStore(folder, (file) => Promise.resolve(Array.from(file.graphs(), ({ text }) => text).join('')));

describe('Commits that are kept for increments', () => {
  before(storeWriter);
  const options = () => ({ keepBytes: 2 ** 26, logBytes: 2_000, copier: storeCopier(), writer: storeWriter() });
  const backUpOf = (folder: string, name: string, since?: string): Promise<unknown> =>
    since === undefined
      ? backUp(join(folder, 'data'), join(folder, name), systemClock)
      : backUpSince(join(folder, 'data'), join(folder, name), join(folder, since), systemClock);

  it('have nothing of what was erased, after the erasure as after a purge (P27, P39)', () =>
    withFolder(async (folder) => {
      const data = join(folder, 'data');
      let store = await openFolder(data, options());
      await writePiece(store, 1, 'one');
      await store.close();
      await backUpOf(folder, 'full');
      store = await openFolder(data, options());
      for (let number = 2; number <= 60; number += 1) await writePiece(store, number, `${SECRET} ${String(number)}`);
      await store.updateFile();
      const before = await readdir(archiveFolder(data));
      expect(before.length).to.be.above(1);
      expect(await commitsIn(archiveFolder(data), join(folder, 'full'))).to.contain(SECRET);
      for (let number = 2; number <= 60; number += 1) await erasePiece(store, number);
      await writePiece(store, 61, 'sixty-one');
      await store.updateFile();
      expect(await commitsIn(archiveFolder(data), join(folder, 'full'))).to.not.contain(SECRET);
      const after = await readdir(archiveFolder(data));
      expect(after.filter((name) => before.includes(name))).to.deep.equal([]);
      await store.close();
      expect(await failure(backUpOf(folder, 'none', 'full'))).to.match(/something was erased after them/);
      expect(await readdir(join(folder, 'none'))).to.deep.equal([]);
      await backUpOf(folder, 'next');
      store = await openFolder(data, options());
      await writePiece(store, 62, 'sixty-two');
      await store.purge();
      expect(await readdir(data)).to.not.include('kept-commits');
      expect(await filesWith(data, SECRET)).to.deep.equal([]);
      await writePiece(store, 63, 'sixty-three');
      await store.close();
      expect(await failure(backUpOf(folder, 'none', 'next'))).to.match(/has not kept all commits/);
      await backUpOf(folder, 'last');
      store = await openFolder(data, options());
      await writePiece(store, 64, 'sixty-four');
      await store.close();
      await backUpOf(folder, 'increment', 'last');
      const increments = [join(folder, 'increment')];
      expect(await commitsIn(join(folder, 'increment'), join(folder, 'last'))).to.contain('sixty-four');
      expect(await commitsIn(join(folder, 'increment'), join(folder, 'last'))).to.not.contain(SECRET);
      await restore(join(folder, 'last'), join(folder, 'restored'), base, { increments });
      const texts = await textsIn(join(folder, 'restored'));
      for (const text of ['one', 'sixty-one', 'sixty-two', 'sixty-three', 'sixty-four']) expect(texts).to.contain(text);
      expect(texts).to.not.contain(SECRET);
    })).timeout(60_000);

  it('are whole after a purge beside which others write, and need all commits in the trees', () =>
    withFolder(async (folder) => {
      const data = join(folder, 'data');
      const store = await openFolder(data, { ...options(), logBytes: 2 ** 20 });
      const over = new AbortController();
      let written = 0;
      const writing = (async (): Promise<void> => {
        while (!over.signal.aborted) await writePiece(store, (written += 1), `text ${String(written)}`);
      })();
      const updating = (async (): Promise<void> => {
        while (!over.signal.aborted) {
          await store.updateFile();
          await nextTurn();
        }
      })();
      for (let round = 0; round < 5; round += 1) await store.purge();
      over.abort();
      await Promise.all([writing, updating]);
      await writePiece(store, written + 1, 'the last');
      await store.close();
      await backUpOf(folder, 'full');
      expect(await commitsIn(archiveFolder(data), join(folder, 'full')), 'all whole').to.contain('the last');
    })).timeout(60_000);

  it('are refused to an increment with an erasure that is in the log alone', () =>
    withFolder(async (folder) => {
      const store = await openFolder(join(folder, 'store'), { ...options(), logBytes: 2 ** 20 });
      await writePiece(store, 1, SECRET);
      await store.updateFile();
      const copy = (): Promise<void> => cp(join(folder, 'store'), join(folder, 'data'), { recursive: true, filter });
      // The socket that locks the folder.
      const filter = (path: string): boolean => !path.includes('in-use-');
      await copy();
      await backUpOf(folder, 'full');
      await writePiece(store, 2, `${SECRET} again`);
      await erasePiece(store, 2);
      await writePiece(store, 3, 'three');
      await rm(join(folder, 'data'), { recursive: true });
      await copy();
      expect(await failure(backUpOf(folder, 'none', 'full'))).to.match(/something was erased after them/);
      await store.close();
    }));

  it('have nothing of what was erased in a folder elsewhere, to which theirs is a link (P27)', () =>
    withFolder(async (folder) => {
      const [data, elsewhere] = [join(folder, 'data'), join(folder, 'elsewhere')];
      await (await openFolder(data, options())).close();
      await mkdir(elsewhere);
      await symlink(elsewhere, archiveFolder(data));
      const store = await openFolder(data, options());
      for (let number = 1; number <= 60; number += 1) await writePiece(store, number, `${SECRET} ${String(number)}`);
      await store.updateFile();
      expect(await readdir(elsewhere)).to.not.deep.equal([]);
      for (let number = 1; number <= 60; number += 1) await erasePiece(store, number);
      await store.updateFile();
      expect(await readdir(elsewhere)).to.deep.equal([]);
      await store.close();
    }));

  it('stop no write when they cannot be kept; the next backup must be a full one', () =>
    withFolder(async (folder) => {
      const data = join(folder, 'data');
      let store = await openFolder(data, options());
      await writePiece(store, 1, 'one');
      await store.close();
      await backUpOf(folder, 'full');
      await rm(archiveFolder(data), { recursive: true });
      // No segment can be written there.
      await writeFile(archiveFolder(data), '');
      store = await openFolder(data, options());
      for (let number = 2; number <= 60; number += 1) await writePiece(store, number, `text ${String(number)}`);
      await store.close();
      expect(await failure(backUpOf(folder, 'none', 'full'))).to.match(/has not kept all commits/);
      store = await openFolder(data, options());
      for (let number = 2; number <= 60; number += 1)
        expect((await store.read(revision('piece', number))).size).to.equal(1);
      await store.close();
      await backUpOf(folder, 'next');
      store = await openFolder(data, options());
      await writePiece(store, 61, 'sixty-one');
      await store.close();
      expect(await backUpOf(folder, 'increment', 'next')).to.include({ commits: 1 });
    }));
});
