/**
 * `npm run soak [-- --seconds 600]`: a mixed load on a node in a process of its own, at a steady pace, and whether its
 * memory and its answers stay as they were. The store grows with what is written, as it must; everything else must not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, rate: { type: 'string', default: '150' } },
});
const SECONDS = Number(values.seconds);
/** Operations begun each second. */
const RATE = Number(values.rate);
/** What is written to and read are the latest of the objects: no object's history grows without end. */
const RECENT = 500;
const INTERVALS = Math.max(4, Math.min(10, Math.round(SECONDS / 60)));
/** Of the time: caches fill, code is compiled. */
const WARM_UP = 0.25;
const MB = 2 ** 20;

const api = 'https://onerecord.iata.org/ns/api#';
const cargo = 'https://onerecord.iata.org/ns/cargo#';
const xsd = 'http://www.w3.org/2001/XMLSchema#';
const context = { api, cargo };
const anyUri = (value: string): unknown => ({ '@type': `${xsd}anyURI`, '@value': value });

interface Known {
  readonly uri: string;
  readonly number: number;
  revision: number;
  etag: string;
  busy: boolean;
}

/** A partner that takes what it is told. */
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

class Soak {
  readonly #recent: Known[] = [];
  #made = 0;
  #waiting = 0;
  readonly latencies = { read: [] as number[], write: [] as number[] };
  skipped = 0;
  readonly failures: string[] = [];

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Begins an operation, unless too many wait: then the node does not keep up, and that is told. */
  begin(): void {
    if (this.#waiting >= 200) {
      this.skipped += 1;
      return;
    }
    this.#waiting += 1;
    this.#operation()
      .catch((error: unknown) => {
        this.failures.push(error instanceof Error ? error.message : String(error));
      })
      .finally(() => (this.#waiting -= 1));
  }

  /** Waits until what was begun has ended. */
  async end(): Promise<void> {
    while (this.#waiting > 0) await delay(20);
  }

  async send(
    kind: 'read' | 'write',
    method: string,
    address: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const began = performance.now();
    const response = await fetch(address.startsWith('http') ? address : this.url + address, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'Content-Type': 'application/ld+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    this.latencies[kind].push(performance.now() - began);
    if (response.status >= 400) throw new Error(`${method} ${address}: ${response.status}`);
    return response;
  }

  async #operation(): Promise<void> {
    const one = this.#recent[Math.floor(Math.random() * this.#recent.length)];
    const dice = Math.random();
    if (one === undefined || dice < 0.1) return this.#create();
    if (dice < 0.18) return this.#change(one);
    if (dice < 0.26) {
      await this.send('write', 'POST', `${one.uri}/logistics-events`, {
        '@context': context,
        '@type': 'cargo:LogisticsEvent',
        'cargo:eventDate': { '@type': `${xsd}dateTime`, '@value': new Date().toISOString() },
      });
    } else if (dice < 0.6) one.etag = (await this.send('read', 'GET', one.uri)).headers.get('etag') ?? '';
    else if (dice < 0.75) await this.send('read', 'GET', one.uri, undefined, { 'If-None-Match': one.etag });
    else if (dice < 0.85) await this.send('read', 'GET', `${one.uri}/logistics-events`);
    else if (dice < 0.92) await this.send('read', 'GET', `${one.uri}/audit-trail`);
    else if (dice < 0.97) await this.send('read', 'GET', `${one.uri}?embedded=true`);
    else await this.send('read', 'GET', '/action-requests?limit=20');
  }

  async #create(): Promise<void> {
    const number = (this.#made += 1);
    const made = await this.send('write', 'POST', '/logistics-objects', {
      '@context': context,
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': `goods ${number}.1`,
      'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': number },
    });
    this.#recent.push({ uri: made.headers.get('location') ?? '', number, revision: 1, etag: '', busy: false });
    if (this.#recent.length > RECENT) this.#recent.shift();
  }

  async #change(piece: Known): Promise<void> {
    if (piece.busy) return;
    piece.busy = true;
    const operation = (op: string, revision: number): unknown => ({
      '@type': 'api:Operation',
      'api:op': { '@id': `api:${op}` },
      'api:s': piece.uri,
      'api:p': anyUri(`${cargo}goodsDescription`),
      'api:o': [
        {
          '@type': 'api:OperationObject',
          'api:hasDatatype': anyUri(`${xsd}string`),
          'api:hasValue': `goods ${piece.number}.${revision}`,
        },
      ],
    });
    const proposed = await this.send('write', 'PATCH', piece.uri, {
      '@context': context,
      '@type': 'api:Change',
      'api:hasLogisticsObject': { '@id': piece.uri },
      'api:hasRevision': { '@type': `${xsd}positiveInteger`, '@value': String(piece.revision) },
      'api:hasOperation': [operation('DELETE', piece.revision), operation('ADD', piece.revision + 1)],
    });
    await this.send('write', 'PATCH', `${proposed.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);
    piece.revision += 1;
    piece.busy = false;
  }
}

/** The figures that the node shows of itself. */
async function figures(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^cargograph_(\S+) (\S+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, Number(value)]];
    }),
  );
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

interface Row {
  readonly seconds: number;
  readonly operations: number;
  readonly rssMb: number;
  /** What is in use beside the engine: the least of what was seen, since garbage comes and goes. */
  readonly heapMb: number;
  readonly engineMb: number;
  readonly quads: number;
  readonly readP50: number;
  readonly readP99: number;
  readonly writeP50: number;
  readonly writeP99: number;
  readonly loopMs: number;
}

const columns: readonly (keyof Row)[] = [
  'seconds',
  'operations',
  'rssMb',
  'heapMb',
  'engineMb',
  'quads',
  'readP50',
  'readP99',
  'writeP50',
  'writeP99',
  'loopMs',
];
const line = (cells: readonly (string | number)[]): string => cells.map((cell) => String(cell).padStart(11)).join('');

/** One interval of load, and what it was like. */
async function interval(soak: Soak, url: string, began: number, ms: number): Promise<Row> {
  soak.latencies.read = [];
  soak.latencies.write = [];
  const until = performance.now() + ms;
  let heap = Infinity;
  let sampled = 0;
  for (let due = performance.now(); due < until; due += 1000 / RATE) {
    const wait = due - performance.now();
    if (wait > 1) await delay(wait);
    soak.begin();
    if (performance.now() - sampled > 2000) {
      sampled = performance.now();
      heap = Math.min(heap, (await figures(url)).get('process_memory_bytes{kind="heapUsed"}') ?? Infinity);
    }
  }
  const now = await figures(url);
  const figure = (name: string): number => now.get(name) ?? NaN;
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  const [read, write] = [soak.latencies.read, soak.latencies.write].map((all) => all.sort((one, other) => one - other));
  const engine = figure('store_memory_bytes');
  return {
    seconds: Math.round((performance.now() - began) / 1000),
    operations: (read?.length ?? 0) + (write?.length ?? 0),
    rssMb: Math.round(figure('process_memory_bytes{kind="rss"}') / MB),
    heapMb: Math.round(heap / MB),
    engineMb: Math.round(engine / MB),
    quads: figure('store_quads'),
    readP50: tenth(percentile(read ?? [], 0.5)),
    readP99: tenth(percentile(read ?? [], 0.99)),
    writeP50: tenth(percentile(write ?? [], 0.5)),
    writeP99: tenth(percentile(write ?? [], 0.99)),
    loopMs: tenth(figure('event_loop_delay_seconds{quantile="0.99"}') * 1000),
  };
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;

/** What is not flat: the second half of the time after the warm-up against the first. */
function notFlat(rows: readonly Row[]): string[] {
  const warm = rows.slice(Math.ceil(rows.length * WARM_UP));
  const early = warm.slice(0, Math.floor(warm.length / 2));
  const late = warm.slice(-early.length);
  const grows = (what: string, of: (row: Row) => number, factor: number, slack: number): string[] => {
    const [before, after] = [mean(early.map(of)), mean(late.map(of))];
    const ok = after <= before * factor + slack;
    return ok ? [] : [`${what} went from ${before.toFixed(1)} to ${after.toFixed(1)}`];
  };
  return [
    ...grows('heap (MB)', ({ heapMb }) => heapMb, 1.15, 20),
    ...grows('memory beside the engine (MB)', ({ rssMb, engineMb }) => rssMb - engineMb, 1.15, 60),
    ...grows('median of reads (ms)', ({ readP50 }) => readP50, 1.25, 2),
    ...grows('median of writes (ms)', ({ writeP50 }) => writeP50, 1.25, 3),
    ...grows('99th percentile of reads (ms)', ({ readP99 }) => readP99, 1.5, 25),
    ...grows('99th percentile of writes (ms)', ({ writeP99 }) => writeP99, 1.5, 25),
  ];
}

async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cargograph-soak-'));
  const partner = await receiver();
  const child = spawn(process.execPath, ['dist/main.js'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      STORE_URL: `file:${folder}`,
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const url = await (async (): Promise<string> => {
      for await (const said of createInterface(child.stdout)) {
        const at = /^listening on (\S+)$/.exec(said)?.[1];
        if (at !== undefined) return at;
      }
      throw new Error('the node did not start');
    })();
    child.stdout.resume();
    const token = async (agent: string): Promise<string> => {
      const response = await fetch(`${url}/dev-idp/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'soak',
          client_secret: 'soak-secret',
          logistics_agent_uri: agent,
        }),
      });
      return ((await response.json()) as { access_token: string }).access_token;
    };
    const soak = new Soak(url, await token(`${url}/logistics-objects/_data-holder`));
    const subscribing = new Soak(url, await token(`${partner.url}/logistics-objects/_partner`));
    const asked = await subscribing.send('write', 'POST', '/subscriptions', {
      '@context': context,
      '@type': 'api:Subscription',
      'api:hasSubscriber': { '@id': `${partner.url}/logistics-objects/_partner` },
      'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
      'api:hasTopic': anyUri(`${cargo}Piece`),
      'api:includeSubscriptionEventType': [
        { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
        { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
      ],
    });
    await soak.send('write', 'PATCH', `${asked.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);

    console.log(
      `${SECONDS} s of ${RATE} operations a second, node ${process.version}, ${cpus().length} cores; times in ms\n`,
    );
    console.log(line(columns));
    const began = performance.now();
    const rows: Row[] = [];
    for (let index = 0; index < INTERVALS; index += 1) {
      const row = await interval(soak, url, began, (SECONDS * 1000) / INTERVALS);
      rows.push(row);
      console.log(line(columns.map((column) => row[column])));
    }
    await soak.end();
    const problems = notFlat(rows);
    if (soak.failures.length > 0) problems.push(`${soak.failures.length} failed, the first: ${soak.failures[0] ?? ''}`);
    if (soak.skipped > 0) problems.push(`${soak.skipped} operations were not begun: the node did not keep up`);
    console.log(`\n${partner.told()} notifications delivered`);
    console.log(
      problems.length === 0 ? 'flat: memory beside the engine, and answers' : `NOT FLAT: ${problems.join('; ')}`,
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    child.kill('SIGTERM');
    await ended;
    partner.close();
    await rm(folder, { recursive: true });
  }
}

process.exit(await main());
