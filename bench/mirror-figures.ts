/** Figures of `npm run bench:mirror`, and the work that its nodes do besides. */
import { setTimeout as delay } from 'node:timers/promises';
import { changer } from './changer.js';
import { load, times } from './load.js';
import type { MeasuredNode } from './node.js';
import { smallPiece } from './payloads.js';

export const MIB = 1024 * 1024;

/** The figures beyond their bounds. */
export const failed: string[] = [];

export function report(
  what: string,
  value: number,
  unit: string,
  bound?: { readonly most?: number; readonly least?: number },
): void {
  const isWithin = value <= (bound?.most ?? Infinity) && value >= (bound?.least ?? -Infinity);
  if (!isWithin) failed.push(what);
  const limit = bound?.most === undefined ? `at least ${bound?.least ?? 0}` : `at most ${bound.most}`;
  const verdict = bound === undefined ? '' : `${limit}: ${isWithin ? 'reached' : 'NOT REACHED'}`;
  console.log(`${what.padEnd(72)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(6)} ${verdict}`);
}

/** How long work takes. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** The most memory of a node's own while work is done, in bytes. */
export async function peakOf(node: MeasuredNode, work: () => Promise<void>): Promise<number> {
  let peak = await node.ownBytes();
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      peak = Math.max(peak, await node.ownBytes());
      await delay(100);
    }
  })();
  await work();
  ended.abort();
  await watching;
  return peak;
}

/** A piece of 12 statements. */
export const twelve = (number: number): Record<string, unknown> => ({
  ...smallPiece(`piece ${number}`, 20),
  'cargo:upid': `upid-${number}`,
  'cargo:shippingMarks': 'no marks',
  'cargo:slac': 4,
  'cargo:nvdForCarriage': true,
});

/** Makes objects, changes each once and reads one. The node accepts changes by itself. */
export async function workOfItsOwn(node: MeasuredNode, objects: number, seconds: number): Promise<void> {
  let last = '';
  await times(objects, async (index) => {
    last = await node.create(twelve(index));
    await (
      await changer(node, last, { accepts: false })
    )();
  });
  await load({ url: last, headers: node.headers, seconds });
}
