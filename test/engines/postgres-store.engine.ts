import { describeDamagedGraphs } from '../store/damaged-graphs.js';
import { describeListPages, statedLookup, writeStated } from '../store/list-pages.js';
import { describeProofLog } from '../store/proof-log-contract.js';
import { describeStore } from '../store/contract.js';
import { openStore } from '../../src/store/open-store.js';
import { base, silent } from '../store/support/open.js';
import { describeOnPostgres } from './support/postgres.js';

describeOnPostgres('the contract', function (server) {
  describeStore('PostgreSQL', async () =>
    openStore({ location: { kind: 'postgres', url: await server().newDatabase() }, base, log: silent, lookups: [] }),
  );
  describeProofLog('in PostgreSQL', async (options) =>
    openStore({
      location: { kind: 'postgres', url: await server().newDatabase() },
      ...{ base, log: silent, lookups: [] },
      ...options,
    }),
  );
  describeListPages('in PostgreSQL', async () =>
    openStore({
      location: { kind: 'postgres', url: await server().newDatabase() },
      base,
      log: silent,
      lookups: [statedLookup],
    }),
  );
  describeDamagedGraphs('in PostgreSQL', {
    lookups: [statedLookup],
    fill: writeStated,
    open: async (options) =>
      openStore({ location: { kind: 'postgres', url: await server().newDatabase() }, base, log: silent, ...options }),
  });
});
