/** What was stored without an entry in the log of proofs gets one (P51, and P52 for an import). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkLog } from '../../src/commands/check-log.js';
import { exportStore } from '../../src/commands/export.js';
import { importStore } from '../../src/commands/import.js';
import { readSettings } from '../../src/settings/settings.js';
import type { GraphRecord } from '../../src/store/record.js';
import { openMeta, openRoot } from '../../src/store/lmdb/environment.js';
import { withOfflineStore } from '../../src/store/folder/dump.js';
import { around } from '../faults/support/faults.js';
import { add } from '../support/changes.js';
import { backfilled, exchange, loggedGraphs, untilBackfilled, verifiedRecords } from '../support/entered.js';
import { freePorts } from '../support/exchange.js';
import { TestContext } from '../support/world.js';

const off = { PROOF_LOG: 'false' };

describe('A store without entries in the log of proofs', () => {
  let folder: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backfill-'));
    const [port = 0] = await freePorts(1);
    env = { STORE_URL: `file:${join(folder, 'store')}`, PORT: String(port), PROOF_CHECKPOINT_MS: '100' };
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function running<Result>(
    use: (world: TestContext) => Promise<Result>,
    more: Record<string, string> = {},
    record?: (own: GraphRecord) => GraphRecord,
  ): Promise<Result> {
    const world = await TestContext.start({ env: { ...env, ...more }, ...(record && { record }) });
    try {
      return await use(world);
    } finally {
      await world.stop();
    }
  }

  const storedGraphs = (): Promise<string[]> =>
    withOfflineStore(join(folder, 'store'), (file) => Promise.resolve(Array.from(file.graphs(), ({ graph }) => graph)));

  it('has one for each graph in the end, and says before that what they prove', async () => {
    const { piece, event, request } = await running(exchange, off);
    const records = await running(async (world) => {
      const young = await world.piece();
      expect((await world.holder.get(`${young}/proof`)).status).to.equal(200);
      await untilBackfilled(world);
      for (const path of [piece, `${piece}/revisions/1`, event, `${piece}/acl`, request])
        expect((await world.holder.get(`${path}/proof`)).status, path).to.equal(200);
      return verifiedRecords(world);
    });
    // It throws where anything is wrong.
    await checkLog([], readSettings(env));
    const graphs = await storedGraphs();
    const base = `http://localhost:${env['PORT']}`;
    const logged = records.filter(({ kind }) => kind !== 'log').map(({ graph }) => graph);
    // Deliveries may end after the log was read.
    const isKept = (graph: string): boolean => !graph.startsWith(`${base}/receipts/`);
    expect(logged.filter(isKept).sort()).to.deep.equal(loggedGraphs(base, graphs).filter(isKept));
    expect(new Set(logged).size).to.equal(logged.length);
    expect(new Set(records.map(({ kind }) => kind))).to.include.all.keys(
      ...['revision', 'event', 'request', 'acl', 'received', 'hold', 'erasure', 'log'],
    );
    const announced = records.findIndex(({ graph }) => graph.endsWith('/internal/log/backfill-1'));
    expect(announced).to.be.above(0);
    const first = records.findIndex(({ graph }) => graph.startsWith(`${base}${piece}/`));
    expect(first).to.be.above(announced);
  });

  it('has them oldest first, with the times of what was written', async () => {
    const written = await running(async (world) => {
      const piece = await world.piece();
      for (const value of ['one', 'two', 'three']) {
        world.node.clock.advance(60);
        await world.change(piece, [add(world.uri(piece), 'textualHandlingInstructions', value)]);
      }
      const later = await world.piece();
      return { piece, later };
    }, off);
    const records = await running(async (world) => {
      await untilBackfilled(world);
      return verifiedRecords(world);
    });
    const graphs = records.map(({ graph }) => graph.slice(graph.indexOf('/logistics-objects/')));
    const revisions = [
      ...[1, 2, 3, 4].map((number) => `${written.piece}/revisions/${number}`),
      `${written.later}/revisions/1`,
    ];
    expect(graphs.filter((graph) => revisions.includes(graph))).to.deep.equal(revisions);
    const times = records.filter(({ kind }) => kind === 'revision').map(({ time }) => time);
    expect(times).to.deep.equal([...times].sort());
    expect(new Set(times).size).to.be.above(3);
  });

  it('is looked at once: a later start finds nothing to do', async () => {
    await running(exchange, off);
    const size = await running(async (world) => {
      await untilBackfilled(world);
      return (await verifiedRecords(world)).length;
    });
    await running(async (world) => {
      expect(await backfilled(world)).to.include({ left: 0 });
      expect(await verifiedRecords(world)).to.have.length(size);
    });
  });

  it('has another entry for what has changed while the log was off, after one that says so (PROOF_LOG)', async () => {
    const { piece, request } = await running(exchange);
    const fresh = await running(async (world) => {
      expect((await world.accept(request)).status).to.equal(204);
      return world.piece();
    }, off);
    const records = await running(async (world) => {
      await untilBackfilled(world);
      for (const path of [request, `${piece}/revisions/3`, fresh, `${piece}/acl`])
        expect((await world.holder.get(`${path}/proof`)).status, path).to.equal(200);
      const all = await verifiedRecords(world);
      const gap = all.findIndex(({ graph }) => graph.endsWith('/internal/log/backfill-1'));
      const bundle = await world.holder.get(`/log/1/entries/${gap}`);
      expect(bundle.text).to.include('written while the log was off');
      return { before: all.slice(0, gap), after: all.slice(gap + 1) };
    });
    const paths = (of: typeof records.before): string[] => of.map(({ graph }) => new URL(graph).pathname);
    expect(paths(records.before)).to.include(request);
    expect(paths(records.after)).to.have.members([request, `${piece}/revisions/3`, `${fresh}/revisions/1`]);
  });

  it('has the one of an erasure in its tombstone, as soon as there is one (A6)', async () => {
    const erased = await running(async (world) => {
      const piece = await world.piece();
      const body = { object: world.uri(piece), reason: 'MISTAKE' };
      const reply = await world.holder.post('/internal/erasures', body, { 'Content-Type': 'application/json' });
      expect(reply.status, reply.text).to.equal(201);
      const { status, text } = await world.holder.get(piece);
      expect([status, text.includes('hasErasureEntry')]).to.deep.equal([410, false]);
      return piece;
    }, off);
    await running(async (world) => {
      await untilBackfilled(world);
      const { status, text } = await world.holder.get(erased);
      expect(status).to.equal(410);
      expect(text).to.match(/hasErasureEntry": ?\{ ?"@id": ?"[^"]*\/log\/1\/entries\/\d+"/);
    });
  });

  it('has them in the next log after an import, which says so itself (P52)', async () => {
    await running(exchange, off);
    await running(untilBackfilled);
    const document = join(folder, 'all.nq');
    await exportStore(document, {}, readSettings(env));
    await rm(join(folder, 'store'), { recursive: true });
    await importStore(document, undefined, readSettings(env));
    const records = await running(async (world) => {
      await untilBackfilled(world);
      return verifiedRecords(world);
    });
    const logs = records.filter(({ kind }) => kind === 'log').map(({ graph }) => graph.replace(/^.*\//, ''));
    expect(logs).to.deep.equal(['2-1', 'backfill-2']);
    expect(records[1]).to.include({ kind: 'log' });
    // The graphs of the first log have their entries there. It throws where anything is wrong.
    await checkLog([], readSettings(env));
  });

  it('is refused by a release without a log, once it has entries', async () => {
    const format = async (): Promise<string> => {
      const root = openRoot(join(folder, 'store', 'store.mdb'), { readOnly: true });
      try {
        return openMeta(root).get('format') ?? '';
      } finally {
        await root.close();
      }
    };
    await running(() => Promise.resolve(), off);
    expect(await format()).to.equal('3');
    await running(() => Promise.resolve());
    expect(await format()).to.equal('4');
    await running(() => Promise.resolve(), off);
    expect(await format()).to.equal('4');
  });

  it('gives 503 for the proof of what has none yet, and for one that does not fit any more', async () => {
    const { piece, request } = await running(exchange);
    const fresh = await running(async (world) => {
      expect((await world.accept(request)).status).to.equal(204);
      return world.piece();
    }, off);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = (own: GraphRecord): GraphRecord =>
      around(own, () => undefined, {
        lookup: async (lookup, partition, page) => {
          if (lookup.name === 'members' && partition === '') await released;
          return own.lookup(lookup, partition, page);
        },
      });
    await running(
      async (world) => {
        try {
          for (const path of [request, fresh]) {
            const reply = await world.holder.get(`${path}/proof`);
            expect(reply.status, path).to.equal(503);
            expect(Number(reply.headers.get('retry-after'))).to.be.above(0);
          }
          expect((await world.holder.get(`${piece}/revisions/1/proof`)).status).to.equal(200);
          expect((await world.holder.get(`${piece}/logistics-events/none/proof`)).status).to.equal(404);
          expect((await world.holder.get(`${await world.piece()}/proof`)).status).to.equal(200);
          expect((await backfilled(world)).left).to.be.above(0);
        } finally {
          release();
        }
        await untilBackfilled(world);
        for (const path of [request, fresh])
          expect((await world.holder.get(`${path}/proof`)).status, path).to.equal(200);
      },
      {},
      held,
    );
  });

  it('is empty at first: nothing is announced, and nothing is left', async () => {
    await running(async (world) => {
      expect(await backfilled(world)).to.deep.equal({ made: 0, left: 0 });
      const records = await verifiedRecords(world);
      expect(records.filter(({ graph }) => graph.includes('backfill'))).to.deep.equal([]);
    });
  });
});
