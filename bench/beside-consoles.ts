/** Partners' reads with and without open consoles, in alternation, because the speed of a shared machine changes. */
import { setTimeout as delay } from 'node:timers/promises';
import { load } from './load.js';
import type { MeasuredNode } from './node.js';

const CONSOLES = 3;
const ROUNDS = Number(process.env['ROUNDS'] ?? 8);
const SECONDS = 3;
/** An idle console makes at most 30 requests a minute. */
const EVERY_MS = 2_000;

/** The requests of idle pages: Home, objects, requests, deliveries. */
const asked = [
  '/objects?sort=-modified&limit=10',
  '/requests?status=REQUEST_PENDING&sort=requested&limit=10',
  '/objects',
  '/requests',
  '/delivery-queues',
  '/me',
];

interface Round {
  readonly rate: number;
  /** Processor time of the node per second. */
  readonly cpu: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/**
 * @param objects to read.
 * @param cpuSeconds processor time of the node so far.
 * @returns the figures as a line of text.
 */
export async function besideConsoles(
  node: MeasuredNode,
  objects: readonly string[],
  cpuSeconds: () => Promise<number>,
): Promise<string> {
  const path = (): string => new URL(objects[Math.floor(Math.random() * objects.length)] ?? node.url).pathname;
  const read = async (): Promise<Round> => {
    const before = await cpuSeconds();
    const { rate } = await load({ url: node.url, path, headers: node.headers, seconds: SECONDS });
    return { rate, cpu: ((await cpuSeconds()) - before) / (rate * SECONDS) };
  };
  await read();
  const [without, beside]: [Round[], Round[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each variant is first equally often.
    const turns = round % 2 === 0 ? [false, true] : [true, false];
    for (const isBeside of turns) {
      const stop = isBeside ? await openConsoles(node) : undefined;
      (isBeside ? beside : without).push(await read());
      await stop?.();
    }
  }
  const of = (rounds: readonly Round[], key: keyof Round): number => median(rounds.map((round) => round[key]));
  const percent = (one: number, other: number): string => `${((one / other) * 100).toFixed(1)} %`;
  return [
    `reads beside ${CONSOLES} open consoles: ${Math.round(of(beside, 'rate'))}/s, without: ${Math.round(of(without, 'rate'))}/s`,
    `(${percent(of(beside, 'rate'), of(without, 'rate'))}; processor time for each read ${percent(of(beside, 'cpu'), of(without, 'cpu'))})`,
  ].join(' ');
}

/** Reads the stream and sends the requests of pages. @returns a function that stops them. */
async function openConsoles(node: MeasuredNode): Promise<() => Promise<void>> {
  const controller = new AbortController();
  const { signal } = controller;
  const get = async (path: string, accept: string): Promise<Response> => {
    const response = await fetch(`${node.url}/console/api${path}`, {
      headers: { ...node.headers, Accept: accept },
      signal,
    });
    if (response.status !== 200) throw new Error(`${path}: status ${response.status}`);
    return response;
  };
  const ended = async (task: Promise<unknown>): Promise<void> => {
    try {
      await task;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const pages = async (first: number): Promise<void> => {
    await delay((EVERY_MS / CONSOLES) * first, undefined, { signal });
    for (let next = first; ; next += 1) {
      await (await get(asked[next % asked.length] ?? '/me', 'application/json')).arrayBuffer();
      await delay(EVERY_MS, undefined, { signal });
    }
  };
  const streams = await Promise.all(Array.from({ length: CONSOLES }, () => get('/stream', 'text/event-stream')));
  const running = streams.flatMap((stream, index) => [ended(stream.arrayBuffer()), ended(pages(index))]);
  return async () => {
    controller.abort();
    await Promise.all(running);
  };
}
