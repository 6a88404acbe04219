import { expect } from 'chai';
import type { Iri } from '../../src/rdf/terms.js';
import { openStore } from '../../src/store/open-store.js';
import { slotsOf } from '../../src/store/postgres/commit-batch.js';
import { addEmptyCommit } from '../../src/store/postgres/empty-commit.js';
import { type GuardedBatch, type GuardedOptions, writeGuarded } from '../../src/store/postgres/guarded-batch.js';
import type { LookupChange } from '../../src/store/lookup.js';
import type { GraphChange, PendingCommit } from '../../src/store/record.js';
import type { Store } from '../../src/store/store.js';
import { base, failure, object, silent, statement } from '../store/support/open.js';
import { type DatabaseOfOneCommit, withOneCommit } from './support/database-of-one-commit.js';
import { describeOnPostgres } from './support/postgres.js';

const piece = object('piece');

const pending = (graph: Iri, change: Partial<GraphChange> = {}, since = 1): PendingCommit => ({
  changes: [{ graph, text: `<${graph}> <${base}p> "text" .\n`, growth: 1, lookups: [], ...change }],
  lockKeys: [graph],
  since,
});

describeOnPostgres('guarded commits to a PostgreSQL database', function (server) {
  interface Opened extends DatabaseOfOneCommit {
    readonly write: (
      commits: readonly PendingCommit[],
      options?: Partial<GuardedOptions>,
    ) => Promise<GuardedBatch | undefined>;
    readonly options: GuardedOptions;
  }

  async function withCommit(use: (opened: Opened) => Promise<void>): Promise<void> {
    await withOneCommit(await server().newDatabase(), (opened) => {
      const { database, expected } = opened;
      const options: GuardedOptions = { ...expected, batch: 'own', readUpTo: 1, feedLength: 100, trims: false };
      return use({
        ...opened,
        options,
        write: (commits, own = {}) =>
          database.transactionTogether((transaction) => writeGuarded(transaction, commits, { ...options, ...own })),
      });
    });
  }

  it('follow those of other processes that they do not touch, and give these back', () =>
    withCommit(async ({ write, sql }) => {
      const other = await write([pending(object('one')), pending(object('two'))], { batch: 'other' });
      expect(other?.first).to.equal(2);
      const own = await write([pending(object('three'))]);
      expect(own?.first).to.equal(4);
      expect(own?.position).to.deep.equal({ sequence: 4, graphs: 4, statements: 4 });
      expect(own?.foreign.map(({ sequence, batch }) => [sequence, batch])).to.deep.equal([
        [2, 'other'],
        [3, 'other'],
      ]);
      const rows = await sql`
        SELECT name, sequence::int FROM cargograph_graphs WHERE sequence > 1 ORDER BY sequence`;
      expect(rows).to.deep.equal([
        { name: object('one'), sequence: 2 },
        { name: object('two'), sequence: 3 },
        { name: object('three'), sequence: 4 },
      ]);
    }));

  it('write nothing where one of them is in conflict', () =>
    withCommit(async ({ write, content }) => {
      await write([pending(object('one'))], { batch: 'other' });
      const before = await content();
      const free = pending(object('two'));
      const conflicts: Record<string, PendingCommit> = {
        'the graph was written': { ...pending(object('one')), lockKeys: [] },
        'the lock key was taken': { ...pending(object('three')), lockKeys: [object('one')] },
        'it has seen a commit that is not there': pending(object('three'), {}, 3),
      };
      for (const [what, conflict] of Object.entries(conflicts))
        expect(await write([free, conflict]), what).to.equal(undefined);
      expect(await content()).to.deep.equal(before);
      const seen = await write([free, pending(object('one'), { growth: 0 }, 2)]);
      expect(seen?.first).to.equal(3);
    }));

  it('write nothing in a database that lacks a commit that they have seen', () =>
    withCommit(async ({ write, content, options }) => {
      const before = await content();
      const others: Partial<GuardedOptions>[] = [
        { last: { sequence: 1, batch: 'another' } },
        { last: { sequence: 2, batch: options.last?.batch ?? '' } },
        { readUpTo: -100 },
      ];
      for (const other of others)
        expect(await write([pending(object('one'))], other), JSON.stringify(other)).to.equal(undefined);
      expect(await content()).to.deep.equal(before);
    }));

  it('write nothing in a database of another generation, and report it', () =>
    withCommit(async ({ write, content }) => {
      const before = await content();
      for (const generation of ['another', undefined])
        expect((await failure(write([pending(object('one'))], { generation }))).message).to.match(/newer release/);
      expect(await content()).to.deep.equal(before);
    }));

  it('write nothing when they arrive after their outcome was found out', () =>
    withCommit(async ({ database, write, content }) => {
      await database.transaction((sql) => addEmptyCommit(sql, 'own'));
      const before = await content();
      expect(await write([pending(object('one'))])).to.equal(undefined);
      expect(await content()).to.deep.equal(before);
      expect((await write([pending(object('one'))], { batch: 'next' }))?.first).to.equal(3);
    }));

  it('remove graphs and entries of lookups, and trim the feed', () =>
    withCommit(async ({ write, sql }) => {
      const entries = ['a', 'b'].map((name) => ({ partition: name, order: 1, value: object(name) }));
      const [kept, gone] = entries;
      if (kept === undefined || gone === undefined) throw new Error('there are two entries');
      const adding: LookupChange = { lookup: 'l', added: entries, removed: [] };
      await write([pending(object('one'), { lookups: [adding] })], { batch: 'first' });
      const removing: LookupChange = { lookup: 'l', added: [], removed: [gone] };
      const after = await write(
        [pending(object('one'), { text: '', growth: -1, lookups: [removing] }, 2), pending(object('two'))],
        { trims: true, feedLength: 2 },
      );
      expect(after?.position).to.deep.equal({ sequence: 4, graphs: 2, statements: 2 });
      const names = await sql`SELECT name FROM cargograph_graphs ORDER BY name`;
      expect(names.map(({ name }) => String(name))).to.deep.equal([piece, object('two')].sort());
      expect(await sql`SELECT part FROM cargograph_lookups`).to.have.length(1);
      expect(await sql`SELECT part FROM cargograph_counts`).to.have.length(1);
      const feed = await sql`SELECT sequence::int FROM cargograph_feed ORDER BY sequence`;
      expect(feed).to.deep.equal([{ sequence: 3 }, { sequence: 4 }]);
    }));

  it('remove nothing where they write nothing', () =>
    withCommit(async ({ write, content }) => {
      const entry = { partition: 'a', order: 1, value: piece };
      await write([pending(object('one'), { lookups: [{ lookup: 'l', added: [entry], removed: [] }] })], {
        batch: 'other',
      });
      const before = await content();
      const removing = [{ lookup: 'l', added: [], removed: [entry] }];
      expect(await write([pending(object('one'), { text: '', growth: -1, lookups: removing })])).to.equal(undefined);
      expect(await content()).to.deep.equal(before);
    }));

  it('write nothing where their statements are not of one transaction', () =>
    withCommit(async ({ database, options, content }) => {
      const before = await content();
      const outside = await database.statement((sql) => writeGuarded(sql, [pending(object('one'))], options));
      expect(outside).to.equal(undefined);
      expect(await content()).to.deep.equal(before);
    }));

  it('see commits of another process during their wait', () =>
    withCommit(async ({ database, write, sql }) => {
      const { waiting } = await database.transaction(async (own) => {
        await own`SELECT sequence FROM cargograph_position WHERE id = 1 FOR UPDATE`;
        const late = write([pending(object('one'))]);
        for (;;) {
          const [row] = await sql<{ waits: string }[]>`SELECT count(*) AS waits FROM pg_locks WHERE NOT granted`;
          if (Number(row?.waits) > 0) break;
        }
        await addEmptyCommit(own, 'other');
        return { waiting: late };
      });
      const written = await waiting;
      expect(written?.first).to.equal(3);
      expect(written?.foreign.map(({ sequence }) => sequence)).to.deep.equal([2]);
    }));

  it('of many at once have one order without gaps, and lose none', () =>
    withCommit(async ({ write, sql }) => {
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, index) => write([pending(object(`n${index}`))], { batch: `own ${index}` })),
      );
      const sequences = all.flatMap((each) => (each === undefined ? [] : [each.position.sequence]));
      // Two names may share a slot by chance; these do not.
      expect(new Set(slotsOf(all.map((_, index) => object(`n${index}`)))).size).to.equal(20);
      expect(sequences.sort((one, other) => one - other)).to.deep.equal(Array.from(all, (_, index) => index + 2));
      const [position] = await sql`SELECT sequence::int, graphs::int, statements::int FROM cargograph_position`;
      expect(position).to.deep.equal({ sequence: 21, graphs: 21, statements: 21 });
    }));

  it('of a batch in which one is in conflict are all there, after it has run again', async () => {
    const url = await server().newDatabase();
    const open = (): Promise<Store> =>
      openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: [] });
    const [own, other] = [await open(), await open()];
    const runs = new Map<string, number>();
    const put = (store: Store, name: string): Promise<void> =>
      store.transact([object(name)], async (tx) => {
        runs.set(name, (runs.get(name) ?? 0) + 1);
        await tx.insert(object(name), [statement('piece', 'goodsDescription', store === own ? 'own' : 'other')]);
      });
    try {
      await put(other, 'contended');
      runs.clear();
      const names = ['first', ...Array.from({ length: 20 }, (_, index) => `free ${index}`), 'contended', 'last'];
      // All but the first one wait for it, and are a batch.
      await Promise.all(names.map((name) => put(own, encodeURIComponent(name))));
      expect(runs).to.deep.equal(
        new Map(names.map((name) => [encodeURIComponent(name), name === 'contended' ? 2 : 1])),
      );
      await other.refresh();
      for (const name of names)
        expect((await other.read(object(encodeURIComponent(name)))).size).to.equal(name === 'contended' ? 2 : 1);
      expect(other.status()).to.include({ graphs: 23, statements: 24, sequence: 24 });
    } finally {
      await own.close();
      await other.close();
    }
  });

  it('make alternating writes of two processes visible', async () => {
    const url = await server().newDatabase();
    const open = (): Promise<Store> =>
      openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: [] });
    const stores = [await open(), await open()];
    try {
      const cursors = stores.map((store) => store.follow());
      const written: Iri[] = [];
      for (let round = 0; round < 10; round += 1)
        for (const [index, store] of stores.entries()) {
          const graph = object(`${round}-${index}`);
          written.push(graph);
          await store.transact([object(`key-${round}-${index}`)], (tx) =>
            tx.insert(graph, [statement('piece', 'goodsDescription', String(round))]),
          );
        }
      for (const store of stores) await store.refresh();
      for (const cursor of cursors) {
        const changed = await cursor.changes();
        expect(changed.kind === 'graphs' && [...changed.graphs], 'in the order of the commits').to.deep.equal(written);
        expect(changed.next.sequence).to.equal(20);
      }
    } finally {
      for (const store of stores) await store.close();
    }
  });
});
