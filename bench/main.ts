/**
 * `npm run bench`: the node's throughput, each figure next to a baseline from the same run, and the growth of the
 * figures. Prints two tables and writes bench/results.json. `--seconds N` sets the length of each measurement,
 * `--only model|reads|writes|delivery|sparql|messages|desk|growth|memory|express|hostile|time-travel` selects one part
 * (memory is the end of growth; express, hostile and time-travel run only when named), `--cpu-prof FOLDER` writes a CPU
 * profile of each node there. time-travel/main.ts has the options of time-travel.
 * `--objects N` is the largest store of the growth (1,000,000), `BENCH_PORT` the first port in use.
 * `--check` measures limits of times instead (check.ts), with exit code 1 if one is exceeded.
 */
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { apiVersions } from '../src/api-versions.js';
import { check } from './check.js';
import { measureBesideMessages } from './beside-messages.js';
import { measureDelivery } from './delivery.js';
import { measureDesk } from './desk.js';
import { measureExpress } from './express.js';
import { measureGrowth } from './growth.js';
import { measureHostile, READING_AGENT } from './hostile.js';
import { load, type LoadResult, repeat } from './load.js';
import { measureMemory } from './memory.js';
import { measureMessages } from './messages.js';
import { modelChecks, modelStart } from './model.js';
import { MeasuredNode, startConstant } from './node.js';
import { anotherPiece, event, piece, shipment } from './payloads.js';
import { changer } from './changer.js';
import { type Aim, Report } from './report.js';
import { isProfile, measureTimeTravel } from './time-travel/main.js';
import { bareEngineQueries, bareLmdbPuts } from './baselines.js';

type Part = 'model' | 'reads' | 'writes' | 'delivery' | 'sparql' | 'messages' | 'desk' | 'growth';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
    objects: { type: 'string', default: '1000000' },
    'cpu-prof': { type: 'string' },
    check: { type: 'boolean', default: false },
    profile: { type: 'string', default: 'bear-b-day' },
    seed: { type: 'string', default: '1' },
    rivals: { type: 'boolean', default: false },
    archive: { type: 'string' },
    versions: { type: 'string', default: '100' },
    keep: { type: 'string' },
  },
});
const SECONDS = Number(values.seconds);
const { only: ONLY, 'cpu-prof': PROFILE } = values;
const wanted = (part: Part): boolean => ONLY === undefined || ONLY === part;
/** The measured node has run for a while, so that V8 has compiled its hot code. */
const WARM_SECONDS = 8;
const PORT = Number(process.env['BENCH_PORT'] ?? 18090);

/** A store belongs to one base URL, so a second node on it needs the same port. */
const startNode = (store: string, port: number, env: Record<string, string> = {}): Promise<MeasuredNode> =>
  MeasuredNode.start(
    { STORE_URL: `file:${store}`, PORT: String(port), BASE_URL: `http://localhost:${port}`, ...env },
    { profile: PROFILE },
  );

const report = new Report();

/** A read against a bare HTTP server of Node.js that sends the same bytes. */
async function measureRead(
  node: MeasuredNode,
  what: string,
  path: string,
  { headers = {}, expect = 200, aim }: { headers?: Record<string, string>; expect?: number; aim?: Aim } = {},
): Promise<void> {
  const response = await fetch(path, { headers: { ...node.headers, ...headers } });
  const body = Buffer.from(await response.arrayBuffer());
  const bare = await startConstant(body, response.headers.get('content-type') ?? 'text/plain');
  try {
    const sent = { ...node.headers, ...headers };
    await load({ url: path, headers: sent, seconds: 1, expect });
    await load({ url: bare.url, headers: sent, seconds: 1 });
    // In alternation, so that a slow moment of the machine affects both.
    const [first, baseFirst] = [
      await load({ url: path, headers: sent, seconds: SECONDS / 2, expect }),
      await load({ url: bare.url, headers: sent, seconds: SECONDS / 2 }),
    ];
    const [second, baseSecond] = [
      await load({ url: path, headers: sent, seconds: SECONDS / 2, expect }),
      await load({ url: bare.url, headers: sent, seconds: SECONDS / 2 }),
    ];
    report.add(what, mean(first, second), {
      baseline: { what: 'bare node:http', result: mean(baseFirst, baseSecond) },
      aim,
    });
  } finally {
    await bare.stop();
  }
}

