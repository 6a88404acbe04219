/** Reads: in the cache and not, the list of objects, and as of a time by the length of a history. */
import { changer } from '../changer.js';
import { smallPiece } from '../payloads.js';
import { ms, rate, ratio, Rows } from './rows.js';
import type { FilledNode } from './stores.js';
import { type Figures, inTurns, type Side } from './turns.js';
import { objectPath, reads } from './works.js';

interface ReadsOptions {
  readonly large: FilledNode;
  readonly seconds: number;
  readonly rounds: number;
  /** Of the object with a long history. */
  readonly revisions: number;
}

/** Objects that every cache holds. */
const CACHED = 100;
const SHORT_HISTORY = 10;
const CLIENTS = 16;
/** Prime to most numbers of objects, so that each object is read before one is read again. */
const STRIDE = 7_919;
const AIMS = { uncached: 0.4, list: 1 / 3, at: 0.8 };

const compact = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

/** An object with a number of revisions. */
interface History {
  readonly path: string;
  /** Times in which it was changed. */
  readonly from: number;
  readonly until: number;
}

async function historyOf({ node }: FilledNode, revisions: number): Promise<History> {
  const object = await node.create(smallPiece('with a history', 20));
  const next = await changer(node, object);
  const from = Date.now() + 1_000;
  for (let revision = 1; revision < revisions; revision += 1) await next();
  return { path: new URL(object).pathname, from, until: Math.max(from, Date.now()) };
}

/** @returns the rows that miss their aims. */
export async function measureReads({ large, seconds, rounds, revisions }: ReadsOptions): Promise<string[]> {
  const { objects } = large;
  let turn = 0;
  const cached = reads(large, () => objectPath(large, (turn = (turn + 1) % Math.min(CACHED, objects))));
  let step = 0;
  const uncached = reads(large, () => objectPath(large, (step = (step + STRIDE) % objects)));
  const list = reads(large, () => '/logistics-objects');
  const short = await historyOf(large, SHORT_HISTORY);
  const long = await historyOf(large, revisions);
  const asked = ({ path }: History, time: number): string => `${path}?at=${compact(time)}`;
  const middle = (history: History): Side => reads(large, () => asked(history, (history.from + history.until) / 2));
  // Each second of the history in turn.
  const length = Math.max(1, Math.floor((long.until - long.from) / 1_000));
  let second = 0;
  const spread = reads(large, () => asked(long, long.from + 1_000 * (second = (second + 1) % length)));

  const sides = [cached, uncached, list, middle(short), middle(long), spread];
  const [inCache, others, page, ofShort, ofLong, ofTimes] = await inTurns(sides, { seconds, clients: CLIENTS, rounds });
  if (!inCache || !others || !page || !ofShort || !ofLong || !ofTimes) throw new Error('all sides have figures');
  const rows = new Rows(['reads, 16 clients', 'a second', 'of', 'by the rate', 'ms of processor', 'by the processor']);
  const add = (what: string, of: string, figures: Figures, base: Figures, least?: number): void => {
    const found = figures.rate / base.rate;
    const cells = [rate(figures.rate), of, ratio(found), ms(figures.processorMs)];
    const byProcessor = ratio(base.processorMs / figures.processorMs);
    rows.add([what, ...cells, byProcessor], least === undefined ? undefined : { found, target: { least } });
  };
  add(`an object in the cache (${String(CACHED)})`, '', inCache, inCache);
  add(`any of ${String(objects)}, each once`, 'cached', others, inCache, AIMS.uncached);
  add('the first page of the list', 'cached', page, inCache, AIMS.list);
  add(`at, ${String(SHORT_HISTORY)} revisions`, 'cached', ofShort, inCache);
  add(`at, ${String(revisions)} revisions`, 'at, short', ofLong, ofShort, AIMS.at);
  add(`at, ${String(revisions)} revisions, each second of them`, 'at, short', ofTimes, ofShort);
  return [...rows.missed];
}
