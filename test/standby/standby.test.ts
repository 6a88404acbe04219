/** A standby follows its node, commit by commit, and can take its place (docs/operations.md, "A standby"). */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { systemClock, uuidSource } from '../../src/clock.js';
import { SettingsError } from '../../src/settings/settings.js';
import { Primary } from '../../src/standby/primary.js';
import { framed } from '../../src/standby/protocol.js';
import { promote } from '../../src/standby/promotion.js';
import { Standby } from '../../src/standby/standby.js';
import { StandbyStore } from '../../src/standby/standby-store.js';
import { restoredFrom } from '../../src/store/folder/restored.js';
import { LmdbFile } from '../../src/store/lmdb/lmdb-file.js';
import { StoreError } from '../../src/store/store-error.js';
import { created, eventually, freePorts } from '../support/exchange.js';
import { filesWith } from '../support/files-with.js';
import { createPiece } from '../support/exchange.js';
import { cargo, list, member, startTestNode, type TestNode, textIn } from '../support/node.js';
import { standbyCopier } from '../support/program.js';
import { failure, silent } from '../store/support/open.js';

const SECRET = 'a-secret-that-only-both-of-them-know';
const NAME = 'Wilhelmina-Featherstonehaugh';

interface StandbySetup {
  readonly base?: string;
  readonly secret?: string;
}

/** A standby in this process, until it is stopped. */
class Following {
  readonly #stopping = new AbortController();
  readonly standby: Standby;
  readonly #running: Promise<void>;

  private constructor(
    readonly store: StandbyStore,
    primary: Primary,
  ) {
    this.standby = new Standby({ primary, store, clock: systemClock, random: Math.random, log: silent });
    this.#running = this.standby.run(this.#stopping.signal);
    this.#running.catch(() => undefined);
  }

  static async of(url: string, folder: string, options?: StandbySetup): Promise<Following> {
    const { store, primary } = await Following.opened(url, folder, options);
    return new Following(store, primary);
  }

  /** What a standby has before it follows. */
  static async opened(
    url: string,
    folder: string,
    { base = url, secret = SECRET }: StandbySetup = {},
  ): Promise<{ readonly store: StandbyStore; readonly primary: Primary }> {
    const copier = standbyCopier();
    const store = await StandbyStore.open({ folder, primary: url, base, name: uuidSource.next(), copier });
    return { store, primary: new Primary({ url, secret, tls: { context: undefined } }) };
  }

  get sequence(): number {
    return this.store.position?.sequence ?? 0;
  }

  /** Resolves when it has a commit. */
  has(sequence: number): Promise<void> {
    return eventually(() => Promise.resolve(this.sequence >= sequence));
  }

  /** The error that ended it; undefined after an orderly end. */
  async failed(): Promise<unknown> {
    return this.#running.then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.failed();
    await this.store.close();
  }
}

/** All graphs of the store in a folder that nobody uses, by name. */
async function graphsIn(folder: string): Promise<Map<string, string>> {
  const file = await LmdbFile.open({ folder, base: undefined, feedLength: 0, keepBytes: 0 });
  try {
    return new Map(Array.from(file.graphs(), ({ graph, text }) => [graph, text]));
  } finally {
    await file.close();
  }
}

