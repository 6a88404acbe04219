import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import postgres from 'postgres';
import { isUnavailable } from '../../src/errors.js';
import type { Iri } from '../../src/rdf/terms.js';
import { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { openStore } from '../../src/store/open-store.js';
import { Database } from '../../src/store/postgres/database.js';
import { generationOf, serializeGeneration } from '../../src/store/postgres/generation.js';
import { PostgresRecord } from '../../src/store/postgres/postgres-record.js';
import type { GraphRecord, PendingCommit, SharedRecord, WriteResult } from '../../src/store/record.js';
import type { Store } from '../../src/store/store.js';
import { around } from '../faults/support/faults.js';
import { base, failure, object, shown, silent, statement } from '../store/support/open.js';
import { describeOnPostgres } from './support/postgres.js';

const [x, y, z] = [object('x'), object('y'), object('z')];
const described = (text: string): ReturnType<typeof statement> => statement('piece', 'goodsDescription', text);

type Write = (commits: readonly PendingCommit[]) => Promise<WriteResult>;

/** A node, another one on the same database, and the moment at which the first one writes. */
interface Opened {
  readonly store: GraphStore;
  readonly other: Store;
  /** Replaces how the next batch is written. */
  readonly onWrite: (write: (commits: readonly PendingCommit[], really: Write) => ReturnType<Write>) => void;
  /** Keeps the feed from being read until what it gives is called. */
  readonly holdFeed: () => () => void;
  /** A server takes over that lacks the commits after one, as a standby of asynchronous replication may. */
  readonly goBack: (to: number) => Promise<void>;
  /** One more node. */
  readonly open: () => Promise<Store>;
}

describeOnPostgres('a store whose database goes back while it writes', function (server) {
  const put = (store: Store, graph: Iri, text: string): Promise<void> =>
    store.transact([graph], (tx) => tx.replace(graph, [described(text)]));

  /** With one commit of each of two graphs. */
  async function withStores(use: (opened: Opened) => Promise<void>): Promise<void> {
    const url = await server().newDatabase();
    const open = (): Promise<Store> =>
      openStore({ location: { kind: 'postgres', url }, base, log: silent, lookups: [] });
    const other = await open();
    const generation = serializeGeneration(generationOf([]));
    const record = await PostgresRecord.open(new Database({ url, log: silent }), {
      feedLength: 1000,
      generation,
      log: silent,
    });
    const really = record.write.bind(record);
    const writes: Parameters<Opened['onWrite']>[0][] = [];
    record.write = (commits) => writes.shift()?.(commits, really) ?? really(commits);
    let isFeedOpen = Promise.resolve();
    const feed: SharedRecord['feed'] = async (after, limit) => {
      await isFeedOpen;
      return record.shared.feed(after, limit);
    };
    const shared = around(record.shared, () => undefined, { feed });
    const store = new GraphStore(
      { log: silent, lookups: [] },
      around<GraphRecord>(record, () => undefined, { shared }),
    );
    const sql = postgres(url, { onnotice: () => undefined });
    try {
      await put(store, x, 'x 1');
      await put(store, y, 'y 1');
      await sql`CREATE TABLE kept AS SELECT * FROM cargograph_graphs`;
      await use({
        store,
        other,
        open,
        onWrite: (write) => writes.push(write),
        holdFeed: () => {
          let open = (): void => undefined;
          isFeedOpen = new Promise((resolve) => (open = resolve));
          return () => {
            open();
          };
        },
        goBack: async (to) => {
          await sql.begin(async (tx) => {
            await tx`DELETE FROM cargograph_feed WHERE sequence > ${to}`;
            await tx`DELETE FROM cargograph_lock_slots WHERE sequence > ${to}`;
            await tx`DELETE FROM cargograph_graphs`;
            await tx`INSERT INTO cargograph_graphs SELECT * FROM kept`;
            await tx`UPDATE cargograph_position SET sequence = ${to}`;
          });
        },
      });
    } finally {
      await sql.end();
      await store.close();
      await other.close();
    }
  }

  const read = async (store: Store, graph: Iri): Promise<string[]> => shown(await store.read(graph));

  it('reports an unknown outcome of a commit, and continues', () =>
    withStores(async ({ store, other, onWrite, holdFeed, goBack }) => {
      let openFeed = (): void => undefined;
      let both: Promise<PromiseSettledResult<void>[]> | undefined;
      let worked = 0;
      const change = (graph: Iri, text: string): Promise<void> =>
        store.transact([graph], async (tx) => {
          await tx.replace(graph, [described(text)]);
          worked += 1;
        });
      // Two commits that wait for a third one are a batch: one is in conflict, and each is written by itself.
      onWrite(async (commits, write) => {
        both = Promise.allSettled([change(x, 'x 2'), change(y, 'y lost')]);
        while (worked < 2) await nextTurn();
        await nextTurn();
        return write(commits);
      });
      onWrite(async (commits, write) => {
        expect(commits.length).to.equal(2);
        openFeed = holdFeed();
        await put(other, x, 'x of the other node');
        return write(commits);
      });
      const half = async (commits: readonly PendingCommit[], write: Write): ReturnType<Write> => {
        const result = await write(commits);
        if (result.kind === 'conflict' || !commits.some(({ lockKeys }) => lockKeys.includes(y))) return result;
        await goBack(2);
        openFeed();
        // As where more commits of others came before than are read with it: the feed has to be read.
        return { kind: 'written', first: result.first };
      };
      onWrite(half);
      onWrite(half);
      await put(store, z, 'z lost');
      const [inConflict, lost] = (await both) ?? [];
      // The one in conflict has been worked out again, after the database had gone back.
      expect(inConflict?.status).to.equal('fulfilled');
      expect(lost?.status === 'rejected' && isUnavailable(lost.reason)).to.equal(true);
      await store.refresh();
      expect(store.sequence).to.equal(3);
      expect(await read(store, x)).to.deep.equal(shown([described('x 2')]));
      expect(await read(store, y)).to.deep.equal(shown([described('y 1')]));
      expect(await read(store, z)).to.deep.equal([]);
      await put(store, y, 'y 2');
      await other.refresh();
      expect(await read(other, y)).to.deep.equal(shown([described('y 2')]));
    }));

  it('does not show a commit that was lost, though another one has its number', () =>
    withStores(async ({ store, other, onWrite, goBack }) => {
      const { lost } = store.follow();
      onWrite(async (commits, write) => {
        const result = await write(commits);
        expect(result).to.deep.include({ kind: 'written', first: 3, others: [] });
        await goBack(2);
        await put(other, x, 'x of the other node');
        await store.refresh();
        return result;
      });
      expect(isUnavailable(await failure(put(store, x, 'x lost')))).to.equal(true);
      expect(lost.aborted).to.equal(true);
      await store.refresh();
      expect(await read(store, x)).to.deep.equal(shown([described('x of the other node')]));
    }));

  it('repeats running, waiting and failed transactions that had read lost data', () =>
    withStores(async ({ store, other, onWrite, goBack }) => {
      await put(store, x, 'x lost');
      const runs: string[] = [];
      const copied: Promise<unknown>[] = [];
      /** Writes what it has read elsewhere. */
      const copy = (to: Iri, more: () => Promise<void>): Promise<void> =>
        store.transact([to], async (tx) => {
          const [found] = await tx.read(x);
          const text = found?.object.value ?? '';
          runs.push(text);
          await more();
          if (to === z && text === 'x lost') throw new Error('of what was lost');
          await tx.replace(to, [described(text)]);
        });
      let isBack: (() => void) | undefined;
      const back = new Promise<void>((resolve) => (isBack = resolve));
      onWrite(async (commits, write) => {
        const result = await write(commits);
        copied.push(
          copy(object('waiting'), () => Promise.resolve()),
          copy(object('working'), () => back),
          copy(z, () => back),
        );
        while (runs.length < 3) await nextTurn();
        await nextTurn();
        await goBack(2);
        await put(other, x, 'x of the other node');
        await put(other, y, 'y of the other node');
        await store.refresh();
        isBack?.();
        return result;
      });
      expect(isUnavailable(await failure(put(store, y, 'y lost')))).to.equal(true);
      await Promise.all(copied);
      const each = (text: string): string[] => [text, text, text];
      expect(runs.sort()).to.deep.equal([...each('x lost'), ...each('x of the other node')]);
      for (const graph of [object('waiting'), object('working'), z])
        expect(await read(store, graph)).to.deep.equal(shown([described('x of the other node')]));
    }));

  it('is detected also at the last commit of the opening', () =>
    withStores(async ({ other, open, goBack }) => {
      await put(other, x, 'x lost');
      const fresh = await open();
      try {
        expect(await read(fresh, x)).to.deep.equal(shown([described('x lost')]));
        await goBack(2);
        await put(other, x, 'x of the other node');
        await fresh.refresh();
        expect(await read(fresh, x)).to.deep.equal(shown([described('x of the other node')]));
      } finally {
        await fresh.close();
      }
    }));
});
