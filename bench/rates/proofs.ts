/** What the log of proofs costs (P59, P60): writes with it and without, in turns; disk; bundles beside reads. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { request } from 'undici';
import { piece } from '../payloads.js';
import { grouped } from '../table.js';
import { ms, rate, ratio, Rows } from './rows.js';
import { type FilledNode, startFilled } from './stores.js';
import { inTurns } from './turns.js';
import { changes, creates, reads } from './works.js';

const MAIN = fileURLToPath(new URL(process.env['BENCH_MAIN'] ?? '../../dist/main.js', import.meta.url));
const CLIENTS = 16;
/** P59. */
const ROUNDS = 5;
/** Bundles are made 4 at a time (P54). */
const BUNDLES = 4;
const OBJECTS = 100;
const AIMS = { rate: 0.9, disk: 1.15, bundle: 3 };

interface ProofsOptions {
  readonly folder: string;
  readonly port: number;
  readonly seconds: number;
  /** Changes by which the disk is measured. */
  readonly changes: number;
}

const run = promisify(execFile);

/** The size of a backup, which has no free pages. */
async function backupBytes({ env, data }: FilledNode): Promise<number> {
  const target = `${data}-backup`;
  await run(process.execPath, [MAIN, 'backup', target], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  const { size } = await stat(join(target, 'store.mdb'));
  await rm(target, { recursive: true });
  return size;
}

/** Anonymous memory in MB. */
const ownMb = ({ node }: FilledNode): number =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(node.pid)}/status`, 'utf8'))?.[1]) / 1024;

/** Waits until the newest revision of an object is proved. */
async function untilProved({ node }: FilledNode, path: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { statusCode, body } = await request(node.url + path, { headers: node.headers });
    await body.dump();
    if (statusCode === 200) return;
    await delay(100);
  }
  throw new Error(`${path} is not there after 10 s`);
}

/** @returns the rows that miss their aims. */
export async function measureProofs({ folder, port, seconds, changes: count }: ProofsOptions): Promise<string[]> {
  const start = (name: string, at: number, log: boolean): Promise<FilledNode> =>
    startFilled(name, { folder, keep: undefined, port: at, objects: OBJECTS, env: { PROOF_LOG: String(log) } });
  const logged = await start('logged', port, true);
  const plain = await start('plain', port + 1, false);
  try {
    const rows = new Rows([
      'the log of proofs',
      'with it',
      'without',
      'with / without',
      'ms of processor, with',
      'without',
    ]);
    const kinds = { 'create, 16 clients': creates, 'change and accept, 16 clients': changes };
    for (const [what, sideOf] of Object.entries(kinds)) {
      const sides = [await sideOf(logged), await sideOf(plain)];
      const [one, other] = await inTurns(sides, { seconds, clients: CLIENTS, rounds: ROUNDS });
      if (one === undefined || other === undefined) throw new Error('both sides have figures');
      const found = one.rate / other.rate;
      const cells = [what, rate(one.rate), rate(other.rate), ratio(found), ms(one.processorMs), ms(other.processorMs)];
      rows.add(cells, { found, target: { least: AIMS.rate } });
    }

    const grown: number[] = [];
    for (const filled of [logged, plain]) {
      const { work } = await changes(filled);
      const before = await backupBytes(filled);
      let done = 0;
      while (done < count) {
        const began = performance.now();
        const { rate: each } = await work(seconds, CLIENTS);
        done += each * ((performance.now() - began) / 1_000);
      }
      grown.push(((await backupBytes(filled)) - before) / done);
    }
    const [withLog = NaN, without = NaN] = grown;
    const disk = withLog / without;
    rows.add(['bytes on disk, a revision with its request', grouped(withLog), grouped(without), ratio(disk)], {
      found: disk,
      target: { most: AIMS.disk },
    });
    rows.add(['MB of memory after that', ...[ownMb(logged), ownMb(plain)].map((mb) => mb.toFixed(0))]);

    const fresh = await Promise.all(Array.from({ length: OBJECTS }, () => logged.node.create(piece)));
    let turn = 0;
    await untilProved(logged, `${new URL(fresh.at(-1) ?? '').pathname}/proof`);
    const path = (): string => new URL(fresh[(turn = (turn + 1) % OBJECTS)] ?? '').pathname;
    const bundles = reads(logged, () => `${path()}/proof`);
    const [bundle, read] = await inTurns([bundles, reads(logged, path)], { seconds, clients: BUNDLES, rounds: ROUNDS });
    if (bundle === undefined || read === undefined) throw new Error('both sides have figures');
    const found = bundle.processorMs / read.processorMs;
    rows.add(['bundle and read: a second', rate(bundle.rate), rate(read.rate), ratio(bundle.rate / read.rate)]);
    rows.add(['bundle and read: ms of processor', ms(bundle.processorMs), ms(read.processorMs), ratio(found)], {
      found,
      target: { most: AIMS.bundle },
    });
    return [...rows.missed];
  } finally {
    await Promise.all([logged.node.stop(), plain.node.stop()]);
  }
}
