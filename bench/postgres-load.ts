/**
 * Common parts of the measurements with PostgreSQL: nodes, load on one or several of them, and the processor time of
 * their processes.
 */
import { freePort } from '../test/support/ports.js';
import { load, type LoadResult } from './load.js';
import { MeasuredNode } from './node.js';
import { anotherPiece } from './payloads.js';
import { processorSeconds } from './processor-time.js';

/** The default number of clients, divided between several nodes. */
export const CLIENTS = 16;

/** The name of PostgreSQL's processes. */
export const SERVER = 'server';

let made = 0;

/** The node's address, which can differ from its `BASE_URL`. */
export type Target = Pick<MeasuredNode, 'url' | 'headers'>;

async function inSum(targets: readonly Target[], measured: (target: Target) => Promise<LoadResult>): Promise<number> {
  const results = await Promise.all(targets.map(measured));
  return results.reduce((sum, { rate }) => sum + rate, 0);
}

/** The number of clients for each of several targets. */
const clientsOf = (connections: number, targets: readonly Target[]): number =>
  Math.max(1, Math.round(connections / targets.length));

export const creates = (targets: readonly Target[], connections: number, seconds: number): Promise<number> =>
  inSum(targets, ({ url, headers }) =>
    load({
      url: `${url}/logistics-objects`,
      method: 'POST',
      headers,
      body: () => JSON.stringify(anotherPiece((made += 1))),
      expect: 201,
      connections: clientsOf(connections, targets),
      seconds,
    }),
  );

export const reads = (targets: readonly Target[], path: string, seconds: number, clients = CLIENTS): Promise<number> =>
  inSum(targets, ({ url, headers }) =>
    load({ url: url + path, headers, connections: clientsOf(clients, targets), seconds }),
  );

/**
 * Starts a node.
 *
 * @param base of the node whose database it shares; its own address if it shares none.
 * @returns the node and its address.
 */
export async function startNode(
  store: string,
  base?: string,
): Promise<{ readonly node: MeasuredNode; readonly address: string }> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const node = await MeasuredNode.start({
    STORE_URL: store,
    PORT: String(port),
    // One partner sends as many requests as the nodes can answer.
    RATE_LIMIT: '0',
    BASE_URL: base ?? address,
    SPARQL_WARM: 'false',
    LOG_LEVEL: 'error',
  });
  return { node, address };
}

/** Runs a function with a node, and stops the node afterwards. @param base as for `startNode`. */
export async function withNode<Result>(
  store: string,
  use: (node: MeasuredNode, address: string) => Promise<Result>,
  base?: string,
): Promise<Result> {
  const { node, address } = await startNode(store, base);
  try {
    return await use(node, address);
  } finally {
    await node.stop();
  }
}

/** Creates and reads per second, with the processor cores that each process used meanwhile. */
export interface Shared {
  readonly creates: number;
  readonly reads: number;
  readonly cores: ReadonlyMap<string, readonly [creates: number, reads: number]>;
}

/** @param processes by their names in the report. */
export async function measureShared(
  targets: readonly Target[],
  processes: ReadonlyMap<string, number>,
  path: string,
  { seconds, clients = CLIENTS }: { readonly seconds: number; readonly clients?: number },
): Promise<Shared> {
  const serverPid = processes.get(SERVER);
  const used = (): number[] => Array.from(processes.values(), (pid) => processorSeconds(pid, pid === serverPid));
  const measured = async (run: () => Promise<number>): Promise<{ rate: number; cores: number[] }> => {
    const [before, begin] = [used(), performance.now()];
    const rate = await run();
    const elapsed = (performance.now() - begin) / 1000;
    return { rate, cores: used().map((time, index) => (time - (before[index] ?? 0)) / elapsed) };
  };
  const written = await measured(() => creates(targets, clients, seconds));
  const read = await measured(() => reads(targets, path, seconds, clients));
  const names = [...processes.keys()];
  return {
    creates: written.rate,
    reads: read.rate,
    cores: new Map(names.map((name, index) => [name, [written.cores[index] ?? 0, read.cores[index] ?? 0]])),
  };
}

/** The round with the median of creates. */
export function median(rounds: readonly Shared[]): Shared {
  const [middle] = [...rounds].sort((one, other) => one.creates - other.creates).slice(Math.floor(rounds.length / 2));
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

export function printShared(name: string, { cores }: Shared): void {
  for (const [index, what] of ['creates', 'reads'].entries()) {
    const shares = Array.from(cores, ([of, used]) => `${of} ${(used[index] ?? 0).toFixed(2)}`);
    console.log(`${name}, cores used by ${what}: ${shares.join(', ')}`);
  }
}
