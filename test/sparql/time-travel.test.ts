import { Random, seeded } from '../support/random.js';
import { TestClock } from '../support/clock.js';
import { TestContext } from '../support/world.js';
import { TimeTravel } from './time-travel.js';

const CHANGES = 25;
const QUERIES_EACH = 2;

describe('A query with at', () => {
  it('answers as on a fresh dataset of that moment, for every caller, after every change', async () => {
    const clock = new TestClock();
    const world = await TestContext.start({ clock });
    try {
      const travel = new TimeTravel(world, clock, new Random(seeded(1)));
      await travel.begin();
      for (let change = 0; change < CHANGES; change += 1) {
        await travel.change();
        for (let query = 0; query < QUERIES_EACH; query += 1) await travel.expectPlainAnswer();
      }
    } finally {
      await world.stop();
    }
  });
});
