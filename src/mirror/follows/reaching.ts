/** How follows reach copies. */
import type { CopyHead, Reach } from '../copies/copy-facts.js';

/** The reaches of a copy with another follow, or with one that reaches it by fewer links; undefined if nothing changes. */
export function reachedBy(head: Pick<CopyHead, 'reaches'>, reach: Reach): readonly Reach[] | undefined {
  const known = head.reaches.find(({ follow }) => follow === reach.follow);
  if (known !== undefined && known.distance <= reach.distance) return undefined;
  return [...head.reaches.filter(({ follow }) => follow !== reach.follow), reach];
}
