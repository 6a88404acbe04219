/**
 * The program's entry. It loads nothing by itself but what it needs to say in one line why the rest cannot be loaded or
 * run: too few file descriptors end the loading of modules, too.
 */
import { errorLine } from './error-line.js';
import { guardStandardStreams } from './output.js';

guardStandardStreams();
const end = (error: unknown): never => {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exit(1);
};
// Until a node has a log of its own for it (serve.ts).
process.on('uncaughtException', end);
// What is written, a store, a backup or an export, is for nobody else on this machine.
process.umask(0o077);

try {
  const { run } = await import('./cli.js');
  await run(process.argv.slice(2));
} catch (error) {
  end(error);
}