describe('A standby', () => {
  let folder: string;
  let port: number;
  let node: TestNode;
  let sequence: () => Promise<number>;

  const env = (): Record<string, string> => ({
    PORT: String(port),
    STORE_URL: `file:${join(folder, 'primary')}`,
    STANDBY_SECRET: SECRET,
    COMMIT_LOG_KEEP_MB: '64',
    PROOF_PURGE: 'at-once',
  });
  const start = async (): Promise<void> => {
    node = await startTestNode({ env: env() });
    sequence = async () => {
      const { json } = await node.anonymous.get('/health/ready');
      return Number(member(member(json, 'store'), 'sequence'));
    };
  };
  const standbyFolder = (): string => join(folder, 'standby');
  const askCommits = (query: string, authorization = `Bearer ${SECRET}`): Promise<Response> =>
    fetch(`${node.url}/standby/commits${query}`, { headers: { Authorization: authorization } });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-standby-'));
    [port = 0] = await freePorts(1);
    await start();
  });
  afterEach(async () => {
    await node.stop();
    await rm(folder, { recursive: true });
  });

  it('copies the store, and has each commit that follows', async () => {
    await createPiece(node.holder);
    const following = await Following.of(node.url, standbyFolder());
    await following.has(await sequence());
    for (let count = 0; count < 20; count += 1) await createPiece(node.holder);
    await following.has(await sequence());
    expect(following.standby.state.kind).to.equal('following');
    await node.stop();
    await following.stop();
    const [here, there] = [await graphsIn(standbyFolder()), await graphsIn(join(folder, 'primary'))];
    // An orderly stop writes no more graphs than the checkpoint of the log, which is in no graph.
    expect(here).to.deep.equal(there);
    await start();
  });

  it('goes on after a stop with what it has missed, from memory and from disk', async () => {
    const first = await Following.of(node.url, standbyFolder());
    await first.has(await sequence());
    await first.stop();
    await createPiece(node.holder);
    // The node that starts again has these commits on disk only.
    await node.stop();
    await start();
    await createPiece(node.holder);
    const second = await Following.of(node.url, standbyFolder());
    await second.has(await sequence());
    expect(second.store.name, 'the same standby').to.equal(first.store.name);
    await second.stop();
  });

  it('takes another copy when its node has begun another history', async () => {
    const first = await Following.of(node.url, standbyFolder());
    await first.has(await sequence());
    const before = first.store.position?.history;
    await first.stop();
    await node.stop();
    // Without kept commits a history ends.
    const off = await startTestNode({ env: { ...env(), COMMIT_LOG_KEEP_MB: '0', STANDBY_SECRET: '' } });
    await createPiece(off.holder);
    await off.stop();
    await start();
    const second = await Following.of(node.url, standbyFolder());
    await second.has(await sequence());
    expect(second.store.position?.history).not.to.equal(before);
    await second.stop();
  });

  it('says how far it is also while another file takes the place of its own', async () => {
    const { store, primary } = await Following.opened(node.url, standbyFolder());
    const { signal } = new AbortController();
    const replace = (): Promise<void> => store.replace((file) => primary.store(file, signal));
    await replace();
    const known = store.position?.sequence ?? 0;
    expect(known).to.be.above(0);
    const over = new AbortController();
    const asking = (async (): Promise<void> => {
      while (!over.signal.aborted) {
        expect(store.position?.sequence).to.be.at.least(known);
        await nextTurn();
      }
    })();
    await replace();
    over.abort();
    await asking;
    await store.close();
  });

  it('has no byte of what was erased when the erasure is PURGED (P39)', async () => {
    const following = await Following.of(node.url, standbyFolder());
    const piece = await createPiece(node.holder, { 'cargo:goodsDescription': NAME });
    await following.has(await sequence());
    expect(await filesWith(standbyFolder(), NAME), 'it is there before').not.to.deep.equal([]);
    const reply = await node.holder.post(
      '/internal/erasures',
      { object: piece, reason: 'DATA_SUBJECT_REQUEST' },
      { 'Content-Type': 'application/json' },
    );
    expect(reply.status, reply.text).to.equal(201);
    await eventually(async () => {
      const { json } = await node.holder.get('/internal/erasures', { headers: { Accept: 'application/json' } });
      return list(member(json, 'items')).every((item) => textIn(member(item, 'state')) === 'PURGED');
    });
    expect(await filesWith(standbyFolder(), NAME)).to.deep.equal([]);
    expect(following.standby.state.kind).to.equal('following');
    await following.stop();
  });

  it('is answered with the secret only, and only what a standby asks for', async () => {
    const query = `?standby=${uuidSource.next()}&history=${uuidSource.next()}&sequence=1&time=1&purged=1&wait=0`;
    expect((await askCommits(query)).status, 'of another history').to.equal(409);
    for (const authorization of ['', SECRET, `Bearer ${SECRET}x`, `bearer ${SECRET}`, `Bearer ${SECRET.slice(1)}`])
      expect((await askCommits(query, authorization)).status, authorization).to.equal(401);
    expect((await node.holder.get('/standby/store')).status, 'the token of the holder').to.equal(401);
    for (const wrong of ['', '?standby=x', `${query}&more=1`, query.replace('time=1', 'time=-1')])
      expect((await askCommits(wrong)).status, wrong).to.equal(400);
    expect((await askCommits(`/x${query}`)).status).to.equal(404);
    const head = { method: 'HEAD', headers: { Authorization: `Bearer ${SECRET}` } };
    expect((await fetch(`${node.url}/standby/store`, head)).status).to.equal(405);
    const other = await startTestNode();
    expect((await other.holder.get('/standby/store')).status, 'without STANDBY_SECRET').to.equal(404);
    await other.stop();
  });

  it('waits and says why while it does not know the secret', async () => {
    const following = await Following.of(node.url, standbyFolder(), { secret: 'b'.repeat(32) });
    await eventually(() => Promise.resolve(following.standby.state.kind === 'waiting'));
    expect(following.standby.state).to.have.property('reason', 'it does not accept the STANDBY_SECRET');
    await following.stop();
  });

  it('ends where its BASE_URL is not that of its node', async () => {
    const following = await Following.of(node.url, standbyFolder(), { base: 'https://other.example' });
    expect(await following.failed())
      .to.be.instanceOf(SettingsError)
      .with.property('message')
      .that.matches(/BASE_URL/);
    await following.stop();
  });

  it('is opened by no node, and becomes the store of one when it is promoted (P21)', async () => {
    const piece = await createPiece(node.holder);
    const following = await Following.of(node.url, standbyFolder());
    await following.has(await sequence());
    const last = following.sequence;
    const opened = (): Promise<unknown> =>
      failure(
        startTestNode({ env: { ...env(), STORE_URL: `file:${standbyFolder()}`, PORT: '0', BASE_URL: node.url } }),
      );
    expect(await failure(promote(standbyFolder(), undefined)), 'while it follows').to.be.instanceOf(StoreError);
    await following.stop();
    expect(await opened())
      .to.be.instanceOf(StoreError)
      .with.property('message')
      .that.matches(/is a standby of/);
    const answering = (): Promise<boolean> => Promise.resolve(true);
    expect(await failure(promote(standbyFolder(), answering))).to.be.instanceOf(SettingsError);
    await node.stop();
    const promoted = await promote(standbyFolder(), () => Promise.resolve(false));
    expect(promoted.sequence).to.equal(last);
    expect(await restoredFrom(standbyFolder())).to.match(/^promotion of a standby with the commits until 2/);
    expect(await failure(promote(standbyFolder(), undefined)), 'once').to.be.instanceOf(StoreError);
    node = await startTestNode({ env: { ...env(), STORE_URL: `file:${standbyFolder()}` } });
    expect((await node.holder.get(piece)).status).to.equal(200);
    created(await node.holder.post('/logistics-objects', { '@type': `${cargo}Piece` }));
  });

  it('refuses the folder of another store', async () => {
    await node.stop();
    const error = await failure(Following.of(node.url, join(folder, 'primary')));
    expect(error)
      .to.be.instanceOf(StoreError)
      .with.property('message')
      .that.matches(/is not empty/);
    await start();
  });

  it('takes a new copy when an answer is altered, cut off or of another store', async () => {
    const first = await Following.of(node.url, standbyFolder());
    await first.has(await sequence());
    const { position } = first.store;
    await first.stop();
    await createPiece(node.holder);
    if (position === undefined) throw new Error('it has no store');
    const asked = { standby: first.store.name, ...position, wait: 0 };
    const query = new URLSearchParams(
      Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const whole = Buffer.from(await (await askCommits(`?${query.toString()}`)).arrayBuffer());
    const start = whole.indexOf('\n') + 1;
    const segment = whole.subarray(start);
    const last = segment.length - 1;
    const flipped = (at: number): Buffer => {
      const bytes = Buffer.from(segment);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return framed(bytes);
    };
    const bodies: Buffer[] = [
      flipped(last),
      flipped(segment.indexOf('\n') + 30),
      framed(segment.subarray(0, last)),
      whole.subarray(0, whole.length - 1),
      framed(Buffer.from('{}\n')),
      framed(Buffer.from(segment.toString('latin1').replace(/"first":\d+/, '"first":999'), 'latin1')),
      Buffer.from('99999999999999999999\n'),
      Buffer.from('no segment\n'),
    ];
    let body: Buffer = whole;
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/standby/commits') === true) response.writeHead(200).end(body);
      else response.writeHead(503).end();
    }).listen(0, '127.0.0.1');
    await eventually(() => Promise.resolve(server.listening));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    for (const [index, altered] of bodies.entries()) {
      body = altered;
      const following = await Following.of(url, standbyFolder(), { base: node.url });
      await eventually(() => Promise.resolve(following.standby.state.kind === 'waiting'));
      expect(following.store.position, `answer ${String(index)}`).to.deep.equal(position);
      await following.stop();
    }
    server.close();
    const following = await Following.of(node.url, standbyFolder());
    await following.has(await sequence());
    await following.stop();
    expect(await readFile(join(standbyFolder(), '.standby.json'), 'utf8')).to.contain(first.store.name);
  });
});
