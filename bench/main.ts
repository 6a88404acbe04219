/**
 * `npm run bench`: what the node does in a second, each figure next to its yardstick measured in the same run, and how the
 * figures grow. Prints two tables and writes bench/results.json. `--seconds N` sets the length of each measurement,
 * `--only model|reads|writes|delivery|sparql|growth` takes one part, `--cpu-prof FOLDER` leaves a CPU profile of each node there.
 */
import { createServer } from 'node:http';
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { load, type LoadResult, repeat } from './load.js';
import { modelChecks, modelStart } from './model.js';
import { MeasuredNode, startBareExpress } from './node.js';
import { anotherPiece, change, event, piece, shipment, subscription } from './payloads.js';
import { bareEngineQueries, bareLmdbPuts } from './yardsticks.js';

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};
const SECONDS = Number(option('--seconds') ?? 5);
const ONLY = option('--only');
const PROFILE = option('--cpu-prof');
const wanted = (part: 'model' | 'reads' | 'writes' | 'delivery' | 'sparql' | 'growth'): boolean =>
  ONLY === undefined || ONLY === part;
/** A node that has run for a while is what is measured: by then V8 has compiled what matters. */
const WARM_SECONDS = 8;
const PORT = 18090;

/** A store is made for one base, so that a second node on it takes the same port. */
const startNode = (store: string, port: number): Promise<MeasuredNode> =>
  MeasuredNode.start(
    { STORE_URL: `file:${store}`, PORT: String(port), BASE_URL: `http://localhost:${port}` },
    { profile: PROFILE },
  );

interface Row {
  readonly what: string;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly yardstick?: { readonly what: string; readonly rate: number; readonly ratio: number };
}

const rows: Row[] = [];

function record(what: string, result: LoadResult, yardstick?: { what: string; result: LoadResult }): void {
  const row: Row = {
    what,
    ...result,
    ...(yardstick && {
      yardstick: { what: yardstick.what, rate: yardstick.result.rate, ratio: result.rate / yardstick.result.rate },
    }),
  };
  rows.push(row);
  console.log(line(row));
}

function line({ what, rate, p50, p99, yardstick }: Row): string {
  const figures = `${what.padEnd(44)} ${rate.toFixed(0).padStart(7)}/s   p50 ${p50.toFixed(2).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(6)} ms`;
  return yardstick === undefined
    ? figures
    : `${figures}   ${yardstick.ratio.toFixed(2)} of ${yardstick.what} (${yardstick.rate.toFixed(0)}/s)`;
}

