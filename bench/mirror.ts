/**
 * `npm run bench:mirror`: how fast a node mirrors another one, and what its own callers notice (M63 to M67). Partner and
 * node are two nodes on this machine. `--objects N` is the number of copies (5,000), `--seconds N` the length of each
 * measurement of reads (5), `--only NAME` one part (`catching-up`, `queries`, `notified`, `reads`), also several times.
 * Exits with 1 if a figure is beyond its bound. Figures that other work on the machine would spoil are ratios of one
 * run: of the node and a twin that follows nothing, or of turns.
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
import { failed, MIB, peakOf, report, seconds, twelve, workOfItsOwn } from './mirror-figures.js';
import { figure, MeasuredNode } from './node.js';
import { smallPiece } from './payloads.js';
import { processorSeconds } from './processor-time.js';

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true, default: ['catching-up', 'queries', 'notified', 'reads'] },
  },
});
const OBJECTS = Number(values.objects);
const SECONDS = Number(values.seconds);
const TIMED_CHANGES = 100;
/** Objects of which changes are notified. */
const SUBSCRIBED = 20;
const CHANGES_A_SECOND = 20;
/** The partner accepts changes by itself (`AUTO_ACCEPT`). */
const byItself = { accepts: false };

interface FollowCounts {
  readonly revisions: number;
  readonly due: number;
}

async function countsOf(node: MeasuredNode, follow: string): Promise<FollowCounts> {
  const { text } = await node.send('GET', follow);
  return (JSON.parse(text) as { counts: FollowCounts }).counts;
}

