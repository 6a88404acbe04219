/** A year day by day: one query as of each of 365 days (W34), and the memory of many moments (W35). */
import type { MeasuredNode } from '../node.js';
import { Random, seeded } from '../../test/support/random.js';
import { grouped, Table } from '../table.js';
import { type Archive, versionsOf } from './archive.js';
import { type Bounds, median, shown } from './figures.js';
import type { LoadedArchive } from './loader.js';
import { AnswerReader, Questioner } from './questioner.js';

const MIB = 2 ** 20;
const DAYS = 365;
const IN_ORDER_RATIO = 3;
const RANDOM_RATIO = 5;
/** Distinct moments, and after how many the memory is read. */
const MOMENTS = 2_000;
const STEP = 100;
/** As many queries without `at` come first, so that the heap of the process has its size. */
const WARM_UP = 1_000;
/** Of the memory, between two readings. */
const NOISE = 0.1;

interface Swept {
  readonly node: MeasuredNode;
  readonly archive: Archive;
  readonly loaded: LoadedArchive;
  readonly seed: number;
}

const questionerOf = ({ node, archive, loaded }: Swept): Questioner =>
  new Questioner(
    node.url,
    node.headers['Authorization'] ?? '',
    new AnswerReader(loaded.uris, loaded.clock, versionsOf(archive)),
  );

/** Prints the durations of whole sweeps, and checks their ratios (W34). */
export async function measureSweeps(swept: Swept, bounds: Bounds): Promise<void> {
  const { archive, loaded, seed } = swept;
  const days = Array.from({ length: DAYS }, (_, day) => loaded.clock.momentOf(day));
  const random = new Random(seeded(seed));
  const orders = {
    forwards: days,
    backwards: days.toReversed(),
    random: days
      .map((day) => ({ day, rank: random.upTo(1) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ day }) => day),
  };
  const queries = {
    'one property of all': `SELECT * { ?s <${archive.patterns[0]?.property ?? ''}> ?o }`,
    'count all': 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
  };
  console.log(
    `\n${String(DAYS)} days of ${grouped(archive.resources)} objects with ${grouped(loaded.revisions)} revisions, each query once a day`,
  );
  const table = new Table(['whole sweep, ms (ratio to 365 times now)', 'now, ms', ...Object.keys(orders)], 16);
  console.log(table.head());
  const questioner = questionerOf(swept);
  for (const [what, query] of Object.entries(queries)) {
    await questioner.time(query);
    await questioner.time(query, { at: days[0] });
    const now: number[] = [];
    for (let round = 0; round < 51; round += 1) now.push(await questioner.time(query));
    const cells: string[] = [];
    for (const [order, moments] of Object.entries(orders)) {
      const begin = performance.now();
      for (const at of moments) await questioner.time(query, { at });
      const ms = performance.now() - begin;
      const ratio = ms / (DAYS * median(now));
      bounds.expect(`sweep ${order}: ${what}`, ratio, order === 'random' ? RANDOM_RATIO : IN_ORDER_RATIO);
      cells.push(`${ms.toFixed(0)} (${ratio.toFixed(1)})`);
    }
    console.log(table.row([what, shown(median(now)), ...cells]));
  }
  await questioner.close();
}

/** Prints the memory of a node that has answered as of many moments, and checks that it stays the same (W35). */
export async function measureMemory(swept: Swept, bounds: Bounds): Promise<void> {
  const { node, loaded, archive } = swept;
  const questioner = questionerOf(swept);
  const query = `SELECT * { ?s <${archive.patterns.at(-1)?.property ?? ''}> ?o }`;
  const memory = async (): Promise<number> => (await node.ownBytes()) / MIB;
  const before = await memory();
  for (let asked = 0; asked < WARM_UP; asked += 1) await questioner.time(query);
  const now = await memory();
  const versions = versionsOf(archive);
  const readings: number[] = [];
  for (let asked = 0; asked < MOMENTS; asked += 1) {
    const at = loaded.clock.momentOf(asked % versions) + 1000 * Math.floor(asked / versions);
    await questioner.time(query, { at });
    if (asked === 0 || (asked + 1) % STEP === 0) readings.push(await memory());
  }
  await questioner.close();
  const [first = NaN] = readings;
  const [atThousand = NaN, nineteen = NaN, last = NaN] = [readings[1_000 / STEP], readings.at(-2), readings.at(-1)];
  console.log(
    `\nmemory (MB): ${before.toFixed(0)} before queries, ${now.toFixed(0)} after 1,000 now, ${first.toFixed(0)} after one moment, ` +
      `${atThousand.toFixed(0)} after 1,000 distinct moments, ${nineteen.toFixed(0)} after 1,900, ${last.toFixed(0)} after 2,000`,
  );
  bounds.expect('memory of the twentieth hundred moments', last, nineteen * (1 + NOISE));
  bounds.expect('memory of 1,000 moments', atThousand, first * (1 + NOISE) + (first - now));
}
