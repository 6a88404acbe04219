/**
 * `npm run check:postman`: newman sends each request of the Postman collection to a node, with this commit's
 * description. It fails on a status that the description lacks for the request.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MeasuredNode } from '../../bench/node.js';
import { descriptionOf } from '../../test/openapi/description.js';
import { type Collection, collectionOf, requestName } from '../postman/collection.js';

const NEWMAN = fileURLToPath(new URL('../../node_modules/.bin/newman', import.meta.url));
/** Their responses do not end, and newman waits for the end. */
const STREAMS = ['GET /internal/notifications/stream', 'GET /internal/stream'];

const report = z.object({
  run: z.object({
    executions: z.array(
      z.object({ item: z.object({ name: z.string() }), response: z.object({ code: z.number() }).optional() }),
    ),
    failures: z.array(z.object({ error: z.object({ message: z.string() }), source: z.object({ name: z.string() }) })),
  }),
});

function withoutStreams(collection: Collection): Collection {
  const item = collection.item.map((folder) => ({
    ...folder,
    item: folder.item.filter((request) => !STREAMS.includes(requestName(request))),
  }));
  return { ...collection, item };
}

function runNewman(collection: Collection, baseUrl: string): z.infer<typeof report>['run'] {
  const folder = mkdtempSync(join(tmpdir(), 'newman-'));
  try {
    const [from, to] = [join(folder, 'collection.json'), join(folder, 'report.json')];
    writeFileSync(from, JSON.stringify(collection));
    const reporter = ['--reporters', 'json', '--reporter-json-export', to];
    const timeouts = ['--timeout', '120000', '--timeout-request', '30000'];
    // The exit code is ignored: the report contains its information.
    spawnSync(process.execPath, [NEWMAN, 'run', from, '--env-var', `baseUrl=${baseUrl}`, ...reporter, ...timeouts], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return report.parse(JSON.parse(readFileSync(to, 'utf8'))).run;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Requests the streams. @returns those that do not return 200. */
async function failedStreams(node: MeasuredNode): Promise<string[]> {
  const failed: string[] = [];
  for (const stream of STREAMS) {
    const response = await fetch(`${node.url}${stream.slice('GET '.length)}`, { headers: node.headers });
    await response.body?.cancel();
    if (response.status !== 200) failed.push(`${stream}: ${response.status}`);
  }
  return failed;
}

const node = await MeasuredNode.start({ STORE_URL: 'memory:', LOG_LEVEL: 'error' });
try {
  const collection = collectionOf(await descriptionOf(node.url), node.url);
  const { executions, failures } = runNewman(withoutStreams(collection), node.url);
  for (const { source, error } of failures) console.log(`postman: ${source.name}: ${error.message}`);
  const streams = await failedStreams(node);
  for (const stream of streams) console.log(`postman: ${stream}`);

  const statuses = new Map<string, number>();
  for (const { response } of executions) {
    const status = String(response?.code ?? 'no response');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
  console.log(
    `postman: ${executions.length} requests by newman (one for the token), ${failures.length} failed (${counts.join(', ')})`,
  );

  const sent = new Set(executions.map(({ item }) => item.name));
  const left = withoutStreams(collection).item.flatMap(({ item }) => item.filter(({ name }) => !sent.has(name)));
  for (const { name } of left) console.log(`postman: ${name}: not sent`);
  process.exitCode = failures.length === 0 && streams.length === 0 && left.length === 0 ? 0 : 1;
} finally {
  await node.stop();
}
