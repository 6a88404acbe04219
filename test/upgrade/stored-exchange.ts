/** The exchange that is in the stores of earlier versions (make-store.ts). */
import { fileURLToPath } from 'node:url';
import { type Iri, iri } from '../../src/rdf/terms.js';

/** The base of the node that has written it. */
export const BASE = 'http://localhost:18020';
/** A subscriber that cannot be reached. */
export const PARTNER = 'http://localhost:18021/logistics-objects/_partner';

export const agentOf = (name: string): Iri => iri(`${BASE}/logistics-objects/${name}`);
/** The URI of one of its objects: `piece`, `first` and `second`. */
export const id = agentOf;

/** The file of a version's store, and what that version exports of it; both compressed. */
export function storeFiles(version: string): { readonly store: string; readonly dump: string } {
  const path = (suffix: string): string => fileURLToPath(new URL(`store-${version}.${suffix}.gz`, import.meta.url));
  return { store: path('mdb'), dump: path('nq') };
}
