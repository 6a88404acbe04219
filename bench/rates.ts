/**
 * `npm run bench:rates`: how fast writes are beside bare durable writes, and reads beside cached ones, in a small store
 * and in one of a million objects; what the log of proofs costs; what other stores do with the same bytes on the same
 * disk. Everything is measured in turns, so that the ratios hold on a busy machine, too.
 *
 * `--objects N` (1,000,000) is the size of the large store, `--seconds N` (5) the length of a turn, `--rounds N` (3) the
 * number of turns, `--revisions N` (5,000) the longest history, `--changes N` (100,000) those of the part `file`,
 * `--bytes N` (2,048) those of a bare write where the part `writes` does not find them. `--only
 * writes,yardsticks,reads,proofs,syncs,file` selects parts, `--keep FOLDER` keeps the filled stores for later runs,
 * `--folder FOLDER` is where the stores are written (another disk), `BENCH_PORT` the first port in use.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureFile } from './rates/file.js';
import { measureProofs } from './rates/proofs.js';
import { measureReads } from './rates/reads.js';
import { type FilledNode, startFilled } from './rates/stores.js';
import { measureSyncs } from './rates/syncs.js';
import { measureWrites } from './rates/writes.js';
import { measureYardsticks } from './rates/yardsticks.js';

const PARTS = ['writes', 'yardsticks', 'reads', 'proofs', 'syncs', 'file'] as const;
type Part = (typeof PARTS)[number];

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    revisions: { type: 'string', default: '5000' },
    changes: { type: 'string', default: '100000' },
    bytes: { type: 'string', default: '2048' },
    only: { type: 'string', default: PARTS.join(',') },
    keep: { type: 'string' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const number = (name: Exclude<keyof typeof values, 'only' | 'keep' | 'folder'>): number => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} is a number above 0`);
  return value;
};
const wanted = new Set(values.only.split(','));
for (const part of wanted) if (!PARTS.some((known) => known === part)) throw new Error(`no part ${part}`);
const [objects, seconds, rounds] = [number('objects'), number('seconds'), number('rounds')];
const PORT = Number(process.env['BENCH_PORT'] ?? 18_190);
/** Objects of the small store. */
const SMALL = Math.min(1_000, objects);
/** More objects than this are more than the caches hold by default. */
const BEYOND_CACHES = 300_000;

const folder = await mkdtemp(join(values.folder, 'cargograph-rates-'));
const place = { folder, keep: values.keep };
const small = (): Promise<FilledNode> => startFilled('small', { ...place, port: PORT, objects: SMALL });
const large = (env: Record<string, string> = {}): Promise<FilledNode> =>
  startFilled('large', { ...place, port: PORT + 1, objects, env });

/** Uses nodes, and stops them in any case. */
async function using<Result>(nodes: readonly FilledNode[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await Promise.all(nodes.map(({ node }) => node.stop()));
  }
}

/** Of a create: as the part `writes` has found, before the yardsticks. */
const written = { bytes: number('bytes') };

/** Each returns the rows that miss their aims. */
const parts: Record<Part, () => Promise<readonly string[]>> = {
  yardsticks: async () => {
    await measureYardsticks(folder, seconds, written.bytes);
    return [];
  },
  writes: async () => {
    const nodes = { small: await small(), large: await large() };
    const { missed, bytes } = await using(Object.values(nodes), () =>
      measureWrites({ ...nodes, folder, seconds, rounds }),
    );
    written.bytes = bytes;
    return missed;
  },
  reads: async () => {
    const node = await large(objects < BEYOND_CACHES ? { CACHE_MB: '16' } : {});
    return using([node], () => measureReads({ large: node, seconds, rounds, revisions: number('revisions') }));
  },
  proofs: () => measureProofs({ folder, port: PORT + 2, seconds, changes: Math.min(5_000, number('changes')) }),
  syncs: async () => {
    const node = await small();
    await using([node], () => measureSyncs(node, folder, seconds));
    return [];
  },
  file: async () => {
    const node = await startFilled('file', { ...place, port: PORT + 4, objects: 100 });
    await using([node], () => measureFile(node, number('changes')));
    return [];
  },
};

const load = (): string => loadavg()[0]?.toFixed(1) ?? '';
try {
  console.log(
    `${String(cpus().length)} processors, ${cpus()[0]?.model ?? ''}, node ${process.version}, load ${load()}`,
  );
  const missed: string[] = [];
  for (const part of PARTS) {
    if (!wanted.has(part)) continue;
    try {
      missed.push(...(await parts[part]()));
    } catch (error) {
      // The others are measured all the same.
      console.error(`${part}:`, error);
      process.exitCode = 1;
    }
    console.log(`\n(${part}: load ${load()} at the end)`);
  }
  console.log(missed.length === 0 ? '\nall aims reached' : `\nmissed: ${missed.join('; ')}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
