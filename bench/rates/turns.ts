/** Measurements in turns: whatever else the machine does is shared by those that are compared. */
import { type LoadResult, repeat } from '../load.js';
import type { MeasuredNode } from '../node.js';
import { processorSeconds } from '../processor-time.js';
import { median } from '../time-travel/figures.js';

/** What one side does for a turn, by a number of clients. */
export type Work = (seconds: number, clients: number) => Promise<LoadResult>;

export interface Side {
  /** Its processor time is counted; undefined for what is done without a node. */
  readonly node?: MeasuredNode;
  readonly work: Work;
  /** What a request of the load makes, such as the objects of a body; 1 by default. */
  readonly each?: number;
}

/** The median of the turns, and the processor time of all of them. */
export interface Figures {
  /** A second. */
  readonly rate: number;
  /** The processor time of the node for each, in milliseconds. */
  readonly processorMs: number;
}

interface TurnOptions {
  readonly seconds: number;
  readonly clients: number;
  readonly rounds: number;
  /** Before the first turn, so that V8 has compiled the code. */
  readonly warmSeconds?: number;
}

/** @returns the figures of each side, in their order. */
export async function inTurns(
  sides: readonly Side[],
  { seconds, clients, rounds, warmSeconds = seconds / 2 }: TurnOptions,
): Promise<Figures[]> {
  const measured = sides.map((): { rates: number[]; count: number; seconds: number } => ({
    ...{ rates: [], count: 0, seconds: 0 },
  }));
  if (warmSeconds > 0) for (const { work } of sides) await work(warmSeconds, clients);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { node, work, each = 1 }] of sides.entries()) {
      const before = node === undefined ? 0 : processorSeconds(node.pid);
      const begin = performance.now();
      const { rate } = await work(seconds, clients);
      const figures = measured[index];
      if (figures === undefined) continue;
      figures.rates.push(rate * each);
      figures.count += (rate * each * (performance.now() - begin)) / 1000;
      figures.seconds += node === undefined ? NaN : processorSeconds(node.pid) - before;
    }
  }
  // A short turn on a busy machine may have no answer at all.
  return measured.map(({ rates, count, seconds: spent }) => ({
    rate: median(rates),
    processorMs: (spent / count) * 1000,
  }));
}

/** Repeats a task with the clients of a turn. */
export const repeating =
  (task: () => Promise<unknown>): Work =>
  (seconds, clients) =>
    repeat(seconds, clients, async () => {
      await task();
    });
