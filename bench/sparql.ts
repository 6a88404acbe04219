/**
 * Analytics beside the exchange: a million statements, a query without end, and its effect on reads by HTTP.
 * `npm run bench:sparql` prints the table.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, fetch, setGlobalDispatcher } from 'undici';
import { seeded } from '../test/support/random.js';
import { figure, MeasuredNode } from './node.js';
import { piecesDump } from './pieces-dump.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const random = seeded(1);
const PORT = 18_091;
const BASE = `http://localhost:${PORT}`;
const OBJECTS = 33_400;
const TIMEOUT_MS = 12_000;
/** Reads are sent at a constant rate, however slow the responses, so that a queue shows in the times. */
const READS_PER_SECOND = 200;
const MEASURE_MS = 10_000;
/** Quiet and busy measurements alternate, so that other load on the machine affects both. */
const ROUNDS = 4;

const ENDLESS = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }';

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env }, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} has failed`);
  return performance.now() - begin;
}

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly reads: number;
}

async function read(node: MeasuredNode, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const under = new Set<Promise<void>>();
  const begin = performance.now();
  for (let count = 0; performance.now() - begin < forMs; count += 1) {
    const due = begin + (count * 1000) / READS_PER_SECOND;
    if (due > performance.now()) await delay(due - performance.now());
    const path = `/logistics-objects/piece-${Math.floor(random() * OBJECTS)}`;
    const sent = performance.now();
    const one = fetch(node.url + path, { headers: node.headers }).then(async (response) => {
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      times.push(performance.now() - sent);
      under.delete(one);
    });
    under.add(one);
  }
  await Promise.all(under);
  return times;
}

function summary(times: readonly number[]): Times {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1), reads: sorted.length };
}

/** The memory of the query workers' engines, from the metrics of the node. */
async function replicaBytes(node: MeasuredNode): Promise<number> {
  return figure(await node.figures(), 'sparql_copies_bytes');
}

async function ask(
  node: MeasuredNode,
  query: string,
  at?: string,
): Promise<{ status: number; ms: number; text: string }> {
  const parameters = new URLSearchParams({ query, ...(at !== undefined && { at }) });
  const begin = performance.now();
  const response = await fetch(`${node.url}/sparql?${parameters.toString()}`, { headers: node.headers });
  const text = await response.text();
  return { status: response.status, ms: performance.now() - begin, text };
}

const rows: [string, string][] = [];
const add = (what: string, figure: string): void => {
  rows.push([what, figure]);
  console.error(`${what}: ${figure}`);
};
const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

setGlobalDispatcher(new Agent({ connections: 16, headersTimeout: 120_000, bodyTimeout: 120_000 }));
const folder = await mkdtemp(join(tmpdir(), 'bench-sparql-'));
try {
  const file = join(folder, 'all.nq');
  await pipeline(Readable.from(piecesDump(BASE, OBJECTS)), createWriteStream(file));
  const env = { PORT: String(PORT), BASE_URL: BASE, STORE_URL: `file:${join(folder, 'data')}` };
  add('import of the dataset', `${((await run(['import', file], env)) / 1000).toFixed(1)} s`);
  // Without SPARQL_WARM, so that the first query of each kind includes the time to fill the dataset.
  const node = await MeasuredNode.start({ ...env, SPARQL_TIMEOUT_MS: String(TIMEOUT_MS), SPARQL_WARM: 'false' });
  try {
    add('start of the node', `${(node.startMs / 1000).toFixed(1)} s`);
    await read(node, 3000);
    const before = await node.residentBytes();

    const first = ask(node, 'SELECT (COUNT(*) AS ?n) { ?piece a cargo:Piece }');
    const filling = await read(node, 5000);
    add('first query: the dataset of the latest revisions is filled', `${((await first).ms / 1000).toFixed(1)} s`);
    const latestBytes = await replicaBytes(node);
    const named = await ask(node, 'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }');
    const statements = Number(/"n":\{[^}]*"value":"(\d+)"/.exec(named.text)?.[1] ?? named.text);
    add('first query with GRAPH: the dataset of all revisions is filled', `${(named.ms / 1000).toFixed(1)} s`);
    add('statements in named graphs', String(statements));
    const bytes = (await replicaBytes(node)) - latestBytes;
    add('memory of the latest revisions', mib(latestBytes));
    add('memory of all revisions', `${mib(bytes)}, ${(bytes / statements).toFixed(0)} bytes a statement`);
    add('growth of the process', mib((await node.residentBytes()) - before));
    const average = 'SELECT (AVG(?w) AS ?n) { ?piece a cargo:Piece ; cargo:grossWeight/cargo:numericalValue ?w }';
    add('average weight of all pieces', ms((await ask(node, average)).ms));
    const point = `SELECT * { <${BASE}/logistics-objects/piece-5> ?p ?o }`;
    add('one piece', ms((await ask(node, point)).ms));
    add(
      'average weight a day ago (first, second time)',
      [
        ms((await ask(node, average, '20260301T120000Z')).ms),
        ms((await ask(node, average, '20260301T120000Z')).ms),
      ].join(', '),
    );

    const quiet: number[] = [];
    const busy: number[] = [];
    const ratios: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const alone = await read(node, MEASURE_MS);
      const endless = ask(node, ENDLESS);
      await delay(100);
      const beside = await read(node, MEASURE_MS);
      const stopped = await endless;
      // After this response every dataset is filled.
      const next = await ask(node, point);
      quiet.push(...alone);
      busy.push(...beside);
      ratios.push(summary(beside).p99 / summary(alone).p99);
      add(
        `cross product ${round}, limit ${TIMEOUT_MS / 1000} s`,
        `${stopped.status} after ${(stopped.ms / 1000).toFixed(1)} s; the next query after ${ms(next.ms)}`,
      );
    }
    const peak = await node.residentBytes();
    const shown = ({ p50, p99, max, reads }: Times): string =>
      `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(max)} (${reads} reads)`;
    add('reads, quiet', shown(summary(quiet)));
    add('reads while the first dataset is filled', shown(summary(filling)));
    add('reads beside the cross products', shown(summary(busy)));
    add('p99 beside / quiet, each round', ratios.map((ratio) => ratio.toFixed(2)).join(', '));
    add('p99 beside / quiet, all rounds', (summary(busy).p99 / summary(quiet).p99).toFixed(2));
    add('memory of the process before, after', `${mib(before)}, ${mib(peak)}`);
  } finally {
    await node.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const width = Math.max(...rows.map(([what]) => what.length));
for (const [what, figure] of rows) console.log(`${what.padEnd(width)}  ${figure}`);
