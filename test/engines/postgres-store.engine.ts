import { describeStore } from '../store/contract.js';
import { openStore } from '../../src/store/open-store.js';
import { base, silent } from '../store/support/open.js';
import { postgresBinaries, PostgresServer } from './support/postgres.js';

const bin = postgresBinaries();

describe('PostgreSQL', function () {
  this.timeout(60_000);
  let server: PostgresServer;
  before(async function () {
    if (bin === undefined) return this.skip();
    server = await PostgresServer.start(bin);
  });
  after(async () => {
    if (bin !== undefined) await server.stop();
  });

  describeStore('PostgreSQL', async () =>
    openStore({
      location: { kind: 'postgres', url: await server.newDatabase() },
      base,
      log: silent,
      lookups: [],
    }),
  );
});
