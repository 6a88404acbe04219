import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { codeOf } from '../../src/errors.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { expectAcknowledged } from './support/acknowledged.js';
import { start } from './support/child.js';
import { openFolder, withFolder } from './support/open.js';

describe('a store whose process is killed', () => {
  it('has every acknowledged transaction, and no partial one', () =>
    withFolder(async (folder) => {
      const random = new Random(seeded(SEED));
      let written = 0;
      for (let kill = 0; kill < scaled(5); kill += 1) {
        const child = start('writer.ts', folder);
        // Killed at a random moment: first while the store is created and opened, then between and within transactions.
        if (kill < 2) await delay(250 + random.upTo(300));
        else {
          // It is open, and has committed something.
          for (let line = 0; line < 2; line += 1) await child.line();
          await delay(20 + random.upTo(200));
        }
        await child.kill('SIGKILL');
        const sequence = await expectAcknowledged(folder, child.lines);
        expect(sequence).to.be.at.least(written);
        written = sequence;
      }
      expect(written).to.be.above(0);
    })).timeout(scaled(60_000));
});

describe('a store whose disk is full', () => {
  it('rejects writes without changing anything, serves reads, and writes again when there is space', function () {
    try {
      execFileSync('prlimit', ['--version']);
    } catch (error) {
      // Only Linux can take the room away from a single process.
      if (codeOf(error) === 'ENOENT') {
        process.stdout.write('    (skipped: there is no prlimit here, which only Linux has)\n');
        this.skip();
      }
      throw error;
    }
    return withFolder(async (folder) => {
      const child = start('full-disk.ts', folder);
      expect(JSON.parse(await child.line())).to.deep.equal({
        before: 'written',
        during: ['insufficient-storage', 'insufficient-storage'],
        sequence: 1,
        readable: [50, 0],
        after: ['written', 'written'],
      });
      const store = await openFolder(folder);
      expect(store.status()).to.include({ statements: 150, sequence: 3 });
      await store.close();
    });
  });
});