function mean(one: LoadResult, other: LoadResult): LoadResult {
  return { rate: (one.rate + other.rate) / 2, p50: (one.p50 + other.p50) / 2, p99: Math.max(one.p99, other.p99) };
}

async function measureReads(node: MeasuredNode): Promise<void> {
  const object = await node.create(piece);
  const parent = await node.create(shipment);
  for (let posted = 0; posted < 10; posted++) await node.send('POST', `${object}/logistics-events`, event);
  const { headers } = await node.send('GET', object);
  const at = new Date(Date.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  await measureRead(node, 'read the latest revision', object, { aim: { ratio: 0.5 } });
  for (const version of apiVersions.slice(1)) {
    const headers = { Accept: `application/ld+json; version=${version}` };
    await measureRead(node, `read the latest revision in ${version}`, object, { headers });
  }
  await measureRead(node, 'read as of a time', `${object}?at=${at}`);
  await measureRead(node, 'read embedded (10 pieces)', `${parent}?embedded=true`);
  await measureRead(node, 'list 10 events', `${object}/logistics-events`);
  const known = { 'If-None-Match': String(headers['etag']) };
  await measureRead(node, 'read, not modified (304)', object, { headers: known, expect: 304 });
}

async function measureWrites(node: MeasuredNode): Promise<void> {
  const length = JSON.stringify(piece).length;
  const puts = { what: 'bare LMDB put', result: await bareLmdbPuts(SECONDS / 2, 16, length) };
  let made = 0;
  const create = {
    url: `${node.url}/logistics-objects`,
    method: 'POST' as const,
    headers: node.headers,
    // Each one is different, because values common to all objects are faster to check.
    body: () => JSON.stringify(anotherPiece(made++)),
    expect: 201,
  };
  await load({ ...create, seconds: WARM_SECONDS });
  report.add('create, 16 clients', await load({ ...create, seconds: SECONDS }), {
    baseline: puts,
    aim: { rate: 1500 },
  });

  const nested = {
    ...create,
    body: () => JSON.stringify({ ...shipment, 'cargo:pieces': Array.from({ length: 10 }, () => anotherPiece(made++)) }),
  };
  await load({ ...nested, seconds: WARM_SECONDS / 2 });
  const bodies = await load({ ...nested, seconds: SECONDS });
  report.add('objects of nested bodies, 16 clients', { ...bodies, rate: bodies.rate * 11 }, { aim: { rate: 3000 } });

  const changers = await Promise.all(Array.from({ length: 16 }, async () => changer(node, await node.create(piece))));
  const free = [...changers];
  const changeOnce = async (): Promise<void> => {
    const own = free.pop();
    if (own === undefined) throw new Error(`more than ${changers.length} at once`);
    await own();
    free.push(own);
  };
  await repeat(WARM_SECONDS, 16, changeOnce);
  const changes = await repeat(SECONDS, 16, changeOnce);
  report.add('change and accept, 16 clients', changes, { baseline: puts, aim: { rate: 500 } });

  const eventful = await node.create(piece);
  report.add(
    'post an event, 16 clients',
    await load({
      url: `${eventful}/logistics-events`,
      method: 'POST',
      headers: node.headers,
      body: JSON.stringify(event),
      seconds: SECONDS,
      expect: 201,
    }),
    { baseline: puts },
  );
}

/** A query about one object and one about all of them, over HTTP, each against the engine called directly. */
async function measureSparql(node: MeasuredNode): Promise<void> {
  const cargo = 'PREFIX cargo: <https://onerecord.iata.org/ns/cargo#>';
  let object = '';
  for (let created = 0; created < 2_000; created += 110) {
    await Promise.all(Array.from({ length: 10 }, () => node.create(shipment)));
    object = await node.create(piece);
  }
  const ask = async (query: string, accept: string): Promise<string> => {
    const response = await fetch(`${node.url}/sparql?query=${encodeURIComponent(query)}`, {
      headers: { ...node.headers, Accept: accept },
    });
    if (response.status !== 200) throw new Error(`/sparql: ${response.status} ${await response.text()}`);
    return response.text();
  };
  const everything = await ask('CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }', 'application/n-triples');
  const queries = {
    'SPARQL about one object': {
      query: `${cargo} SELECT ?text { <${object}> cargo:goodsDescription ?text }`,
      aim: { rate: 2000 },
    },
    'SPARQL over all pieces': {
      query: `${cargo} SELECT (COUNT(*) AS ?n) { ?piece a cargo:Piece ; cargo:goodsDescription ?text FILTER(CONTAINS(?text, "material")) }`,
      aim: { ratio: 0.5 },
    },
  };
  for (const [what, { query, aim }] of Object.entries(queries)) {
    const direct = bareEngineQueries(everything, query, SECONDS / 2);
    const client = {
      url: `${node.url}/sparql?query=${encodeURIComponent(query)}`,
      headers: { ...node.headers, Accept: 'application/sparql-results+json' },
      connections: 4,
    };
    // Several waiting queries can start a second worker, which then loads its dataset.
    await load({ ...client, seconds: WARM_SECONDS / 2 });
    const overHttp = await load({ ...client, seconds: SECONDS / 2 });
    report.add(what, overHttp, { baseline: { what: 'Oxigraph called directly', result: direct }, aim });
  }
}

async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'cargograph-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** With the default settings of a node. */
const hostileOnly = (): Promise<void> =>
  inFolder(async (folder) => {
    const node = await startNode(join(folder, 'store'), PORT, {
      RATE_LIMIT: '6000',
      LOG_LEVEL: 'error',
      INTERNAL_AGENTS: READING_AGENT,
    });
    try {
      await measureHostile(node, SECONDS);
    } finally {
      await node.stop();
    }
  });

const checkOnly = (): Promise<boolean> =>
  inFolder((folder) =>
    check(() => startNode(join(folder, 'store'), PORT, { LOG_LEVEL: 'silent', SPARQL_TIMEOUT_MS: '5000' })),
  );

const timeTravelOnly = (): Promise<boolean> =>
  inFolder((folder) => {
    const { profile, seed, versions, rivals, archive, keep } = values;
    if (!isProfile(profile)) throw new Error(`no profile ${profile}`);
    const numbers = { port: PORT, seed: Number(seed), versions: Number(versions) };
    return measureTimeTravel({ folder, profile, rivals, archive, keep, ...numbers });
  });

async function main(): Promise<void> {
  await inFolder(async (folder) => {
    if (wanted('model')) {
      report.add('load the full data model', await modelStart());
      report.add('check a typical object', await modelChecks(SECONDS));
    }
    const node = await startNode(join(folder, 'store'), PORT);
    try {
      if (wanted('reads')) await measureReads(node);
      if (wanted('writes')) await measureWrites(node);
      if (wanted('delivery')) await measureDelivery(node, report);
      if (wanted('sparql')) await measureSparql(node);
      if (wanted('messages')) await measureMessages(node, report, SECONDS);
      if (wanted('desk')) await measureDesk(node, report, SECONDS);
    } finally {
      await node.stop();
    }
    if (wanted('messages')) await measureBesideMessages({ folder, port: PORT + 2 });
    if (wanted('growth')) {
      console.log('\ngrowth');
      await measureGrowth(report, { folder, port: PORT + 1, seconds: SECONDS, objects: Number(values.objects) });
    }
  });
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
  };
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  await writeFile(
    new URL('results.json', import.meta.url),
    `${JSON.stringify({ version, machine, at: new Date().toISOString(), rows: report.rows }, null, 2)}\n`,
  );
}

if (ONLY === 'express') await measureExpress(SECONDS * 2);
else if (ONLY === 'memory') await inFolder((folder) => measureMemory({ folder, port: PORT }));
else if (ONLY === 'hostile') await hostileOnly();
else if (ONLY === 'time-travel') {
  const isKept = await timeTravelOnly();
  if (values.check && !isKept) process.exitCode = 1;
} else if (values.check) process.exitCode = (await checkOnly()) ? 0 : 1;
else await main();
