/** An erasure on record: its two graphs, and its line in the list beside the store (P31, P38, P43). */
import { erasedKind, type ErasureLine } from '../erasure-list/line.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import type { Iri } from '../rdf/terms.js';
import type { EventTransaction } from '../transactions.js';
import { describeErasure, describeState, type Erasure } from './erasure.js';
import type { ErasureServices } from './lookups.js';
import type { ErasureOrder } from './target.js';

export type RecordedErasure = Pick<ErasureOrder, 'reason' | 'comment' | 'repeats'> & {
  /** The number of agents that are notified. */
  readonly receivers: number;
} & Pick<Erasure, 'property' | 'subject' | 'from'>;

/** Writes an erasure. One that is repeated has its own URI and time, and is in the list. */
export async function recordErasure(
  tx: EventTransaction,
  erased: Iri,
  { reason, comment, repeats, receivers, property, subject, from }: RecordedErasure,
  by: Iri,
  { uris, ids, clock }: Pick<ErasureServices, 'uris' | 'ids' | 'clock'>,
): Promise<Erasure> {
  const ext = erasureTerms(uris.extensions);
  const { uri, at } = repeats ?? { uri: uris.erasure(ids.next()), at: clock.now() };
  const erasure: Erasure = { uri, erased, reason, at, by, property, subject, from };
  await tx.insert(uri, describeErasure(erasure, ext));
  await tx.insert(uris.erasureState(uri), describeState(uri, { comment, receivers, purgedAt: undefined }, ext));
  if (repeats === undefined) await tx.list(lineOf(erasure, receivers, uris));
  return erasure;
}

/** The line of an erasure in the list. */
export const lineOf = (
  { uri, erased, property, subject, reason, at, by }: Erasure,
  receivers: number,
  uris: ErasureServices['uris'],
): ErasureLine => ({
  ...{ kind: 'erasure', id: uri, what: erasedKind(erased, uris), erased, property, subject },
  ...{ reason, at, by, told: receivers > 0 },
});
