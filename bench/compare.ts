/**
 * `npm run bench:compare -- BEFORE AFTER`: two builds (folders of the repository, built) side by side. Each request goes
 * to one and then to the other in short turns, so that a slow moment of the machine affects both; what is compared is
 * the processor time of a request, which other work on the machine changes little. `--rounds N` sets the turns, `--only TEXT`
 * selects the requests with that text in their names.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { changer } from './changer.js';
import { ExampleMessages, messageRequest, WAYBILLS } from './example-messages.js';
import { load, repeat } from './load.js';
import { MeasuredNode } from './node.js';
import { anotherPiece, event, piece } from './payloads.js';
import { processorSeconds } from './processor-time.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '10' }, only: { type: 'string', default: '' } },
});
const ROUNDS = Number(values.rounds);
const TURN_SECONDS = 1;

/** Sends requests for a turn, and returns how many were answered. */
type Work = () => Promise<number>;

interface Build {
  readonly node: MeasuredNode;
  readonly works: ReadonlyMap<string, Work>;
}

async function startBuild(root: string, store: string): Promise<Build> {
  const node = await MeasuredNode.start({ STORE_URL: `file:${store}` }, { main: join(resolve(root), 'dist/main.js') });
  const object = await node.create(piece);
  for (let number = 0; number < 10; number += 1) await node.send('POST', `${object}/logistics-events`, event);
  const { headers } = await node.send('GET', object);
  const known = { 'If-None-Match': String(headers['etag']) };
  const get = (path: string, sent: Record<string, string> = {}, expect = 200): Work => {
    const options = { url: path, headers: { ...node.headers, ...sent }, seconds: TURN_SECONDS, expect };
    return async () => Math.round((await load(options)).rate * TURN_SECONDS);
  };
  let count = 0;
  const post = (url: string, body: () => string): Work => {
    const options = { url, method: 'POST', headers: node.headers, seconds: TURN_SECONDS, expect: 201 } as const;
    return async () => Math.round((await load({ ...options, body })).rate * TURN_SECONDS);
  };
  const examples = await ExampleMessages.read();
  const request = messageRequest(node);
  const message = (body: () => string): Work => {
    const options = { ...request, body, seconds: TURN_SECONDS };
    return async () => Math.round((await load(options)).rate * TURN_SECONDS);
  };
  let waybills = 0;
  for (; waybills < WAYBILLS; waybills += 1) await fetch(request.url, { ...request, body: examples.xfwb(waybills) });
  const next = await changer(node, await node.create(piece));
  const works = new Map<string, Work>([
    ['read an object', get(object)],
    ['read as of a time', get(`${object}?at=${new Date().toISOString().replace(/\.\d+Z/, 'Z')}`)],
    ['read, not modified', get(object, known, 304)],
    ['list 10 events', get(`${object}/logistics-events`)],
    ['create an object', post(`${node.url}/logistics-objects`, () => JSON.stringify(anotherPiece((count += 1))))],
    ['create an event', post(`${object}/logistics-events`, () => JSON.stringify(event))],
    ['take an XFSU', message(() => examples.xfsu(count % WAYBILLS, (count += 1)))],
    ['take an XFWB', message(() => examples.xfwb((waybills += 1)))],
    ['take an XFWB again', message(() => examples.again(count % WAYBILLS, (count += 1)))],
    ['submit and accept a change', async () => Math.round((await repeat(TURN_SECONDS, 1, next)).rate * TURN_SECONDS)],
  ]);
  return { node, works };
}

/** The middle one. */
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** Processor time of one request, in microseconds. */
async function cost({ node }: Build, work: Work): Promise<number> {
  const before = processorSeconds(node.pid);
  const answered = await work();
  return ((processorSeconds(node.pid) - before) / answered) * 1e6;
}

const [before, after] = positionals;
if (before === undefined || after === undefined) throw new Error('name the folders of two builds');
const folder = await mkdtemp(join(tmpdir(), 'cargograph-compare-'));
const first = await startBuild(before, join(folder, 'before'));
const second = await startBuild(after, join(folder, 'after'));
try {
  for (const [name, work] of first.works) {
    if (!name.includes(values.only)) continue;
    const other = second.works.get(name);
    if (other === undefined) throw new Error(`no ${name} in the second build`);
    // The first turn of each compiles.
    await work();
    await other();
    const costs: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round += 1) costs.push([await cost(first, work), await cost(second, other)]);
    const [a, b] = [median(costs.map(([one]) => one)), median(costs.map(([, two]) => two))];
    const ratio = median(costs.map(([one, two]) => two / one));
    process.stdout.write(`${name.padEnd(28)} ${a.toFixed(0)} µs, ${b.toFixed(0)} µs, ratio ${ratio.toFixed(3)}\n`);
  }
} finally {
  await Promise.all([first.node.stop(), second.node.stop()]);
  await rm(folder, { recursive: true });
}
