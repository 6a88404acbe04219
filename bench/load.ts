/** Bounded load on an address of this machine. */
import autocannon from 'autocannon';

export interface LoadResult {
  /** Responses per second, on average. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

/** The result of a load on an address. */
export interface Loaded extends LoadResult {
  /** The number of responses. */
  readonly requests: number;
}

export interface Load {
  readonly url: string;
  /** Returns the path of each request, if the paths differ. */
  readonly path?: () => string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or a function that creates one for each request. */
  readonly body?: string | (() => string);
  readonly seconds: number;
  readonly connections?: number;
  /** The required status of every response. */
  readonly expect?: number;
}

/** @throws Error for another status, because failed requests must not count. */
export async function load({
  url,
  path,
  method = 'GET',
  headers,
  body,
  seconds,
  connections = 16,
  expect = 200,
}: Load): Promise<Loaded> {
  const result = await autocannon({
    url,
    method,
    headers: { ...headers },
    connections,
    duration: seconds,
    ...(typeof body === 'string' && { body }),
    ...(path !== undefined && {
      requests: [{ setupRequest: (request: autocannon.Request): autocannon.Request => ({ ...request, path: path() }) }],
    }),
    ...(typeof body === 'function' && {
      requests: [{ setupRequest: (request: autocannon.Request): autocannon.Request => ({ ...request, body: body() }) }],
    }),
  });
  const statuses = Object.keys(result.statusCodeStats ?? {});
  if (result.errors > 0 || statuses.some((status) => Number(status) !== expect)) {
    throw new Error(`${method} ${url}: statuses ${statuses.join(', ')}, ${result.errors} errors`);
  }
  const { requests, latency } = result;
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, requests: requests.total };
}

/** Repeats `task` for some seconds with a number of concurrent clients. */
export async function repeat(seconds: number, atOnce: number, task: () => Promise<void>): Promise<LoadResult> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        const start = performance.now();
        await task();
        times.push(performance.now() - start);
      }
    }),
  );
  return summary(times, (performance.now() - begin) / 1000);
}

/** @param times of each task, in milliseconds. */
export function summary(times: readonly number[], seconds: number): LoadResult {
  const sorted = [...times].sort((one, other) => one - other);
  const quantile = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { rate: sorted.length / seconds, p50: quantile(0.5), p99: quantile(0.99) };
}

/** Clients with a number of tasks. */
const CLIENTS = 16;

/** Runs a task a number of times, with concurrent clients. */
export async function times(count: number, task: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}
