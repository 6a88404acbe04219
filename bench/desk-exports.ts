/** Reads beside an export of 10,000 rows, and the memory that it takes (K94). */
import { request } from 'undici';
import { load } from './load.js';
import type { MeasuredNode } from './node.js';
import { piece } from './payloads.js';
import type { Report } from './report.js';

const ROWS = 10_000;
const MAX_P99_RATIO = 2;
const MAX_MEMORY = 64 * 1024 * 1024;
const AT_ONCE = 32;
const CONNECTIONS = 2;

async function residentBytes(node: MeasuredNode): Promise<number> {
  const { body } = await request(`${node.url}/metrics`);
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(await body.text())?.[1] ?? NaN);
}

export async function measureExports(node: MeasuredNode, report: Report, seconds: number): Promise<void> {
  const one = await node.create(piece);
  for (let made = 1; made < ROWS; made += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => node.create(piece)));
  const reads = { url: one, headers: node.headers, connections: CONNECTIONS };
  await load({ ...reads, seconds: 2 });
  const alone = await load({ ...reads, seconds: seconds / 2 });
  const before = await residentBytes(node);
  const state = { isOver: false, exports: 0, most: before };
  const exporting = (async (): Promise<void> => {
    while (!state.isOver) {
      const headers = { ...node.headers, Accept: 'text/csv' };
      const { statusCode, body } = await request(`${node.url}/internal/objects?limit=${ROWS}`, { headers });
      const lines = (await body.text()).split('\r\n').length;
      if (statusCode !== 200 || lines < ROWS) throw new Error(`an export: ${statusCode}, ${lines} lines`);
      state.exports += 1;
      state.most = Math.max(state.most, await residentBytes(node));
    }
  })();
  const beside = await load({ ...reads, seconds: seconds / 2 });
  state.isOver = true;
  await exporting;
  report.add(`reads beside exports of ${ROWS} rows`, beside, { baseline: { what: 'those alone', result: alone } });
  const ratio = Math.max(beside.p99, 1) / Math.max(alone.p99, 1);
  const memory = state.most - before;
  const words = (isWithin: boolean): string => (isWithin ? 'reached' : 'not reached');
  console.log(
    `  p99 ${ratio.toFixed(2)} times: ${words(ratio <= MAX_P99_RATIO)}; ${Math.round(memory / 1024 / 1024)} MiB more: ${words(memory <= MAX_MEMORY)}; ${state.exports} exports`,
  );
}
