import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { storeWriter } from '../support/program.js';
import { checkNewest, describeProofLog, logRules } from './proof-log-contract.js';
import { object, openFolder, openMemory, revision, statement, withFolder } from './support/open.js';

describeProofLog('in memory', openMemory);

describe('on disk', () => {
  const folders: string[] = [];
  afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));
  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'log-'));
    folders.push(folder);
    return folder;
  };

  describeProofLog('in a folder', async (options) => openFolder(await newFolder(), options));
  describeProofLog('written by a thread', async (options) =>
    openFolder(await newFolder(), { ...options, writer: storeWriter() }),
  );

  it('is there again when the store is opened again', () =>
    withFolder(async (folder) => {
      const graph = revision('piece', 1);
      const store = await openFolder(folder, { logRules: logRules() });
      await store.transact([object('piece')], (tx) => tx.insert(graph, [statement('piece', 'upid', '1')]));
      await store.close();
      const again = await openFolder(folder, { logRules: logRules() });
      expect(await again.proofLog.size()).to.equal(1);
      expect(await checkNewest(again, graph)).to.deep.equal({ position: 0, erased: 0 });
      await again.close();
    }));
});
