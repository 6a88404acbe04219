/** Names for blank nodes, since the store has no blank nodes (skolemization, RDF 1.1 Concepts, section 3.5). */
import { factory, isResource, type NamedNode, type Quad, type Resource, type Term, triple } from './terms.js';

/**
 * Returns a function that replaces terms by names, the same term always by the same name.
 *
 * @param nameOf called once for each resource; undefined keeps it. Literals are kept.
 */
export function renamer(
  nameOf: (resource: Resource) => NamedNode | undefined,
): <Kind extends Term>(term: Kind) => Kind | NamedNode {
  const names = new Map<string, NamedNode | null>();
  return (term) => {
    if (!isResource(term)) return term;
    let name = names.get(term.value);
    if (name === undefined) {
      name = nameOf(term) ?? null;
      names.set(term.value, name);
    }
    return name ?? term;
  };
}

const unnamed = factory.defaultGraph();

/** Renames some resources in statements, which are in no named graph then; see `renamer`. */
export function skolemize(quads: Iterable<Quad>, nameOf: (resource: Resource) => NamedNode | undefined): Quad[] {
  const rename = renamer(nameOf);
  return Array.from(quads, (quad) => {
    const [subject, object] = [rename(quad.subject), rename(quad.object)];
    const isSame = subject === quad.subject && object === quad.object && quad.graph.equals(unnamed);
    return isSame ? quad : triple(subject, quad.predicate, object);
  });
}
