import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { storeCopier, storeWriter } from '../../support/program.js';
import { Random, SEED, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';
import { expectAcknowledged } from '../support/acknowledged.js';
import { start } from '../support/child.js';
import { withFolder } from '../support/open.js';

describe('a store whose process is killed while a purge makes a new file (P39)', () => {
  before(() => {
    storeCopier();
    storeWriter();
  });

  it('has every acknowledged transaction, no partial one, and no file of the purge', async () => {
    const random = new Random(seeded(SEED));
    for (let kill = 0; kill < scaled(2); kill += 1)
      await withFolder(async (folder) => {
        const child = start('writer.ts', folder, 'purging');
        while (!child.lines.includes('purged')) await child.line();
        // In any step of one of the next purges.
        await delay(random.upTo(400));
        await child.kill('SIGKILL');
        expect(await expectAcknowledged(folder, child.lines)).to.be.above(0);
        expect((await readdir(folder)).filter((name) => /purge|swapping/.test(name))).to.deep.equal([]);
      });
  }).timeout(scaled(300_000));
});
