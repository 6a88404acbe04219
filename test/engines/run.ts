/**
 * `npm run test:engines`: the store's contract, the cluster and the analytics on real engines, and the conformance table and
 * the exchange again with a PostgreSQL database for each node.
 */
import { finish, print, type Project, progressOf, runProject } from '../support/mocha-project.js';
import { MISSING, postgresBinaries } from './support/postgres.js';

const engines: Project = { name: 'engines', config: 'test/engines/mocharc.cjs' };
const onPostgres: Project = { name: 'exchange on PostgreSQL', config: 'test/engines/on-postgres.mocharc.cjs' };

const hasPostgres = postgresBinaries() !== undefined;
// One after another: each has a percentage of its own.
const progress = progressOf([engines.name]);
const tallies = [await runProject(engines, progress)];
if (!hasPostgres) print(`the conformance table on PostgreSQL is skipped: ${MISSING}`);
else tallies.push(await runProject(onPostgres, progress));
finish(tallies, progress);
