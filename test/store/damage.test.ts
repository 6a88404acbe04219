import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { open } from 'lmdb';
import { pino } from 'pino';
import { Degradations } from '../../src/degradations.js';
import { DamagedDataError, Quarantine } from '../../src/store/quarantine.js';
import { StoreError } from '../../src/store/store-error.js';
import { failure, object, openFolder, revision, statement, withFolder } from './support/open.js';

/** Fills a store, damages its closed file, and gives what opening it again says. */
async function openDamaged(damage: (file: string, folder: string) => Promise<void>): Promise<string> {
  return withFolder(async (folder) => {
    const store = await openFolder(folder);
    for (let number = 0; number < 60; number += 1) {
      const statements = Array.from({ length: 20 }, (_, index) =>
        statement('piece', `p${index}`, `value ${number}-${index}`),
      );
      await store.transact([object('piece')], (tx) => tx.insert(revision('piece', number), statements));
    }
    await store.close();
    await damage(join(folder, 'store.mdb'), folder);
    const error = await failure(openFolder(folder));
    expect(error).to.be.instanceOf(StoreError);
    // Refused is refused: it does not become an empty store at the second try. LMDB may give its reason in other words.
    expect(await failure(openFolder(folder))).to.be.instanceOf(StoreError);
    return error.message;
  });
}

const advice = 'restore the folder from a backup, or move it away to start with an empty store';

describe('a damaged store is rejected with advice', () => {
  it('when its file is empty', async () => {
    expect(await openDamaged((file) => truncate(file, 0)))
      .to.contain('is not a store')
      .and.to.contain(advice);
  });

  it('when its file is something else', async () => {
    expect(await openDamaged((file) => writeFile(file, 'once upon a time '.repeat(5000)))).to.contain(advice);
  });

  it('when its file is truncated', async () => {
    const half = async (file: string): Promise<void> => truncate(file, Math.floor((await readFile(file)).length / 2));
    expect(await openDamaged(half))
      .to.contain('is damaged')
      .and.to.contain(advice);
    expect(await openDamaged((file) => truncate(file, 8192)))
      .to.contain('is damaged')
      .and.to.contain(advice);
    expect(await openDamaged((file) => truncate(file, 5000))).to.contain(advice);
  });

  it('when its format is unknown', async () => {
    const message = await openDamaged(async (file) => {
      const root = open({ path: file, noSubdir: true, encoding: 'string', maxDbs: 8 });
      await root.openDB({ name: 'meta', encoding: 'string' }).put('format', '9');
      await root.close();
    });
    expect(message).to.contain('format 9');
  });

  it('when its file is missing and the folder has other files', async () => {
    const message = await openDamaged(async (file) => rm(file));
    expect(message).to.contain('store.mdb-lock').and.to.contain('no store.mdb');
  });

  it('when its path is a file', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'data');
      await writeFile(path, '');
      expect(await failure(openFolder(path))).to.be.instanceOf(StoreError);
    }));
});

it('a graph whose checksum does not match is set aside, and everything else works', () =>
  withFolder(async (folder) => {
    const store = await openFolder(folder);
    for (const number of [1, 2]) {
      const written = [statement('piece', 'p', `value ${number}`)];
      await store.transact([object('piece')], (tx) => tx.insert(revision('piece', number), written));
    }
    await store.close();
    const file = join(folder, 'store.mdb');
    const bytes = await readFile(file);
    for (let at = bytes.indexOf('value 1'); at !== -1; at = bytes.indexOf('value 1', at + 1))
      bytes.write('value 3', at);
    await writeFile(file, bytes);

    const degradations = new Degradations();
    const quarantine = new Quarantine({ log: pino({ level: 'silent' }), degradations });
    const opened = await openFolder(folder, { quarantine });
    expect(degradations.list()).to.deep.equal([]);
    expect(await failure(opened.read(revision('piece', 1)))).to.be.instanceOf(DamagedDataError);
    expect(quarantine.has(revision('piece', 1))).to.equal(true);
    expect((await opened.read(revision('piece', 2))).size).to.equal(1);
    const readable: string[] = [];
    for await (const { graph } of opened.graphs()) readable.push(graph);
    expect(readable).to.deep.equal([revision('piece', 2)]);
    await opened.transact([object('piece')], (tx) =>
      tx.insert(revision('piece', 3), [statement('piece', 'p', 'value 4')]),
    );
    expect((await opened.read(revision('piece', 3))).size).to.equal(1);
    expect(opened.status()).to.include({ graphs: 3, statements: 3 });
    await opened.transact([object('piece')], (tx) => tx.drop(revision('piece', 1)));
    expect(quarantine.has(revision('piece', 1))).to.equal(false);
    expect(opened.status()).to.include({ graphs: 2, statements: 2 });
    await opened.close();
  }));

it('a folder with files of the file system only counts as empty', () =>
  withFolder(async (folder) => {
    await mkdir(join(folder, 'lost+found'));
    await writeFile(join(folder, '.gitkeep'), '');
    await writeFile(join(folder, 'unfinished.mdb'), 'an attempt that was broken off');
    const store = await openFolder(folder);
    expect(store.status()).to.include({ graphs: 0, statements: 0 });
    await store.close();
  }));
