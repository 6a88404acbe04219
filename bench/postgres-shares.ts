/**
 * One, two and three nodes on one database each, where each node has a fixed share of a processor, as in production
 * with one machine per node and the processor as the limit. The database server and the load use the rest.
 */
import type { PostgresServer } from '../test/engines/support/postgres.js';
import type { MeasuredNode } from './node.js';
import { piece } from './payloads.js';
import {
  creates,
  measureShared,
  printShared,
  reads,
  SERVER,
  type Shared,
  startNode,
  type Target,
} from './postgres-load.js';
import { ProcessorShare } from './processor-share.js';

/** The number of nodes on each database. */
const SIZES = [1, 2, 3];

export interface ShareOptions {
  /** Of one processor, for each node. */
  readonly share: number;
  readonly seconds: number;
  readonly rounds: number;
  /** The number of all clients, divided between the nodes. */
  readonly clients: number;
}

/** Nodes on one database. */
interface Cluster {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly processes: ReadonlyMap<string, number>;
  /** Of an object. */
  readonly path: string;
  readonly results: Shared[];
  /** Gives each node its share. */
  readonly limit: () => void;
}

/** The resources to stop and remove at the end, in reverse order. */
type Closers = (() => Promise<void> | void)[];

/** Measures the clusters in sequence, several times, so that other work on the machine affects all of them. */
export async function measureShares(server: PostgresServer, options: ShareOptions): Promise<void> {
  const { share, seconds, rounds, clients } = options;
  const probe = ProcessorShare.create(`bench-${process.pid}-probe`, share);
  if (typeof probe === 'string') {
    console.log(`skipped: no control group can be made here (${probe})`);
    return;
  }
  probe.remove();
  const closers: Closers = [];
  try {
    const clusters: Cluster[] = [];
    for (const size of SIZES) clusters.push(await startCluster(server, size, share, closers));
    // V8 compiles the code before the limits apply to the nodes.
    for (const { targets, path } of clusters) {
      await creates(targets, clients, 2 * seconds);
      await reads(targets, path, seconds, clients);
    }
    for (const { limit } of clusters) limit();
    for (let round = 0; round < rounds; round += 1)
      for (const { targets, processes, path, results } of clusters)
        results.push(await measureShared(targets, processes, path, { seconds, clients }));
    report(clusters, options);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function startCluster(server: PostgresServer, size: number, share: number, closers: Closers): Promise<Cluster> {
  const store = await server.newDatabase();
  const nodes: { readonly node: MeasuredNode; readonly address: string }[] = [];
  const limits: (() => void)[] = [];
  for (let number = 1; number <= size; number += 1) {
    const group = ProcessorShare.create(`bench-${process.pid}-${size}-${number}`, share);
    if (typeof group === 'string') throw new Error(group);
    closers.push(() => {
      group.remove();
    });
    const started = await startNode(store, nodes[0]?.address);
    closers.push(() => started.node.stop());
    limits.push(() => {
      group.add(started.node.pid);
    });
    nodes.push(started);
  }
  const [first] = nodes;
  if (first === undefined) throw new Error('a cluster has at least one node');
  const { headers } = first.node;
  return {
    name: size === 1 ? 'one node' : `${size} nodes`,
    targets: nodes.map(({ address: url }) => ({ url, headers })),
    processes: new Map([
      ...nodes.map(({ node }, index) => [`node ${index + 1}`, node.pid] as const),
      [SERVER, server.pid],
      ['load', process.pid],
    ]),
    path: new URL(await first.node.create(piece)).pathname,
    results: [],
    limit: () => {
      for (const limit of limits) limit();
    },
  };
}

const medianOf = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;

function report(clusters: readonly Cluster[], { share, rounds, clients }: ShareOptions): void {
  console.log(
    `a second, each node with ${share} of a core: median of ${rounds} rounds (ratio to one node; of each round)`,
  );
  const [one] = clusters;
  for (const of of ['creates', 'reads'] as const)
    for (const { name, results } of clusters) {
      const rates = results.map((each) => each[of]);
      const ratios = rates.map((rate, round) => rate / (one?.results[round]?.[of] ?? NaN));
      const shown = `${medianOf(ratios).toFixed(2)}; ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`;
      console.log(`${`${of}, ${clients} clients, ${name}`.padEnd(40)} ${Math.round(medianOf(rates))} (${shown})`);
    }
  for (const { name, results } of clusters) {
    const last = results.at(-1);
    if (last !== undefined) printShared(name, last);
  }
}
