/**
 * `npm run bench:postgres -- <seconds>`: one node on a PostgreSQL server of this machine beside one on LMDB, and two
 * nodes on one database beside one. Creates in sequence and by 16 clients, and reads of the latest revision from the
 * cache. The load comes from this process, on the same cores. With `--share 0.3` instead: one, two and three nodes,
 * where each has that share of a core; `--rounds 5` sets the number of rounds, `--clients 48` the total number of
 * clients.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PostgresServer } from '../test/engines/support/postgres.js';
import { changer } from './changer.js';
import { repeat } from './load.js';
import type { MeasuredNode } from './node.js';
import { piece } from './payloads.js';
import {
  CLIENTS,
  creates,
  measureShared,
  median,
  printShared,
  reads,
  SERVER,
  type Shared,
  withNode,
} from './postgres-load.js';
import { measureShares } from './postgres-shares.js';

const { values, positionals } = parseArgs({
  options: {
    share: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '16' },
  },
  allowPositionals: true,
});
const SECONDS = Number(positionals[0] ?? 5);
const ROUNDS = Number(values.rounds);

interface Figures {
  readonly one: number;
  readonly sixteen: number;
  readonly changes: number;
  readonly reads: number;
}

async function measure(node: MeasuredNode): Promise<Figures> {
  await creates([node], CLIENTS, SECONDS);
  const one = await creates([node], 1, SECONDS);
  const sixteen = await creates([node], CLIENTS, SECONDS);
  const changers = await Promise.all(
    Array.from({ length: CLIENTS }, async () => changer(node, await node.create(piece))),
  );
  const changed = await repeat(SECONDS, changers.length, async () => {
    const change = changers.pop();
    if (change === undefined) throw new Error('there are fewer changers than clients');
    await change();
    changers.push(change);
  });
  const object = await node.create(piece);
  return { one, sixteen, changes: changed.rate, reads: await reads([node], new URL(object).pathname, SECONDS) };
}

/** All load on one of two nodes, then divided between both, a few times; the rounds with the median of creates. */
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
      await creates(both, CLIENTS, SECONDS);
      const ones: Shared[] = [];
      const twos: Shared[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        ones.push(await measureShared([own], processes, pathname, { seconds: SECONDS }));
        twos.push(await measureShared(both, processes, pathname, { seconds: SECONDS }));
      }
      return [median(ones), median(twos)];
    };
    return withNode(store, rounds, base);
  });
}

async function compare(server: PostgresServer, folder: string): Promise<void> {
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
}

const server = await PostgresServer.start();
const folder = await mkdtemp(join(tmpdir(), 'cargograph-bench-'));
try {
  if (values.share === undefined) await compare(server, folder);
  else {
    const [share, clients] = [Number(values.share), Number(values.clients)];
    await measureShares(server, { share, seconds: SECONDS, rounds: ROUNDS, clients });
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
