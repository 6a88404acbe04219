/**
 * `npx tsx bench/sizing.ts [--objects 50000]`, after `npm run build`: what a store takes of memory, of disk and of time
 * to start, as it grows in objects and in revisions. Prints what docs/operations.md tells.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { figure, MeasuredNode } from './node.js';
import { change, event, smallPiece } from './payloads.js';
import { grouped, Table } from './table.js';

const { values } = parseArgs({ options: { objects: { type: 'string', default: '50000' } } });
const OBJECTS = Number(values.objects);
/** Pieces that are created by one request: many small bodies would take much longer, and end the same. */
const TOGETHER = 100;
const AT_ONCE = 8;
const REVISED = 100;
const REVISIONS = 20;
const EVENTS = 2_000;
const MB = 2 ** 20;
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const run = promisify(execFile);

interface Measured {
  readonly startMs: number;
  readonly quads: number;
  readonly rss: number;
  /** The engine's own memory, which has a bound. */
  readonly engine: number;
  readonly disk: number;
}

/** A store, and the nodes that use it one after another. */
class Store {
  readonly #env: Readonly<Record<string, string>>;

  constructor(private readonly folder: string) {
    this.#env = { STORE_URL: `file:${join(folder, 'data')}`, BASE_URL: 'http://localhost:18100', PORT: '18100' };
  }

  /** What a node that has just been started on it takes. */
  async measure(): Promise<Measured> {
    const node = await MeasuredNode.start(this.#env);
    try {
      const figures = await node.figures();
      const { size } = await stat(join(this.folder, 'data', 'store.mdb'));
      return {
        startMs: node.startMs,
        quads: figure(figures, 'store_quads'),
        rss: figure(figures, 'process_memory_bytes{kind="rss"}'),
        engine: figure(figures, 'store_memory_bytes'),
        disk: size,
      };
    } finally {
      await node.stop();
    }
  }

  /** Has something written by the data holder. */
  async write(work: (node: MeasuredNode) => Promise<void>): Promise<void> {
    const node = await MeasuredNode.start(this.#env);
    try {
      await work(node);
    } finally {
      await node.stop();
    }
  }

  /** The bytes of a backup, and how long it took. */
  async backUp(): Promise<{ bytes: number; ms: number }> {
    const target = join(this.folder, 'backup');
    const began = performance.now();
    await run(process.execPath, [MAIN, 'backup', target], { env: { PATH: process.env['PATH'] ?? '', ...this.#env } });
    const ms = performance.now() - began;
    const { size } = await stat(join(target, 'store.mdb'));
    await rm(target, { recursive: true });
    return { bytes: size, ms };
  }
}

/** Does something so many times, a few at once. */
async function times(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Objects with an embedded weight, nearly all of them pieces. */
async function create(node: MeasuredNode, count: number): Promise<void> {
  await times(Math.ceil(count / TOGETHER), async (index) => {
    await node.create({
      ...smallPiece(`goods ${index}`, index),
      '@type': 'cargo:Shipment',
      'cargo:coload': undefined,
      'cargo:stackable': undefined,
      'cargo:turnable': undefined,
      'cargo:grossWeight': undefined,
      'cargo:pieces': Array.from({ length: TOGETHER - 1 }, (_, number) =>
        smallPiece(`goods ${index}.${number}`, number),
      ),
    });
  });
}

async function revise(node: MeasuredNode): Promise<void> {
  await times(REVISED, async (index) => {
    const uri = await node.create(smallPiece('revision 1', index));
    for (let revision = 1; revision <= REVISIONS; revision += 1) {
      const body = change(uri, revision, `revision ${revision}`, `revision ${revision + 1}`);
      await node.accept(await node.make('PATCH', uri, body));
    }
  });
}

async function report(store: Store): Promise<void> {
  const processor = cpus();
  console.log(`node ${process.version}, ${processor.length} cores (${processor[0]?.model ?? 'unknown'})\n`);
  const growth = new Table([
    'objects',
    'statements',
    'start (s)',
    'memory (MB)',
    'of it engine',
    'disk (MB)',
    'backup (MB)',
    'in (s)',
  ]);
  console.log(growth.head());
  const empty = await store.measure();
  let before = empty;
  let objects = 0;
  for (const size of [0, OBJECTS / 50, OBJECTS / 5, OBJECTS].map(Math.round)) {
    if (size > 0) await store.write((node) => create(node, size - objects));
    objects = size;
    const { bytes, ms } = await store.backUp();
    before = size > 0 ? await store.measure() : empty;
    const figures = [before.rss / MB, before.engine / MB, before.disk / MB, bytes / MB].map((value) =>
      value.toFixed(0),
    );
    const cells = [grouped(before.quads), (before.startMs / 1000).toFixed(1), ...figures, (ms / 1000).toFixed(1)];
    console.log(growth.row([grouped(objects), ...cells]));
  }

  const each = new Table(['one more', 'statements', 'memory (bytes)', 'disk (bytes)']);
  const row = (what: string, from: Measured, to: Measured, count: number): string =>
    each.row([
      what,
      ((to.quads - from.quads) / count).toFixed(1),
      grouped((to.rss - from.rss) / count),
      grouped((to.disk - from.disk) / count),
    ]);
  const { rss, quads } = before;
  console.log(`\n${each.head()}\n${row('object', empty, before, objects)}`);
  // Disk alone is told of the small ones: the memory of so few is less than what a process takes more or less.
  const backup = async (): Promise<number> => (await store.backUp()).bytes;
  const small = async (what: string, count: number, work: (node: MeasuredNode) => Promise<void>): Promise<void> => {
    const [bytes, { quads: had }] = [await backup(), await store.measure()];
    await store.write(work);
    const [more, { quads: has }] = [(await backup()) - bytes, await store.measure()];
    const perQuad = (rss - empty.rss) / (quads - empty.quads);
    const statements = (has - had) / count;
    console.log(each.row([what, statements.toFixed(1), grouped(statements * perQuad), grouped(more / count)]));
  };
  await small('revision, with its request', REVISED * REVISIONS, revise);
  await small('event', EVENTS, async (node) => {
    const uri = await node.create(smallPiece('with events', 1));
    await times(EVENTS, async () => {
      await node.make('POST', `${uri}/logistics-events`, event);
    });
  });
  const bytesEach = (of: 'rss' | 'engine'): string => ((before[of] - empty[of]) / (quads - empty.quads)).toFixed(0);
  console.log(`\n${bytesEach('rss')} bytes of memory a statement, ${bytesEach('engine')} of them the engine's`);
}

const folder = await mkdtemp(join(tmpdir(), 'cargograph-sizing-'));
try {
  await report(new Store(folder));
} finally {
  await rm(folder, { recursive: true });
}
