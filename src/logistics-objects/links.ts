/** Links between Logistics Objects: which objects a revision points to, and which ones earlier revisions pointed to. */
import type { Model } from '../model/model.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, isIri, type NamedNode, node, type Quad, triple } from '../rdf/terms.js';
import { dcterms, rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { Transaction } from '../store/store.js';
import type { UriScheme } from '../uris.js';

/** The path of a Logistics Object's URI on any server. */
const OBJECT_PATH = /\/logistics-objects\/[^/?#]+$/;

/** Whether a URI is that of a Logistics Object of any server. */
export const isObjectUri = (uri: string): boolean => OBJECT_PATH.test(uri);

/** The most linked objects that are recorded for an object: further ones do not find it. */
const MAX_LINKS = 5_000;

/** A statement of an object, or of one embedded in it, that points to another Logistics Object. */
export interface Link {
  readonly to: Iri;
  readonly property: Iri;
}

/** Whether a term of a document denotes a Logistics Object of any server. */
export function isObject(term: NamedNode, data: Graph, model: Model): boolean {
  return isObjectUri(term.value) || model.isLogisticsObject(data.types(term));
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

/** The objects of this node that a revision points to. */
export function linkedObjects(data: Graph, object: Iri, uris: UriScheme): ReadonlySet<Iri> {
  const found = new Set<Iri>();
  for (const { object: to } of data)
    if (isIri(to.value) && to.value !== object && uris.objectId(to.value) !== undefined) found.add(to.value);
  return found;
}

/**
 * Records all links that an object has ever had, for the index of inbound links, which also answers for past times.
 * They have their own graph: a revision without new links does not write it.
 */
export async function addLinks(
  tx: Transaction,
  { object, created }: { readonly object: Iri; readonly created: Date },
  links: Iterable<Iri>,
  uris: UriScheme,
): Promise<void> {
  const wanted = new Set(links);
  if (wanted.size === 0) return;
  const graph = uris.links(object);
  const recorded = new Set((await tx.read(graph)).iris(node(object), dcterms.references));
  const added = [...wanted].filter((to) => !recorded.has(to)).slice(0, Math.max(0, MAX_LINKS - recorded.size));
  if (added.length === 0) return;
  await tx.insert(graph, [
    triple(node(object), dcterms.created, factory.literal(created.toISOString(), xsd.dateTime)),
    ...added.map((to) => triple(node(object), dcterms.references, node(to))),
  ]);
}

/** Takes links out of the record of all that an object has ever had: an erasure took them from every revision (P29). */
export async function removeLinks(tx: Transaction, object: Iri, links: readonly Iri[], uris: UriScheme): Promise<void> {
  const graph = uris.links(object);
  const gone = new Set<string>(links);
  const recorded = await tx.read(graph);
  const isGone = ({ predicate, object: to }: Quad): boolean =>
    predicate.equals(dcterms.references) && gone.has(to.value);
  const left = Array.from(recorded).filter((quad) => !isGone(quad));
  if (left.length === recorded.size) return;
  const hasLinks = left.some(({ predicate }) => predicate.equals(dcterms.references));
  await (hasLinks ? tx.replace(graph, left) : tx.drop(graph));
}
