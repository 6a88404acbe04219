/**
 * Loads an archive into a node through its API: an object for each resource, and a Change for each resource and version
 * that changes it. Then it stretches the clock of an export, and imports that into a store of its own.
 */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { times } from '../load.js';
import { MeasuredNode } from '../node.js';
import type { Archive, Statement } from './archive.js';
import { changeBody, objectBody } from './bodies.js';
import { groupsOf } from './groups.js';
import { StretchedClock } from './stretched-clock.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

const run = promisify(execFile);

/** An archive in a store of a node that does not run. */
export interface LoadedArchive {
  /** The settings of a node with this store. */
  readonly env: Readonly<Record<string, string>>;
  /** The URI of each resource's object. */
  readonly uris: readonly string[];
  readonly clock: StretchedClock;
  /** All graphs, as N-Quads. */
  readonly graphs: string;
  readonly revisions: number;
  /** The duration of the loading through the API, in seconds. */
  readonly seconds: number;
  readonly diskBytes: number;
}

const byResource = (statements: readonly Statement[]): Map<number, Statement[]> =>
  groupsOf(statements, ({ resource }) => resource);

/** What is kept of a loaded archive. */
type Kept = Pick<LoadedArchive, 'uris' | 'revisions' | 'seconds'>;

/** Where an archive is loaded. */
export interface LoadingPlace {
  /** For what the loading makes: a later run uses it again. */
  readonly kept: string;
  /** For the store of this run, which measurements change. */
  readonly folder: string;
  /** A free port. */
  readonly port: number;
}

/** Loads an archive, or takes what an earlier run has loaded. */
export async function loadArchive(archive: Archive, { kept, folder, port }: LoadingPlace): Promise<LoadedArchive> {
  const settings = {
    PORT: String(port),
    BASE_URL: `http://localhost:${String(port)}`,
    VALIDATION: 'lenient',
    AUTO_ACCEPT: 'holder',
    BODY_LIMIT: '64mb',
    LOG_LEVEL: 'error',
    SPARQL_WARM: 'false',
    SPARQL_TIMEOUT_MS: '60000',
    SPARQL_MAX_ROWS: '100000000',
  };
  const loading = { ...settings, STORE_URL: `file:${join(kept, 'loaded')}` };
  const env = { ...settings, STORE_URL: `file:${join(folder, 'stretched')}` };
  const [graphs, notes] = [join(kept, 'stretched.nq'), join(kept, 'loaded.json')];
  if (!existsSync(notes)) {
    await mkdir(kept, { recursive: true });
    const begin = performance.now();
    const node = await MeasuredNode.start(loading);
    const { uris, revisions, begins } = await fill(node, archive);
    await node.stop();
    const seconds = (performance.now() - begin) / 1000;
    const exported = join(kept, 'loaded.nq');
    await command(loading, 'export', exported);
    await stretchFile(exported, graphs, new StretchedClock(begins, archive.hours));
    await rm(exported);
    await writeFile(notes, JSON.stringify({ uris, revisions, seconds } satisfies Kept));
  }
  await command(env, 'import', graphs);
  const { uris, revisions, seconds } = JSON.parse(await readFile(notes, 'utf8')) as Kept;
  const { size } = await stat(join(folder, 'stretched', 'store.mdb'));
  return { uris, revisions, seconds, env, graphs, clock: new StretchedClock([], archive.hours), diskBytes: size };
}

async function command(env: Readonly<Record<string, string>>, ...args: string[]): Promise<void> {
  await run(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
}

interface Filled {
  readonly uris: readonly string[];
  readonly revisions: number;
  /** When the loading of each version began. */
  readonly begins: readonly number[];
}

async function fill(node: MeasuredNode, archive: Archive): Promise<Filled> {
  const begins = [await nextInstant()];
  const first = byResource(archive.first);
  const uris: string[] = [];
  await times(archive.resources, async (resource) => {
    uris[resource] = await node.create(objectBody(first.get(resource) ?? []));
  });
  const revisions = Array.from({ length: archive.resources }, () => 1);
  for (const [index, { removed, added }] of archive.changes.entries()) {
    begins.push(await nextInstant());
    const [lost, gained] = [byResource(removed), byResource(added)];
    const changed = [...new Set([...lost.keys(), ...gained.keys()])];
    await times(changed.length, async (position) => {
      const resource = changed[position] ?? 0;
      const [uri, revision] = [uris[resource] ?? '', revisions[resource] ?? 1];
      const change = { removed: lost.get(resource) ?? [], added: gained.get(resource) ?? [] };
      await node.send('PATCH', uri, changeBody(uri, revision, change));
      revisions[resource] = revision + 1;
    });
    if (process.stdout.isTTY) process.stdout.write(`\rversion ${String(index + 2)} of ${String(begins.length)}`);
  }
  await expectRevisions(node, uris, revisions);
  return { uris, revisions: revisions.reduce((sum, count) => sum + count, 0), begins };
}

/** Changes are applied when they are accepted: each must have made its revision. */
async function expectRevisions(
  node: MeasuredNode,
  uris: readonly string[],
  revisions: readonly number[],
): Promise<void> {
  for (const [resource, uri] of uris.entries()) {
    const { headers } = await node.send('GET', uri);
    if (Number(headers['revision']) !== revisions[resource])
      throw new Error(`${uri} has revision ${String(headers['revision'])}, not ${String(revisions[resource])}`);
  }
}

/** A time at which no earlier change was made. */
async function nextInstant(): Promise<number> {
  const last = Date.now();
  while (Date.now() <= last) await delay(1);
  return Date.now();
}

async function stretchFile(from: string, to: string, clock: StretchedClock): Promise<void> {
  const output = createWriteStream(to);
  let chunk = '';
  const write = async (): Promise<void> => {
    if (!output.write(chunk)) await once(output, 'drain');
    chunk = '';
  };
  for await (const line of createInterface({ input: createReadStream(from), crlfDelay: Infinity })) {
    chunk += `${clock.stretchLine(line)}\n`;
    if (chunk.length > 2 ** 18) await write();
  }
  await write();
  output.end();
  await once(output, 'finish');
}
