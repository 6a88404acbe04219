/**
 * `npm run test:engines`: the store's contract, the cluster and the analytics on real engines, and the conformance table and
 * the exchange again with a PostgreSQL database for each node.
 */
import { finish, print, runProject } from '../support/mocha-project.js';
import { postgresBinaries } from './support/postgres.js';

const tallies = [await runProject('test/engines/mocharc.cjs')];
if (postgresBinaries() === undefined)
  print(
    'PostgreSQL is missing (POSTGRES_BIN names its programs): its tests and the conformance table on it are skipped',
  );
else tallies.push(await runProject('test/engines/on-postgres.mocharc.cjs'));
finish(tallies);
