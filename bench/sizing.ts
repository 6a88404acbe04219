/**
 * `npx tsx bench/sizing.ts [--count 5000]`, after `npm run build`: the disk space of an object, an event, and a
 * revision with its request. Prints a table of docs/operations.md.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { changer } from './changer.js';
import { MeasuredNode } from './node.js';
import { anotherPiece, event, smallPiece } from './payloads.js';
import { grouped, Table } from './table.js';

const { values } = parseArgs({ options: { count: { type: 'string', default: '5000' } } });
const COUNT = Number(values.count);
const CLIENTS = 8;
const REVISED = 100;
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const PORT = process.env['BENCH_PORT'] ?? '18100';

const run = promisify(execFile);

async function times(count: number, task: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function report(folder: string): Promise<void> {
  const data = join(folder, 'data');
  const env = { STORE_URL: `file:${data}`, PORT, BASE_URL: `http://localhost:${PORT}` };
  const node = await MeasuredNode.start(env);
  /** The size of the file, and of a backup: without the free pages for later writes. */
  const sizes = async (): Promise<readonly [number, number]> => {
    const target = join(folder, 'backup');
    await run(process.execPath, [MAIN, 'backup', target], { env: { PATH: process.env['PATH'] ?? '', ...env } });
    const { size } = await stat(join(target, 'store.mdb'));
    await rm(target, { recursive: true });
    return [(await stat(join(data, 'store.mdb'))).size, size];
  };
  const table = new Table(['one more', 'file (bytes)', 'backup (bytes)']);
  console.log(table.head());
  let before = await sizes();
  const row = async (what: string, count: number, task: (index: number) => Promise<unknown>): Promise<void> => {
    await times(count, task);
    const after = await sizes();
    console.log(table.row([what, ...after.map((size, index) => grouped((size - (before[index] ?? 0)) / count))]));
    before = after;
  };
  try {
    const objects: string[] = [];
    await row('object of 9 statements', COUNT, async (index) => {
      objects.push(await node.create(smallPiece(`goods ${index}`, index)));
    });
    await row('object of 20 statements', COUNT, (index) => node.create(anotherPiece(index)));
    await row('event', COUNT, (index) =>
      node.make('POST', `${objects[index % REVISED] ?? ''}/logistics-events`, event),
    );
    const changers = await Promise.all(objects.slice(0, REVISED).map((object) => changer(node, object)));
    await row('revision, with its request', COUNT, async () => {
      const next = changers.shift();
      if (next === undefined) throw new Error('more clients than objects');
      await next();
      changers.push(next);
    });
  } finally {
    await node.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'cargograph-sizing-'));
try {
  await report(folder);
} finally {
  await rm(folder, { recursive: true });
}
