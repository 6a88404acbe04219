import { describePositions } from '../faults/support/positions.js';
import { describeOnPostgres } from './support/postgres.js';

describeOnPostgres('A fault at any position of an exchange', function (server) {
  describePositions('postgres:', async () => ({
    storeUrl: await server().newDatabase(),
    remove: () => Promise.resolve(),
  }));
});
