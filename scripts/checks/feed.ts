/**
 * `npm run check:feed`: programs of others read the feed. ldes-client copies it for three callers, goes on with the state of
 * its last run after access was given and taken, and begins anew after it was killed; RDFLib and Jena read the documents. One
 * that cannot be installed is skipped.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { aclBody } from '../../test/support/exchange.js';
import { FeedCopy, feedOf } from '../../test/support/feed-copy.js';
import { token } from '../../test/support/node.js';
import { TestContext } from '../../test/support/world.js';
import { ask, judges, type Verdict } from './judges.js';
import { cacheFolder, check, jenaCommand, python, run, ToolMissing } from './tools.js';

const CLIENT = 'ldes-client@0.3.0';
const CALLERS = ['holder', 'partner', 'rival'] as const;
type CallerName = (typeof CALLERS)[number];

const DAYS = 4;
const OBJECTS_A_DAY = 15;
const DAY = 86_400;

/** The program that reads with ldes-client, which the first call installs. */
function copyProgram(): string {
  const folder = join(cacheFolder, 'ldes-client');
  if (!existsSync(join(folder, 'node_modules', 'ldes-client'))) {
    mkdirSync(folder, { recursive: true });
    const { status, stderr } = run('npm', [
      'install',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      CLIENT,
    ]);
    if (status !== 0) throw new ToolMissing(`${CLIENT} cannot be installed: ${stderr.trim().slice(-300)}`);
  }
  const program = join(folder, 'copy.mjs');
  copyFileSync(fileURLToPath(new URL('ldes/copy.mjs', import.meta.url)), program);
  return program;
}

/** The copies of the callers, in files of a folder. */
class Copies {
  constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly order: 'none' | 'ascending',
  ) {}

  /** Runs the client; with `most` it is killed when it has so many new members. */
  async read(world: TestContext, name: CallerName, most?: number): Promise<void> {
    const given = [
      `${world.node.url}/feed`,
      await token(world.node.url, name),
      this.#state(name),
      this.#file(name),
      this.order,
    ];
    const child = spawn(process.execPath, [this.program, ...given, ...(most === undefined ? [] : [String(most)])], {
      stdio: 'ignore',
    });
    await new Promise((resolve) => child.once('exit', resolve));
  }

  /**
   * Kills the client when it has so many members. It then begins anew: version 0.3.0 records members before it gives them
   * away, and loses them when it is killed, whichever server it reads.
   */
  async kill(world: TestContext, name: CallerName, most: number): Promise<void> {
    await this.read(world, name, most);
    await rm(this.#state(name), { recursive: true, force: true });
    await rm(this.#file(name), { force: true });
  }

  #state(name: CallerName): string {
    return join(this.folder, `state-${name}`);
  }

  /** The members that a caller has been given, in their order. */
  members(name: CallerName): string[] {
    const file = this.#file(name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  #file(name: CallerName): string {
    return join(this.folder, `members-${name}`);
  }
}

async function allow(world: TestContext, object: string, name: CallerName): Promise<void> {
  const { agent } = await world.node.party(name);
  await world.holder.put(`${object}/acl`, aclBody(world.uri(object), { 'acl:agent': { '@id': agent } }, ['acl:Read']));
}

/** Some days with objects for one, for the other, and for neither partner. @returns those for neither. */
async function write(first: TestContext): Promise<{ readonly world: TestContext; readonly hidden: readonly string[] }> {
  let world = first;
  const hidden: string[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    world = await world.later(DAY);
    for (let number = 0; number < OBJECTS_A_DAY; number += 1) {
      const object = await world.piece();
      const reader = (['partner', 'rival'] as const)[number % 3];
      if (reader === undefined) hidden.push(object);
      else await allow(world, object, reader);
      world.node.clock.advance(number % 4);
    }
  }
  return { world, hidden };
}

