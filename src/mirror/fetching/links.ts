/** Links from a copy to other objects of its server (M10). */
import { type Iri, isIri, type Quad } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';

/** Between the base URL of a server and the id of an object. */
export const OBJECTS_PATH = '/logistics-objects/';

/** The objects of a server to which the statements of a resource and its embedded nodes link (M10). */
export function linksIn(statements: Iterable<Quad>, roots: ReadonlySet<string>, server: Iri): Iri[] {
  const prefix = server + OBJECTS_PATH;
  const links = new Set<Iri>();
  for (const { predicate, object } of statements) {
    if (object.termType !== 'NamedNode' || predicate.equals(rdfTerms.type) || roots.has(object.value)) continue;
    const id = object.value.startsWith(prefix) ? object.value.slice(prefix.length) : '';
    if (id !== '' && !/[/?#]/.test(id) && isIri(object.value)) links.add(object.value);
  }
  return [...links];
}
