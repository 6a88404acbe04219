import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { type FolderLock, lockFolder } from '../../../src/store/folder/folder-lock.js';
import { StoreError } from '../../../src/store/store-error.js';
import { start } from '../support/child.js';
import { failure, openFolder, withFolder } from '../support/open.js';

describe('the lock of a store folder', () => {
  it('rejects a second process with a clear line, and is released when the first ends, killed or not', () =>
    withFolder(async (folder) => {
      const holder = start('holder.ts', folder);
      await holder.line();
      const refused = await failure(openFolder(folder));
      expect(refused).to.be.instanceOf(StoreError);
      expect(refused.message).to.equal(
        `store folder ${folder} is in use by another process (${String(holder.process.pid)}): stop it, or set STORE_URL to another folder`,
      );
      await holder.kill('SIGKILL');
      expect(await readdir(folder)).to.include.members(['store.mdb']);
      const store = await openFolder(folder);
      expect(await failure(openFolder(folder))).to.be.instanceOf(StoreError);
      await store.close();
      await (await openFolder(folder)).close();
    }));

  it('is held by a stopped process', () =>
    withFolder(async (folder) => {
      const holder = start('holder.ts', folder);
      await holder.line();
      holder.process.kill('SIGSTOP');
      expect((await failure(openFolder(folder))).message).to.contain('in use');
      await holder.kill('SIGKILL');
      await (await openFolder(folder)).close();
    }));

  it('is taken by exactly one of many concurrent processes, despite stale sockets', () =>
    withFolder(async (folder) => {
      for (let round = 0; round < 5; round += 1) {
        await leaveDeadSocket(join(folder, `in-use-0000000${round}`));
        const locks = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(folder)));
        const won = locks.filter((lock): lock is PromiseFulfilledResult<FolderLock> => lock.status === 'fulfilled');
        expect(won).to.have.length(1);
        expect(await readdir(folder), 'only the owner is left').to.have.length(1);
        await won[0]?.value.release();
      }
      expect(await readdir(folder)).to.deep.equal([]);
    }));

  it('works on a folder whose path is too long for a socket', () =>
    withFolder(async (folder) => {
      const long = join(folder, 'x'.repeat(100), 'y'.repeat(100));
      await mkdir(long, { recursive: true });
      const lock = await lockFolder(long);
      expect((await failure(lockFolder(long))).message).to.contain(long);
      await lock.release();
      await (await lockFolder(long)).release();
    }));
});

/** What a killed process leaves: a socket's file without a listener. */
async function leaveDeadSocket(path: string): Promise<void> {
  const child = start('dead-socket.mjs', path);
  await child.line();
  await child.kill('SIGKILL');
}
