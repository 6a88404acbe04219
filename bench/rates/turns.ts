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

/** Medians over the turns. */
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
  const measured = sides.map((): { rates: number[]; costs: number[] } => ({ rates: [], costs: [] }));
  if (warmSeconds > 0) for (const { work } of sides) await work(warmSeconds, clients);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { node, work, each = 1 }] of sides.entries()) {
      const before = node === undefined ? 0 : processorSeconds(node.pid);
      const begin = performance.now();
      const { rate } = await work(seconds, clients);
      const count = rate * ((performance.now() - begin) / 1000);
      const spent = node === undefined ? NaN : processorSeconds(node.pid) - before;
      measured[index]?.rates.push(rate * each);
      measured[index]?.costs.push(((spent / count) * 1000) / each);
    }
  }
  return measured.map(({ rates, costs }) => ({ rate: median(rates), processorMs: median(costs) }));
}

/** Repeats a task with the clients of a turn. */
export const repeating =
  (task: () => Promise<unknown>): Work =>
  (seconds, clients) =>
    repeat(seconds, clients, async () => {
      await task();
    });
