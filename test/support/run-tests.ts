/**
 * `npm test`: runs the test files in processes side by side, more than the machine has cores, because tests that start nodes
 * and processes mostly wait for them. It reports progress, and at the end the failures and skipped tests; the last line is the
 * sum.
 *
 * `npm test -- test/rdf/turtle.test.ts` runs only these files, `-- --grep "…"` the tests whose title contains the words,
 * `-- --processes 2` takes so many processes. `npm run test:quick` runs those without a store, a socket and a process,
 * `npm run test:thorough` the long ones (test-selection.ts).
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { finish, print, progressOf } from './mocha-project.js';
import { compiled } from './program.js';
import { runFiles } from './test-files.js';
import { everydayFiles, quickFiles, thoroughFiles } from './test-selection.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    thorough: { type: 'boolean', default: false },
    grep: { type: 'string', short: 'g' },
    invert: { type: 'boolean', short: 'i', default: false },
    processes: { type: 'string', default: String(availableParallelism() + 2) },
  },
});

function chosen(): readonly string[] {
  if (positionals.length > 0) return positionals;
  if (values.quick) return quickFiles();
  return values.thorough ? thoroughFiles() : everydayFiles();
}

// More cases where they are random; the test processes read it.
if (values.thorough) process.env['TEST_SIZE'] ??= '4';

const files = chosen();
// Once, before several processes need them.
compiled('main');
execFileSync(process.execPath, ['scripts/build.cjs', '--console', '--if-changed'], { stdio: 'inherit' });

const { grep, invert } = values;
const processes = Number(values.processes);
print(`${files.length} files in ${Math.min(processes, files.length)} processes`);
const progress = progressOf(files);
finish([await runFiles({ files, grep, invert, processes }, progress)], progress);
