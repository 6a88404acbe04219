import { openStore } from '../../src/store/open-store.js';
import { describeCommitTimes, indexes } from '../store/commit-times.js';
import { base, silent } from '../store/support/open.js';
import { describeOnPostgres } from './support/postgres.js';

describeOnPostgres('the times of commits', function (server) {
  describeCommitTimes('PostgreSQL', async (clock) =>
    openStore({
      location: { kind: 'postgres', url: await server().newDatabase() },
      base,
      log: silent,
      lookups: indexes,
      clock,
    }),
  );
});