/** A read held against a bare Express app that answers the same bytes. */
async function measureRead(
  node: MeasuredNode,
  what: string,
  path: string,
  headers: Record<string, string> = {},
  expect = 200,
): Promise<void> {
  const response = await fetch(path, { headers: { ...node.headers, ...headers } });
  const body = Buffer.from(await response.arrayBuffer());
  const bare = await startBareExpress(node, body, response.headers.get('content-type') ?? 'text/plain');
  try {
    const sent = { ...node.headers, ...headers };
    await load({ url: path, headers: sent, seconds: 1, expect });
    await load({ url: bare.url, headers: sent, seconds: 1 });
    // In turns, so that a slow moment of the machine meets both.
    const [first, yardFirst] = [
      await load({ url: path, headers: sent, seconds: SECONDS / 2, expect }),
      await load({ url: bare.url, headers: sent, seconds: SECONDS / 2 }),
    ];
    const [second, yardSecond] = [
      await load({ url: path, headers: sent, seconds: SECONDS / 2, expect }),
      await load({ url: bare.url, headers: sent, seconds: SECONDS / 2 }),
    ];
    record(what, mean(first, second), { what: 'bare Express', result: mean(yardFirst, yardSecond) });
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
  await measureRead(node, 'read the latest revision', object);
  await measureRead(node, 'read as of a time', `${object}?at=${at}`);
  await measureRead(node, 'read embedded (10 pieces)', `${parent}?embedded=true`);
  await measureRead(node, 'list 10 events', `${object}/logistics-events`);
  await measureRead(node, 'read, not modified (304)', object, { 'If-None-Match': headers.get('etag') ?? '' }, 304);
}

/** Changes one object again and again: submits, accepts, and so on from the next revision. */
async function changer(node: MeasuredNode, object: string): Promise<() => Promise<void>> {
  const head = await node.send('GET', object);
  let revision = Number(head.headers.get('revision'));
  const body = JSON.parse(head.text) as { 'cargo:goodsDescription': string };
  let text = body['cargo:goodsDescription'];
  return async () => {
    const next = `text ${revision + 1}`;
    await node.accept(await node.make('PATCH', object, change(object, revision, text, next)));
    revision += 1;
    text = next;
  };
}

async function measureWrites(node: MeasuredNode): Promise<void> {
  const length = JSON.stringify(piece).length;
  const puts = { what: 'bare LMDB put', result: await bareLmdbPuts(SECONDS / 2, 16, length) };
  let made = 0;
  const create = {
    url: `${node.url}/logistics-objects`,
    method: 'POST' as const,
    headers: node.headers,
    // Each is another: what is the same in all objects is quicker to check.
    body: () => JSON.stringify(anotherPiece(made++)),
    expect: 201,
  };
  await load({ ...create, seconds: WARM_SECONDS });
  record('create, 16 clients', await load({ ...create, seconds: SECONDS }), puts);

  const changers = await Promise.all(Array.from({ length: 16 }, async () => changer(node, await node.create(piece))));
  const free = [...changers];
  const changeOnce = async (): Promise<void> => {
    const own = free.pop();
    if (own === undefined) throw new Error(`more than ${changers.length} at once`);
    await own();
    free.push(own);
  };
  await repeat(WARM_SECONDS, 16, changeOnce);
  record('change and accept, 16 clients', await repeat(SECONDS, 16, changeOnce), puts);

  const eventful = await node.create(piece);
  record(
    'post an event, 16 clients',
    await load({
      url: `${eventful}/logistics-events`,
      method: 'POST',
      headers: node.headers,
      body: JSON.stringify(event),
      seconds: SECONDS,
      expect: 201,
    }),
    puts,
  );
}

/** Notifications that wait for a subscriber on this machine, which then answers at once. */
async function measureDelivery(node: MeasuredNode): Promise<void> {
  let received = 0;
  let last = 0;
  let isOpen = false;
  const held: (() => void)[] = [];
  const subscriber = createServer((request, response) => {
    request.resume();
    const answer = (): void => {
      received++;
      last = performance.now();
      response.writeHead(204).end();
    };
    // It is held up until there is a backlog, so that delivery is measured and not creation.
    if (isOpen) answer();
    else held.push(answer);
  });
  await new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve));
  const address = subscriber.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const agent = `http://127.0.0.1:${port}/logistics-objects/subscriber`;
  const request = await node.make('POST', '/subscriptions', subscription(agent, 'CREATED'));
  await node.accept(request);
  const shipments = 300;
  for (let created = 0; created < shipments; created += 10) {
    await Promise.all(Array.from({ length: 10 }, () => node.create(shipment)));
  }
  const expected = shipments * 10;
  const begin = performance.now();
  isOpen = true;
  for (const answer of held) answer();
  while (received < expected && performance.now() - begin < 60_000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  record(`deliver ${expected} waiting notifications`, { rate: (received / (last - begin)) * 1000, p50: 0, p99: 0 });
  await node.send('DELETE', request);
  subscriber.closeAllConnections();
  subscriber.close();
}

/** A query about one object and one about all of them, over HTTP, each held against the engine called directly. */
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
    'SPARQL about one object': `${cargo} SELECT ?text { <${object}> cargo:goodsDescription ?text }`,
    'SPARQL over all pieces': `${cargo} SELECT (COUNT(*) AS ?n) { ?piece a cargo:Piece ; cargo:goodsDescription ?text FILTER(CONTAINS(?text, "material")) }`,
  };
  for (const [what, query] of Object.entries(queries)) {
    const direct = bareEngineQueries(everything, query, SECONDS / 2);
    const once = async (): Promise<void> => {
      await ask(query, 'application/sparql-results+json');
    };
    // With that many at once there is a second worker, which has to be filled.
    await repeat(WARM_SECONDS / 2, 4, once);
    const overHttp = await repeat(SECONDS / 2, 4, once);
    record(what, overHttp, { what: 'Oxigraph called directly', result: direct });
  }
}

