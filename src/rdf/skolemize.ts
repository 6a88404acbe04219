/** Names for blank nodes, since the store has no blank nodes (skolemization, RDF 1.1 Concepts, section 3.5). */
import { isResource, type NamedNode, type Quad, type Resource, type Term, triple } from './terms.js';

/**
 * Returns a function that replaces terms by names, the same term always by the same name.
 *
 * @param nameOf called once for each resource; undefined keeps it. Literals are kept.
 */
export function renamer(
  nameOf: (resource: Resource) => NamedNode | undefined,
): <Kind extends Term>(term: Kind) => Kind | NamedNode {
  const names = new Map<string, NamedNode | undefined>();
  return (term) => {
    if (!isResource(term)) return term;
    if (!names.has(term.value)) names.set(term.value, nameOf(term));
    return names.get(term.value) ?? term;
  };
}

/** Renames some resources in statements; see `renamer`. */
export function skolemize(quads: Iterable<Quad>, nameOf: (resource: Resource) => NamedNode | undefined): Quad[] {
  const rename = renamer(nameOf);
  return Array.from(quads, ({ subject, predicate, object }) => triple(rename(subject), predicate, rename(object)));
}
