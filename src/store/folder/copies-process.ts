/** The program that `copies.ts` runs: makes one copy, and answers how that went. */
import { systemClock } from '../../clock.js';
import { openRoot } from '../lmdb/environment.js';
import { copyFileKeys } from '../lmdb/purge/copy-keys.js';
import { StoreError } from '../store-error.js';
import { backUp } from './backup.js';
import type { CopyResult, CopyTask } from './copies.js';
import { sync } from './file-checks.js';
import { writeIncrement } from './increments.js';

async function cleanCopy(file: string, target: string): Promise<void> {
  const source = openRoot(file, { readOnly: true });
  try {
    await copyFileKeys(source, target);
  } finally {
    await source.close();
  }
  await sync(target);
}

async function make(task: CopyTask): Promise<void> {
  if (task.kind === 'clean') await cleanCopy(task.file, task.target);
  else if (task.kind === 'full') await backUp(task.folder, task.target, systemClock);
  else await writeIncrement(task.folder, task.target, task.earlier, systemClock);
}

process.once('message', (task: CopyTask) => {
  void make(task)
    .then((): CopyResult => ({}))
    .catch((error: unknown): CopyResult => {
      const reason = error instanceof Error ? error.message : String(error);
      return { failure: { reason, isStore: error instanceof StoreError } };
    })
    .then((result) => process.send?.(result, () => process.exit(0)));
});
// Its parent has ended.
process.once('disconnect', () => process.exit(1));
