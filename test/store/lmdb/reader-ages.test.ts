import { join } from 'node:path';
import { expect } from 'chai';
import { open } from 'lmdb';
import { ReaderAges } from '../../../src/store/lmdb/reader-ages.js';
import { withFolder } from '../../store/support/open.js';

describe('The age of the oldest reading of a file', () => {
  it('counts from when a commit came after it, until it ends', () =>
    withFolder(async (folder) => {
      let now = 0;
      const ages = new ReaderAges(() => now);
      const root = open<string, string>({ path: join(folder, 'file.mdb'), noSubdir: true, overlappingSync: false });
      try {
        const oldest = (): number =>
          ages.oldest(root.readerList(), (root.getStats() as { lastTxnId: number }).lastTxnId);
        await root.put('key', '1');
        const transaction = root.useReadTransaction();
        root.get('key', { transaction });
        now = 10_000;
        expect(oldest(), 'nothing was written since').to.equal(0);
        await root.put('key', '2');
        expect(oldest()).to.equal(0);
        now = 25_000;
        expect(oldest()).to.equal(15);
        transaction.done();
        root.resetReadTxn();
        expect(oldest()).to.equal(0);
      } finally {
        await root.close();
      }
    }));
});
