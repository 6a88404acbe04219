import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import postgres from 'postgres';
import { uuidSource } from '../../src/clock.js';
import { StreamPositions } from '../../src/console/stream-positions.js';
import { Degradations } from '../../src/degradations.js';
import { EngineClient } from '../../src/sparql/engine/engine-client.js';
import { Projector } from '../../src/sparql/engine/projector.js';
import { DamagedDataError, Quarantine } from '../../src/store/quarantine.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { openStore } from '../../src/store/open-store.js';
import { EngineServer } from '../sparql/engine/engine-server.js';
import { rulesOf } from '../sparql/engine/partner-bench.js';
import { expectProjected, latestRevision, RandomHistory } from '../sparql/engine/random-history.js';
import { base, failure, object, silent, statement } from '../store/support/open.js';
import { Random, SEED, seeded } from '../support/random.js';
import { describeOnPostgres } from './support/postgres.js';

const TABLES = ['graphs', 'lookups', 'counts', 'feed', 'lock_slots', 'position'];

describeOnPostgres('what follows a store', function (server) {
  let url: string;
  let sql: postgres.Sql;
  let store: GraphStore;
  const degradations = new Degradations();

  const open = (quarantine?: Quarantine): Promise<GraphStore> =>
    openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: [], quarantine });

  beforeEach(async () => {
    url = await server().newDatabase();
    sql = postgres(url, { onnotice: () => undefined });
    store = await open(new Quarantine({ log: silent, degradations }));
  });
  afterEach(async () => {
    await store.close();
    await sql.end();
  });

  /** What the database holds now is what a failover leaves. */
  async function keep(): Promise<() => Promise<void>> {
    for (const table of TABLES) await sql.unsafe(`CREATE TABLE kept_${table} AS SELECT * FROM cargograph_${table}`);
    return async () => {
      await sql.begin(async (tx) => {
        for (const table of TABLES) {
          await tx.unsafe(`DELETE FROM cargograph_${table}`);
          await tx.unsafe(`INSERT INTO cargograph_${table} SELECT * FROM kept_${table}`);
        }
      });
    };
  }

  it('has a SPARQL engine without lost data, even after further writes', async () => {
    const engineServer = await EngineServer.start();
    const engine = new EngineClient(engineServer.settings, { log: silent });
    const projector = new Projector({
      engine,
      store,
      base,
      permissions: rulesOf(store).rules,
      latestRevision,
      log: silent,
      degradations,
      ids: uuidSource,
      random: seeded(SEED),
    });
    const stopping = new AbortController();
    const running = projector.run(stopping.signal);
    const fed = async (): Promise<void> => {
      while (projector.status.position !== store.sequence) await sleep(10);
    };
    const other = await open();
    try {
      const random = new Random(seeded(SEED));
      const history = new RandomHistory(store, random);
      const goBack = await keep();
      for (let count = 0; count < 10; count += 1) await history.commit();
      await fed();
      await goBack();
      await other.refresh();
      const others = new RandomHistory(other, random);
      for (let count = 0; count < 12; count += 1) await others.commit();
      await store.refresh();
      await fed();
      await expectProjected(store, engine);
    } finally {
      stopping.abort();
      await running;
      await engine.close();
      await engineServer.stop();
      await other.close();
    }
  });

  it('does not wait for lost commits', async () => {
    const write = (text: string): Promise<void> =>
      store.transact([object('piece')], (tx) => tx.replace(object('piece'), [statement('piece', 'upid', text)]));
    await write('kept');
    const goBack = await keep();
    await write('lost');
    await goBack();
    await store.refresh();
    expect(store.sequence).to.equal(1);
    await store.settled();
  });

  it('has other ids of streamed events, though a commit has the number of one that was lost', async () => {
    const positions = new StreamPositions('this process', store);
    const restore = await keep();
    const write = (text: string): Promise<void> =>
      store.transact([object('piece')], (tx) => tx.insert(object('piece'), [statement('piece', 'p', text)]));
    await write('lost');
    const { sequence } = store;
    const position = store.follow();
    const lost = positions.id(position);
    expect(positions.sequenceOf(lost)).to.equal(sequence);
    await restore();
    await store.refresh();
    await write('kept');
    expect(store.sequence).to.equal(sequence);
    expect(positions.sequenceOf(lost)).to.be.NaN;
    expect(positions.sequenceOf(positions.id(position)), 'written late').to.be.NaN;
    expect(positions.sequenceOf(positions.id(store.follow()))).to.equal(sequence);
  });

  it('sets nothing aside any more that was damaged before', async () => {
    const piece = object('piece');
    await store.transact([piece], (tx) => tx.replace(piece, [statement('piece', 'upid', '1')]));
    const goBack = await keep();
    await store.transact([piece], (tx) => tx.replace(piece, [statement('piece', 'upid', '2')]));
    await sql`UPDATE cargograph_graphs SET checksum = 'wrong' WHERE name = ${piece}`;
    await sql`UPDATE cargograph_feed SET batch = 'another' WHERE sequence = 2`;
    await store.refresh();
    expect(await failure(store.read(piece))).to.be.instanceOf(DamagedDataError);
    expect(degradations.list().length).to.equal(1);
    await goBack();
    await store.refresh();
    expect(degradations.list().length).to.equal(0);
    expect((await store.read(piece)).size).to.equal(1);
  });
});
