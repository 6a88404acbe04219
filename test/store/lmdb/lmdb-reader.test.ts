import { join } from 'node:path';
import { expect } from 'chai';
import { iri } from '../../../src/rdf/terms.js';
import type { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import { LmdbReader } from '../../../src/store/lmdb/lmdb-reader.js';
import { object, openFolder, revision, statement, withFolder } from '../support/open.js';

describe('A reader of the file of a store', () => {
  const run = (
    use: (reader: LmdbReader, store: GraphStore) => Promise<void>,
    options: { readonly feedLength?: number } = {},
  ): Promise<void> =>
    withFolder(async (folder) => {
      const path = join(folder, 'data');
      const store = await openFolder(path, options);
      const reader = new LmdbReader(store.file ?? '');
      try {
        await use(reader, store);
      } finally {
        await reader.close();
        await store.close();
      }
    });
  const write = async (store: GraphStore, name: string, number: number): Promise<void> => {
    await store.transact([object(name)], (tx) =>
      tx.insert(revision(name, number), [statement(name, 'upid', String(number))]),
    );
    await store.updateFile();
  };

  it('sees one commit in each snapshot, and the latest in the next one, once the file has it', () =>
    run(async (reader, store) => {
      await write(store, 'piece', 1);
      const first = reader.read((graphs) => ({ sequence: graphs.sequence, text: graphs.text(revision('piece', 1)) }));
      expect(first).to.deep.equal({ sequence: store.sequence, text: await store.text(revision('piece', 1)) });
      await write(store, 'piece', 2);
      expect(reader.read(({ sequence }) => sequence)).to.equal(first.sequence + 1);
      expect(reader.read((graphs) => graphs.text(revision('piece', 3)))).to.equal('');
    }));

  it('has the names below a prefix, sorted', () =>
    run(async (reader, store) => {
      for (const name of ['b', 'a-1', 'a']) for (const number of [2, 1]) await write(store, name, number);
      const names = reader.read((snapshot) => [...snapshot.names(`${object('a')}/`)]);
      expect(names).to.deep.equal([revision('a', 1), revision('a', 2)]);
    }));

  it('has the graphs that were changed after a commit', () =>
    run(async (reader, store) => {
      await write(store, 'a', 1);
      const { sequence } = store;
      expect(reader.read((graphs) => graphs.changedSince(sequence))).to.deep.equal(new Set());
      await write(store, 'b', 1);
      await store.transact([object('a')], (tx) => tx.drop(iri(revision('a', 1))));
      await store.updateFile();
      expect(reader.read((graphs) => graphs.changedSince(sequence))).to.deep.equal(
        new Set([revision('b', 1), revision('a', 1)]),
      );
    }));

  it('reports a feed that does not reach back to a commit', () =>
    run(
      async (reader, store) => {
        await write(store, 'a', 1);
        const { sequence } = store;
        for (let number = 2; number <= 6; number += 1) await write(store, 'a', number);
        expect(reader.read((graphs) => graphs.changedSince(sequence))).to.equal(undefined);
        expect(reader.read((graphs) => graphs.changedSince(sequence + 3))?.size).to.equal(2);
      },
      { feedLength: 3 },
    ));
});
