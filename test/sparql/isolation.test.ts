import { expect } from 'chai';
import { TestContext } from '../support/world.js';
import { ask, truth } from './support.js';

const ENDLESS =
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n1 ?o . ?q ?r ?s . ?t ?u ?v }';

/**
 * Reads by HTTP beside a cross product that runs into its limit. The bound is wide, since the suite shares its machine;
 * `npm run bench:sparql` measures the same with a million statements.
 */
describe('Reads beside a query without end', function () {
  this.timeout(30_000);
  let world: TestContext;
  before(async () => {
    world = await TestContext.start({ env: { SPARQL_TIMEOUT_MS: '1500' } });
  });
  after(() => world.stop());

  it('are about as fast as without it, for the slowest one in a hundred', async () => {
    const piece = await world.piece();
    for (let number = 0; number < 10; number += 1) await world.piece();
    expect(await truth(world.holder, 'ASK { ?s a cargo:Piece }')).to.equal(true);
    async function read(goOn: (count: number) => boolean): Promise<number> {
      const times: number[] = [];
      while (goOn(times.length)) {
        const begin = performance.now();
        expect((await world.holder.get(piece)).status).to.equal(200);
        times.push(performance.now() - begin);
      }
      times.sort((one, other) => one - other);
      return times[Math.floor(times.length * 0.99)] ?? 0;
    }
    await read((count) => count < 200);
    const quiet = await read((count) => count < 600);

    let stopped = false;
    const query = ask(world.holder, ENDLESS).finally(() => (stopped = true));
    const busy = await read(() => !stopped);
    expect((await query).status).to.equal(503);
    expect(busy, `p99 of ${quiet.toFixed(1)} ms when it was quiet`).to.be.below(quiet * 4 + 20);
  });
});
