import { expect } from 'chai';
import postgres from 'postgres';
import { openStore } from '../../src/store/open-store.js';
import { CommitHistory } from '../../src/store/postgres/commit-history.js';
import { addEmptyCommit } from '../../src/store/postgres/empty-commit.js';
import {
  isOptimistic,
  type OptimisticOptions,
  writeOptimistically,
} from '../../src/store/postgres/optimistic-batch.js';
import type { PendingCommit } from '../../src/store/record.js';
import type { Store } from '../../src/store/store.js';
import type { Iri } from '../../src/rdf/terms.js';
import { base, object, shown, silent, statement } from '../store/support/open.js';
import { type DatabaseOfOneCommit, withOneCommit } from './support/database-of-one-commit.js';
import { describeOnPostgres } from './support/postgres.js';

const piece = object('piece');
const described = (text: string): ReturnType<typeof statement> => statement('piece', 'goodsDescription', text);

const pending = (graph: Iri, text = `<${graph}> <${base}p> "text" .\n`, since = 1): PendingCommit => ({
  changes: [{ graph, text, growth: 1, lookups: [] }],
  lockKeys: [graph],
  since,
});

describeOnPostgres('commits to a PostgreSQL database', function (server) {
  interface Opened extends DatabaseOfOneCommit {
    /** What expects the last commit of the database. */
    readonly options: OptimisticOptions;
  }

  async function withCommit(use: (opened: Opened) => Promise<void>): Promise<void> {
    await withOneCommit(await server().newDatabase(), (opened) =>
      use({ ...opened, options: { ...opened.expected, batch: 'own 2' } }),
    );
  }

  it('are written by one statement that expects the last commit, and then counted', () =>
    withCommit(async ({ sql, database, options }) => {
      const [first, second] = [object('one'), object('two')];
      const written = await database.statement((own) =>
        writeOptimistically(own, [pending(first), pending(second)], options),
      );
      expect(written?.first).to.equal(2);
      expect(written?.position).to.deep.equal({ sequence: 3, graphs: 3, statements: 3 });
      const again = await database.statement((own) =>
        writeOptimistically(
          own,
          [pending(first, `${pending(first).changes[0]?.text ?? ''}<${first}> <${base}q> "more" .\n`)],
          {
            ...options,
            batch: 'own 3',
            last: { sequence: 3, batch: 'own 2' },
          },
        ),
      );
      expect(again?.position).to.deep.equal({ sequence: 4, graphs: 3, statements: 4 });
      expect(await sql`SELECT sequence::int FROM cargograph_feed ORDER BY sequence`).to.deep.equal(
        [1, 2, 3, 4].map((sequence) => ({ sequence })),
      );
    }));

  it('write nothing by a statement that expects another last commit, batch or generation', () =>
    withCommit(async ({ database, options, content }) => {
      const before = await content();
      const others: Partial<OptimisticOptions>[] = [
        { last: { sequence: 0, batch: options.last.batch } },
        { last: { sequence: 2, batch: options.last.batch } },
        { last: { sequence: 1, batch: 'another' } },
        { generation: 'another' },
        { generation: undefined },
      ];
      for (const other of others)
        expect(
          await database.statement((own) =>
            writeOptimistically(own, [pending(object('one'))], { ...options, ...other }),
          ),
          JSON.stringify(other),
        ).to.equal(undefined);
      expect(await content()).to.deep.equal(before);
    }));

  it('write nothing by a statement that waited while the position was moved, or that comes after it', () =>
    withCommit(async ({ database, options, content }) => {
      const write = (): Promise<unknown> =>
        database.statement((own) => writeOptimistically(own, [pending(object('one'))], options));
      const late = await database.transaction(async (sql) => {
        await sql`SELECT sequence FROM cargograph_position WHERE id = 1 FOR UPDATE`;
        const waiting = write();
        for (let attempt = 0; attempt < 200; attempt += 1) {
          const [row] = await sql<{ waits: number }[]>`SELECT count(*) AS waits FROM pg_locks WHERE NOT granted`;
          if (row !== undefined && row.waits > 0) break;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        await addEmptyCommit(sql, 'another');
        return { waiting };
      });
      expect(await late.waiting).to.equal(undefined);
      const after = await content();
      expect(await write()).to.equal(undefined);
      expect(await content()).to.deep.equal(after);
    }));

  it('of two processes that write by turns and at once lose nothing, and are counted right', async () => {
    const url = await server().newDatabase();
    const open = (): Promise<Store> =>
      openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: [] });
    const stores = [await open(), await open()];
    const sql = postgres(url, { onnotice: () => undefined });
    let count = 0;
    const increment = (store: Store): Promise<void> =>
      store.transact([piece], async (tx) => {
        const [seen] = await tx.read(piece);
        await tx.replace(piece, [described(String(Number(seen?.object.value ?? 0) + 1))]);
      });
    try {
      for (let round = 0; round < 4; round += 1) {
        // Long enough that the process writes with one statement in the end.
        for (const store of stores)
          for (let commit = 0; commit < 12; commit += 1) {
            await increment(store);
            count += 1;
          }
        await Promise.all(stores.map((store) => increment(store)));
        await Promise.all(
          stores.map((store, index) =>
            store.transact([object(`${round}`)], (tx) =>
              tx.insert(object(`new-${round}-${index}`), [described('new')]),
            ),
          ),
        );
        count += 2;
      }
      for (const store of stores) {
        await store.refresh();
        expect(shown(await store.read(piece))).to.deep.equal(shown([described(String(count))]));
        expect(store.status()).to.include({ graphs: 9, statements: 9, sequence: count + 8 });
      }
      const [feed] = await sql<{ commits: string; last: string }[]>`
        SELECT count(*) AS commits, max(sequence) AS last FROM cargograph_feed`;
      expect(feed).to.deep.equal({ commits: String(count + 8), last: String(count + 8) });
    } finally {
      await sql.end();
      for (const store of stores) await store.close();
    }
  });

  it('are worked out again where another process has written the same meanwhile', async () => {
    const url = await server().newDatabase();
    const open = (): Promise<Store> =>
      openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: [] });
    const [own, other] = [await open(), await open()];
    let runs = 0;
    const increment = (store: Store, meanwhile: () => Promise<void>): Promise<void> =>
      store.transact([piece], async (tx) => {
        const [seen] = await tx.read(piece);
        await meanwhile();
        await tx.replace(piece, [described(String(Number(seen?.object.value ?? 0) + 1))]);
      });
    try {
      await increment(own, async () => {
        runs += 1;
        if (runs > 1) return;
        await increment(other, () => Promise.resolve());
        // What the transaction has read is no longer cached.
        await own.refresh();
      });
      expect(runs).to.equal(2);
      expect(shown(await own.read(piece))).to.deep.equal(shown([described('2')]));
    } finally {
      await own.close();
      await other.close();
    }
  });

  it('are written by one statement only where all that came after they began are of this process', () => {
    const history = new CommitHistory(10);
    for (let sequence = 11; sequence <= 30; sequence += 1) history.add(sequence, `own ${sequence}`);
    const commit = (since: number, change: Partial<PendingCommit['changes'][0]> = {}): PendingCommit => ({
      changes: [{ graph: piece, text: '<a> <b> "c" .\n', growth: 1, lookups: [], ...change }],
      lockKeys: [],
      since,
    });
    expect(isOptimistic([commit(30), commit(12)], 30, history)).to.equal(true);
    expect(isOptimistic([commit(30), commit(9)], 30, history), 'a commit of another process').to.equal(false);
    expect(isOptimistic([commit(12)], 12, history), 'lately a commit of another process').to.equal(false);
    expect(isOptimistic([commit(30)], 31, history), 'a last commit that was not seen').to.equal(false);
    expect(isOptimistic([commit(30, { text: '', growth: -1 })], 30, history), 'a graph dropped').to.equal(false);
    const removed = [{ partition: 'p', order: 1, value: piece }];
    expect(
      isOptimistic([commit(30, { lookups: [{ lookup: 'l', added: [], removed }] })], 30, history),
      'an entry removed',
    ).to.equal(false);
    history.addForeign(29);
    expect(isOptimistic([commit(30)], 30, history), 'another process since').to.equal(false);
  });
});
