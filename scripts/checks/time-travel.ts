/**
 * `npm run check:time-travel -- --queries=2000 --seed=1`: compares random moments and queries of three callers with
 * their plain meaning (test/sparql/time-travel.ts). It fails on the first answer that differs.
 */
import { TestClock } from '../../test/support/clock.js';
import { Random, seeded } from '../../test/support/random.js';
import { TestContext } from '../../test/support/world.js';
import { TimeTravel } from '../../test/sparql/time-travel.js';
import { check, numberOption } from './tools.js';

/** Queries for each world; then a new world starts, with new tokens. */
const QUERIES_OF_A_WORLD = 400;
const QUERIES_FOR_A_CHANGE = 4;

await check(async () => {
  const queries = numberOption('queries', 2_000);
  const seed = numberOption('seed', 1);
  let asked = 0;
  for (let world = 0; asked < queries; world += 1) {
    asked += await compareWorld(seed + world, Math.min(QUERIES_OF_A_WORLD, queries - asked));
    console.log(`${String(asked)} answers with at are as on a fresh dataset of that moment`);
  }
  return true;
});

async function compareWorld(seed: number, queries: number): Promise<number> {
  const clock = new TestClock();
  const world = await TestContext.start({ clock });
  try {
    const travel = new TimeTravel(world, clock, new Random(seeded(seed)));
    await travel.begin();
    while (travel.asked < queries) {
      await travel.change();
      for (let query = 0; query < QUERIES_FOR_A_CHANGE && travel.asked < queries; query += 1)
        await travel.expectPlainAnswer();
    }
    return travel.asked;
  } finally {
    await world.stop();
  }
}
