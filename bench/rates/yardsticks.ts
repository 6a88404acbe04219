/** What the disk and other stores do: durable writes of the same bytes, one after the other and 16 together. */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bareLmdbPuts } from '../baselines.js';
import { repeat } from '../load.js';
import { rate, Rows } from './rows.js';
import type { Work } from './turns.js';

const run = promisify(execFile);
const MANY = 16;

/** Appends to a file, each one on the disk before the next (`fdatasync`). */
export const bareAppends =
  (folder: string, bytes: number): Work =>
  async (seconds) => {
    const own = await mkdtemp(join(folder, 'bare-'));
    const handle = await open(join(own, 'file'), 'a');
    const content = Buffer.alloc(bytes, 'x');
    try {
      return await repeat(seconds, 1, async () => {
        await handle.write(content);
        await handle.datasync();
      });
    } finally {
      await handle.close();
      await rm(own, { recursive: true });
    }
  };

/** Puts into a bare LMDB, by clients that share a flush. */
export const bareTogether =
  (bytes: number): Work =>
  (seconds, clients) =>
    bareLmdbPuts(seconds, clients, bytes);

/** Each thread has its own connection, and each insert is a transaction (WAL, synchronous=FULL). */
const SQLITE = `
import sqlite3, sys, threading, time
file, seconds, clients, size = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
def connect():
    connection = sqlite3.connect(file, timeout=60, isolation_level=None)
    connection.execute('PRAGMA journal_mode=WAL')
    connection.execute('PRAGMA synchronous=FULL')
    return connection
connect().execute('CREATE TABLE graphs (name TEXT PRIMARY KEY, text BLOB)')
counts = [0] * clients
until = time.monotonic() + seconds
def work(client):
    connection = connect()
    while time.monotonic() < until:
        name = 'graph %d %d' % (client, counts[client])
        connection.execute('INSERT INTO graphs VALUES (?, ?)', (name, b'x' * size))
        counts[client] += 1
threads = [threading.Thread(target=work, args=(client,)) for client in range(clients)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(sum(counts) / seconds)
`;

/** Writes a second; throws where the program is missing. */
type Yardstick = (folder: string, seconds: number, clients: number, bytes: number) => Promise<number>;

const sqlite: Yardstick = async (folder, ...numbers) => {
  const { stdout } = await run('python3', ['-c', SQLITE, join(folder, 'sqlite'), ...numbers.map(String)]);
  return Number(stdout);
};

const rocksDb: Yardstick = async (folder, seconds, clients, bytes) => {
  const { stdout } = await run('db_bench', [
    ...['--benchmarks=fillrandom', '--sync=1', '--key_size=16', '--compression_type=none'],
    ...[`--db=${join(folder, 'rocksdb')}`, `--duration=${String(Math.ceil(seconds))}`],
    ...[`--threads=${String(clients)}`, `--value_size=${String(bytes)}`],
  ]);
  return Number(/^fillrandom .*?(\d+) ops\/sec/m.exec(stdout)?.[1]);
};

const fio: Yardstick = async (folder, seconds, clients, bytes) => {
  const { stdout } = await run('fio', [
    ...['--name=durable', '--rw=write', '--ioengine=sync', '--fdatasync=1', '--time_based', '--group_reporting'],
    ...[`--directory=${folder}`, `--runtime=${String(Math.ceil(seconds))}`, '--size=64m', '--output-format=json'],
    ...[`--numjobs=${String(clients)}`, `--bs=${String(bytes)}`],
  ]);
  const { jobs } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { jobs: { write: { iops: number } }[] };
  return jobs[0]?.write.iops ?? NaN;
};

const dd: Yardstick = async (folder, _seconds, clients, bytes) => {
  if (clients > 1) return NaN;
  const count = 1_000;
  const began = performance.now();
  const target = [`of=${join(folder, 'dd')}`, 'oflag=dsync', `bs=${String(bytes)}`, `count=${String(count)}`];
  await run('dd', ['if=/dev/zero', ...target]);
  return count / ((performance.now() - began) / 1000);
};

/** Prints what each reaches; one that is not installed is left out, and said so. */
export async function measureYardsticks(folder: string, seconds: number, bytes: number): Promise<void> {
  const own: [string, Yardstick][] = [
    ['append and fdatasync', async (at, length) => (await bareAppends(at, bytes)(length, 1)).rate],
    ['LMDB bare (lmdb-js)', async (_, length, clients) => (await bareLmdbPuts(length, clients, bytes)).rate],
    ['dd oflag=dsync', dd],
    ['fio, fdatasync=1 (a file each)', fio],
    ['SQLite, WAL, synchronous=FULL', sqlite],
    ['RocksDB (db_bench), sync=1', rocksDb],
  ];
  const rows = new Rows([`durable writes of ${String(bytes)} bytes, a second`, 'one', 'sixteen']);
  for (const [what, measure] of own) {
    const rates: string[] = [];
    for (const clients of [1, MANY]) {
      const at = await mkdtemp(join(folder, 'yardstick-'));
      try {
        rates.push(what.startsWith('append') && clients > 1 ? '' : rate(await measure(at, seconds, clients, bytes)));
      } catch (error) {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
        rates.push(isMissing ? 'not there' : 'failed');
        if (!isMissing) console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        await rm(at, { recursive: true });
      }
    }
    rows.add([what, ...rates]);
  }
}
