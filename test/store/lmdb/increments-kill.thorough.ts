import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { systemClock } from '../../../src/clock.js';
import { backUp, restore } from '../../../src/store/folder/backup.js';
import { backUpSince } from '../../../src/store/folder/increments.js';
import { storeWriter } from '../../support/program.js';
import { Random, SEED, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';
import { expectAcknowledged } from '../support/acknowledged.js';
import { type Child, start } from '../support/child.js';
import { base, withFolder } from '../support/open.js';

describe('increments of backups of a store whose process is killed again and again', () => {
  before(() => void storeWriter());

  it('have every transaction that was acknowledged before them, and no partial one', () =>
    withFolder(async (folder) => {
      const random = new Random(seeded(SEED));
      const data = join(folder, 'data');
      const lines: string[] = [];
      const chain: string[] = [];
      const backUpNext = async (): Promise<void> => {
        const target = join(folder, `backup-${String(chain.length)}`);
        const since = chain.at(-1);
        await (since === undefined ? backUp(data, target, systemClock) : backUpSince(data, target, since, systemClock));
        chain.push(target);
      };
      const expectRestored = async (acknowledged: readonly string[]): Promise<void> => {
        const restored = join(folder, 'restored');
        const [full = '', ...increments] = chain;
        await restore(full, restored, base, { increments });
        expect(await expectAcknowledged(restored, acknowledged)).to.be.above(0);
        await rm(restored, { recursive: true });
      };
      for (let kill = 0; kill < scaled(4); kill += 1) {
        const child: Child = start('writer.ts', data, 'no', 'keeping');
        for (let line = 0; line < 3; line += 1) await child.line();
        for (let count = random.below(3); count > 0; count -= 1) {
          await delay(random.upTo(200));
          const before = [...lines, ...child.lines];
          await backUpNext();
          // It would write more than it keeps until then.
          child.process.kill('SIGSTOP');
          try {
            await expectRestored(before);
          } finally {
            child.process.kill('SIGCONT');
          }
        }
        await delay(random.upTo(100));
        await child.kill('SIGKILL');
        lines.push(...child.lines);
        if (random.chance(0.5)) await backUpNext();
      }
      await backUpNext();
      await expectRestored(lines);
    })).timeout(scaled(300_000));
});
