/** Links between Logistics Objects: which objects a revision points to. */
import type { Model } from '../model/model.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri, type NamedNode, node, type Quad, triple } from '../rdf/terms.js';
import { dcterms, rdfTerms } from '../rdf/vocabulary.js';
import type { UriScheme } from '../uris.js';

/** The path of a Logistics Object's URI on any server. */
const OBJECT_PATH = /\/logistics-objects\/[^/?#]+$/;

/** What a head lists of the objects that its revisions have pointed to: an object with more is found from these only. */
export const MAX_LINKS = 5_000;

/** A statement of an object or of an object embedded in it that points to another Logistics Object. */
export interface Link {
  readonly to: Iri;
  readonly property: Iri;
}

/** Whether a term of a document stands for a Logistics Object of any server. */
export function isObject(term: NamedNode, data: Graph, model: Model): boolean {
  return OBJECT_PATH.test(term.value) || model.isLogisticsObject(data.types(term));
}

/** The links of an object's revision to objects of any server, each once, in the order of the properties. */
export function linksOf(data: Graph, object: Iri, model: Model): Link[] {
  const links = new Map<string, Link>();
  for (const { predicate, object: to } of data) {
    if (to.termType !== 'NamedNode' || !isIri(to.value) || to.value === object) continue;
    if (predicate.equals(rdfTerms.type) || !isIri(predicate.value) || to.value.startsWith('internal:')) continue;
    if (isObject(to, data, model))
      links.set(`${predicate.value} ${to.value}`, { to: to.value, property: predicate.value });
  }
  return [...links].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, link]) => link);
}

/**
 * The objects of this node that a revision points to, after those that earlier revisions pointed to: the index of inbound
 * links also answers as of an earlier time.
 */
export function linkedObjects(data: Graph, object: Iri, uris: UriScheme, earlier: readonly Iri[] = []): Iri[] {
  const found = new Set(earlier);
  for (const { object: to } of data)
    if (isIri(to.value) && to.value !== object && uris.objectId(to.value) !== undefined) found.add(to.value);
  return [...found].slice(0, MAX_LINKS);
}

/** The statements of a head for its links. */
export function linkStatements(object: Iri, links: readonly Iri[]): Quad[] {
  return links.map((to) => triple(node(object), dcterms.references, node(to)));
}
