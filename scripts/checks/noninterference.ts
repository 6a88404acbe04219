/**
 * `npm run check:noninterference -- --count 100000 --seed 1`: sends a partner's adversarial queries to two worlds that
 * differ only in data that the partner cannot see. They go to the query workers, to the workers' engine with all data,
 * to Oxigraph's server and to Fuseki (`--way workers`, may be repeated). The check fails on a query whose answers
 * differ, and if a control does not detect a way without access limits.
 */
import { parseArgs } from 'node:util';
import { RealEngine } from '../../test/engines/support/sparql-engine.js';
import { Adversary } from '../../test/sparql/noninterference/adversary.js';
import { type Comparison, compareOne, emptyComparison } from '../../test/sparql/noninterference/comparison.js';
import { engineWay, inProcessWay, type Limits, type Way, workerWay } from '../../test/sparql/noninterference/ways.js';
import { worldTerms } from '../../test/sparql/noninterference/worlds.js';
import { Random, seeded } from '../../test/support/random.js';
import { check } from './tools.js';

const ways: Readonly<Record<string, (limits: Limits) => Promise<Way>>> = {
  // In this thread: switching between two threads takes longer than a query.
  workers: (limits) => workerWay(limits, false),
  'in-process': inProcessWay,
  oxigraph: (limits) => engineWay(() => RealEngine.start('oxigraph'), limits),
  fuseki: (limits) => engineWay(() => RealEngine.start('fuseki'), limits),
};

/** A control that has found nothing by then has failed. */
const MAX_CONTROL = 2_000;
/** The number of concurrent queries. */
const AT_A_TIME = 32;
const SHOWN = 5;
/** The number of queries between progress lines of each way. */
const REPORTED = 6_400;

const wholeNumber = (text: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${text} is no number of queries and no seed`);
  return number;
};

/** A way with the node's access limits, and its answers so far. */
interface Compared {
  readonly name: string;
  readonly way: Way;
  readonly found: Comparison;
}

const adversaryOf = (seed: number): Adversary => new Adversary(new Random(seeded(seed)), worldTerms);

/** The number of queries that tell the worlds apart by a way without limits. */
async function control(name: string, open: (limits: Limits) => Promise<Way>, seed: number): Promise<boolean> {
  const way = await open('unlimited');
  try {
    const adversary = adversaryOf(seed);
    const found = emptyComparison();
    while (found.asked < MAX_CONTROL && found.differences.length === 0)
      await compareOne(adversary.query(), way.ask, found);
    const isTold = found.differences.length > 0;
    console.log(`${name}, without limits: told apart by query ${isTold ? found.asked : `none of ${MAX_CONTROL}`}`);
    return isTold;
  } finally {
    await way.close();
  }
}

function report({ name, found }: Compared, seconds: number): void {
  const { asked, answered, full, refused, late, differences } = found;
  const counts = `${answered} answered (${full} not empty), ${refused} refused, ${late} out of time`;
  console.log(`${name}: ${asked} asked, ${counts}, ${differences.length} differ, after ${Math.round(seconds)} s`);
}

async function compareAll(all: readonly Compared[], seed: number, count: number): Promise<void> {
  const adversary = adversaryOf(seed);
  const since = performance.now();
  const seconds = (): number => (performance.now() - since) / 1000;
  for (let asked = 0; asked < count; asked += AT_A_TIME) {
    const texts = Array.from({ length: Math.min(AT_A_TIME, count - asked) }, () => adversary.query());
    await Promise.all(all.flatMap(({ way, found }) => texts.map((text) => compareOne(text, way.ask, found))));
    if (asked % REPORTED === 0 && asked > 0) for (const each of all) report(each, seconds());
  }
  for (const each of all) report(each, seconds());
}

await check(async () => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      way: { type: 'string', multiple: true, default: Object.keys(ways) },
    },
  });
  const [count, seed] = [wholeNumber(values.count), wholeNumber(values.seed)];
  const compared: Compared[] = [];
  let isTold = true;
  try {
    for (const name of values.way) {
      const open = ways[name];
      if (open === undefined) throw new RangeError(`--way is one of ${Object.keys(ways).join(', ')}`);
      isTold = (await control(name, open, seed)) && isTold;
      compared.push({ name, way: await open('limited'), found: emptyComparison() });
    }
    await compareAll(compared, seed, count);
  } finally {
    for (const { way } of compared) await way.close();
  }
  const differences = compared.flatMap(({ name, found }) => found.differences.map((each) => ({ name, ...each })));
  for (const { name, text, one, other } of differences.slice(0, SHOWN))
    console.log(`${name}: ${text}\n  ${JSON.stringify(one)}\n  ${JSON.stringify(other)}`);
  return isTold && differences.length === 0;
});
