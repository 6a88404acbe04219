/** The cascade of a revocation (D23, D46): the delegations that are revoked with one. */
import { type Iri, node } from '../rdf/terms.js';
import { prov } from '../rdf/vocabulary.js';
import type { DelegationServices } from './lookups.js';

/** The maximum number of derived delegations to examine. */
const MAX_DERIVED = 200;

/**
 * The pending and accepted delegations that are derived from this one alone, directly or through others.
 *
 * @returns at most `MAX_DERIVED`.
 */
export async function cascadeOf(
  { store, lookups, requests }: Pick<DelegationServices, 'store' | 'lookups' | 'requests'>,
  delegation: Iri,
): Promise<Iri[]> {
  const cascade = new Set([delegation]);
  const queue = [delegation];
  const isStanding = async (source: Iri): Promise<boolean> =>
    !cascade.has(source) && (await requests.find(source))?.status === 'REQUEST_ACCEPTED';
  for (let source = queue.shift(); source !== undefined && cascade.size <= MAX_DERIVED; source = queue.shift()) {
    for (const { value } of await store.lookup(lookups.delegations.derived, source, { limit: MAX_DERIVED })) {
      if (cascade.has(value) || cascade.size > MAX_DERIVED) continue;
      const sources = (await requests.find(value))?.data.iris(node(value), prov.wasDerivedFrom) ?? [];
      const standing = await Promise.all(sources.map(isStanding));
      if (standing.includes(true)) continue;
      cascade.add(value);
      queue.push(value);
    }
  }
  cascade.delete(delegation);
  return [...cascade];
}
