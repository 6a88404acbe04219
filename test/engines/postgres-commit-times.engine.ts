import { expect } from 'chai';
import postgres from 'postgres';
import { check } from '../../src/commands/check.js';
import { ALL_OBJECTS } from '../../src/logistics-objects/lookups.js';
import { iri } from '../../src/rdf/terms.js';
import { readSettings } from '../../src/settings/settings.js';
import { commitTimeOf } from '../../src/store/commit-time.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { openStore } from '../../src/store/open-store.js';
import {
  addMadeAt,
  addMember,
  describeCommitTimes,
  grant,
  indexes,
  lookups,
  membersOf,
  ordersOf,
  piece,
  uris,
} from '../store/commit-times.js';
import { base, failure, silent } from '../store/support/open.js';
import { TestClock } from '../support/clock.js';
import { describeOnPostgres } from './support/postgres.js';

const airline = iri('https://airline.example/');

describeOnPostgres('the times of commits', function (server) {
  const open = (url: string, clock = new TestClock()): Promise<GraphStore> =>
    openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: indexes, clock });
  const runCheck = (url: string, repair = false): Promise<string> => check(repair, readSettings({ STORE_URL: url }));

  async function withDatabase(use: (url: string, sql: postgres.Sql) => Promise<void>): Promise<void> {
    const url = await server().newDatabase();
    const sql = postgres(url, { onnotice: () => undefined });
    try {
      await use(url, sql);
    } finally {
      await sql.end();
    }
  }

  describeCommitTimes('PostgreSQL', async (clock) => open(await server().newDatabase(), clock));

  it('are of its clock, in one order, where the clocks of nodes differ (W54)', () =>
    withDatabase(async (url) => {
      const nodes = [
        await open(url, new TestClock('2020-01-01T00:00:00Z')),
        await open(url, new TestClock('2040-01-01T00:00:00Z')),
      ];
      const before = commitTimeOf(new Date());
      const written: string[] = [];
      for (let number = 1; number <= 6; number += 1) {
        const node = nodes[number % 2];
        if (node === undefined) throw new TypeError('no node');
        await addMember(node, uris.revision(piece, number));
        written.push(uris.revision(piece, number));
      }
      for (const node of nodes) {
        await node.refresh();
        const all = await membersOf(node, ALL_OBJECTS);
        expect(all.map(({ value }) => value)).to.deep.equal(written);
        expect(all[0]?.order).to.be.at.least(before);
        expect(all.at(-1)?.order).to.be.at.most(commitTimeOf(new Date()) + 1_000);
      }
      for (const node of nodes) await node.close();
    }));

  it('that one node has ended get no commits of another one (W54)', () =>
    withDatabase(async (url) => {
      const [one, other] = [await open(url), await open(url)];
      const over = new AbortController();
      const writing = (async () => {
        for (let number = 1; !over.signal.aborted; number += 1) await addMember(other, uris.revision(piece, number));
      })();
      const seen = new Map<number, readonly string[]>();
      const until = async (time: number): Promise<string[]> =>
        (await one.lookup(lookups.objects.members, ALL_OBJECTS, { until: time })).map(({ value }) => value);
      for (let round = 0; round < 20; round += 1) {
        const ended = await one.closeUntil(commitTimeOf(new Date()));
        seen.set(ended, await until(ended));
      }
      over.abort();
      await writing;
      await one.refresh();
      for (const [ended, members] of seen) expect(await until(ended)).to.deep.equal(members);
      expect((await ordersOf(one, ALL_OBJECTS)).length).to.be.above(0);
      await one.close();
      await other.close();
    }));

  it('are made for a database of an earlier release, in the order of the times of its data (W54)', () =>
    withDatabase(async (url, sql) => {
      const store = await open(url);
      await addMadeAt(store, '2026-03-01T00:00:02.000Z', uris.revision(piece, 2));
      await addMadeAt(store, '2026-03-01T00:00:01.000Z', uris.revision(piece, 1));
      await grant(store, piece, { agent: airline });
      await store.close();
      await sql`ALTER TABLE cargograph_position DROP COLUMN time`;
      for (const table of ['lookups', 'counts'])
        await sql.unsafe(`DELETE FROM cargograph_${table} WHERE lookup IN ('members', 'readers')`);
      await sql`
        UPDATE cargograph_meta SET value = (value::jsonb #- '{lookups,members}' #- '{lookups,readers}')::text
        WHERE key = 'generation'`;
      const upgraded = await open(url);
      const made = ['2026-03-01T00:00:01.000Z', '2026-03-01T00:00:02.000Z'].map((at) => commitTimeOf(new Date(at)));
      expect(await ordersOf(upgraded, ALL_OBJECTS)).to.deep.equal(made);
      expect(await ordersOf(upgraded, piece)).to.deep.equal(made);
      expect(await upgraded.lookup(lookups.access.readers, airline)).to.have.length(2);
      await addMember(upgraded, uris.revision(piece, 3));
      expect((await ordersOf(upgraded, piece))[2]).to.be.above(made[1] ?? NaN);
      await upgraded.close();
      expect(await runCheck(url)).to.contain('nothing is wrong');
    }));

  it('that an index has are kept by --repair; what it lacks gets a time after all others', () =>
    withDatabase(async (url, sql) => {
      const store = await open(url);
      for (const number of [1, 2]) await addMember(store, uris.revision(piece, number));
      const [first = 0, second = 0] = await ordersOf(store, piece);
      await store.close();
      await sql`DELETE FROM cargograph_lookups WHERE lookup = 'members' AND place = ${first}`;
      expect((await failure(runCheck(url))).message).to.contain('index members: 2 entries are missing');
      await runCheck(url, true);
      expect(await runCheck(url)).to.contain('nothing is wrong');
      await sql`UPDATE cargograph_position SET time = 7`;
      expect((await failure(runCheck(url))).message).to.contain('times after that of the last commit');
      await runCheck(url, true);
      expect(await runCheck(url)).to.contain('nothing is wrong');
      const repaired = await open(url);
      const orders = new Map((await membersOf(repaired, piece)).map(({ value, order }) => [value, order]));
      expect(orders.get(uris.revision(piece, 2))).to.equal(second);
      expect(orders.get(uris.revision(piece, 1))).to.be.above(second);
      await repaired.close();
    }));

  it('go on from the present time in a database that was restored to an earlier state', () =>
    withDatabase(async (url, sql) => {
      const store = await open(url);
      await addMember(store, uris.revision(piece, 1));
      const kept = await sql`SELECT * FROM cargograph_position`;
      await addMember(store, uris.revision(piece, 2));
      const [, lost = 0] = await ordersOf(store, piece);
      await store.close();
      const [position] = kept;
      await sql.begin(async (tx) => {
        await tx`DELETE FROM cargograph_feed WHERE sequence > 1`;
        await tx`DELETE FROM cargograph_lock_slots WHERE sequence > 1`;
        await tx`DELETE FROM cargograph_graphs WHERE sequence > 1`;
        await tx`DELETE FROM cargograph_lookups WHERE place = ${lost}`;
        await tx`UPDATE cargograph_counts SET entries = 1 WHERE lookup = 'members'`;
        await tx`UPDATE cargograph_position SET sequence = 1, graphs = 2, time = ${String(position?.['time'])}`;
      });
      const restored = await open(url);
      await addMember(restored, uris.revision(piece, 2));
      expect((await ordersOf(restored, piece))[1]).to.be.above(lost);
      await restored.close();
    }));
});
