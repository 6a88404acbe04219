/** How follows reach copies. */
import type { Iri } from '../../rdf/terms.js';
import type { CopyHead, Reach } from '../copies/copy-facts.js';

/** The reaches of a copy with another follow, or with one that reaches it by fewer links; undefined if nothing changes. */
export function reachedBy(head: Pick<CopyHead, 'reaches'>, reach: Reach): readonly Reach[] | undefined {
  const known = head.reaches.find(({ follow }) => follow === reach.follow);
  if (known !== undefined && known.distance <= reach.distance) return undefined;
  return [...head.reaches.filter(({ follow }) => follow !== reach.follow), reach];
}

/** The reaches with the numbers of links beyond the bounds of each follow, instead of those of an older revision. */
export const withTruncated = (reaches: readonly Reach[], counts: ReadonlyMap<Iri, number>): readonly Reach[] =>
  reaches.map(({ follow, distance }) => {
    const truncated = counts.get(follow);
    return truncated === undefined ? { follow, distance } : { follow, distance, truncated };
  });
