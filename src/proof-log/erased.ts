/** Which erasure took something from a graph, so that the proof of what is left names it (P34). */
import type { Tombstones } from '../access/tombstones.js';
import type { ErasureLookups } from '../erasures/lookups.js';
import type { Caller } from '../http/caller.js';
import type { Iri } from '../rdf/terms.js';
import type { LookupReader } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

export interface ErasedServices {
  readonly store: LookupReader;
  readonly lookups: { readonly erasures: Pick<ErasureLookups, 'erasures'> };
  readonly tombstones: Tombstones;
  readonly uris: UriScheme;
}

/** The newest erasure of a graph, or of some of its statements; undefined for none. */
export async function erasureOf(graph: Iri, services: ErasedServices): Promise<Iri | undefined> {
  const { store, lookups } = services;
  const [entry] = await store.lookup(lookups.erasures.erasures, graph, { limit: 1, reverse: true });
  if (entry !== undefined) return entry.value;
  return (await tombstoneFor(graph, services))?.found.erasure;
}

/** The tombstone of what a graph belonged to, and the resource whose readers may have the proof. */
async function tombstoneFor(
  graph: Iri,
  { tombstones, uris }: ErasedServices,
): Promise<
  { readonly found: NonNullable<Awaited<ReturnType<Tombstones['find']>>>; readonly subject: Iri } | undefined
> {
  const kind = uris.graphKind(graph);
  if (kind?.kind === 'action-request') {
    const found = await tombstones.ofRequest(graph);
    return found && { found, subject: graph };
  }
  if (kind?.kind === 'event') {
    const alone = await tombstones.find(graph);
    if (alone !== undefined) return { found: alone, subject: graph };
    const whole = await tombstones.find(kind.object);
    return whole && { found: whole, subject: uris.events(kind.object) };
  }
  if (kind?.kind !== 'revision' && kind?.kind !== 'access-list') return undefined;
  const found = await tombstones.find(kind.object);
  return found && { found, subject: kind.object };
}

/** Whether a caller gets 410 for what a graph belonged to, and so may have its proof. */
export async function mayProveErased(graph: Iri, caller: Caller, services: ErasedServices): Promise<boolean> {
  const erased = await tombstoneFor(graph, services);
  return erased !== undefined && services.tombstones.wasReader(erased.found, erased.subject, caller);
}
