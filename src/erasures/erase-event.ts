/** The erasure of one event. */
import { describeTombstone } from '../access/tombstones.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { type Iri, node } from '../rdf/terms.js';
import type { EventTransaction } from '../transactions.js';
import type { Erasure } from './erasure.js';
import { currentReaders } from './erase-object.js';
import { eraseGraph } from './erasing.js';
import type { ErasureServices } from './lookups.js';

/** Erases an event, in a transaction with the lock key of its list. */
export async function eraseEvent(
  tx: EventTransaction,
  { object, event }: { readonly object: Iri; readonly event: Iri },
  erasure: Erasure,
  services: ErasureServices,
): Promise<void> {
  const { uris, vocabulary } = services;
  const ext = erasureTerms(uris.extensions);
  const [formerType = vocabulary.cargo.LogisticsEvent.value] = (await tx.read(event)).types(node(event));
  const agents = await currentReaders(tx, object, 'GET_LOGISTICS_EVENT', services);
  await eraseGraph(tx, event);
  await eraseGraph(tx, uris.provenance(event));
  const tombstone = {
    ...{ resource: event, formerType, deletedAt: erasure.at, latestRevision: undefined },
    ...{ reason: ext[erasure.reason].value, erasure: erasure.uri, readers: new Map([[event, agents]]) },
  };
  await tx.replace(uris.tombstone(event), describeTombstone(tombstone, vocabulary, ext));
}
