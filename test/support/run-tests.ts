/**
 * `npm test`: runs the mocha projects side by side, since tests that start nodes and processes wait for them for most of
 * their time. The output of the first appears as it comes, that of the others at the end; the last line is the sum of all.
 */
import { finish, print, runProject } from './mocha-project.js';
import { compiled } from './program.js';

// Once, before several projects need it.
compiled('main');

const deferred: string[][] = [];
const tallies = await Promise.all([
  runProject('.mocharc.cjs'),
  ...['test/exchange.mocharc.cjs', 'test/processes.mocharc.cjs'].map((project) => {
    const lines: string[] = [];
    deferred.push(lines);
    return runProject(project, (line) => lines.push(line));
  }),
]);
deferred.flat().forEach(print);
finish(tallies);
