/**
 * Names of embedded nodes in copies (M26): `internal:x` of one partner must not be that of another, and blank nodes have
 * no place in the store. Both can be undone.
 */
import { factory, type Iri, iri, isIri, namedNode, type NamedNode, type Quad, triple } from '../../rdf/terms.js';

const INTERNAL = 'internal:';

/** The name of `internal:<id>`; `_` begins the names of blank nodes. */
export const nameOfInternal = (nodes: Iri, id: string): NamedNode =>
  namedNode(
    nodes +
      encodeURIComponent(id)
        .replace(/^_/, '%5F')
        .replace(/[!'()*]/g, escapeOf),
  );

/** @param label the canonical label of a blank node. */
export const nameOfBlank = (nodes: Iri, label: string): NamedNode => namedNode(`${nodes}_${label}`);

const escapeOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** The id of an `internal:` identifier; undefined for any other term. */
export const internalId = (value: string): string | undefined =>
  value.startsWith(INTERNAL) ? value.slice(INTERNAL.length) : undefined;

/** The statements of a copy with the names as received. */
export function asReceived(nodes: Iri, statements: Iterable<Quad>): Quad[] {
  const restored = <Term extends Quad['subject'] | Quad['object']>(term: Term): Term | Quad['subject'] => {
    if (term.termType !== 'NamedNode' || !term.value.startsWith(nodes)) return term;
    const name = term.value.slice(nodes.length);
    if (name.startsWith('_')) return factory.blankNode(name.slice(1));
    const original = INTERNAL + decodeURIComponent(name);
    return isIri(original) ? factory.namedNode(iri(original)) : term;
  };
  return Array.from(statements, ({ subject, predicate, object }) =>
    triple(restored(subject), predicate, restored(object)),
  );
}
