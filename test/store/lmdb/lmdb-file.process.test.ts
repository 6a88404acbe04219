import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { pino } from 'pino';
import { openDatabases, openRoot } from '../../../src/store/lmdb/environment.js';
import { LmdbFile } from '../../../src/store/lmdb/lmdb-file.js';
import { start } from '../support/child.js';
import { base, object, openFolder, revision, statement, withFolder } from '../support/open.js';

describe('the store on disk', () => {
  it('keeps a feed of the graphs that each commit changed, of the configured length', () =>
    withFolder(async (folder) => {
      const store = await openFolder(folder, { feedLength: 3 });
      for (let number = 1; number <= 5; number += 1) {
        await store.transact([object('a')], async (tx) => {
          await tx.insert(revision('a', number), [statement('a', 'p', 'x')]);
          await tx.replace(object('a'), [statement('a', 'latest', String(number))]);
        });
      }
      await store.close();
      const disk = await LmdbFile.open({ folder, base, feedLength: 3 });
      const root = openRoot(disk.file, { readOnly: true });
      const { commits, names } = openDatabases(root);
      const graphsOfCommit = (sequence: number): string[] | undefined =>
        commits
          .get(sequence)
          ?.split('\n')
          .map((name) => names.full(name));
      expect(disk.sequence).to.equal(5);
      expect(graphsOfCommit(5)).to.deep.equal([revision('a', 5), object('a')]);
      expect(graphsOfCommit(3)).to.deep.equal([revision('a', 3), object('a')]);
      expect(graphsOfCommit(2)).to.equal(undefined);
      await root.close();
      await disk.close();
    }));

  it('reuses free pages, also after a reader process was killed', () =>
    withFolder(async (folder) => {
      const disk = await LmdbFile.open({ folder, base, feedLength: 10 });
      let sequence = 0;
      const rewrite = async (times: number): Promise<number> => {
        for (let count = 0; count < times; count += 1) {
          sequence += 1;
          // Digests, which compression does not shorten.
          const digests = Array.from({ length: 800 }, (_, index) =>
            createHash('sha256').update(`${sequence} ${index}`).digest('hex'),
          );
          const text = `<${base}> <${base}> "${digests.join('')}" .\n`;
          await disk.write(sequence, [{ changes: [{ graph: object('a'), text, growth: 1, lookups: [] }] }]);
        }
        return disk.diskUsage.diskBytes;
      };
      const before = await rewrite(20);
      const reader = start('reader.ts', disk.file);
      expect(await reader.line()).to.equal('reading /logistics-objects/a');
      expect(await rewrite(20), 'what is read must stay').to.be.greaterThan(before + 500_000);
      await reader.kill('SIGKILL');
      const after = await rewrite(5);
      expect(await rewrite(50), 'without a reader').to.equal(after);
      await disk.close();
    }));

  it('reads none of its graphs when it is opened, and counts them', () =>
    withFolder(async (parent) => {
      const folder = join(parent, 'data');
      const store = await openFolder(folder);
      await store.transact([object('a')], async (tx) => {
        for (let number = 1; number <= 500; number += 1)
          await tx.insert(revision('a', number), [statement('a', 'p', 'x')]);
      });
      await store.close();
      const messages: string[] = [];
      const sink = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          messages.push(chunk.toString());
          done();
        },
      });
      const again = await openFolder(folder, { log: pino(sink) });
      expect(messages.join(''), 'nothing of it is read').to.contain('the store is open').and.not.contain('indexes');
      expect(again.status()).to.include({ graphs: 500, statements: 500 });
      await again.close();
    }));
});
