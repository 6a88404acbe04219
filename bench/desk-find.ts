/**
 * `npx tsx bench/desk-find.ts`: lookups in a store with many objects beside those in a store with few: at most twice
 * as long. `OBJECTS` (100,000), `SECONDS` of each measurement (3). All objects have the same words, which is the worst case
 * for an index of words. Prints the ratios; exit code 1 if one is exceeded.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyUri, fill } from './fill.js';
import { load } from './load.js';
import { MeasuredNode } from './node.js';
import { piece } from './payloads.js';

const FEW = 1_000;
const MANY = Number(process.env['OBJECTS'] ?? 100_000);
const SECONDS = Number(process.env['SECONDS'] ?? 3);
const CONNECTIONS = 2;
const MAX_RATIO = 2;

const idOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

/** Texts that find one object, many, or nothing. */
const texts = (base: string): Readonly<Record<string, () => string>> => ({
  'an identifier': () => 'UPID-LONG',
  'the end of an identifier': () => 'LONG',
  'an id': () => idOf(copyUri(base, Math.floor(Math.random() * FEW))),
  'words that one object has': () => 'singular lanterns',
  'words that all objects have': () => 'exhib mat',
  'one of both': () => 'exhibition lanterns',
  nothing: () => 'zzzz yyyy',
});

/** The medians of lookups in a store with a number of objects, by the text. */
async function measure(folder: string, count: number): Promise<ReadonlyMap<string, number>> {
  const settings = { STORE_URL: `file:${folder}`, PORT: '0', SPARQL: 'off' };
  let node = await MeasuredNode.start(settings);
  const template = await node.create({
    ...piece,
    'cargo:goodsDescription': 'Exhibition materials',
    'cargo:upid': 'UPID-0',
  });
  const base = node.url;
  await node.stop();
  await fill(folder, base, template, count);
  node = await MeasuredNode.start({ ...settings, PORT: new URL(base).port });
  try {
    await node.create({
      ...piece,
      'cargo:goodsDescription': 'Singular lanterns, exhibition',
      'cargo:upid': 'UPID-LONG',
    });
    const medians = new Map<string, number>();
    for (const [name, text] of Object.entries(texts(base))) {
      const path = (): string => `/internal/lookup?q=${encodeURIComponent(text())}`;
      const asked = { url: base, path, headers: node.headers, connections: CONNECTIONS };
      await load({ ...asked, seconds: SECONDS / 2 });
      medians.set(name, (await load({ ...asked, seconds: SECONDS })).p50);
    }
    return medians;
  } finally {
    await node.stop();
  }
}

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-find-'));
  try {
    const few = await measure(join(folder, 'few'), FEW);
    const many = await measure(join(folder, 'many'), MANY);
    let isWithin = true;
    for (const [name, median] of many) {
      const beside = few.get(name) ?? NaN;
      // Medians are in whole tenths of milliseconds.
      const ratio = Math.max(median, 0.1) / Math.max(beside, 0.1);
      isWithin &&= ratio <= MAX_RATIO;
      process.stdout.write(
        `${name.padEnd(30)} ${FEW}: ${beside} ms  ${MANY}: ${median} ms  ${ratio.toFixed(2)} times${ratio <= MAX_RATIO ? '' : `, over ${MAX_RATIO}`}\n`,
      );
    }
    return isWithin;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = (await main()) ? 0 : 1;
