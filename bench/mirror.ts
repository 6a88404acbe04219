/**
 * `npm run bench:mirror`: how fast a node mirrors another one, and what its own callers notice (M63 to M67). Partner and
 * node are two nodes on this machine. `--objects N` is the number of copies (5,000), `--seconds N` the length of each
 * measurement of reads (5). Exits with 1 if a figure is beyond its bound. Figures that other work on the machine would
 * spoil are ratios of one run: of the node and a twin that follows nothing, or of turns.
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
import { figure, MeasuredNode } from './node.js';
import { smallPiece } from './payloads.js';

const { values } = parseArgs({
  options: { objects: { type: 'string', default: '5000' }, seconds: { type: 'string', default: '5' } },
});
const OBJECTS = Number(values.objects);
const SECONDS = Number(values.seconds);
/** Copies that are held while single changes are timed (M64). */
const HELD = Math.min(1_000, OBJECTS);
const TIMED_CHANGES = 100;
/** Objects of which changes are notified. */
const SUBSCRIBED = 20;
const CHANGES_A_SECOND = 20;
const MIB = 1024 * 1024;

/** The partner accepts changes by itself (`AUTO_ACCEPT`). */
const byItself = { accepts: false };

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

/** The most while copies are fetched. */
interface Peaks {
  bytes: number;
  /** How late timers were. */
  delayMs: number;
}

/** Waits until a follow holds a number of revisions. */
async function untilHeld(node: MeasuredNode, follow: string, revisions: number, peaks: Peaks): Promise<void> {
  for (;;) {
    peaks.bytes = Math.max(peaks.bytes, await node.ownBytes());
    peaks.delayMs = Math.max(peaks.delayMs, 1000 * figure(await node.figures(), 'nodejs_eventloop_lag_max_seconds'));
    if ((await countsOf(node, follow)).revisions >= revisions) return;
    await delay(100);
  }
}

const trusting = (base: string): string =>
  JSON.stringify([{ issuer: `${base}/dev-idp`, jwksUri: `${base}/dev-idp/.well-known/jwks.json` }]);

const SCAN = encodeURIComponent(
  'PREFIX cargo: <https://onerecord.iata.org/ns/cargo#> SELECT (COUNT(*) AS ?n) { ?piece a cargo:Piece ; cargo:goodsDescription ?text }',
);
const ask = async (node: MeasuredNode, more = ''): Promise<number> =>
  1000 * (await seconds(() => node.send('GET', `/sparql?query=${SCAN}${more}`)));

const median = (values: readonly number[]): number => summary(values, 1).p50;

/** The medians of two calls that take turns. */
async function inTurns(one: () => Promise<number>, other: () => Promise<number>): Promise<[number, number]> {
  const found: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 5; turn += 1) {
    await one();
    await other();
  }
  for (let turn = 0; turn < 60; turn += 1) {
    found[0].push(await one());
    found[1].push(await other());
  }
  return [median(found[0]), median(found[1])];
}

/** Queries without copies beside a twin without any, and queries over copies of a past time (M67, M54). */
async function measureQueries(node: MeasuredNode, twin: MeasuredNode): Promise<void> {
  const [own, without] = await inTurns(
    () => ask(node),
    () => ask(twin),
  );
  report('a query without mirrored, as a multiple of one without copies (M67)', own / without, 'times', { most: 1.1 });
  const at = new Date().toISOString().slice(0, 19);
  const [now, then] = await inTurns(
    () => ask(node, '&mirrored=true'),
    () => ask(node, `&mirrored=true&at=${encodeURIComponent(`${at}Z`)}`),
  );
  report('a query with mirrored=true', now, 'ms');
  report('   with at, as a multiple (W31, M54)', then / now, 'times', { most: 3 });
}

/** A piece of 12 statements. */
const twelve = (number: number): Record<string, unknown> => ({
  ...smallPiece(`piece ${number}`, 20),
  'cargo:upid': `upid-${number}`,
  'cargo:shippingMarks': 'no marks',
  'cargo:slac': 4,
  'cargo:nvdForCarriage': true,
});

const follow = (node: MeasuredNode, objects: readonly string[], subscribe: boolean): Promise<string> =>
  node.make('POST', '/internal/follows', { objects, subscribe, events: false, depth: 0 });

