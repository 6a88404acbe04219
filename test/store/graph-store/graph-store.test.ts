import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { iri } from '../../../src/rdf/terms.js';
import { storeWriter } from '../../support/program.js';
import { describeStore } from '../contract.js';
import { failure, object, openFolder, openMemory, revision, shown, statement, withFolder } from '../support/open.js';

const folders: string[] = [];

describeStore('memory:', openMemory);
for (const [thread, writer] of [
  ['its own', storeWriter],
  ['this', (): undefined => undefined],
] as const)
  describeStore(`file: written by ${thread} thread`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-'));
    folders.push(folder);
    return openFolder(folder, { writer: writer() });
  });

after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const piece = object('piece');
const books = statement('piece', 'goodsDescription', 'Books');
const pens = statement('piece', 'goodsDescription', 'Pens');

describe('the store in a folder', () => {
  it('has all its data after it was closed and opened', () =>
    withFolder(async (folder) => {
      const store = await openFolder(folder);
      await store.transact([piece], (tx) => tx.insert(revision('piece', 1), [books, pens]));
      await store.transact([piece], (tx) => tx.insert(revision('piece', 2), [books]));
      await store.transact([piece], (tx) => tx.drop(revision('piece', 1)));
      await store.close();

      const again = await openFolder(folder);
      expect(shown(await again.read(revision('piece', 1)))).to.deep.equal([]);
      expect(shown(await again.read(revision('piece', 2)))).to.deep.equal(shown([books]));
      expect(again.status()).to.include({ graphs: 1, statements: 1, sequence: 3 });
      await again.transact([piece], (tx) => tx.insert(revision('piece', 3), [pens]));
      expect(again.status().sequence).to.equal(4);
      await again.close();
    }));

  it('rejects a store of another base URL', () =>
    withFolder(async (folder) => {
      await (await openFolder(folder)).close();
      const error = await failure(openFolder(folder, { base: iri('https://other.example') }));
      expect(error.name).to.equal('StoreError');
      expect(error.message).to.contain('http://localhost:8080').and.to.contain('https://other.example');
      await (await openFolder(folder)).close();
    }));

  it('creates the folder when it is absent', () =>
    withFolder(async (folder) => {
      const store = await openFolder(join(folder, 'a', 'b'));
      await store.transact([piece], (tx) => tx.insert(revision('piece', 1), [books]));
      expect((await store.read(revision('piece', 1))).has(books)).to.equal(true);
      await store.close();
    }));
});
