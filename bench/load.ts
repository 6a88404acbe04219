/** Bounded load on an address of this machine. */
import autocannon from 'autocannon';

export interface LoadResult {
  /** Requests answered a second, on average. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Load {
  readonly url: string;
  /** What gives the path of each request, when they are not all to one. */
  readonly path?: () => string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent, or what makes it for each request. */
  readonly body?: string | (() => string);
  readonly seconds: number;
  readonly connections?: number;
  /** The status that every answer must have. */
  readonly expect?: number;
}

/** @throws Error when an answer has another status: a figure of failures is none. */
export async function load({
  url,
  path,
  method = 'GET',
  headers,
  body,
  seconds,
  connections = 16,
  expect = 200,
}: Load): Promise<LoadResult> {
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
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Runs `task` again and again for some seconds, by so many at a time. */
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

/** Clients of tasks that are counted. */
const CLIENTS = 16;

/** Runs a task so often, by so many clients. */
export async function times(count: number, task: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}
