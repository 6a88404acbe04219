/** Times, memory and disk by the number of objects, and by the length of an object's history. */
import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { changer } from './changer.js';
import { copyUri, fill } from './fill.js';
import { load, repeat, times } from './load.js';
import { measureMemory } from './memory.js';
import { MeasuredNode } from './node.js';
import { anotherPiece, event, smallPiece } from './payloads.js';
import type { Report } from './report.js';
import { grouped, Table } from './table.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const MB = 2 ** 20;
const CLIENTS = 16;
/** The final length of one object's history. */
const REVISIONS = 5_000;
const EVENTS = 5_000;

interface GrowthOptions {
  readonly folder: string;
  /** The first port in use, because a store belongs to one base URL. */
  readonly port: number;
  readonly seconds: number;
  /** The largest number of objects. */
  readonly objects: number;
}

const run = promisify(execFile);

async function command(env: Readonly<Record<string, string>>, ...args: string[]): Promise<number> {
  const began = performance.now();
  await run(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  return performance.now() - began;
}

const compact = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '');

/** The rows of a table with a column for each size. */
class Growth {
  readonly rows = new Map<string, string[]>();

  constructor(private readonly report: Report) {}

  add(what: string, value: string): void {
    this.rows.set(what, [...(this.rows.get(what) ?? []), value]);
  }

  async timed(size: number, what: string, measure: () => ReturnType<typeof repeat>): Promise<void> {
    const result = await measure();
    this.report.add(`${grouped(size)} objects: ${what}`, result);
    this.add(`${what} (a second, ms)`, `${grouped(result.rate)}, ${result.p50.toFixed(1)}`);
  }
}

/** One size of the store: filled, started in each way, and measured. */
async function measureSize(growth: Growth, size: number, options: GrowthOptions): Promise<Record<string, string>> {
  const { folder, port, seconds } = options;
  const base = `http://localhost:${port}`;
  const data = join(folder, `growth-${size}`);
  const env = { STORE_URL: `file:${data}`, PORT: String(port), BASE_URL: base, SPARQL_WARM: 'false' };
  const first = await MeasuredNode.start(env);
  const template = await first.create(smallPiece('Printed brochures', 20));
  await first.stop();
  const began = performance.now();
  await fill(data, base, template, size);
  console.log(`\n${grouped(size)} objects written in ${((performance.now() - began) / 1000).toFixed(0)} s`);

  // Starts: after a stop, and after a kill.
  const { size: bytes } = await stat(join(data, 'store.mdb'));
  const stopped = await MeasuredNode.start(env);
  await stopped.kill();
  const killed = await MeasuredNode.start(env);
  growth.add('start after a stop (ms)', grouped(stopped.startMs));
  growth.add('start after kill -9 (ms)', grouped(killed.startMs));
  growth.add('anonymous memory at rest (MB)', grouped((await killed.ownBytes()) / MB));
  growth.add('disk (MB)', grouped(bytes / MB));
  growth.add('disk for each object (bytes)', size < 1_000 ? '' : grouped(bytes / size));

  const node = killed;
  const { headers } = node;
  try {
    const read = (what: string, path: () => string): Promise<void> =>
      growth.timed(size, what, () => load({ url: base, path, headers, seconds }));
    const hot = Array.from({ length: Math.min(size, 100) }, (_, index) => new URL(copyUri(base, index)).pathname);
    let turn = 0;
    const path = (list: readonly string[]) => (): string => list[turn++ % list.length] ?? '';
    await repeat(seconds, CLIENTS, async () => {
      await node.send('GET', path(hot)());
    });
    await read('read the latest revision of 100 objects', path(hot));
    await read('read the latest revision of any object', () => {
      turn += 7919;
      return new URL(copyUri(base, turn % size)).pathname;
    });
    const page = (skip: number): string => `/logistics-objects?limit=100&skip=${Math.max(skip, 0)}`;
    await read('list objects, first page', () => page(0));
    await read('list objects, last page', () => page(size - 100));

    let created = 0;
    await growth.timed(size, 'create, 16 clients', () =>
      load({
        url: `${base}/logistics-objects`,
        method: 'POST',
        headers,
        body: () => JSON.stringify(anotherPiece(created++)),
        seconds,
        expect: 201,
      }),
    );
    const free = await Promise.all(hot.slice(0, CLIENTS).map((object) => changer(node, base + object)));
    await growth.timed(size, 'change and accept, 16 clients', () =>
      repeat(seconds, CLIENTS, async () => {
        const own = free.pop();
        if (own === undefined) throw new Error(`more than ${CLIENTS} clients`);
        await own();
        free.push(own);
      }),
    );
    await measureHistory(growth, size, node, seconds);
  } finally {
    await node.stop();
  }
  return env;
}

