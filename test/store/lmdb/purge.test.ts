import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { systemClock } from '../../../src/clock.js';
import { backUp } from '../../../src/store/folder/backup.js';
import { withOfflineStore } from '../../../src/store/folder/dump.js';
import { Indexes } from '../../../src/store/lookup.js';
import { LmdbReader } from '../../../src/store/lmdb/lmdb-reader.js';
import { filesWith } from '../../support/files-with.js';
import { storeCopier, storeWriter } from '../../support/program.js';
import { openFolder, revision, shown, withFolder } from '../support/open.js';
import { erasePiece, writePiece } from '../support/piece.js';

const SECRET = 'Zacharias Quittenbaum';

describe('A purge of the store on disk', () => {
  before(storeWriter);
  const options = () => ({ copier: storeCopier(), writer: storeWriter() });

  it('leaves nothing of what was erased in any file, while others write and read (P39)', () =>
    withFolder(async (folder) => {
      const store = await openFolder(folder, options());
      for (let number = 1; number <= 40; number += 1) await writePiece(store, number, `${SECRET} ${String(number)}`);
      await store.updateFile();
      const reader = new LmdbReader(join(folder, 'store.mdb'));
      for (let number = 1; number <= 40; number += 1) await erasePiece(store, number);
      await writePiece(store, 100, 'stays');
      await store.updateFile();
      expect(await filesWith(folder, SECRET), 'before').not.to.deep.equal([]);
      const over = new AbortController();
      let written = 200;
      const writing = (async (): Promise<void> => {
        while (!over.signal.aborted) await writePiece(store, (written += 1), `later ${String(written)}`);
      })();
      await store.purge();
      over.abort();
      await writing;
      expect(await filesWith(folder, SECRET), 'after').to.deep.equal([]);
      expect((await readdir(folder)).filter((name) => name.startsWith('purge'))).to.deep.equal([]);
      for (let number = 201; number <= written; number += 1)
        expect(shown(await store.read(revision('piece', number)))).to.have.length(1);
      expect(shown(await store.read(revision('piece', 1)))).to.deep.equal([]);
      await store.updateFile();
      expect(
        reader.read((snapshot) => snapshot.text(revision('piece', written))),
        'for a thread that had the old file open',
      ).to.contain('later');
      await reader.close();
      const { sequence, size } = store;
      await store.close();
      const again = await openFolder(folder, options());
      expect({ sequence: again.sequence, size: again.size }).to.deep.equal({ sequence, size });
      expect(shown(await again.read(revision('piece', written)))).to.have.length(1);
      await again.close();
    })).timeout(60_000);

  it('can be repeated, and commits go on after each', () =>
    withFolder(async (folder) => {
      const store = await openFolder(folder, options());
      for (let round = 1; round <= 3; round += 1) {
        await writePiece(store, round, `${SECRET} ${String(round)}`);
        await erasePiece(store, round);
        await store.purge();
        expect(await filesWith(folder, SECRET)).to.deep.equal([]);
      }
      expect(store.sequence).to.equal(6);
      await store.close();
    })).timeout(60_000);

  it('changes no count of a lookup, at any moment', () =>
    withFolder(async (folder) => {
      const revisions = new Indexes().add({
        name: 'revisions',
        version: 1,
        covers: () => true,
        entries: (_statements, graph) => [{ partition: 'all', order: 0, value: graph }],
      });
      const store = await openFolder(folder, { ...options(), lookups: [revisions] });
      await writePiece(store, 0, SECRET);
      const over = new AbortController();
      let [begun, written] = [1, 1];
      const writing = (async (): Promise<void> => {
        while (!over.signal.aborted) {
          begun += 1;
          await writePiece(store, written, 'stays');
          written += 1;
        }
      })();
      const counting = (async (): Promise<void> => {
        while (!over.signal.aborted) {
          const before = written;
          expect(await store.count(revisions, 'all')).to.be.within(before, begun);
          await nextTurn();
        }
      })();
      for (let round = 0; round < 3; round += 1) await store.purge();
      over.abort();
      await Promise.all([writing, counting]);
      expect(await store.count(revisions, 'all')).to.equal(written);
      await store.close();
    })).timeout(60_000);

  it('is no part of the state: whether it comes to its end or not, the store is the same', () =>
    withFolder(async (folder) => {
      const store = await openFolder(folder, { copier: new URL('file:///nowhere/copier.js') });
      await writePiece(store, 1, 'one');
      const failure = await store.purge().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.have.property('kind', 'unavailable');
      await writePiece(store, 2, 'two');
      expect(shown(await store.read(revision('piece', 1)))).to.have.length(1);
      await store.close();
      expect((await readdir(folder)).sort()).to.deep.equal(['store.mdb', 'store.mdb-lock']);
    }));
});

describe('A backup', () => {
  it('has nothing of what was erased, although the files of its store do (P39)', () =>
    withFolder(async (parent) => {
      const [folder, target] = [join(parent, 'data'), join(parent, 'backup')];
      const store = await openFolder(folder);
      for (let number = 1; number <= 40; number += 1) await writePiece(store, number, `${SECRET} ${String(number)}`);
      await store.updateFile();
      for (let number = 1; number <= 40; number += 1) await erasePiece(store, number);
      // What is in the log alone, with its erasure.
      await writePiece(store, 50, `${SECRET} in the log`);
      await erasePiece(store, 50);
      await writePiece(store, 51, 'stays');
      await store.close();
      const { graphs } = await backUp(folder, target, systemClock);
      expect(graphs).to.equal(1);
      expect(await filesWith(target, SECRET)).to.deep.equal([]);
      await withOfflineStore(target, (file) => {
        expect(file.text(revision('piece', 51))).to.contain('stays');
        return Promise.resolve();
      });
    }));
});
