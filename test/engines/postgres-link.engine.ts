import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import postgres from 'postgres';
import { isUnavailable, ServiceError } from '../../src/errors.js';
import type { Iri } from '../../src/rdf/terms.js';
import { openStore } from '../../src/store/open-store.js';
import { NoAnswerError } from '../../src/store/postgres/answer-watch.js';
import { Database } from '../../src/store/postgres/database.js';
import { createPiece } from '../support/exchange.js';
import { startTestNode } from '../support/node.js';
import { base, failure, object, silent, statement } from '../store/support/open.js';
import { DatabaseLink } from './support/database-link.js';
import { describeOnPostgres } from './support/postgres.js';

const described = (text: string): ReturnType<typeof statement> => statement('piece', 'goodsDescription', text);

const settled = [(): boolean => true, (): boolean => false] as const;

describeOnPostgres('a PostgreSQL database behind a network that fails', function (server) {
  async function withLink(use: (database: Database, link: DatabaseLink, url: string) => Promise<void>): Promise<void> {
    const link = await DatabaseLink.to(server().port);
    const url = link.url(await server().newDatabase());
    const database = new Database({ url, log: silent });
    try {
      await use(database, link, url);
    } finally {
      await database.close();
      await link.close();
    }
  }

  const one = (database: Database): Promise<number | undefined> =>
    database.read(async (sql) => (await sql<{ one: number }[]>`SELECT 1 AS one`)[0]?.one);
  /** Until the database answers. */
  async function answers(database: Database): Promise<void> {
    for (let found: number | undefined; found !== 1;)
      found = await one(database).catch(async () => {
        await sleep(10);
        return undefined;
      });
  }

  it('ends a transaction whose connection is reset, and gives up no other connection', () =>
    withLink(async (database, link) => {
      for (let round = 0; round < 40; round += 1) {
        const failed = await failure(
          database.transaction(async (sql) => {
            await sql`SELECT 1`;
            link.cut();
            await sql`SELECT 2`;
          }),
        );
        expect(isUnavailable(failed)).to.equal(true);
        expect(
          await database.transaction(async (sql) => (await sql<{ one: number }[]>`SELECT 1 AS one`)[0]?.one),
        ).to.equal(1);
      }
      expect(database.counts).to.deep.equal({ outages: 0, reconnects: 0 });
    }));

  it('ends a transaction whose ROLLBACK is not answered', () =>
    withLink(async (database, link) => {
      const failed = await failure(
        database.transaction(async (sql) => {
          await sql`SELECT 1`;
          link.hang();
          throw new TypeError('a mistake of the work');
        }),
      );
      expect(failed.message).to.equal('a mistake of the work');
      link.goOn();
      await answers(database);
    }));

  it('is read once more where a connection breaks, and not written', () =>
    withLink(async (database, link, url) => {
      const beside = postgres(Object.assign(new URL(url), { port: String(server().port) }).href, { max: 1 });
      for (let round = 1; round <= 10; round += 1) {
        await beside`SELECT pg_advisory_lock(${round}::int)`;
        const sent = [1, 2, 3, 4].map(() =>
          database.read(async (sql) => {
            const rows = await sql<{ one: number }[]>`
              SELECT 1 AS one FROM pg_advisory_xact_lock_shared(${round}::int)`;
            return rows[0]?.one;
          }),
        );
        for (let waiting = 0; waiting < sent.length;) {
          const [row] = await beside<{ waiting: number }[]>`
            SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND objid = ${round} AND NOT granted`;
          waiting = row?.waiting ?? 0;
        }
        link.cut();
        await beside`SELECT pg_advisory_unlock(${round}::int)`;
        expect(await Promise.all(sent)).to.deep.equal([1, 1, 1, 1]);
      }
      await beside.end();
      let runs = 0;
      const failed = await failure(
        database.run(async (sql) => {
          runs += 1;
          const sleeping = sql`SELECT pg_sleep(1)`.execute();
          link.cut();
          await sleeping;
        }),
      );
      expect(isUnavailable(failed)).to.equal(true);
      expect(runs).to.equal(1);
    }));

  it('is asked nothing while it is silent, and again as soon as it answers', () =>
    withLink(async (database, link) => {
      await one(database);
      link.hang();
      const waiting = [failure(one(database)), failure(database.transaction(async (sql) => sql`SELECT 1`))];
      for (const failed of await Promise.all(waiting)) expect(isUnavailable(failed), String(failed)).to.equal(true);
      let sent = 0;
      const refused = await failure(
        database.read((sql) => {
          sent += 1;
          return sql`SELECT 1`.execute();
        }),
      );
      expect(refused instanceof ServiceError && refused.headers['Retry-After']).to.equal('2');
      expect(sent).to.equal(0);
      expect(database.problem).to.be.a('string');
      expect(database.counts).to.deep.equal({ outages: 1, reconnects: 2 });
      link.goOn();
      // By itself: nobody has to ask for it.
      while (database.problem !== undefined) await sleep(10);
      expect(await one(database)).to.equal(1);
      expect(
        await database.transaction(async (sql) => (await sql<{ one: number }[]>`SELECT 1 AS one`)[0]?.one),
      ).to.equal(1);
      expect(database.counts.outages).to.equal(1);
    }));

  it('is asked by new connections where the network has forgotten the others', () =>
    withLink(async (database, link) => {
      await one(database);
      await database.transaction(async (sql) => sql`SELECT 1`);
      link.lose();
      link.loseNoMore();
      const read = one(database);
      const failed = await failure(database.transaction(async (sql) => sql`SELECT 1`));
      expect(isUnavailable(failed)).to.equal(true);
      // Not because it waited for long: the server was asked whether it had anything to do.
      expect(failed.cause).to.be.instanceOf(NoAnswerError);
      expect((failed.cause as Error).message).to.equal('the connections to the database were lost');
      expect(await read).to.equal(1);
      expect(await one(database)).to.equal(1);
      expect(
        await database.transaction(async (sql) => (await sql<{ one: number }[]>`SELECT 1 AS one`)[0]?.one),
      ).to.equal(1);
      expect(database.counts).to.deep.equal({ outages: 0, reconnects: 2 });
    }));

  it('is found to answer while questions that were lost are still waited for', () =>
    withLink(async (database, link) => {
      await one(database);
      link.lose();
      await failure(one(database));
      while (database.counts.outages === 0) await sleep(10);
      const asked = link.connections;
      // None of these is refused: each would be waited for.
      while (link.connections < asked + 3) await sleep(10);
      link.loseNoMore();
      while (database.problem !== undefined) await sleep(10);
      expect(await one(database)).to.equal(1);
      expect(database.counts.outages).to.equal(1);
    }));

  it('does not count as silent during a long statement', () =>
    withLink(async (database) => {
      await Promise.all([
        database.run(async (sql) => sql`SELECT pg_sleep(4)`),
        database.transaction(async (sql) => sql`SELECT pg_sleep(4)`),
      ]);
      expect(database.counts).to.deep.equal({ outages: 0, reconnects: 0 });
    }));

  it('keeps each acknowledged write exactly once while connections are cut', () =>
    withLink(async (_, link, url) => {
      const store = await openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: [] });
      try {
        /** How many commits were acknowledged, and how many have failed. */
        const counts = new Map<Iri, { acknowledged: number; failed: number }>();
        let written = 0;
        let isDone = false;
        const writing = Promise.all(
          [1, 2, 3, 4].map(async (client) => {
            const graph = object(`piece-${client}`);
            const count = { acknowledged: 0, failed: 0 };
            counts.set(graph, count);
            while (!isDone)
              try {
                await store.transact([graph], async (tx) => {
                  const [before] = await tx.read(graph);
                  await tx.replace(graph, [described(String(Number(before?.object.value ?? 0) + 1))]);
                });
                count.acknowledged += 1;
                written += 1;
              } catch (error) {
                expect(isUnavailable(error), String(error)).to.equal(true);
                count.failed += 1;
                await sleep(10);
              }
          }),
        );
        for (let round = 1; round <= 15; round += 1) {
          const before = written;
          while (written < before + 8) await sleep(1);
          link.cut();
        }
        isDone = true;
        await writing;
        for (let isRead = false; !isRead;) isRead = await Promise.resolve(store.refresh()).then(...settled);
        for (const [graph, { acknowledged, failed }] of counts) {
          const [found] = await store.read(graph);
          const stored = Number(found?.object.value);
          // One that has failed may have been written all the same.
          expect(stored, graph)
            .to.be.at.least(acknowledged)
            .and.at.most(acknowledged + failed);
        }
      } finally {
        await store.close();
      }
    }));

  it('makes a node answer 503 with Retry-After while its tables are incomplete, as when a dump is restored', async () => {
    const url = await server().newDatabase();
    const node = await startTestNode({ env: { STORE_URL: url } });
    const sql = postgres(url, { onnotice: () => undefined });
    try {
      const uri = await createPiece(node.holder);
      await sql`CREATE TABLE kept AS SELECT * FROM cargograph_position`;
      await sql`DELETE FROM cargograph_position`;
      for (const reply of [
        await node.holder.get(uri),
        await node.holder.post('/logistics-objects', { '@type': 'https://onerecord.iata.org/ns/cargo#Piece' }),
      ]) {
        expect(reply.status, reply.text).to.equal(503);
        expect(Number(reply.headers.get('retry-after'))).to.be.greaterThan(0);
      }
      await sql`INSERT INTO cargograph_position SELECT * FROM kept`;
      expect((await node.holder.get(uri)).status).to.equal(200);
      const { text } = await node.holder.get('/metrics');
      for (const name of ['outages', 'reconnects'])
        expect(text).to.include(`\ncargograph_store_database_${name}_total 0\n`);
    } finally {
      await sql.end();
      await node.stop();
    }
  });
});
