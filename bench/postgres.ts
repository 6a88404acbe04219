/**
 * `npm run bench:postgres -- <seconds>`: one node on a PostgreSQL server of this machine beside one on LMDB, and two nodes on
 * one database beside one. Creates one after the other and by 16 clients, and reads of the latest revision from the cache.
 * The load is made by this process, on the same cores.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../test/engines/support/postgres.js';
import { freePort } from '../test/support/ports.js';
import { changer } from './changer.js';
import { load, type LoadResult, repeat } from './load.js';
import { MeasuredNode } from './node.js';
import { anotherPiece, piece } from './payloads.js';
import { processorSeconds } from './processor-time.js';

const SECONDS = Number(process.argv[2] ?? 5);
const ROUNDS = 3;
/** The name of the processes of PostgreSQL. */
const SERVER = 'server';
let made = 0;

interface Figures {
  readonly one: number;
  readonly sixteen: number;
  readonly changes: number;
  readonly reads: number;
}

/** Where a node is reached, which need not be its `BASE_URL`. */
type Target = Pick<MeasuredNode, 'url' | 'headers'>;

async function inSum(targets: readonly Target[], measured: (target: Target) => Promise<LoadResult>): Promise<number> {
  const results = await Promise.all(targets.map(measured));
  return results.reduce((sum, { rate }) => sum + rate, 0);
}

const creates = (targets: readonly Target[], connections: number): Promise<number> =>
  inSum(targets, ({ url, headers }) =>
    load({
      url: `${url}/logistics-objects`,
      method: 'POST',
      headers,
      body: () => JSON.stringify(anotherPiece((made += 1))),
      expect: 201,
      connections: connections / targets.length,
      seconds: SECONDS,
    }),
  );

const reads = (targets: readonly Target[], path: string): Promise<number> =>
  inSum(targets, ({ url, headers }) =>
    load({ url: url + path, headers, connections: 16 / targets.length, seconds: SECONDS }),
  );

async function measure(node: MeasuredNode): Promise<Figures> {
  await creates([node], 16);
  const one = await creates([node], 1);
  const sixteen = await creates([node], 16);
  const changers = await Promise.all(Array.from({ length: 16 }, async () => changer(node, await node.create(piece))));
  const changed = await repeat(SECONDS, changers.length, async () => {
    const change = changers.pop();
    if (change === undefined) throw new Error('there are fewer changers than clients');
    await change();
    changers.push(change);
  });
  const object = await node.create(piece);
  return { one, sixteen, changes: changed.rate, reads: await reads([node], new URL(object).pathname) };
}

/** @param base of the node whose database it shares; its own address where it shares none. */
async function withNode<Result>(
  store: string,
  use: (node: MeasuredNode, address: string) => Promise<Result>,
  base?: string,
): Promise<Result> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const node = await MeasuredNode.start({
    STORE_URL: store,
    PORT: String(port),
    BASE_URL: base ?? address,
    SPARQL_WARM: 'false',
    LOG_LEVEL: 'error',
  });
  try {
    return await use(node, address);
  } finally {
    await node.stop();
  }
}

/** Creates and reads a second, with the cores that each process used meanwhile. */
interface Shared {
  readonly creates: number;
  readonly reads: number;
  readonly cores: ReadonlyMap<string, readonly [creates: number, reads: number]>;
}

async function measureShared(
  targets: readonly Target[],
  processes: ReadonlyMap<string, number>,
  path: string,
): Promise<Shared> {
  const serverPid = processes.get(SERVER);
  const used = (): number[] => Array.from(processes.values(), (pid) => processorSeconds(pid, pid === serverPid));
  const measured = async (run: () => Promise<number>): Promise<{ rate: number; cores: number[] }> => {
    const [before, begin] = [used(), performance.now()];
    const rate = await run();
    const seconds = (performance.now() - begin) / 1000;
    return { rate, cores: used().map((time, index) => (time - (before[index] ?? 0)) / seconds) };
  };
  const written = await measured(() => creates(targets, 16));
  const read = await measured(() => reads(targets, path));
  const names = [...processes.keys()];
  return {
    creates: written.rate,
    reads: read.rate,
    cores: new Map(names.map((name, index) => [name, [written.cores[index] ?? 0, read.cores[index] ?? 0]])),
  };
}

/** All load on one of two nodes, and then divided between both, a few times; the rounds with the median of creates. */
async function measureTwo(store: string, serverPid: number): Promise<readonly [one: Shared, two: Shared]> {
  return withNode(store, async (first, base) => {
    const { pathname } = new URL(await first.create(piece));
    const own = { url: base, headers: first.headers };
    const rounds = async (second: MeasuredNode, url: string): Promise<readonly [Shared, Shared]> => {
      const processes = new Map([
        ['node 1', first.pid],
        ['node 2', second.pid],
        [SERVER, serverPid],
        ['load', process.pid],
      ]);
      const both = [own, { url, headers: first.headers }];
      await creates(both, 16);
      const ones: Shared[] = [];
      const twos: Shared[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        ones.push(await measureShared([own], processes, pathname));
        twos.push(await measureShared(both, processes, pathname));
      }
      return [median(ones), median(twos)];
    };
    return withNode(store, rounds, base);
  });
}

function median(rounds: readonly Shared[]): Shared {
  const [middle] = [...rounds].sort((one, other) => one.creates - other.creates).slice(Math.floor(rounds.length / 2));
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

function printShared(name: string, { cores }: Shared): void {
  for (const [index, what] of ['creates', 'reads'].entries()) {
    const shares = Array.from(cores, ([of, used]) => `${of} ${(used[index] ?? 0).toFixed(2)}`);
    console.log(`${name}, cores used by ${what}: ${shares.join(', ')}`);
  }
}

const server = await PostgresServer.start();
const folder = await mkdtemp(join(tmpdir(), 'cargograph-bench-'));
try {
  const embedded = await withNode(`file:${join(folder, 'store')}`, measure);
  const shared = await withNode(await server.newDatabase(), measure);
  const row = (name: string, of: keyof Figures): string =>
    `${name.padEnd(40)} ${Math.round(embedded[of])} ${Math.round(shared[of])} (${(shared[of] / embedded[of]).toFixed(2)})`;
  console.log('a second: LMDB, PostgreSQL (ratio)');
  console.log(row('creates, one after the other', 'one'));
  console.log(row('creates, 16 clients', 'sixteen'));
  console.log(row('changes and acceptances, 16 clients', 'changes'));
  console.log(row('reads of the latest revision, cached', 'reads'));
  const [one, two] = await measureTwo(await server.newDatabase(), server.pid);
  console.log(`a second: load on one of two nodes, on both (ratio); median of ${ROUNDS} rounds`);
  for (const of of ['creates', 'reads'] as const)
    console.log(
      `${`${of}, 16 clients`.padEnd(40)} ${Math.round(one[of])} ${Math.round(two[of])} (${(two[of] / one[of]).toFixed(2)})`,
    );
  printShared('load on one node', one);
  printShared('load on both', two);
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
