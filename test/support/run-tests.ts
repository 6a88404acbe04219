/**
 * `npm test`: runs the two mocha projects side by side, since tests that start processes spend most of their time waiting
 * for them. The output of the tests in the process appears as it comes, that of the others at the end; the last line is
 * the sum of both.
 */
import { finish, print, runProject } from './mocha-project.js';
import { compiled } from './program.js';

// Once, before both projects need it.
compiled('main');

const deferred: string[] = [];
const tallies = await Promise.all([
  runProject('.mocharc.cjs'),
  runProject('test/processes.mocharc.cjs', (line) => deferred.push(line)),
]);
deferred.forEach(print);
finish(tallies);
