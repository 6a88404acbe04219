/**
 * Runs the program. It imports all modules dynamically, so that an error while they load (too few file descriptors) is
 * also reported in one line.
 */
import { errorLine } from '../log/error-line.js';
import { guardStandardStreams } from '../log/standard-streams.js';
import { limitYoungGenerations } from './young-generations.js';

guardStandardStreams();
limitYoungGenerations();
const end = (error: unknown): never => {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exit(1);
};
// Later the node itself logs such errors (serve.ts).
process.on('uncaughtException', end);
// Only their owner can read stores, backups and exports.
process.umask(0o077);

try {
  const { run } = await import('./cli.js');
  await run(process.argv.slice(2));
} catch (error) {
  end(error);
}
