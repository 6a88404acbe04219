/**
 * `npm run soak [-- --seconds 600 --rate 150]`: a mixed load on a node in a process of its own, at a steady rate, and
 * whether memory and response times stay constant. The store grows with the writes; nothing else may. Prints the
 * figures of docs/performance.md; exit code 0 only if nothing failed and no figure grew.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure, MeasuredNode } from './node.js';
import { subscription } from './payloads.js';
import { Client, Load } from './soak-load.js';
import { grouped, Table } from './table.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, rate: { type: 'string', default: '150' } },
});
const SECONDS = Number(values.seconds);
/** Operations started per second. */
const RATE = Number(values.rate);
const INTERVALS = Math.max(4, Math.min(10, Math.round(SECONDS / 60)));
/** A fraction of the time: caches fill, V8 compiles code. */
const WARM_UP = 0.25;
/** The interval between an analyst's queries. */
const QUESTION_MS = 5_000;
const SAMPLE_MS = 2_000;
const MB = 2 ** 20;

/** A partner that accepts all notifications. */
async function receiver(): Promise<{ url: string; told: () => number; close: () => void }> {
  let told = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      told += 1;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { url, told: () => told, close: () => server.close() };
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The figures of one interval. */
interface Row {
  readonly seconds: number;
  readonly operations: number;
  readonly readP50: number;
  readonly readP99: number;
  readonly writeP50: number;
  readonly writeP99: number;
  readonly loopMs: number;
  /** Processor time per request, of all threads, which other work on the machine does not affect. */
  readonly cpuMs: number;
  readonly rssMb: number;
  /** Without the pages of the store's file, which grows with the writes. */
  readonly ownMb: number;
  /** The datasets of queries, which grow with the writes. */
  readonly engineMb: number;
  /** Heap in use outside the engines: the minimum of the measurements, because garbage comes and goes. */
  readonly heapMb: number;
  readonly quads: number;
}

const columns: Readonly<Record<keyof Row, string>> = {
  seconds: 'after (s)',
  operations: 'requests',
  readP50: 'read p50',
  readP99: 'read p99',
  writeP50: 'write p50',
  writeP99: 'write p99',
  loopMs: 'loop p99',
  cpuMs: 'cpu/request',
  rssMb: 'rss (MB)',
  ownMb: 'its own (MB)',
  engineMb: 'engine (MB)',
  heapMb: 'heap (MB)',
  quads: 'quads',
};
const names = Object.keys(columns) as (keyof Row)[];

/** One interval of load, and its figures. */
async function interval(load: Load, client: Client, node: MeasuredNode, began: number, ms: number): Promise<Row> {
  client.takeLatencies();
  const cpuBefore = figure(await node.figures(), 'process_cpu_seconds_total');
  const until = performance.now() + ms;
  let heap = Infinity;
  let sampled = 0;
  let asked = performance.now();
  for (let due = performance.now(); due < until; due += 1000 / RATE) {
    const wait = due - performance.now();
    if (wait > 1) await delay(wait);
    load.begin();
    if (performance.now() - asked > QUESTION_MS) {
      asked = performance.now();
      load.ask();
    }
    if (performance.now() - sampled > SAMPLE_MS) {
      sampled = performance.now();
      heap = Math.min(heap, figure(await node.figures(), 'nodejs_heap_size_used_bytes'));
    }
  }
  const now = await node.figures();
  const { read, write, query } = client.takeLatencies();
  const [reads, writes] = [read, write].map((all) => all.sort((one, other) => one - other));
  const operations = read.length + write.length + query.length;
  return {
    seconds: Math.round((performance.now() - began) / 1000),
    operations,
    cpuMs: tenth(((figure(now, 'process_cpu_seconds_total') - cpuBefore) / operations) * 1000),
    readP50: tenth(quantile(reads ?? [], 0.5)),
    readP99: tenth(quantile(reads ?? [], 0.99)),
    writeP50: tenth(quantile(writes ?? [], 0.5)),
    writeP99: tenth(quantile(writes ?? [], 0.99)),
    loopMs: tenth(figure(now, 'event_loop_delay_seconds{statistic="p99"}') * 1000),
    rssMb: Math.round(figure(now, 'process_resident_memory_bytes') / MB),
    ownMb: Math.round((await node.ownBytes()) / MB),
    engineMb: Math.round(figure(now, 'sparql_copies_bytes') / MB),
    heapMb: Math.round(heap / MB),
    quads: figure(now, 'store_quads'),
  };
}

/** A figure that must not grow: the second half of the time after the warm-up against the first. */
interface Compared {
  readonly what: string;
  readonly before: number;
  readonly after: number;
  readonly most: number;
}

function compared(rows: readonly Row[]): Compared[] {
  const warm = rows.slice(Math.ceil(rows.length * WARM_UP));
  const early = warm.slice(0, Math.floor(warm.length / 2));
  const late = warm.slice(-early.length);
  const mean = (of: readonly Row[], value: (row: Row) => number): number =>
    of.map(value).reduce((sum, one) => sum + one, 0) / of.length;
  const one = (what: string, value: (row: Row) => number, factor: number, slack: number): Compared => {
    const before = mean(early, value);
    return { what, before: tenth(before), after: tenth(mean(late, value)), most: tenth(before * factor + slack) };
  };
  return [
    one('heap (MB)', ({ heapMb }) => heapMb, 1.15, 20),
    one('memory beside the engines (MB)', ({ ownMb, engineMb }) => ownMb - engineMb, 1.15, 60),
    one('median of reads (ms)', ({ readP50 }) => readP50, 1.25, 2),
    one('99th percentile of reads (ms)', ({ readP99 }) => readP99, 1.5, 25),
    one('median of writes (ms)', ({ writeP50 }) => writeP50, 1.25, 3),
    one('99th percentile of writes (ms)', ({ writeP99 }) => writeP99, 1.5, 25),
  ];
}

/** Submits a partner's subscription to all events, and accepts it. */
async function subscribe(node: MeasuredNode, holder: Client, partnerUrl: string): Promise<void> {
  const agent = `${partnerUrl}/logistics-objects/_partner`;
  const partner = new Client(node.url, await node.token(agent));
  const { headers } = await partner.send(
    'write',
    'subscription',
    'POST',
    '/subscriptions',
    subscription(agent, 'CREATED', 'UPDATED'),
  );
  const request = headers.get('location') ?? '';
  await holder.send('write', 'subscription', 'PATCH', `${request}?status=REQUEST_ACCEPTED`);
}

/** @returns the failures. */
async function soak(node: MeasuredNode, partner: { readonly url: string; told: () => number }): Promise<string[]> {
  const client = new Client(node.url, await node.token(`${node.url}/logistics-objects/_data-holder`));
  await subscribe(node, client, partner.url);
  client.counts.clear();
  const load = new Load(client);
  const processor = cpus();
  console.log(
    `${SECONDS} s of ${RATE} operations a second; node ${process.version}, ${processor.length} cores (${processor[0]?.model ?? 'unknown'}); times in ms\n`,
  );
  const table = new Table(names.map((name) => columns[name]));
  console.log(table.head());
  const began = performance.now();
  const rows: Row[] = [];
  for (let index = 0; index < INTERVALS; index += 1) {
    const row = await interval(load, client, node, began, (SECONDS * 1000) / INTERVALS);
    rows.push(row);
    console.log(table.row(names.map((name) => row[name])));
  }
  await load.end();

  const counts = [...client.counts, ['notifications delivered', partner.told()] as const];
  console.log(`\n${counts.map(([what, count]) => `${what}: ${grouped(count)}`).join(', ')}\n`);
  const summary = new Table(['what must stay as it was', 'before', 'after', 'at most', '']);
  console.log(summary.head());
  const problems: string[] = [];
  for (const { what, before, after, most } of compared(rows)) {
    const isFlat = after <= most;
    console.log(summary.row([what, before, after, most, isFlat ? 'flat' : 'GROWS']));
    if (!isFlat) problems.push(`${what} went from ${before} to ${after}`);
  }
  const { failures, skipped } = load;
  if (failures.length > 0) problems.push(`${failures.length} failed, the first: ${failures[0] ?? ''}`);
  if (skipped > 0) problems.push(`${skipped} operations were not begun: the node did not keep up`);
  return problems;
}

async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cargograph-soak-'));
  const partner = await receiver();
  const node = await MeasuredNode.start({ STORE_URL: `file:${folder}` });
  try {
    const problems = await soak(node, partner);
    console.log(problems.length === 0 ? '\nPASSED: flat, and nothing failed' : `\nFAILED: ${problems.join('; ')}`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await node.stop();
    partner.close();
    await rm(folder, { recursive: true });
  }
}

process.exit(await main());
