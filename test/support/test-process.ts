/**
 * Runs test files, one after another, as its parent orders them (test-files.ts). Each test is reported on the standard output
 * (reporter.cjs).
 */
import Mocha from 'mocha';
import './seed.js';
import { END, type FileOrder } from './test-events.js';

async function run({ file, grep, invert }: FileOrder): Promise<void> {
  const mocha = new Mocha({
    reporter: 'test/support/reporter.cjs',
    // No test waits for a time: this ends one that waits for what never comes, on a machine that is busy as well.
    timeout: 1_800_000,
    forbidOnly: true,
    invert,
    ...(grep !== undefined && { grep }),
  });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  await new Promise((resolve) => mocha.run(resolve));
  // It would catch what the next file does not.
  mocha.dispose();
}

let last = Promise.resolve();
process.on('message', (order: FileOrder | typeof END) => {
  if (order === END) process.exit();
  // A file that cannot be loaded ends the process, and its parent reports the file.
  last = last.then(() => run(order));
});
// Its parent is gone.
process.on('disconnect', () => process.exit());
