/** The messages that an erasure takes with an object (A2): those that made or changed it, and those that say the same of it. */
import { turns } from '../async/turns.js';
import { filterPartition } from '../messages/lookups.js';
import { readStoredMessage } from '../messages/message.js';
import { messageTerms } from '../rdf/message-terms.js';
import { type Iri, node } from '../rdf/terms.js';
import { prov } from '../rdf/vocabulary.js';
import type { ErasureServices } from './lookups.js';

/** Messages read before others get a turn. */
const IN_STEP = 50;

/** The messages that made an event. */
export async function messagesOfEvent(
  event: Iri,
  { store, uris }: Pick<ErasureServices, 'store' | 'uris'>,
): Promise<Iri[]> {
  const provenance = await store.read(uris.provenance(event));
  return [...provenance.iris(node(event), prov.wasDerivedFrom)].filter((uri) => uris.isOfKind(uri, 'message'));
}

/**
 * Messages about the waybills of these ones that describe the object, too, though they changed nothing of it; one that came
 * too late has kept no statements, and may describe it.
 *
 * @param found messages that made or changed it.
 */
export async function messagesDescribing(
  object: Iri,
  found: readonly Iri[],
  { store, lookups, uris }: Pick<ErasureServices, 'store' | 'lookups' | 'uris'>,
): Promise<Iri[]> {
  const ext = messageTerms(uris.extensions);
  const waybills = new Set<Iri>();
  for (const message of found) {
    const stored = readStoredMessage(await store.read(message), message, ext);
    if (stored !== undefined) waybills.add(stored.waybill);
  }
  const known = new Set(found);
  const others: Iri[] = [];
  for (const waybill of waybills)
    for (const { value } of await store.lookup(lookups.messages.messages, filterPartition({ waybill }))) {
      if (known.has(value)) continue;
      known.add(value);
      if (known.size % IN_STEP === 0) await turns.next();
      const stored = readStoredMessage(await store.read(value), value, ext);
      if (stored === undefined || stored.isErased) continue;
      const statements = await store.read(uris.messageStatements(value));
      if (stored.outcome === 'stale' || statements.match(node(object)).size > 0) others.push(value);
    }
  return others;
}
