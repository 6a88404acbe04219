/** Creations with an `Idempotency-Key` beside creations without (K94): in turns, so that both have the same machine. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { type LoadResult, repeat } from './load.js';
import type { MeasuredNode } from './node.js';
import { piece } from './payloads.js';
import type { Report } from './report.js';

const MIN_RATIO = 0.85;
const AT_ONCE = 16;
const TURNS = 4;

const mean = (results: readonly LoadResult[], of: keyof LoadResult): number =>
  results.reduce((sum, result) => sum + result[of], 0) / results.length;
const together = (results: readonly LoadResult[]): LoadResult => ({
  rate: mean(results, 'rate'),
  p50: mean(results, 'p50'),
  p99: mean(results, 'p99'),
});

export async function measureKeys(node: MeasuredNode, report: Report, seconds: number): Promise<void> {
  const body = JSON.stringify(piece);
  const create = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    const answer = await request(`${node.url}/logistics-objects`, { method: 'POST', headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 201) throw new Error(`a creation: ${answer.statusCode}`);
  };
  const plain = (): Promise<void> => create(node.headers);
  const keyed = (): Promise<void> => create({ ...node.headers, 'Idempotency-Key': `"${randomUUID()}"` });
  for (const task of [plain, keyed]) await repeat(1, AT_ONCE, task);
  const results = { plain: [] as LoadResult[], keyed: [] as LoadResult[] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    results.plain.push(await repeat(seconds / TURNS / 2, AT_ONCE, plain));
    results.keyed.push(await repeat(seconds / TURNS / 2, AT_ONCE, keyed));
  }
  report.add('creations with a key', together(results.keyed), {
    baseline: { what: 'those without', result: together(results.plain) },
    aim: { ratio: MIN_RATIO },
  });
}
