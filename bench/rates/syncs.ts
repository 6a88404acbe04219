/** How often a write waits for the disk, by `strace`; it slows the node down, so nothing else is measured meanwhile. */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { anotherPiece } from '../payloads.js';
import { Rows } from './rows.js';
import type { FilledNode } from './stores.js';
import { changes, events } from './works.js';

/** Writes to the log are synchronized one by one (`O_DSYNC`), so that no call of its own tells of it. */
const CALLS = 'pwrite64,pwritev,pwritev2,write,writev,fdatasync,fsync,msync,sync_file_range';
const MANY = 16;

interface Syncs {
  readonly calls: number;
  readonly logged: number;
}

/** Counts the synchronizing calls of a process during some work; undefined where it cannot be traced. */
async function traced({ node }: FilledNode, folder: string, work: () => Promise<unknown>): Promise<Syncs | undefined> {
  const output = join(folder, 'strace');
  const args = ['-f', '-q', '-y', '-s', '0', '-e', `trace=${CALLS}`, '-o', output, '-p', String(node.pid)];
  const tracer = spawn('strace', args, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => {
    tracer.once('error', () => {
      resolve();
    });
    tracer.once('exit', () => {
      resolve();
    });
  });
  const isThere = await Promise.race([ended.then(() => false), delay(1_000).then(() => true)]);
  if (!isThere) return undefined;
  await work();
  tracer.kill('SIGINT');
  await ended;
  const lines = (await readFile(output, 'utf8')).split('\n').filter((line) => !line.includes('resumed>'));
  await rm(output);
  const calls = lines.filter((line) => /\b(?:fdatasync|fsync|msync|sync_file_range)\(/.test(line)).length;
  const logged = lines.filter((line) => /\bp?writev?(?:64|2)?\(\d+<[^>]*commits-\d\.log>/.test(line)).length;
  return { calls, logged };
}

/** Prints synchronized writes of the log, and calls that synchronize, for each create, change and event. */
export async function measureSyncs(filled: FilledNode, folder: string, seconds: number): Promise<void> {
  const rows = new Rows(['for each, by strace', 'number', 'writes to the log', 'calls of fsync and the like']);
  let made = 0;
  const { node } = filled;
  const creating = async (clients: number): Promise<number> => {
    const until = performance.now() + seconds * 1_000;
    let count = 0;
    const client = async (): Promise<void> => {
      for (; performance.now() < until; count += 1) await node.create(anotherPiece(made++));
    };
    await Promise.all(Array.from({ length: clients }, client));
    return count;
  };
  const side = { 'change and accept': await changes(filled), 'post an event': events(filled) };
  const works: [string, (clients: number) => Promise<number>][] = [
    ['create', creating],
    ...Object.entries(side).map(([what, { work }]): [string, (clients: number) => Promise<number>] => [
      what,
      async (clients) => {
        const began = performance.now();
        const { rate } = await work(seconds, clients);
        return (rate * (performance.now() - began)) / 1_000;
      },
    ]),
  ];
  for (const [what, work] of works) {
    for (const clients of [1, MANY]) {
      let count = 0;
      const syncs = await traced(filled, folder, async () => {
        count = await work(clients);
      });
      const each = (number: number | undefined): string =>
        number === undefined ? 'not traced' : (number / count).toFixed(3);
      rows.add([`${what}, ${String(clients)}`, count.toFixed(0), each(syncs?.logged), each(syncs?.calls)]);
    }
  }
}