async function ldesClient(first: TestContext, folder: string, order: 'none' | 'ascending'): Promise<Verdict> {
  const copies = new Copies(copyProgram(), await mkdtemp(join(folder, `${order}-`)), order);
  const { world: written, hidden } = await write(first);
  let world = written;
  const readable = new Map<CallerName, Set<string>>(CALLERS.map((name) => [name, new Set()]));
  const note = async (): Promise<void> => {
    for (const [name, members] of readable)
      for (const { member } of await feedOf(await world.node.party(name))) members.add(member);
  };
  await note();
  await Promise.all(CALLERS.map((name, index) => copies.kill(world, name, 5 + 6 * index)));
  await Promise.all(CALLERS.map((name) => copies.read(world, name)));
  world = await world.later(DAY);
  const [taken = ''] = (await feedOf(world.partner))
    .map(({ member }) => member)
    .filter((member) => !member.includes('_data'));
  await world.holder.put(`${world.path(taken).replace(/\/revisions.*$/, '')}/acl?clear=true`, {});
  const half = Math.floor(hidden.length / 2);
  for (const object of hidden.slice(0, half)) await allow(world, object, 'partner');
  for (let number = 0; number < OBJECTS_A_DAY; number += 1) await world.openPiece();
  await note();
  await Promise.all(CALLERS.map((name) => copies.read(world, name)));
  for (const object of hidden.slice(half)) await allow(world, object, 'rival');
  world = await world.later(DAY);
  await note();
  await Promise.all(CALLERS.map((name) => copies.read(world, name)));
  const problems: string[] = [];
  let count = 0;
  for (const name of CALLERS) {
    const given = copies.members(name);
    const distinct = new Set(given);
    count += distinct.size;
    const now = (await feedOf(await world.node.party(name))).map(({ member }) => member);
    for (const member of now) if (!distinct.has(member)) problems.push(`${name} lacks ${member}`);
    for (const member of distinct)
      if (readable.get(name)?.has(member) !== true) problems.push(`${name} was given ${member}, which is another's`);
    if (given.length > distinct.size) problems.push(`${name} was given ${given.length - distinct.size} members twice`);
  }
  return { seen: `${count} members for ${CALLERS.length} callers: none lost, doubled or of others`, problems };
}

const types = { trig: 'application/trig', nquads: 'application/n-quads', jsonld: 'application/ld+json' };

/** Every document of the holder's feed, in each syntax. */
async function documentsOf(world: TestContext): Promise<Record<string, string>[]> {
  const copy = new FeedCopy(world.holder);
  await copy.read();
  return Promise.all(
    copy.documents.map(async ({ address }) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(types).map(async ([name, accept]) => {
            const { text } = await world.holder.get(address, { headers: { Accept: accept } });
            return [name, text] as const;
          }),
        ),
      ),
    ),
  );
}

function rdfLib(all: readonly Record<string, string>[]): Verdict {
  const problems = python('quads', [], JSON.stringify(all), judges)
    .trim()
    .split('\n')
    .flatMap((line, index) => {
      const { different } = z.object({ different: z.string() }).parse(JSON.parse(line));
      return different === '' ? [] : [`document ${index}: ${different}`];
    });
  return { seen: `${all.length} documents are the same in each syntax`, problems };
}

async function riot(all: readonly Record<string, string>[], folder: string): Promise<Verdict> {
  const files: string[] = [];
  for (const [index, texts] of all.entries())
    for (const [name, ending] of Object.entries({ trig: 'trig', nquads: 'nq', jsonld: 'jsonld' })) {
      files.push(join(folder, `${index}.${ending}`));
      await writeFile(files.at(-1) ?? '', texts[name] ?? '');
    }
  const { stdout, stderr } = jenaCommand('riotcmd.riot', ['--validate', ...files]);
  const problems = (stdout + stderr).split('\n').filter((line) => /\b(ERROR|WARN|FATAL)\b|Exception/.test(line));
  return { seen: `${files.length} documents are valid`, problems };
}

await check(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feed-'));
  const world = await TestContext.start({ env: { FEED_PAGE_SIZE: '10' } });
  try {
    const fine = [
      await ask('ldes-client 0.3.0, in order', () => ldesClient(world, folder, 'ascending')),
      await ask('ldes-client 0.3.0, in any order', () => ldesClient(world, folder, 'none')),
    ];
    const all = await documentsOf(await world.later(0));
    fine.push(await ask('RDFLib 7.6', () => rdfLib(all)), await ask('Apache Jena 5.6, riot', () => riot(all, folder)));
    return fine.every(Boolean);
  } finally {
    await world.stop();
    await rm(folder, { recursive: true });
  }
});
