/**
 * What a commit writes to the disk, and how long it takes beside a bare durable write of as many bytes.
 *
 *     npx tsx bench/written-bytes.ts <folder> [<objects> [<changes>]]
 *
 * `BENCH_MAIN` is the program of another build; the folder is filled once for all of them, and each measures a copy. Only
 * Linux counts the bytes of a process.
 */
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { changer } from './changer.js';
import { fill } from './fill.js';
import { MeasuredNode } from './node.js';
import { anotherPiece, smallPiece } from './payloads.js';

const PORT = 8600;
const BASE = `http://localhost:${String(PORT)}`;
const CLIENTS = 16;
const KB = 1024;

const [, , folder = '', objectsText = '100', changesText = '10000'] = process.argv;
const objects = Number(objectsText);
const changes = Number(changesText);
/**
 * Bytes that a process has written: as the system accounts for the pages of files, and as its calls had them, answers
 * included. A page of the system's cache may be much larger than what was changed in it.
 */
interface Written {
  readonly accounted: number;
  readonly inCalls: number;
}

const envOf = (data: string): Record<string, string> => ({
  STORE_URL: `file:${data}`,
  PORT: String(PORT),
  BASE_URL: BASE,
  SPARQL_WARM: 'false',
});

/** A store with this many objects; made once. */
async function filled(): Promise<string> {
  const data = join(folder, `filled-${String(objects)}`);
  if (existsSync(data)) return data;
  const unfinished = `${data}-unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const node = await MeasuredNode.start(envOf(unfinished));
  const template = await node.create(smallPiece('Printed brochures', 20));
  await node.stop();
  await fill(unfinished, BASE, template, objects);
  await cp(unfinished, data, { recursive: true });
  await rm(unfinished, { recursive: true });
  return data;
}

/** Repeats a task, by a number of clients. @returns the times in milliseconds, sorted, and all of it. */
async function repeated(
  clients: number,
  count: number,
  task: () => Promise<unknown>,
): Promise<{ times: number[]; ms: number }> {
  const times: number[] = [];
  let left = count;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1;
        const start = performance.now();
        await task();
        times.push(performance.now() - start);
      }
    }),
  );
  return { times: times.sort((one, other) => one - other), ms: performance.now() - begin };
}

function report(
  what: string,
  { times, ms }: { readonly times: readonly number[]; readonly ms: number },
  bytes?: Written,
): void {
  const rate = ((times.length / ms) * 1000).toFixed(0);
  const p50 = (times[times.length >> 1] ?? 0).toFixed(2);
  const kb = (sum: number): string => (sum / times.length / KB).toFixed(1);
  const each = bytes === undefined ? '' : `, ${kb(bytes.accounted)} KB each (in calls ${kb(bytes.inCalls)})`;
  console.log(`${what.padEnd(32)} ${rate.padStart(7)} a second, median ${p50} ms${each}`);
}

/** A synchronized write of 2 KB, again and again over the same 4 MB. */
async function bareWrites(count: number): Promise<void> {
  const file = join(folder, 'bare');
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC);
  try {
    await handle.write(Buffer.alloc(4 * KB * KB), 0);
    const bytes = Buffer.alloc(2 * KB, 'x');
    let turn = 0;
    report(
      'bare durable write, one client',
      await repeated(1, count, () => handle.write(bytes, 0, bytes.length, (turn++ % 2_048) * bytes.length)),
    );
  } finally {
    await handle.close();
    await rm(file);
  }
}

await mkdir(folder, { recursive: true });
const source = await filled();
const data = join(folder, 'measured');
await rm(data, { recursive: true, force: true });
await cp(source, data, { recursive: true });
const node = await MeasuredNode.start(envOf(data));
try {
  const written = async (): Promise<Written> => {
    const text = await readFile(`/proc/${String(node.pid)}/io`, 'utf8');
    const figure = (name: string): number => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1]);
    return { accounted: figure('write_bytes'), inCalls: figure('wchar') };
  };
  const measured = async (
    what: string,
    clients: number,
    count: number,
    task: () => Promise<unknown>,
  ): Promise<void> => {
    const before = await written();
    const result = await repeated(clients, count, task);
    const after = await written();
    report(`${what}, ${String(clients)} clients`, result, {
      accounted: after.accounted - before.accounted,
      inCalls: after.inCalls - before.inCalls,
    });
  };
  console.log(`${String(objects)} objects, start ${node.startMs.toFixed(0)} ms`);
  let made = 0;
  const create = (): Promise<string> => node.create(anotherPiece(made++));
  await repeated(CLIENTS, 500, create);
  await bareWrites(1_000);
  await measured('create', 1, changes / 4, create);
  await measured('create', CLIENTS, changes, create);
  const free = await Promise.all(
    Array.from({ length: CLIENTS }, async () => changer(node, await node.create(smallPiece('x', 20)))),
  );
  const change = async (): Promise<void> => {
    const own = free.pop();
    if (own === undefined) throw new Error(`more than ${String(CLIENTS)} clients`);
    await own();
    free.push(own);
  };
  await measured('change and accept', 1, changes / 8, change);
  await measured('change and accept', CLIENTS, changes / 2, change);
} finally {
  await node.stop();
}
await rm(data, { recursive: true });
