/**
 * `npm test`: runs the mocha projects in parallel, because tests that start nodes and processes mostly wait for them.
 * It reports progress, and at the end the failures and skipped tests; the last line is the sum. `npm test --
 * test/rdf/turtle.test.ts` runs only these files, `-- --grep "…"` the tests whose title contains the words, and `--
 * --quick` (`npm run test:quick`) those without a store, a socket and a process.
 */
import { finish, print, type Project, progressOf, runProject } from './mocha-project.js';
import { compiled } from './program.js';

const all: readonly Project[] = [
  { name: 'units', config: '.mocharc.cjs' },
  { name: 'exchange, SPARQL, faults', config: 'test/exchange.mocharc.cjs' },
  { name: 'processes', config: 'test/processes.mocharc.cjs' },
];

function chosen(): readonly Project[] {
  const isQuick = process.argv.indexOf('--quick');
  if (isQuick >= 0) {
    process.argv.splice(isQuick, 1);
    return [{ name: 'quick', config: 'test/quick.mocharc.cjs' }];
  }
  return process.argv.slice(2).some((argument) => argument.endsWith('.test.ts'))
    ? [{ name: 'files', config: 'test/files.mocharc.cjs' }]
    : all;
}

const projects = chosen();
// Once, before several projects need it.
compiled('main');

if (projects === all && process.argv.length === 2)
  print('all tests: 6 to 12 minutes on 2 cores, by what else they do; npm run test:quick takes half a minute');
print(`running side by side: ${projects.map(({ name }) => name).join(' | ')}`);
const progress = progressOf(projects);
finish(await Promise.all(projects.map((project) => runProject(project, progress))), progress);
