import { readlinkSync } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect } from 'chai';
import { wasShutDownUncleanly, clearDirtyFlag, setDirtyFlag } from '../../src/store/folder/integrity-check.js';
import { withFolder } from './support/open.js';

describe('the dirty flag of a store', () => {
  it('is durable before the store is open: file and folder are flushed', () =>
    withFolder(async (folder) => {
      const handle = await open(folder);
      const handles = Object.getPrototypeOf(handle) as FileHandle;
      await handle.close();
      const sync: () => Promise<void> = Reflect.get(handles, 'sync');
      const flushed: string[] = [];
      handles.sync = function (this: FileHandle): Promise<void> {
        flushed.push(readlinkSync(`/proc/self/fd/${this.fd}`));
        return Reflect.apply(sync, this, []);
      };
      try {
        await setDirtyFlag(folder);
      } finally {
        handles.sync = sync;
      }
      const path = await realpath(folder);
      expect(flushed.map((file) => (file === path ? '' : basename(file)))).to.deep.equal(['.open', '']);
      expect(await wasShutDownUncleanly(folder)).to.equal(true);
      await clearDirtyFlag(folder);
      expect(await wasShutDownUncleanly(folder)).to.equal(false);
    }));
});
