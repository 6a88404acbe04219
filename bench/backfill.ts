/**
 * Entries in the log of proofs for a store that has none (P51, P61, P62): how many revisions a second, how much processor
 * time beside sorting and hashing each whole graph, what reads notice of it, and whether the start takes longer.
 * `npx tsx bench/backfill.ts 100000` prints the table.
 */
import { hash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { iri } from '../src/rdf/terms.js';
import { LmdbFile } from '../src/store/lmdb/lmdb-file.js';
import { copyUri, fill } from './fill.js';
import { load, type LoadResult } from './load.js';
import { figure, type Figures, MeasuredNode } from './node.js';
import { anotherPiece } from './payloads.js';
import { grouped, Table } from './table.js';

const PORT = 18_095;
const BASE = `http://localhost:${PORT}`;
const [, , objects = '100000'] = process.argv;
const OBJECTS = Number(objects);
const CLIENTS = 8;
const READ_SECONDS = 10;
const LOOK_MS = 250;

const env = (folder: string, log = 'true'): Record<string, string> => ({
  PORT: String(PORT),
  BASE_URL: BASE,
  STORE_URL: `file:${folder}`,
  SPARQL_WARM: 'false',
  PROOF_LOG: log,
  LOG_LEVEL: 'error',
});

const of = (figures: Figures, state: 'made' | 'left'): number => figure(figures, `log_backfill{state="${state}"}`);

/** Reads of objects in a scattered order. */
function reads(node: MeasuredNode, seconds: number): Promise<LoadResult> {
  let count = 0;
  const path = (): string => {
    count += 1;
    return new URL(copyUri(BASE, (count * 7919) % OBJECTS)).pathname;
  };
  return load({ url: node.url, path, headers: node.headers, seconds, connections: CLIENTS });
}

interface Pace {
  readonly aSecond: number;
  /** Microseconds for each. */
  readonly processor: number;
}

const seconds = (figures: Figures): number => figure(figures, 'process_cpu_seconds_total');

/** Waits until every graph has its entry. */
async function untilDone(node: MeasuredNode): Promise<Pace> {
  const begin = performance.now();
  const before = await node.figures();
  for (;;) {
    const figures = await node.figures();
    const made = of(figures, 'made') - of(before, 'made');
    if (of(figures, 'left') === 0)
      return {
        aSecond: (made * 1000) / (performance.now() - begin),
        processor: ((seconds(figures) - seconds(before)) * 1e6) / made,
      };
    await delay(LOOK_MS);
  }
}

/** The processor time of sorting and hashing each whole revision: what P61 compares with. */
async function hashing(store: string): Promise<number> {
  const file = await LmdbFile.open({ folder: store, base: iri(BASE), feedLength: 0 });
  try {
    const begin = process.cpuUsage();
    for (let number = 0; number < OBJECTS; number += 1) {
      const text = file.text(iri(`${copyUri(BASE, number)}/revisions/1`));
      hash('sha256', text.split('\n').sort().join('\n'), 'buffer');
    }
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / OBJECTS;
  } finally {
    await file.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'backfill-'));
const table = new Table(['what', 'figure'], 12);
console.log(table.head());
const show = (what: string, measured: string): void => {
  console.log(table.row([what, measured]));
};
try {
  const [original, copy] = [join(folder, 'original'), join(folder, 'copy')];
  let node = await MeasuredNode.start(env(original, 'false'));
  const template = await node.create(anotherPiece(0));
  await node.stop();
  await fill(original, BASE, template, OBJECTS);
  show('processor time of sorting and hashing one (µs)', grouped(await hashing(original)));

  const starts: Record<string, number[]> = { false: [], true: [] };
  for (let round = 0; round < 3; round += 1)
    for (const log of ['false', 'true']) {
      await cp(original, copy, { recursive: true });
      node = await MeasuredNode.start(env(copy, log));
      starts[log]?.push(node.startMs);
      await node.stop();
      await rm(copy, { recursive: true });
    }
  const median = (log: string): string => grouped([...(starts[log] ?? [])].sort((a, b) => a - b)[1] ?? NaN);
  show('start without a log, median of 3 (ms)', median('false'));
  show('start that begins the entries, median of 3 (ms)', median('true'));

  await cp(original, copy, { recursive: true });
  node = await MeasuredNode.start(env(copy, 'true'));
  const { aSecond, processor } = await untilDone(node);
  show(`entries a second, of ${grouped(OBJECTS)} revisions`, grouped(aSecond));
  show('processor time of an entry (µs)', grouped(processor));
  const alone = await reads(node, READ_SECONDS);
  await node.stop();
  await rm(copy, { recursive: true });

  await cp(original, copy, { recursive: true });
  node = await MeasuredNode.start(env(copy, 'true'));
  const begin = performance.now();
  const beside = await reads(node, READ_SECONDS);
  const made = of(await node.figures(), 'made');
  show('entries a second beside the reads', grouped((made * 1000) / (performance.now() - begin)));
  show('entries that were still to be made then', grouped(Math.max(0, OBJECTS - made)));
  await node.stop();
  const read = ({ rate, p50, p99 }: LoadResult): string => `${grouped(rate)} a second, p50 ${p50} ms, p99 ${p99} ms`;
  show('reads alone', read(alone));
  show('reads beside it', read(beside));
} finally {
  await rm(folder, { recursive: true, force: true });
}
