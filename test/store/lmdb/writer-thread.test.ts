import { pathToFileURL, fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { ServiceError } from '../../../src/errors.js';
import { storeWriter } from '../../support/program.js';
import { failure, object, openFolder, revision, shown, statement, withFolder } from '../support/open.js';

const endingWriter = pathToFileURL(fileURLToPath(new URL('../support/ending-writer.cjs', import.meta.url)));

describe("The thread that brings commits into a store's trees", () => {
  before(storeWriter);

  it('is started again when it has ended, and no commit is lost or made twice', () =>
    withFolder(async (folder) => {
      const store = await openFolder(folder, { writer: endingWriter });
      const write = (number: number): Promise<void> =>
        store.transact([object('piece')], (tx) =>
          tx.insert(revision('piece', number), [statement('piece', 'upid', String(number))]),
        );
      await write(1);
      await store.updateFile();
      await write(2);
      const error = await failure(store.updateFile());
      expect(error).to.be.instanceOf(ServiceError).with.property('kind', 'unavailable');
      expect(shown(await store.read(revision('piece', 2)))).to.have.length(1);
      await store.updateFile();
      await write(3);
      await store.updateFile();
      await write(4);
      await store.updateFile();
      await write(5);
      expect(store.status()).to.include({ writes: true, sequence: 5, graphs: 5, statements: 5 });
      await store.close();
      const again = await openFolder(folder);
      expect(again.status()).to.include({ sequence: 5, graphs: 5, statements: 5 });
      for (const number of [1, 2, 3, 4, 5])
        expect(shown(await again.read(revision('piece', number)))).to.have.length(1);
      await again.close();
    }));
});
