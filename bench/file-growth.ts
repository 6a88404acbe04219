/**
 * The growth of the store's file during commits: alone, while query workers load datasets of a million statements, and
 * beside a read transaction that stays open. `npx tsx bench/file-growth.ts` prints the table.
 */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openRoot } from '../src/store/lmdb/environment.js';
import { figure, MeasuredNode } from './node.js';
import { event } from './payloads.js';
import { piecesDump } from './pieces-dump.js';
import { grouped, Table } from './table.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const PORT = 18_093;
const BASE = `http://localhost:${PORT}`;
const OBJECTS = 33_400;
const CLIENTS = 4;
/** Before the measurement, so that the file has the free pages of a store in use. */
const WARM_COMMITS = 200;
const COMMITS = 1_000;
const MB = 2 ** 20;
/** The numbers of the measured rows; all by default. */
const only = process.argv.slice(2);

const QUERIES = [
  'SELECT (COUNT(*) AS ?n) { ?piece a cargo:Piece }',
  'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }',
];

interface Round {
  readonly what: string;
  readonly fills?: boolean;
  readonly holdsReading?: boolean;
}

const env = (folder: string): Record<string, string> => ({
  PORT: String(PORT),
  BASE_URL: BASE,
  STORE_URL: `file:${folder}`,
  SPARQL_WARM: 'false',
  SPARQL_TIMEOUT_MS: '300000',
  LOG_LEVEL: 'error',
});

/** Commits by concurrent clients, each in sequence, until the end. @returns their number. */
async function commit(node: MeasuredNode, isOver: (count: number) => boolean): Promise<number> {
  let count = 0;
  const client = async (): Promise<void> => {
    while (!isOver(count)) {
      count += 1;
      await node.make('POST', `/logistics-objects/piece-${(count * 7919) % OBJECTS}/logistics-events`, event);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return count;
}

/** Polls until the dataset is filled, because a request waits for 20 s at most. */
async function answer(node: MeasuredNode, query: string): Promise<void> {
  const url = `${node.url}/sparql?query=${encodeURIComponent(query)}`;
  for (;;) {
    const response = await fetch(url, { headers: node.headers });
    await response.text();
    if (response.ok) return;
    if (response.status !== 503) throw new Error(`${query}: ${response.status}`);
    await delay(Number(response.headers.get('retry-after') ?? 1) * 1000);
  }
}

async function measure(folder: string, { fills = false, holdsReading = false }: Round): Promise<string[]> {
  const node = await MeasuredNode.start(env(folder));
  try {
    await commit(node, (count) => count >= WARM_COMMITS);
    const reader = holdsReading ? openRoot(join(folder, 'store.mdb'), { readOnly: true }) : undefined;
    const reading = reader?.useReadTransaction();
    const before = await node.figures();
    const began = performance.now();
    let isFilled = !fills;
    const filling = (async () => {
      try {
        for (const query of fills ? QUERIES : []) await answer(node, query);
      } finally {
        isFilled = true;
      }
    })();
    const [commits] = await Promise.all([commit(node, (count) => isFilled && count >= COMMITS), filling]);
    const seconds = (performance.now() - began) / 1000;
    const after = await node.figures();
    reading?.done();
    await reader?.close();
    const grown = (name: string): number => figure(after, name) - figure(before, name);
    const bytes = grown('store_disk_bytes');
    return [
      grouped(commits),
      grouped(grown('store_flush_seconds_count')),
      seconds.toFixed(1),
      grouped(figure(before, 'store_disk_bytes') / MB),
      grouped(bytes / MB),
      (bytes / 1024 / commits).toFixed(1),
    ];
  } finally {
    await node.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bench-file-growth-'));
try {
  const file = join(folder, 'all.nq');
  await pipeline(Readable.from(piecesDump(BASE, OBJECTS)), createWriteStream(file));
  const imported = join(folder, 'imported');
  await promisify(execFile)(process.execPath, [MAIN, 'import', file], { env: { ...process.env, ...env(imported) } });
  // The first start builds the indexes.
  await (await MeasuredNode.start(env(imported))).stop();
  const table = new Table(['', 'commits', 'flushes', 'seconds', 'file before (MB)', 'growth (MB)', 'KB a commit']);
  console.log(table.head());
  const rounds: readonly Round[] = [
    { what: 'commits alone' },
    { what: 'while datasets are filled, in slices', fills: true },
    { what: 'beside one reading that stays open', holdsReading: true },
  ];
  for (const [index, round] of rounds.entries()) {
    if (only.length > 0 && !only.includes(String(index + 1))) continue;
    const data = join(folder, String(index));
    await mkdir(data);
    await copyFile(join(imported, 'store.mdb'), join(data, 'store.mdb'));
    console.log(table.row([round.what, ...(await measure(data, round))]));
    await rm(data, { recursive: true });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