/** Fetching all, and catching up with all (M63, M66). */
async function measureCatchingUp(partner: MeasuredNode, node: MeasuredNode, objects: readonly string[]): Promise<void> {
  // What a node takes in ordinary use, too: its heap grows with its first work.
  const own = await node.create(smallPiece('read', 1));
  await load({ url: own, headers: node.headers, seconds: SECONDS });
  const before = await node.ownBytes();
  const peaks: Peaks = { bytes: 0, delayMs: 0 };
  const bareRead = (object: string): Promise<void> =>
    request(object, { headers: partner.headers }).then(({ body }) => body.dump());
  const bare = await seconds(() => times(objects.length, (index) => bareRead(objects[index] ?? '')));
  report(`a bare client reads ${objects.length} objects`, bare, 's');
  const began = performance.now();
  const uri = await follow(node, objects, false);
  await untilHeld(node, uri, objects.length, peaks);
  const held = (performance.now() - began) / 1000;
  report('all are held after the POST (M63)', held, 's', { most: 60 });
  report('   as a multiple of the bare client', held / bare, 'times', { most: 12 });
  const changers = await Promise.all(objects.map((object) => changer(partner, object, byItself)));
  await times(changers.length, async (index) => changers[index]?.());
  const swept = await seconds(async () => {
    await node.send('POST', `${uri}/sweep`);
    await untilHeld(node, uri, 2 * objects.length, peaks);
  });
  report('all are caught up after each has changed once (M63)', swept, 's', { most: 60 });
  report('   as a multiple of the bare client', swept / bare, 'times', { most: 12 });
  report('memory of its own beyond that without copies (M66)', (peaks.bytes - before) / MIB, 'MiB', { most: 100 });
  report('the latest timer meanwhile (M65; other work on the machine counts)', peaks.delayMs, 'ms');
}

const copyOf = (node: MeasuredNode, object: string): string =>
  `${node.url}/internal/mirror/${createHash('sha256').update(object).digest('hex').slice(0, 32)}`;

/** Waits until the partner has accepted a follow's subscription: changes before that are not notified. */
async function untilSubscribed(node: MeasuredNode, address: string): Promise<void> {
  for (;;) {
    const { text } = await node.send('GET', address);
    const { subscription } = JSON.parse(text) as { subscription: { state: string } | null };
    if (subscription?.state === 'active') return;
    await delay(100);
  }
}

/** From the partner's answer to the writer to a query that shows the change (M64). */
async function measureNotified(
  partner: MeasuredNode,
  node: MeasuredNode,
  subscribed: readonly string[],
): Promise<void> {
  await Promise.all(subscribed.map(async (object) => untilSubscribed(node, await follow(node, [object], true))));
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
      await changer(partner, object, byItself)
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

/** Reads of the node's own objects while copies change, in turns with reads while as many others change there (M65). */
async function measureReads(partner: MeasuredNode, node: MeasuredNode, followed: readonly string[]): Promise<void> {
  const own = await node.create(smallPiece('own', 1));
  const others = await Promise.all(followed.map((_, index) => partner.create(twelve(OBJECTS + index))));
  const changersOf = (objects: readonly string[]): Promise<(() => Promise<void>)[]> =>
    Promise.all(objects.map((object) => changer(partner, object, byItself)));
  const [mirrored, unknown] = [await changersOf(followed), await changersOf(others)];
  const read = (): Promise<LoadResult> => load({ url: own, headers: node.headers, seconds: SECONDS });
  const whileChanging = async (changers: readonly (() => Promise<void>)[]): Promise<LoadResult> => {
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
  const [copied, control] = [
    (): Promise<LoadResult> => whileChanging(mirrored),
    (): Promise<LoadResult> => whileChanging(unknown),
  ];
  const turns = [await control(), await copied(), await copied(), await control()];
  const mean = (part: (result: LoadResult) => number, ...indexes: number[]): number =>
    indexes.reduce((sum, index) => sum + part(turns[index] ?? { rate: NaN, p50: NaN, p99: NaN }), 0) / indexes.length;
  const rates = [mean(({ rate }) => rate, 1, 2), mean(({ rate }) => rate, 0, 3)] as const;
  const p99s = [mean(({ p99 }) => p99, 1, 2), mean(({ p99 }) => p99, 0, 3)] as const;
  report('reads a second of own objects while others change at the partner', rates[1], '/s');
  report('   while copies do, 20 a second, as a share (M65)', rates[0] / rates[1], '', { least: 0.95 });
  report('   p99, as a multiple', p99s[0] / p99s[1], 'times', { most: 1.5 });
}

const folder = await mkdtemp(join(tmpdir(), 'cargograph-mirror-'));
const [partnerPort, port] = [await freePort(), await freePort()];
const [partnerUrl, url] = [`http://localhost:${partnerPort}`, `http://localhost:${port}`];
const common = { LOG_LEVEL: 'error', AUTO_ACCEPT: 'all', DEV_IDP: 'true' };
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
const twin = await MeasuredNode.start({ ...common, STORE_URL: `file:${join(folder, 'twin')}` });
try {
  const objects: string[] = new Array<string>(OBJECTS).fill('');
  await times(OBJECTS, async (index) => {
    objects[index] = await partner.create(twelve(index));
  });
  await times(HELD, async (index) => {
    await Promise.all([node, twin].map((one) => one.create(smallPiece(`own ${index}`, 20))));
  });
  await measureCatchingUp(partner, node, objects);
  await measureQueries(node, twin);
  const subscribed = objects.slice(0, SUBSCRIBED);
  await measureNotified(partner, node, subscribed);
  await measureReads(partner, node, subscribed);
} finally {
  await Promise.all([node.stop(), partner.stop(), twin.stop()]);
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failed.length > 0 ? 1 : 0;