/** The same operations with more objects, and on one object with more revisions. */
async function measureGrowth(folder: string): Promise<void> {
  const node = await startNode(join(folder, 'growth'), PORT + 1);
  try {
    await repeat(WARM_SECONDS, 1, await changer(node, await node.create(piece)));
    let objects = 0;
    for (const size of [100, 10_000, 100_000]) {
      const body = {
        ...shipment,
        'cargo:pieces': Array.from({ length: 99 }, () => ({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'x' })),
      };
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          while (objects < size) {
            objects += 100;
            await node.create(body);
          }
        }),
      );
      const object = await node.create(piece);
      record(`${size} objects: read`, await load({ url: object, headers: node.headers, seconds: SECONDS / 2 }));
      record(
        `${size} objects: create`,
        await load({
          url: `${node.url}/logistics-objects`,
          method: 'POST',
          headers: node.headers,
          body: () => JSON.stringify(anotherPiece(objects++)),
          seconds: SECONDS / 2,
          expect: 201,
        }),
      );
      record(
        `${size} objects: change and accept, one client`,
        await repeat(SECONDS / 2, 1, await changer(node, object)),
      );
    }
    const old = await node.create(piece);
    const next = await changer(node, old);
    let revision = 1;
    for (const target of [10, 100, 1000]) {
      for (; revision < target; revision++) await next();
      record(
        `revision ${target}: read the latest`,
        await load({ url: old, headers: node.headers, seconds: SECONDS / 2 }),
      );
      const at = new Date(Date.now() - 1000).toISOString().replace(/[-:]|\.\d+/g, '');
      record(
        `revision ${target}: read as of a time`,
        await load({ url: `${old}?at=${at}`, headers: node.headers, seconds: SECONDS / 2 }),
      );
      record(
        `revision ${target}: change and accept, one client`,
        await repeat(1, 1, async () => {
          await next();
          revision++;
        }),
      );
    }
  } finally {
    await node.stop();
  }
}

/** Start-up with what the growth measurement has left, and memory for each quad. */
async function measureStart(folder: string): Promise<void> {
  const empty = await startNode(join(folder, 'empty'), PORT + 2);
  const emptyBytes = await empty.residentBytes();
  record('start an empty node', { rate: 1000 / empty.startMs, p50: empty.startMs, p99: empty.startMs });
  await empty.stop();
  const full = await startNode(join(folder, 'growth'), PORT + 1);
  const bytes = (await full.residentBytes()) - emptyBytes;
  const health = (await (await fetch(`${full.url}/health/ready`)).json()) as { store: { quads: number } };
  await full.stop();
  const { quads } = health.store;
  record(`start with ${quads} quads`, { rate: 1000 / full.startMs, p50: full.startMs, p99: full.startMs });
  console.log(
    `memory: ${(bytes / quads).toFixed(0)} bytes a quad (${(bytes / 1024 ** 2).toFixed(0)} MiB more than an empty node)`,
  );
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cargograph-bench-'));
  try {
    if (wanted('model')) {
      record('load the full data model', await modelStart());
      record('check a typical object', await modelChecks(SECONDS));
    }
    const node = await startNode(join(folder, 'store'), PORT);
    try {
      if (wanted('reads')) await measureReads(node);
      if (wanted('writes')) await measureWrites(node);
      if (wanted('delivery')) await measureDelivery(node);
      if (wanted('sparql')) await measureSparql(node);
    } finally {
      await node.stop();
    }
    if (wanted('growth')) {
      console.log('\ngrowth');
      await measureGrowth(folder);
      await measureStart(folder);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
    `${JSON.stringify({ version, machine, at: new Date().toISOString(), rows }, null, 2)}\n`,
  );
}

await main();
