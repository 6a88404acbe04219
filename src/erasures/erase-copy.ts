/**
 * The erasure of the copy of a partner's object, as far as one transaction goes: it is put on record, and what the inbox has
 * about it and the drafts that were made from it go (A2). The copy itself goes afterwards, in several (`Purging`).
 */
import { dropDraft } from '../drafts/drafts.js';
import { copiesPartition } from '../drafts/lookups.js';
import type { Iri } from '../rdf/terms.js';
import type { EventTransaction } from '../transactions.js';
import type { Erasure } from './erasure.js';
import { eraseGraph } from './erasing.js';
import type { ErasureServices } from './lookups.js';
import { recordErasure, type RecordedErasure } from './record-erasure.js';

/** What goes with a copy. */
export interface CopyData {
  readonly copy: Iri;
  readonly received: readonly Iri[];
  readonly drafts: readonly Iri[];
}

export async function findCopyData(
  copy: Iri,
  { store, lookups }: Pick<ErasureServices, 'store' | 'lookups'>,
): Promise<CopyData> {
  const received = await store.lookup(lookups.erasures.receivedAbout, copy);
  const drafts = await store.lookup(lookups.drafts.drafts, copiesPartition(copy));
  return { copy, received: received.map(({ value }) => value), drafts: drafts.map(({ value }) => value) };
}

/** The lock keys of all writers of what goes. */
export const locksOfCopy = ({ copy, received, drafts }: CopyData, uris: ErasureServices['uris']): Iri[] => [
  ...[uris.copyHead(copy), uris.hold(copy)],
  ...received,
  ...drafts,
];

/** @param tx has the lock keys. */
export async function eraseWithCopy(
  tx: EventTransaction,
  { copy, received, drafts }: CopyData,
  order: Pick<RecordedErasure, 'reason' | 'comment' | 'repeats'>,
  by: Iri,
  services: Pick<ErasureServices, 'uris' | 'ids' | 'clock'>,
): Promise<Erasure> {
  const erasure = await recordErasure(tx, copy, { ...order, from: received, receivers: 0 }, by, services);
  for (const entry of received) await eraseGraph(tx, entry);
  for (const draft of drafts) await dropDraft(tx, draft, services.uris);
  return erasure;
}