/** Waits until a follow holds a number of revisions. @returns how late timers were at most, in seconds. */
async function untilHeld(node: MeasuredNode, follow: string, revisions: number): Promise<number> {
  let latest = 0;
  for (;;) {
    latest = Math.max(latest, figure(await node.figures(), 'nodejs_eventloop_lag_max_seconds'));
    if ((await countsOf(node, follow)).revisions >= revisions) return latest;
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

const follow = (node: MeasuredNode, objects: readonly string[], subscribe: boolean): Promise<string> =>
  node.make('POST', '/internal/follows', { objects, subscribe, events: false, depth: 0 });

/** Fetching all, and catching up with all (M63, M66). @param ordinary the memory of the node at its own work. */
async function measureCatchingUp(
  partner: MeasuredNode,
  node: MeasuredNode,
  objects: readonly string[],
  ordinary: number,
): Promise<void> {
  const bareRead = (object: string): Promise<void> =>
    request(object, { headers: partner.headers }).then(({ body }) => body.dump());
  const bare = await seconds(() => times(objects.length, (index) => bareRead(objects[index] ?? '')));
  report(`a bare client reads ${objects.length} objects`, bare, 's');
  let uri = '';
  let latest = 0;
  const fetched = await peakOf(node, async () => {
    const held = await seconds(async () => {
      uri = await follow(node, objects, false);
      latest = await untilHeld(node, uri, objects.length);
    });
    report('all are held after the POST (M63)', held, 's', { most: 60 });
    report('   as a multiple of the bare client', held / bare, 'times', { most: 12 });
  });
  const changers = await Promise.all(objects.map((object) => changer(partner, object, byItself)));
  await times(changers.length, async (index) => changers[index]?.());
  const caughtUp = await peakOf(node, async () => {
    const swept = await seconds(async () => {
      await node.send('POST', `${uri}/sweep`);
      latest = Math.max(latest, await untilHeld(node, uri, 2 * objects.length));
    });
    report('all are caught up after each has changed once (M63)', swept, 's', { most: 60 });
    report('   as a multiple of the bare client', swept / bare, 'times', { most: 12 });
  });
  report('memory at work without copies', ordinary / MIB, 'MiB');
  report('   more while copies are fetched', (fetched - ordinary) / MIB, 'MiB');
  report('   more while they are caught up (M66)', (caughtUp - ordinary) / MIB, 'MiB', { most: 100 });
  report('the latest timer meanwhile (M65; other work on the machine counts)', latest * 1000, 'ms');
}

/** What as much more work of its own takes in a node without copies, for comparison with M66. */
async function measureOwnGrowth(env: Readonly<Record<string, string>>): Promise<void> {
  const other = await MeasuredNode.start(env);
  try {
    const first = await peakOf(other, () => workOfItsOwn(other, OBJECTS, SECONDS));
    const second = await peakOf(other, () => workOfItsOwn(other, OBJECTS, SECONDS));
    report('   more in a node that makes as many objects of its own again instead', (second - first) / MIB, 'MiB');
  } finally {
    await other.stop();
  }
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

const subscribe = (node: MeasuredNode, objects: readonly string[]): Promise<unknown> =>
  Promise.all(objects.map(async (object) => untilSubscribed(node, await follow(node, [object], true))));

/** From the partner's answer to the writer to a query that shows the change (M64). */
async function measureNotified(
  partner: MeasuredNode,
  node: MeasuredNode,
  subscribed: readonly string[],
): Promise<void> {
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
  const whileChanging = async <Result>(
    changers: readonly (() => Promise<void>)[],
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly made: number }> => {
    const ended = new AbortController();
    const changing = (async () => {
      for (let made = 0; ; made += 1) {
        if (ended.signal.aborted) return made;
        const paced = delay(1000 / CHANGES_A_SECOND);
        await changers[made % changers.length]?.();
        await paced;
      }
    })();
    const result = await work();
    ended.abort();
    return { result, made: await changing };
  };
  /** The processor time of the node for a change, without reads, in milliseconds. */
  const costOf = async (changers: readonly (() => Promise<void>)[]): Promise<number> => {
    const before = processorSeconds(node.pid);
    const { made } = await whileChanging(changers, () => delay(2_000 * SECONDS));
    return (1000 * (processorSeconds(node.pid) - before)) / made;
  };
  await read();
  const [copied, control] = [
    async (): Promise<LoadResult> => (await whileChanging(mirrored, read)).result,
    async (): Promise<LoadResult> => (await whileChanging(unknown, read)).result,
  ];
  const turns = [await control(), await copied(), await copied(), await control()];
  const mean = (part: (result: LoadResult) => number, ...indexes: number[]): number =>
    indexes.reduce((sum, index) => sum + part(turns[index] ?? { rate: NaN, p50: NaN, p99: NaN }), 0) / indexes.length;
  const rates = [mean(({ rate }) => rate, 1, 2), mean(({ rate }) => rate, 0, 3)] as const;
  const p99s = [mean(({ p99 }) => p99, 1, 2), mean(({ p99 }) => p99, 0, 3)] as const;
  report('reads a second of own objects while others change at the partner', rates[1], '/s');
  report('   while copies do, 20 a second, as a share (M65)', rates[0] / rates[1], '', { least: 0.95 });
  report('   p99, as a multiple', p99s[0] / p99s[1], 'times', { most: 1.5 });
  const idle = await costOf(unknown);
  report('processor time of the node for a notified change, without reads', (await costOf(mirrored)) - idle, 'ms');
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
  // What every node does: its heap and its caches grow with its first work.
  const ordinary = await peakOf(node, () => workOfItsOwn(node, OBJECTS, SECONDS));
  await workOfItsOwn(twin, OBJECTS, SECONDS);
  const subscribed = objects.slice(0, SUBSCRIBED);
  const isWanted = (part: string): boolean => values.only.includes(part);
  if (isWanted('catching-up')) {
    await measureCatchingUp(partner, node, objects, ordinary);
    await measureOwnGrowth({ ...common, STORE_URL: `file:${join(folder, 'other')}` });
  } else if (isWanted('notified')) await untilHeld(node, await follow(node, objects, false), objects.length);
  if (isWanted('queries')) await measureQueries(node, twin);
  if (isWanted('notified') || isWanted('reads')) await subscribe(node, subscribed);
  if (isWanted('notified')) await measureNotified(partner, node, subscribed);
  if (isWanted('reads')) await measureReads(partner, node, subscribed);
} finally {
  await Promise.all([node.stop(), partner.stop(), twin.stop()]);
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failed.length > 0 ? 1 : 0;