/** The same for one object whose history grows. */
async function measureHistory(growth: Growth, size: number, node: MeasuredNode, seconds: number): Promise<void> {
  const object = await node.create(smallPiece('with a history', 20));
  const next = await changer(node, object);
  const post = (): Promise<unknown> => node.make('POST', `${object}/logistics-events`, event);
  let [revision, events, middle] = [1, 0, ''];
  for (const [revisions, posted] of [
    [10, 10],
    [REVISIONS, EVENTS],
  ] as const) {
    for (; revision < revisions; revision += 1) {
      await next();
      if (revision === Math.floor(revisions / 2)) middle = compact(new Date());
    }
    await times(posted - events, async () => {
      await post();
    });
    events = posted;
    const of = `${grouped(revisions)} revisions and events`;
    const read = (what: string, url: string): Promise<void> =>
      growth.timed(size, `${of}: ${what}`, () => load({ url, headers: node.headers, seconds }));
    await read('read the latest revision', object);
    await read('read as of a time', `${object}?at=${middle}`);
    await read('first page of events', `${object}/logistics-events?limit=10`);
    await read('last page of events', `${object}/logistics-events?limit=10&skip=${posted - 10}`);
    await read('audit trail of a second', `${object}/audit-trail?updated-from=${middle}&updated-to=${middle}`);
    await growth.timed(size, `${of}: change and accept`, () =>
      repeat(seconds, 1, async () => {
        await next();
        revision += 1;
      }),
    );
    await growth.timed(size, `${of}: post an event`, () =>
      repeat(seconds, 1, async () => {
        await post();
        events += 1;
      }),
    );
  }
}

/** The growth of a store up to a number of objects; prints the table of docs/performance.md. */
export async function measureGrowth(report: Report, options: GrowthOptions): Promise<void> {
  const sizes = [...new Set([100, Math.min(100_000, options.objects), options.objects])];
  const growth = new Growth(report);
  let env: Record<string, string> = {};
  for (const [index, size] of sizes.entries())
    env = await measureSize(growth, size, { ...options, port: options.port + index });
  const table = new Table(['', ...sizes.map((size) => `${grouped(size)} objects`)], 17);
  console.log(`\n${table.head()}`);
  for (const [what, values] of growth.rows) console.log(table.row([what, ...values]));

  const [backup, restored] = [join(options.folder, 'backup'), join(options.folder, 'restored')];
  const seconds = async (...args: string[]): Promise<string> => ((await command(env, ...args)) / 1000).toFixed(1);
  console.log(`\nbackup of the largest store: ${await seconds('backup', backup)} s`);
  const { size } = await stat(join(backup, 'store.mdb'));
  const restoring = await command({ ...env, STORE_URL: `file:${restored}` }, 'restore', backup);
  console.log(`restore of its ${grouped(size / MB)} MB: ${(restoring / 1000).toFixed(1)} s`);
  console.log(`check of the largest store: ${await seconds('check')} s`);
  await Promise.all([backup, restored].map((path) => rm(path, { recursive: true })));
  await measureMemory({ folder: options.folder, port: options.port + sizes.length });
}
