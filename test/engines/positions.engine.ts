import { describeOwnWork } from '../faults/support/own-work.js';
import { describePositions, type Place } from '../faults/support/positions.js';
import { describeOnPostgres } from './support/postgres.js';

describeOnPostgres('A fault at any position of an exchange', function (server) {
  const place = async (): Promise<Place> => ({
    storeUrl: await server().newDatabase(),
    remove: () => Promise.resolve(),
  });
  describePositions('postgres:', place);
  describe("in the node's own work", () => {
    describeOwnWork('postgres:', place);
  });
});
