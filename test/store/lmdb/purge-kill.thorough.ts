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

  it('has every acknowledged transaction, no partial one, and no file of the purge', () =>
    withFolder(async (folder) => {
      const random = new Random(seeded(SEED));
      let written = 0;
      let purged = 0;
      for (let kill = 0; kill < scaled(3); kill += 1) {
        const child = start('writer.ts', folder, 'purging');
        while ((await child.line()) !== 'purged');
        // In any step of one of the next purges.
        await delay(random.upTo(400));
        await child.kill('SIGKILL');
        purged += child.lines.filter((line) => line === 'purged').length;
        const sequence = await expectAcknowledged(folder, child.lines);
        expect(sequence).to.be.at.least(written);
        written = sequence;
        expect((await readdir(folder)).filter((name) => /purge|swapping/.test(name))).to.deep.equal([]);
      }
      expect(purged).to.be.above(0);
    })).timeout(scaled(120_000));
});
