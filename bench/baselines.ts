/** The baseline of each figure, measured in the same run: the library below, doing only that work. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { Store } from 'oxigraph';
import { type LoadResult, repeat, summary } from './load.js';

/**
 * A bare HTTP server of Node.js that sends the same bytes to every request. Runs in a process of its own, like the
 * node.
 */
export function serveConstant(body: Buffer, type: string): void {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`listening on ${typeof address === 'object' && address !== null ? address.port : ''}\n`);
  });
}

/** Durable puts of texts of this length into a bare LMDB, by a number of concurrent writers. */
export async function bareLmdbPuts(seconds: number, atOnce: number, length: number): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cargograph-bench-'));
  const root = open({ path: join(folder, 'baseline'), encoding: 'string', overlappingSync: false });
  const text = 'x'.repeat(length);
  let key = 0;
  try {
    return await repeat(seconds, atOnce, async () => {
      await root.put(`graph ${key++}`, text);
    });
  } finally {
    await root.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same query repeatedly in an engine of this process that holds these statements (N-Triples). */
export function bareEngineQueries(statements: string, query: string, seconds: number): LoadResult {
  const store = new Store();
  store.load(statements, { format: 'application/n-triples' });
  const times: number[] = [];
  const begin = performance.now();
  while (performance.now() - begin < seconds * 1000) {
    const start = performance.now();
    store.query(query, { results_format: 'json' });
    times.push(performance.now() - start);
  }
  return summary(times, (performance.now() - begin) / 1000);
}

const [, , role, body, type] = process.argv;
if (role === 'constant' && body !== undefined && type !== undefined) serveConstant(Buffer.from(body, 'base64'), type);
