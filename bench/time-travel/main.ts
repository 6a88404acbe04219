/**
 * `npm run bench -- --only time-travel`: queries as of a time on data with the published figures of BEAR-B, compared
 * with an oracle and with other systems (W45 to W49). `--profile bear-b-day|bear-b-hour`, `--seed <n>`, `--rivals`,
 * `--archive <folder>` for the files of BEAR itself, `--check` for the bounds of W31, W34, W35 and W40. `--versions <n>`
 * asks for fewer versions (100), `--keep <folder>` keeps what is loaded for the next run.
 */
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { Random, seeded } from '../../test/support/random.js';
import { MeasuredNode } from '../node.js';
import { grouped } from '../table.js';
import { type Archive, figuresOf, versionsOf } from './archive.js';
import { readArchive } from './archive-files.js';
import { measureAnswers, printAnswers } from './answers.js';
import { measureFirstAnswers } from './first-answers.js';
import { Bounds, spreadOf } from './figures.js';
import { generate } from './generator.js';
import { type LoadedArchive, loadArchive, type LoadingPlace } from './loader.js';
import { measureMoments } from './moments.js';
import { Oracle } from './oracle.js';
import { PlainStore } from './plain-store.js';
import { type ProfileName, profiles, smallYear, year } from './profiles.js';
import { AnswerReader, Questioner } from './questioner.js';
import { measureRivals } from './rivals.js';
import { measureMemory, measureSweeps } from './sweep.js';

export interface TimeTravelOptions {
  /** For stores and documents. */
  readonly folder: string;
  readonly port: number;
  readonly seed: number;
  readonly profile: ProfileName;
  readonly rivals: boolean;
  /** A folder with an archive's files. */
  readonly archive: string | undefined;
  /** The most versions to ask for. */
  readonly versions: number;
  /** A folder for loaded archives, which the next run uses again. */
  readonly keep: string | undefined;
}

export const isProfile = (name: string): name is ProfileName => name in profiles;

/** Whether all bounds are kept. Prints the tables. */
export async function measureTimeTravel(options: TimeTravelOptions): Promise<boolean> {
  const { seed, port, profile, folder } = options;
  const place = (name: string): LoadingPlace => ({
    kept: join(options.keep ?? folder, name),
    folder: join(folder, name),
    port,
  });
  const bounds = new Bounds();
  console.log(`${cpus()[0]?.model ?? ''}, ${String(cpus().length)} cores, node ${process.version}`);
  const archive = await archiveOf(options);
  printFigures(archive);
  const name = options.archive === undefined ? `${profile}-${String(seed)}` : basename(options.archive);
  const loaded = await loadArchive(archive, place(name));
  printLoaded(loaded);
  await measureArchive(options, archive, loaded, bounds);
  const days = generate(options.profile === 'small' ? smallYear : year, new Random(seeded(seed)));
  const loadedYear = await loadArchive(days, place(`${name}-year`));
  await withNode(loadedYear, async (node) => {
    await measureSweeps({ node, archive: days, loaded: loadedYear, seed }, bounds);
  });
  for (const missed of bounds.missed) console.log(`MISSED ${missed}`);
  return bounds.missed.length === 0;
}

async function archiveOf({ archive: folder, profile, seed }: TimeTravelOptions): Promise<Archive> {
  if (folder === undefined) {
    console.log(`${profile}, seed ${String(seed)}`);
    return generate(profiles[profile], new Random(seeded(seed)));
  }
  const { archive, refused } = await readArchive(folder, profiles[profile].hours);
  console.log(`${folder}, without ${String(refused)} statements that a node refuses`);
  return archive;
}

async function measureArchive(
  { seed, rivals, folder, versions }: TimeTravelOptions,
  archive: Archive,
  loaded: LoadedArchive,
  bounds: Bounds,
): Promise<void> {
  const oracle = new Oracle(archive);
  const askedVersions = spreadOf([...Array(versionsOf(archive)).keys()], versions);
  const reader = new AnswerReader(loaded.uris, loaded.clock, versionsOf(archive));
  const plain = await PlainStore.of(loaded.graphs);
  await measureFirstAnswers(loaded);
  const answers = await withNode(loaded, async (node) => {
    await measureMemory({ node, archive, loaded, seed }, bounds);
    const questioner = new Questioner(node.url, node.headers['Authorization'] ?? '', reader);
    try {
      return await measureAnswers({ archive, askedVersions, oracle, clock: loaded.clock, questioner, plain });
    } finally {
      await questioner.close();
    }
  });
  printAnswers(answers, bounds);
  if (rivals) {
    const { samples } = answers;
    await measureRivals({ archive, askedVersions, loaded, oracle, reader, folder, samples }, bounds);
  }
  await withNode(loaded, (node) => measureMoments({ node, archive, loaded }, bounds));
}

/** Runs a node on the store meanwhile. */
export async function withNode<Result>(
  { env }: Pick<LoadedArchive, 'env'>,
  use: (node: MeasuredNode) => Promise<Result>,
): Promise<Result> {
  const node = await MeasuredNode.start(env);
  try {
    return await use(node);
  } finally {
    await node.stop();
  }
}

function printFigures(archive: Archive): void {
  const { versions, first, last, changed, staticCore, everPresent } = figuresOf(archive);
  console.log(
    `${grouped(archive.resources)} resources, ${grouped(versions)} versions, ${grouped(first)} statements growing to ${grouped(last)}, ` +
      `${(100 * changed).toFixed(3)} % changed by a version; ${grouped(staticCore)} in all versions, ${grouped(everPresent)} in any`,
  );
}

function printLoaded({ revisions, seconds, diskBytes }: LoadedArchive): void {
  console.log(
    `${grouped(revisions)} revisions, loaded through the API in ${seconds.toFixed(1)} s; ${grouped(diskBytes / 2 ** 20)} MB on disk`,
  );
}
