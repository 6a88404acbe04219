/** The size of a store, and the parts that its files have on the disk, after many changes of few objects. */
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { changer } from '../changer.js';
import { times } from '../load.js';
import { Rows } from './rows.js';
import type { FilledNode } from './stores.js';

const OBJECTS = 40;
const MB = 2 ** 20;
const STEPS = 4;

const run = promisify(execFile);

/** The extents of a file; NaN where `filefrag` is missing. */
async function extents(file: string): Promise<number> {
  try {
    return Number(/(\d+) extents? found/.exec((await run('filefrag', [file])).stdout)?.[1]);
  } catch {
    return NaN;
  }
}

/** Changes 40 objects again and again, and prints the files in between. */
export async function measureFile({ node, data, uri, objects }: FilledNode, changes: number): Promise<void> {
  const rows = new Rows([
    'changes of 40 objects',
    'store.mdb (MB)',
    'KB a change',
    'extents',
    'log (MB)',
    'extents of the log',
  ]);
  const count = Math.min(OBJECTS, objects);
  const free = await Promise.all(Array.from({ length: count }, (_, index) => changer(node, uri(index))));
  let before = NaN;
  let done = 0;
  for (let step = 0; step <= STEPS; step += 1) {
    const until = Math.round((changes * step) / STEPS);
    const counted = until - done;
    await times(counted, async () => {
      const own = free.pop();
      if (own === undefined) throw new Error(`more than ${String(count)} at once`);
      await own();
      free.unshift(own);
    });
    done = until;
    const files = (await readdir(data)).filter((name) => /^(?:store\.mdb|commits-\d\.log)$/.test(name));
    const sizes = await Promise.all(files.map(async (name) => (await stat(join(data, name))).size));
    const parts = await Promise.all(files.map((name) => extents(join(data, name))));
    const sum = (numbers: readonly number[], ofLog: boolean): number =>
      numbers.reduce((all, number, index) => (files[index]?.endsWith('.log') === ofLog ? all + number : all), 0);
    const size = sum(sizes, false);
    const grown = Number.isNaN(before) ? '' : ((size - before) / 1024 / counted).toFixed(1);
    rows.add([
      String(done),
      (size / MB).toFixed(0),
      grown,
      String(sum(parts, false)),
      (sum(sizes, true) / MB).toFixed(0),
      String(sum(parts, true)),
    ]);
    before = size;
  }
}
