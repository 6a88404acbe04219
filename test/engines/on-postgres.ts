/** Loaded before the suites of test/conformance and test/exchange: their nodes get a PostgreSQL database each. */
import { testStores } from '../support/stores.js';
import { PostgresServer } from './support/postgres.js';

const started: PostgresServer[] = [];

export const mochaHooks = {
  async beforeAll(): Promise<void> {
    const server = await PostgresServer.start();
    started.push(server);
    testStores.next = () => server.newDatabase();
  },
  async afterAll(): Promise<void> {
    for (const server of started) await server.stop();
  },
};
