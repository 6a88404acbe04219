/**
 * Runs the program. It imports the rest dynamically, so that an error while modules are loaded (too few file
 * descriptors) is reported in one line, too.
 */
import { errorLine } from '../log/error-line.js';
import { guardStandardStreams } from '../log/standard-streams.js';

guardStandardStreams();
const end = (error: unknown): never => {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exit(1);
};
// Until the node logs such errors itself (serve.ts).
process.on('uncaughtException', end);
// Stores, backups and exports are readable by their owner only.
process.umask(0o077);

try {
  const { run } = await import('./cli.js');
  await run(process.argv.slice(2));
} catch (error) {
  end(error);
}
