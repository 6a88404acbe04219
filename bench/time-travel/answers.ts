/**
 * The three kinds of BEAR's queries to the product: the matches of a pattern at one version (VM), the difference
 * between two (DM), and the matches of all versions (VQ). Each answer is compared with the oracle's.
 */
import type { Archive } from './archive.js';
import { type Bounds, median, quantile, shown } from './figures.js';
import { groupsOf } from './groups.js';
import { type Oracle, sameDifference, sameRows, sameValidity } from './oracle.js';
import type { PlainStore } from './plain-store.js';
import { allVersionsQuery, type Questioner } from './questioner.js';
import type { StretchedClock } from './stretched-clock.js';
import { grouped, Table } from '../table.js';

export type Kind = 'VM' | 'DM' | 'VQ';

/** The duration of one query. */
export interface Sample {
  readonly kind: Kind;
  /** The later version of a difference; 0 for all versions. */
  readonly version: number;
  readonly ms: number;
  /** Of the same query without `at`, or of the same text in a plain store. */
  readonly plainMs: number;
}

export interface Answers {
  readonly samples: readonly Sample[];
  /** The number of answers that differ from the oracle's. */
  readonly wrong: number;
  /** The number of rows in all answers: answers without any prove nothing. */
  readonly rows: number;
}

const ROUNDS = 3;
/** A query for all versions may take this long beside its ratio (W40). */
const ALLOWANCE_MS = 5;
const MAX_RATIO = 3;

interface Measured {
  readonly archive: Archive;
  /** The versions to ask for. */
  readonly askedVersions: readonly number[];
  readonly oracle: Oracle;
  readonly clock: StretchedClock;
  readonly questioner: Questioner;
  /** The same graphs in an engine of this process. */
  readonly plain: PlainStore;
}

export async function measureAnswers({
  archive,
  askedVersions,
  oracle,
  clock,
  questioner,
  plain,
}: Measured): Promise<Answers> {
  const samples: Sample[] = [];
  let [wrong, rows] = [0, 0];
  const add = (sample: Sample, isRight: boolean, size: number): void => {
    samples.push(sample);
    rows += size;
    if (!isRight) wrong += 1;
  };
  const now = {};
  const at = (version: number): { at: number } => ({ at: clock.momentOf(version) });
  for (const pattern of archive.patterns) {
    // The first query of each kind prepares datasets.
    await questioner.between(pattern, now, at(0));
    for (const version of askedVersions) {
      const [one, plainOne] = [
        await questioner.atVersion(pattern, at(version)),
        await questioner.atVersion(pattern, now),
      ];
      const isRight = sameRows(one.answer, oracle.atVersion(pattern, version));
      add({ kind: 'VM', version, ms: one.ms, plainMs: plainOne.ms }, isRight, one.answer.size);
      if (version === 0) continue;
      const [two, plainTwo] = [
        await questioner.between(pattern, at(0), at(version)),
        await questioner.between(pattern, now, now),
      ];
      const isSame = sameDifference(two.answer, oracle.between(pattern, 0, version));
      add(
        { kind: 'DM', version, ms: two.ms, plainMs: plainTwo.ms },
        isSame,
        two.answer.added.size + two.answer.removed.size,
      );
    }
  }
  for (const pattern of archive.patterns.slice(0, 1)) await questioner.ofAllVersions(pattern);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const pattern of archive.patterns) {
      const { ms, answer } = await questioner.ofAllVersions(pattern);
      const plainMs = plain.time(allVersionsQuery(pattern));
      add({ kind: 'VQ', version: 0, ms, plainMs }, sameValidity(answer, oracle.ofAllVersions(pattern)), answer.size);
    }
  }
  return { samples, wrong, rows };
}

/** As the published results have it: the median of the versions' means. */
export function medianOfMeans(samples: readonly Pick<Sample, 'version' | 'ms'>[]): number {
  const versions = [...groupsOf(samples, ({ version }) => version).values()];
  return median(versions.map((all) => all.reduce((sum, { ms }) => sum + ms, 0) / all.length));
}

const words: Readonly<Record<Kind, string>> = {
  VM: 'VM: one version',
  DM: 'DM: the difference of two',
  VQ: 'VQ: all versions',
};

/** Prints the table of all kinds, and checks the ratios (W31, W40). */
export function printAnswers({ samples, wrong, rows }: Answers, bounds: Bounds): void {
  const table = new Table(['ms', 'median', 'p99', 'plain', 'ratio', 'median of means'], 12);
  console.log(`\n${table.head()}`);
  for (const kind of ['VM', 'DM', 'VQ'] as const) {
    const own = samples.filter((sample) => sample.kind === kind);
    const [found, plain] = [median(own.map(({ ms }) => ms)), median(own.map(({ plainMs }) => plainMs))];
    bounds.expect(words[kind], found, plain * MAX_RATIO + (kind === 'VQ' ? ALLOWANCE_MS : 0));
    const p99 = quantile(
      own.map(({ ms }) => ms),
      0.99,
    );
    console.log(
      table.row([words[kind], shown(found), shown(p99), shown(plain), shown(found / plain), shown(medianOfMeans(own))]),
    );
  }
  console.log('Plain: without at; for VQ the same text on the same graphs in an engine of this process, without HTTP.');
  console.log(
    `${grouped(samples.length)} answers with ${grouped(rows)} rows; ${String(wrong)} answers differ from the oracle's.`,
  );
  bounds.expect('wrong answers', wrong, 0);
}
