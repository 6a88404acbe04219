/**
 * `npm run bench:mirror`: how fast a node mirrors another one, and what its own callers notice (M63 to M67). Partner and
 * node are two nodes on this machine. `--objects N` is the number of copies (5,000), `--seconds N` the length of each
 * measurement of reads (5). Exits with 1 if a figure is beyond its bound.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { freePort } from '../test/support/ports.js';
import { changer } from './changer.js';
import { load, type LoadResult, summary, times } from './load.js';
import { MeasuredNode } from './node.js';
import { smallPiece } from './payloads.js';

const { values } = parseArgs({
  options: { objects: { type: 'string', default: '5000' }, seconds: { type: 'string', default: '5' } },
});
const OBJECTS = Number(values.objects);
const SECONDS = Number(values.seconds);
/** Copies that are held while single changes are timed (M64). */
const HELD = Math.min(1_000, OBJECTS);
const TIMED_CHANGES = 100;
const CHANGES_A_SECOND = 20;
const MIB = 1024 * 1024;

/** The figures beyond their bounds. */
const failed: string[] = [];
function report(
  what: string,
  value: number,
  unit: string,
  bound?: { readonly most?: number; readonly least?: number },
): void {
  const isWithin = value <= (bound?.most ?? Infinity) && value >= (bound?.least ?? -Infinity);
  if (!isWithin) failed.push(what);
  const limit = bound?.most === undefined ? `at least ${bound?.least ?? 0}` : `at most ${bound.most}`;
  const verdict = bound === undefined ? '' : `${limit}: ${isWithin ? 'reached' : 'NOT REACHED'}`;
  console.log(`${what.padEnd(72)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(6)} ${verdict}`);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

interface FollowCounts {
  readonly revisions: number;
  readonly due: number;
}

async function countsOf(node: MeasuredNode, follow: string): Promise<FollowCounts> {
  const { text } = await node.send('GET', follow);
  return (JSON.parse(text) as { counts: FollowCounts }).counts;
}

/** Waits until a follow holds a number of revisions. @returns the highest own memory of the process meanwhile. */
async function untilHeld(node: MeasuredNode, follow: string, revisions: number): Promise<number> {
  let most = 0;
  for (;;) {
    most = Math.max(most, await node.ownBytes());
    if ((await countsOf(node, follow)).revisions >= revisions) return most;
    await delay(100);
  }
}

const trusting = (base: string): string =>
  JSON.stringify([{ issuer: `${base}/dev-idp`, jwksUri: `${base}/dev-idp/.well-known/jwks.json` }]);

const SCAN = encodeURIComponent(
  'PREFIX cargo: <https://onerecord.iata.org/ns/cargo#> SELECT (COUNT(*) AS ?n) { ?piece a cargo:Piece ; cargo:goodsDescription ?text }',
);
const ask = async (node: MeasuredNode): Promise<number> =>
  1000 * (await seconds(() => node.send('GET', `/sparql?query=${SCAN}`)));

/** The median of a query over the node's own objects. */
async function queryMs(node: MeasuredNode): Promise<number> {
  await ask(node);
  const found: number[] = [];
  for (let asked = 0; asked < 40; asked += 1) found.push(await ask(node));
  return summary(found, 1).p50;
}

/** A piece of 12 statements. */
const twelve = (number: number): Record<string, unknown> => ({
  ...smallPiece(`text ${number}`, 20),
  'cargo:upid': `upid-${number}`,
  'cargo:shippingMarks': 'no marks',
  'cargo:slac': 4,
  'cargo:nvdForCarriage': true,
});

const follow = (node: MeasuredNode, objects: readonly string[], subscribe: boolean): Promise<string> =>
  node.make('POST', '/internal/follows', { objects, subscribe, events: false, depth: 0 });

/** Fetching all, and catching up with all (M63, M66). */
async function measureCatchingUp(partner: MeasuredNode, node: MeasuredNode, objects: readonly string[]): Promise<void> {
  const before = await node.ownBytes();
  const bareRead = (object: string): Promise<void> =>
    request(object, { headers: partner.headers }).then(({ body }) => body.dump());
  const bare = await seconds(() => times(objects.length, (index) => bareRead(objects[index] ?? '')));
  report(`a bare client reads ${objects.length} objects`, bare, 's');
  const began = performance.now();
  const uri = await follow(node, objects, false);
  const first = await untilHeld(node, uri, objects.length);
  const held = (performance.now() - began) / 1000;
  report('all are held after the POST (M63)', held, 's', { most: 60 });
  report('   as a multiple of the bare client', held / bare, 'times', { most: 12 });
  const changers = await Promise.all(objects.map((object) => changer(partner, object)));
  await times(changers.length, async (index) => changers[index]?.());
  const swept = await seconds(async () => {
    await node.send('POST', `${uri}/sweep`);
    const most = await untilHeld(node, uri, 2 * objects.length);
    report('memory of its own beyond that without copies (M66)', (Math.max(first, most) - before) / MIB, 'MiB', {
      most: 100,
    });
  });
  report('all are caught up after each has changed once (M63)', swept, 's', { most: 60 });
  report('   as a multiple of the bare client', swept / bare, 'times', { most: 12 });
}

const copyOf = (node: MeasuredNode, object: string): string =>
  `${node.url}/internal/mirror/${createHash('sha256').update(object).digest('hex').slice(0, 32)}`;

/** From the partner's answer to the writer to a query that shows the change (M64). */
async function measureNotified(partner: MeasuredNode, node: MeasuredNode, objects: readonly string[]): Promise<void> {
  const subscribed = objects.slice(0, 20);
  await Promise.all(subscribed.map((object) => follow(node, [object], true)));
  // The first copies of subscribed objects, and their subscriptions.
  for (const object of subscribed) await (await changer(partner, object))();
  const asksMirrored = await request(`${node.url}/sparql?mirrored=true&query=${encodeURIComponent('ASK {}')}`, {
    headers: node.headers,
  });
  await asksMirrored.body.dump();
  const isShown = async (object: string, revision: number): Promise<boolean> => {
    if (asksMirrored.statusCode === 200) {
      const query = encodeURIComponent(`ASK { <${object}> ?p "text ${revision}" }`);
      const { text } = await node.send('GET', `/sparql?mirrored=true&query=${query}`);
      return text.includes('true');
    }
    const { statusCode, body } = await request(`${copyOf(node, object)}/revisions/${revision}`, {
      headers: node.headers,
    });
    await body.dump();
    return statusCode === 200;
  };
  const found: number[] = [];
  for (let timed = 0; timed < TIMED_CHANGES; timed += 1) {
    const object = subscribed[timed % subscribed.length] ?? '';
    const { headers } = await partner.send('GET', object);
    await (
      await changer(partner, object)
    )();
    const revision = Number(headers['revision']) + 1;
    const began = performance.now();
    while (!(await isShown(object, revision))) await delay(5);
    found.push(performance.now() - began);
  }
  const where = asksMirrored.statusCode === 200 ? 'in a query with mirrored=true' : 'at its address';
  const sorted = found.toSorted((one, other) => one - other);
  report(`a change is ${where}, median (M64)`, (sorted[Math.floor(sorted.length / 2)] ?? NaN) / 1000, 's', { most: 1 });
  report('   95th percentile', (sorted[Math.floor(sorted.length * 0.95)] ?? NaN) / 1000, 's', { most: 3 });
}

/** Reads of the node's own objects while copies change, in turns with reads while they do not (M65). */
async function measureReads(partner: MeasuredNode, node: MeasuredNode, objects: readonly string[]): Promise<void> {
  const own = await node.create(smallPiece('own', 1));
  const changers = await Promise.all(objects.slice(0, 20).map((object) => changer(partner, object)));
  const read = (): Promise<LoadResult> => load({ url: own, headers: node.headers, seconds: SECONDS });
  const whileChanging = async (): Promise<LoadResult> => {
    const ended = new AbortController();
    const changing = (async () => {
      for (let made = 0; !ended.signal.aborted; made += 1) {
        const paced = delay(1000 / CHANGES_A_SECOND);
        await changers[made % changers.length]?.();
        await paced;
      }
    })();
    const result = await read();
    ended.abort();
    await changing;
    return result;
  };
  await read();
  const turns = [await read(), await whileChanging(), await whileChanging(), await read()];
  const mean = (part: (result: LoadResult) => number, ...indexes: number[]): number =>
    indexes.reduce((sum, index) => sum + part(turns[index] ?? { rate: NaN, p50: NaN, p99: NaN }), 0) / indexes.length;
  const rates = [mean(({ rate }) => rate, 1, 2), mean(({ rate }) => rate, 0, 3)] as const;
  const p99s = [mean(({ p99 }) => p99, 1, 2), mean(({ p99 }) => p99, 0, 3)] as const;
  report('reads a second of own objects without changes', rates[1], '/s');
  report('   with 20 changes a second, as a share (M65)', rates[0] / rates[1], '', { least: 0.95 });
  report('   p99, as a multiple', p99s[0] / p99s[1], 'times', { most: 1.5 });
}

const folder = await mkdtemp(join(tmpdir(), 'cargograph-mirror-'));
const [partnerPort, port] = [await freePort(), await freePort()];
const [partnerUrl, url] = [`http://localhost:${partnerPort}`, `http://localhost:${port}`];
const common = { LOG_LEVEL: 'warn', AUTO_ACCEPT: 'all' };
const partner = await MeasuredNode.start({
  ...common,
  ...{ STORE_URL: `file:${join(folder, 'partner')}`, PORT: String(partnerPort), BASE_URL: partnerUrl },
  TRUSTED_ISSUERS: trusting(url),
  // The mirroring node reads every object.
  INTERNAL_AGENTS: `${url}/logistics-objects/_data-holder`,
});
const node = await MeasuredNode.start({
  ...common,
  ...{ STORE_URL: `file:${join(folder, 'own')}`, PORT: String(port), BASE_URL: url },
  TRUSTED_ISSUERS: trusting(partnerUrl),
  ...{ MIRROR_RATE: '0', MIRROR_CONCURRENCY: '16', MIRROR_SWEEP_S: '0' },
});
try {
  const objects: string[] = new Array<string>(OBJECTS).fill('');
  await times(OBJECTS, async (index) => {
    objects[index] = await partner.create(twelve(index));
  });
  await times(HELD, async (index) => {
    await node.create(smallPiece(`own ${index}`, 20));
  });
  const before = await queryMs(node);
  await measureCatchingUp(partner, node, objects);
  report('a query without mirrored, as a multiple of before (M67)', (await queryMs(node)) / before, 'times', {
    most: 1.1,
  });
  await measureNotified(partner, node, objects);
  await measureReads(partner, node, objects);
} finally {
  await Promise.all([node.stop(), partner.stop()]);
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failed.length > 0 ? 1 : 0;
