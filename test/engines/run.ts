/**
 * `npm run test:engines`: the store's contract, the cluster and the analytics on real engines, and the conformance table and
 * the exchange again with a PostgreSQL database for each node.
 */
import { finish, print, runProject } from '../support/mocha-project.js';
import { MISSING, postgresBinaries } from './support/postgres.js';

const tallies = [await runProject('test/engines/mocharc.cjs')];
if (postgresBinaries() === undefined) print(`the conformance table on PostgreSQL is skipped: ${MISSING}`);
else tallies.push(await runProject('test/engines/on-postgres.mocharc.cjs'));
finish(tallies);
