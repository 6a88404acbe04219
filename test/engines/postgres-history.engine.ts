import { expect } from 'chai';
import postgres from 'postgres';
import { ServiceError } from '../../src/errors.js';
import { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { openStore } from '../../src/store/open-store.js';
import { Database } from '../../src/store/postgres/database.js';
import { generationOf, serializeGeneration } from '../../src/store/postgres/generation.js';
import { PostgresRecord } from '../../src/store/postgres/postgres-record.js';
import { base, failure, object, shown, silent, statement } from '../store/support/open.js';
import { describeOnPostgres, PostgresServer } from './support/postgres.js';

const piece = object('piece');
const other = object('other');
const described = (text: string): ReturnType<typeof statement> => statement('piece', 'goodsDescription', text);

describeOnPostgres('stores on one PostgreSQL database', function (server) {
  const open = (url: string): Promise<GraphStore> =>
    openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: [] });
  const write = (store: GraphStore, text: string, graph = piece): Promise<void> =>
    store.transact([graph], (tx) => tx.replace(graph, [described(text)]));

  it('use nothing that they have cached when the database goes back to an earlier commit and on from there', async () => {
    const url = await server().newDatabase();
    const running = await open(url);
    const sql = postgres(url, { onnotice: () => undefined });
    try {
      await write(running, 'first');
      await sql`CREATE TABLE kept AS SELECT * FROM cargograph_graphs`;
      await write(running, 'lost');
      await sql.begin(async (tx) => {
        await tx`DELETE FROM cargograph_feed WHERE sequence > 1`;
        await tx`DELETE FROM cargograph_lock_slots`;
        await tx`DELETE FROM cargograph_graphs`;
        await tx`INSERT INTO cargograph_graphs SELECT * FROM kept`;
        await tx`UPDATE cargograph_position SET sequence = 1`;
      });
      // As many commits as were lost, and one more: the position tells nothing.
      const fresh = await open(url);
      await write(fresh, 'one', other);
      await write(fresh, 'two', other);
      await running.refresh();
      expect(shown(await running.read(piece))).to.deep.equal(shown([described('first')]));
      await write(running, 'after');
      await fresh.refresh();
      expect(shown(await fresh.read(piece))).to.deep.equal(shown([described('after')]));
      await fresh.close();
    } finally {
      await sql.end();
      await running.close();
    }
  });

  it('commit nothing that was worked out before the database went back', async () => {
    const url = await server().newDatabase();
    const running = await open(url);
    const sql = postgres(url, { onnotice: () => undefined });
    try {
      await write(running, 'first');
      await write(running, 'lost');
      let runs = 0;
      await running.transact([other], async (tx) => {
        runs += 1;
        const [seen] = await tx.read(piece);
        if (runs === 1)
          await sql.begin(async (back) => {
            await back`DELETE FROM cargograph_feed WHERE sequence > 1`;
            await back`DELETE FROM cargograph_lock_slots`;
            await back`DELETE FROM cargograph_graphs`;
            await back`UPDATE cargograph_position SET sequence = 1`;
          });
        await tx.replace(other, [described(seen?.object.value ?? 'nothing')]);
      });
      expect(runs).to.equal(2);
      expect(shown(await running.read(other))).to.deep.equal(shown([described('nothing')]));
    } finally {
      await sql.end();
      await running.close();
    }
  });

  it('do not repeat the work of a transaction whose commit has an unknown outcome', async () => {
    const url = await server().newDatabase();
    await (await open(url)).close();
    const database = new Database({ url, log: silent });
    const generation = serializeGeneration(generationOf([]));
    const record = await PostgresRecord.open(database, { feedLength: 100, generation, log: silent });
    const write = record.write.bind(record);
    record.write = async (commits) => {
      await write(commits);
      throw new ServiceError('unavailable', 'The connection broke');
    };
    const store = new GraphStore({ log: silent, lookups: [] }, record);
    try {
      let runs = 0;
      const failed = await failure(
        store.transact([piece], async (tx) => {
          runs += 1;
          await tx.read(piece);
          await tx.replace(piece, [described(`run ${runs}`)]);
        }),
      );
      expect(failed).to.be.instanceOf(ServiceError);
      expect(runs).to.equal(1);
      await store.refresh();
      expect(shown(await store.read(piece))).to.deep.equal(shown([described('run 1')]));
    } finally {
      await store.close();
    }
  });

  it('get notifications of commits again after all connections were closed', async () => {
    const url = await server().newDatabase();
    const database = new Database({ url, log: silent });
    try {
      let heard = 0;
      await database.listen('somewhere', (payload) => {
        if (payload !== undefined) heard += 1;
      });
      // What a server says that is not the primary any more: all connections are given up.
      await failure(
        database.run((sql) =>
          sql.begin(async (tx) => {
            await tx`SET TRANSACTION READ ONLY`;
            await tx`CREATE TABLE refused (id int)`;
          }),
        ),
      );
      for (let attempt = 0; heard === 0 && attempt < 100; attempt += 1) {
        await database.run(async (sql) => sql`SELECT pg_notify('somewhere', 'x')`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(heard).to.be.greaterThan(0);
    } finally {
      await database.close();
    }
  });

  it('find the server that takes writes among several', async () => {
    const standby = await PostgresServer.start();
    const url = new URL(await server().newDatabase());
    await standby.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await standby.query('SELECT pg_reload_conf()');
    const several = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${server().port}${url.pathname}?target_session_attrs=read-write`;
    const store = await open(several);
    try {
      await write(store, 'first');
      expect(shown(await store.read(piece))).to.deep.equal(shown([described('first')]));
    } finally {
      await store.close();
      await standby.stop();
    }
  });
});
