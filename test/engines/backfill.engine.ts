/** Entries in the log of proofs for what a database holds without one (P51): one node makes them, under a lease. */
import { expect } from 'chai';
import postgres from 'postgres';
import { exchange, loggedGraphs, untilBackfilled, verifiedRecords } from '../support/entered.js';
import { freePorts } from '../support/exchange.js';
import { TestContext } from '../support/world.js';
import { describeOnPostgres } from './support/postgres.js';

const OBJECTS = 150;

describeOnPostgres('a database without entries in the log of proofs', function (server) {
  it('has exactly one for each graph in the end, with two nodes that write meanwhile', async () => {
    const url = await server().newDatabase();
    const [port = 0, other = 0] = await freePorts(2);
    const base = `http://localhost:${port}`;
    const env = { STORE_URL: url, PORT: String(port), BASE_URL: base, PROOF_CHECKPOINT_MS: '100' };

    const before = await TestContext.start({ env: { ...env, PROOF_LOG: 'false' } });
    const { request } = await exchange(before);
    for (let count = 0; count < OBJECTS; count += 1) await before.piece();
    await before.stop();

    const one = await TestContext.start({ env });
    const two = await TestContext.start({ env: { ...env, PORT: String(other) }, viaPort: true });
    try {
      // While its entry is to be made, or has been.
      expect((await two.accept(request)).status).to.equal(204);
      for (let count = 0; count < 10; count += 1) await (count % 2 === 0 ? one : two).piece();
      await untilBackfilled(one);
      await untilBackfilled(two);
      const sql = postgres(url, { onnotice: () => undefined });
      const names = await sql<{ name: string }[]>`SELECT name FROM cargograph_graphs`;
      await sql.end();
      const records = await verifiedRecords(one);
      const logged = records.map(({ graph }) => graph).filter((graph) => !graph.endsWith(request));
      expect(new Set(logged).size).to.equal(logged.length);
      const graphs = loggedGraphs(
        base,
        names.map(({ name }) => name),
      );
      expect(graphs.length).to.be.above(OBJECTS);
      expect(records.map(({ graph }) => graph)).to.include.members(graphs);
      const announced = records.filter(({ graph }) => graph.includes('/internal/log/backfill-'));
      expect(announced).to.have.length(1);
    } finally {
      await two.stop();
      await one.stop();
    }
  });

  it('has others for what has changed while the log was off', async () => {
    const env = { STORE_URL: await server().newDatabase(), PROOF_CHECKPOINT_MS: '100' };
    const [port = 0] = await freePorts(1);
    const at = { ...env, PORT: String(port) };
    const before = await TestContext.start({ env: at });
    const { request } = await exchange(before);
    await before.stop();
    const off = await TestContext.start({ env: { ...at, PROOF_LOG: 'false' } });
    expect((await off.accept(request)).status).to.equal(204);
    await off.stop();
    const again = await TestContext.start({ env: at });
    try {
      await untilBackfilled(again);
      expect((await again.holder.get(`${request}/proof`)).status).to.equal(200);
      const records = await verifiedRecords(again);
      expect(records.filter(({ graph }) => graph.endsWith(request))).to.have.length(2);
    } finally {
      await again.stop();
    }
  });
});
