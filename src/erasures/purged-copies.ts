/** Purges of the mirror are erasures of copies: on record, entries of the log, and in the list beside the store (P26). */
import { erasedKind } from '../erasure-list/line.js';
import type { LegalHolds } from '../legal-holds/legal-holds.js';
import type { PurgedCopy, Purging } from '../mirror/copies/purge.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { mirrorTerms } from '../rdf/mirror-terms.js';
import { type Iri, localName, node } from '../rdf/terms.js';
import { prov } from '../rdf/vocabulary.js';
import type { LookupEntry, LookupReader } from '../store/lookup.js';
import type { GraphReader } from '../store/store.js';
import { eraseWithCopy, findCopyData, locksOfCopy } from './erase-copy.js';
import { readErasure } from './erasure.js';
import { type ErasureServices, HIDDEN } from './lookups.js';

/** Entries of a lookup that are read at a time. */
const PAGE = 200;

/** Puts a purge on record, before the copy goes in transactions of its own; what goes with a copy goes with it (A2). */
export async function recordPurge({ copy, reason, by }: PurgedCopy, services: ErasureServices): Promise<void> {
  const { uris, transactions, dataHolder } = services;
  const data = await findCopyData(copy, services);
  await transactions.transact(locksOfCopy(data, uris), async (tx) => {
    await eraseWithCopy(tx, data, { reason, comment: undefined }, by ?? dataHolder, services);
  });
}

/**
 * Deletes what is left of copies whose erasure is on record: a copy goes in several transactions after it, and a node that
 * was killed between them has left the rest. What is held since stays.
 */
export async function finishPurges(
  services: ErasureServices,
  { purging, holds }: { readonly purging: Pick<Purging, 'purge'>; readonly holds: Pick<LegalHolds, 'find'> },
): Promise<void> {
  const { store, lookups, uris, log } = services;
  const ext = erasureTerms(uris.extensions);
  for (const { value: state } of await store.lookup(lookups.erasures.states, HIDDEN)) {
    const uri = uris.findErasure(localName(state));
    const erasure = uri && readErasure(await store.read(uri), uri, ext);
    if (erasure === undefined || erasedKind(erasure.erased, uris) !== 'copy') continue;
    const { erased, at, by } = erasure;
    if ((await isCopyGone(erased, at, services)) || (await holds.find(erased)) !== undefined) continue;
    log.warn({ erasure: uri }, 'what is left of an erased copy goes');
    await purging.purge(erased, by);
  }
}

/** Whether everything of a copy is gone that was received until a time: it may be held again since. */
export async function isCopyGone(
  copy: Iri,
  until: Date,
  {
    store,
    lookups,
    uris,
  }: Pick<ErasureServices, 'uris'> & {
    readonly store: GraphReader & Pick<LookupReader, 'lookup'>;
    readonly lookups: { readonly mirror: Pick<ErasureServices['lookups']['mirror'], 'revisions' | 'events'> };
  },
): Promise<boolean> {
  const ext = mirrorTerms(uris.extensions);
  for (const lookup of [lookups.mirror.revisions, lookups.mirror.events]) {
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookup, copy, { limit: PAGE, ...(after && { after }) });
      after = page.at(-1);
      for (const { value } of page) {
        const provenance = await store.read(uris.provenance(value));
        const isPurged = provenance.object(node(value), ext.purged) !== undefined;
        const receivedAt = provenance.date(node(value), prov.generatedAtTime);
        const isNewer = receivedAt !== undefined && receivedAt > until;
        if (!isPurged && !isNewer && (await store.read(value)).size > 0) return false;
      }
    } while (after !== undefined);
  }
  return true;
}
