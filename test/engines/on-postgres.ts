/** Loaded before the suites of test/conformance and test/exchange: their nodes get a PostgreSQL database each. */
import { testStores } from '../support/stores.js';
import { postgresBinaries, PostgresServer } from './support/postgres.js';

const started: PostgresServer[] = [];

export const mochaHooks = {
  async beforeAll(): Promise<void> {
    const bin = postgresBinaries();
    if (bin === undefined) throw new Error('PostgreSQL is not installed, or POSTGRES_BIN does not name its programs');
    const server = await PostgresServer.start(bin);
    started.push(server);
    testStores.next = () => server.newDatabase();
  },
  async afterAll(): Promise<void> {
    for (const server of started) await server.stop();
  },
};
