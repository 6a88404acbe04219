/** Pages of a partition of a lookup, as if the pending commits were in the trees. */
import { lowerBound } from '../../../collections.js';
import type { LookupEntry, LookupPage } from '../../lookup.js';
import { comparePlaced, type PartOf, type PendingPartition, type PlacedEntry } from './pending-commits.js';

/** Reads a page of the partition from the trees. */
type ReadTrees = (page: LookupPage) => readonly LookupEntry[];

/** Where pending commits have removed entries of the trees, some more than asked for are read at once. */
const MORE = 16;

/**
 * @param layers the changes of the partition, the latest ones first.
 * @returns as `GraphRecord.lookup`.
 */
export function mergedPage(
  layers: readonly PendingPartition[],
  readTrees: ReadTrees,
  partOf: PartOf,
  page: LookupPage,
): LookupEntry[] {
  const { limit = Infinity, offset = 0, reverse = false } = page;
  const wanted = offset + limit;
  const sources = [
    ...layers.map((layer, index) => visible(entriesOf(layer, page, partOf), layers.slice(0, index))),
    visible(entriesOfTrees(readTrees, page, wanted, partOf), layers),
  ];
  const direction = reverse ? -1 : 1;
  const heads = sources.map((source) => ({ source, next: source.next() }));
  const found: LookupEntry[] = [];
  for (let passed = 0; passed < wanted; passed += 1) {
    let first: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.next.done === true) continue;
      if (first === undefined || first.next.done === true) first = head;
      else if (comparePlaced(head.next.value, first.next.value) * direction < 0) first = head;
    }
    if (first === undefined || first.next.done === true) break;
    if (passed >= offset) found.push(first.next.value.entry);
    // The last entry needs no next one: it may be one that the trees have to be read for.
    if (passed + 1 < wanted) first.next = first.source.next();
  }
  return found;
}

/** The entries that no later layer has touched. */
function* visible(
  entries: Iterable<PlacedEntry>,
  later: readonly PendingPartition[],
): Generator<PlacedEntry, void, undefined> {
  for (const entry of entries) if (!later.some((layer) => layer.touches(entry))) yield entry;
}

/** The added entries of a layer within the bounds of a page, in its direction. */
function* entriesOf(
  { entries }: PendingPartition,
  { after, from, until, reverse = false }: LookupPage,
  partOf: PartOf,
): Generator<PlacedEntry, void, undefined> {
  const edge = after && { order: after.order, name: partOf(after.value) };
  // With `after` only the bound ahead of it counts.
  const lowest = reverse || edge === undefined ? from : undefined;
  const highest = reverse && edge !== undefined ? undefined : until;
  let begin = lowest === undefined ? 0 : lowerBound(entries, ({ order }) => order < lowest);
  let end = highest === undefined ? entries.length : lowerBound(entries, ({ order }) => order <= highest);
  if (edge !== undefined && reverse)
    end = Math.min(
      end,
      lowerBound(entries, (entry) => comparePlaced(entry, edge) < 0),
    );
  if (edge !== undefined && !reverse)
    begin = Math.max(
      begin,
      lowerBound(entries, (entry) => comparePlaced(entry, edge) <= 0),
    );
  for (let index = 0; index < end - begin; index += 1) {
    const entry = entries[reverse ? end - 1 - index : begin + index];
    if (entry !== undefined) yield entry;
  }
}

/** The entries of the trees from the beginning of a page on, some at a time. */
function* entriesOfTrees(
  readTrees: ReadTrees,
  { after, from, until, reverse = false }: LookupPage,
  wanted: number,
  partOf: PartOf,
): Generator<PlacedEntry, void, undefined> {
  const bounds: LookupPage = {
    reverse,
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
  let edge = after;
  for (let limit = wanted; ; limit = wanted + MORE) {
    const entries = readTrees({
      ...bounds,
      ...(edge !== undefined && { after: edge }),
      ...(Number.isFinite(limit) && { limit }),
    });
    for (const entry of entries) yield { order: entry.order, name: partOf(entry.value), entry };
    const last = entries.at(-1);
    if (last === undefined || entries.length < limit) return;
    edge = last;
  }
}
