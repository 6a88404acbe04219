/**
 * What an increment of a backup takes beside a full one.
 *
 *     npx tsx bench/increments.ts <folder> [<objects> [<changes>]]
 *
 * The folder is filled with objects by their creation. Then so many changes are made and accepted.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changer } from './changer.js';
import { fill } from './fill.js';
import { MeasuredNode } from './node.js';
import { smallPiece } from './payloads.js';

const PORT = 8601;
const BASE = `http://localhost:${String(PORT)}`;
const CLIENTS = 16;

const [, , folder = '', objectsText = '10000', changesText = '1000'] = process.argv;
const data = join(folder, 'data');
const env = {
  STORE_URL: `file:${data}`,
  PORT: String(PORT),
  BASE_URL: BASE,
  SPARQL_WARM: 'false',
  COMMIT_LOG_KEEP_MB: '1024',
};
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Runs a command, and reports its time and the bytes of a folder that it made. */
async function command(made: string, ...args: readonly string[]): Promise<void> {
  const begin = performance.now();
  execFileSync(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ms = performance.now() - begin;
  const sizes = await Promise.all((await readdir(made)).map(async (name) => (await stat(join(made, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${args.slice(0, 1).join(' ').padEnd(8)} ${made}: ${String(bytes)} bytes, ${(ms / 1000).toFixed(1)} s`);
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const first = await MeasuredNode.start(env);
const template = await first.create(smallPiece('Printed brochures', 20));
await first.stop();
await fill(data, BASE, template, Number(objectsText));
const node = await MeasuredNode.start(env);
try {
  const changers = await Promise.all(
    Array.from({ length: CLIENTS }, async () => changer(node, await node.create(smallPiece('x', 20)))),
  );
  const [full, increment] = [join(folder, 'full'), join(folder, 'increment')];
  await command(full, 'backup', full);
  let left = Number(changesText);
  await Promise.all(
    changers.map(async (change) => {
      while (left > 0) {
        left -= 1;
        await change();
      }
    }),
  );
  console.log(`${changesText} changes, each made and accepted`);
  await command(increment, 'backup', increment, '--since', full);
} finally {
  await node.stop();
}
