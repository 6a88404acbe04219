/**
 * `npm run bench:postgres`: one node on a PostgreSQL server of this machine beside one on LMDB. Creates one after the other and by 16 clients, and reads of the latest revision from the cache.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../test/engines/support/postgres.js';
import { freePort } from '../test/support/ports.js';
import { changer } from './changer.js';
import { load, repeat } from './load.js';
import { MeasuredNode } from './node.js';
import { anotherPiece, piece } from './payloads.js';

const SECONDS = Number(process.argv[2] ?? 5);
let made = 0;

interface Figures {
  readonly one: number;
  readonly sixteen: number;
  readonly changes: number;
  readonly reads: number;
}

async function creates(nodes: readonly MeasuredNode[], connections: number): Promise<number> {
  const rates = await Promise.all(
    nodes.map((node) =>
      load({
        url: `${node.url}/logistics-objects`,
        method: 'POST',
        headers: node.headers,
        body: () => JSON.stringify(anotherPiece((made += 1))),
        expect: 201,
        connections: connections / nodes.length,
        seconds: SECONDS,
      }),
    ),
  );
  return rates.reduce((sum, { rate }) => sum + rate, 0);
}

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
  const { rate: reads } = await load({ url: object, headers: node.headers, seconds: SECONDS });
  return { one, sixteen, changes: changed.rate, reads };
}

async function withNode<Result>(store: string, use: (node: MeasuredNode) => Promise<Result>): Promise<Result> {
  const port = await freePort();
  const node = await MeasuredNode.start({
    STORE_URL: store,
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    SPARQL_WARM: 'false',
    LOG_LEVEL: 'error',
  });
  try {
    return await use(node);
  } finally {
    await node.stop();
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
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
