/** Compares two revisions of a partner's object (M51). */
import { ServiceError } from '../../errors.js';
import { compareRevisions } from '../../logistics-objects/differences/compare-revisions.js';
import type { Graph } from '../../rdf/graph.js';
import type { CopyHead } from '../copies/copy-facts.js';
import type { CopyProvenance } from '../copies/provenance.js';
import { heldItem } from './copy-views.js';
import type { HeldCopies } from './held-copies.js';
import type { CopiedDiffAnswer } from './schemas.js';

/** Revisions that an answer lists. */
const MAX_REVISIONS = 50;

export interface AskedDiff {
  /** By default the predecessor of `to` among those held. */
  readonly from: number | undefined;
  /** By default the latest one. */
  readonly to: number | undefined;
}

/** @throws ServiceError `not-found` for a revision that is not held, with the reason. */
export async function diffOf(held: HeldCopies, head: CopyHead, asked: AskedDiff): Promise<CopiedDiffAnswer> {
  const { object } = head;
  const all: CopyProvenance[] = [];
  for await (const provenance of held.held(object)) all.push(provenance);
  const numbers = all.map(({ number }) => number);
  const to = asked.to ?? numbers[0];
  if (to === undefined)
    throw new ServiceError('not-found', { message: 'no revision of this object is held', resource: object });
  const from = asked.from ?? numbers.find((number) => number < to) ?? to;
  const read = async (number: number): Promise<Graph> => held.stored((await held.numbered(head, number)).provenance);
  const [low, high] = from < to ? [from, to] : [to, from];
  const between = (lower: number, higher: number): number | undefined => {
    const inside = numbers.filter((number) => lower < number && number < higher);
    return inside[Math.floor(inside.length / 2)];
  };
  const root = held.rootOf((await held.numbered(head, to)).provenance, await read(to));
  const { statements, truncated } = await compareRevisions({ object: root, read, between }, from, to);
  const inRange = all.filter(({ number }) => low <= number && number <= high);
  const isLong = inRange.length > MAX_REVISIONS;
  const listed = isLong ? [...inRange.slice(0, MAX_REVISIONS - 1), ...inRange.slice(-1)] : inRange;
  return { object, from, to, statements, revisions: listed.map(heldItem), truncated: truncated || isLong };
}
