/** What the erasure of a property takes from each graph (P29). */
import { turns } from '../async/turns.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri, node, type Quad } from '../rdf/terms.js';
import { prov, rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import type { GraphReader } from '../store/store.js';
import { type ErasedProperty, isOf, lostStatements } from './lost-statements.js';
import type { ObjectData } from './object-data.js';
import { operationsLost } from './operations-lost.js';

/** Graphs read before others get a turn. */
const IN_STEP = 20;

export interface PropertyLoss {
  /** Of revisions, decided requests and entries of the inbox: the statements that go. */
  readonly statements: ReadonlyMap<Iri, readonly Quad[]>;
  /** Requests that are pending, which end (they would be another Change): the statements that go. */
  readonly pending: ReadonlyMap<Iri, readonly Quad[]>;
  /** The objects of this node that no revision links to any more. */
  readonly unlinked: readonly Iri[];
}

/**
 * @param reader of the transaction that erases, or of the store for a preview.
 * @returns undefined if no revision has the property.
 */
export async function findLoss(
  reader: GraphReader,
  { head: { object }, revisions, requests, received }: ObjectData,
  erased: ErasedProperty,
  { api }: Vocabulary,
): Promise<PropertyLoss | undefined> {
  const statements = new Map<Iri, readonly Quad[]>();
  const [values, below, remaining] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const [linked, linking] = [new Set<Iri>(), new Set<Iri>()];
  let step = 0;
  const read = async (graph: Iri): Promise<Graph> => {
    step += 1;
    if (step % IN_STEP === 0) await turns.next();
    return reader.read(graph);
  };
  for (const revision of revisions) {
    const data = await read(revision);
    const lost = lostStatements(data, [object], (quad) => isOf(quad, erased));
    for (const quad of lost) {
      if (isOf(quad, erased)) values.add(quad.object.value);
      if (quad.subject.value !== object && !isOf(quad, erased)) below.add(quad.subject.value);
      if (isIri(quad.object.value)) linked.add(quad.object.value);
    }
    const gone = new Set(lost);
    for (const quad of data) {
      if (gone.has(quad)) continue;
      remaining.add(quad.subject.value);
      if (isIri(quad.object.value)) linking.add(quad.object.value);
    }
    if (lost.length > 0) statements.set(revision, lost);
  }
  if (statements.size === 0) return undefined;
  const inRevisions = { values, nodes: new Set([...below].filter((one) => !remaining.has(one))) };
  const pending = new Map<Iri, readonly Quad[]>();
  for (const request of requests) {
    const data = await read(request);
    const lost = operationsLost(data, request, erased, inRevisions, api);
    const isPending = data.match(node(request), api.hasRequestStatus, api.REQUEST_PENDING).size > 0;
    if (lost.length > 0) (isPending ? pending : statements).set(request, lost);
  }
  for (const entry of received) {
    const data = await read(entry);
    // Embedded nodes have other names there.
    const isErased = ({ predicate, object: value }: Quad): boolean =>
      predicate.value === erased.property && (erased.subject === undefined || values.has(value.value));
    const roots = [entry, object, ...data.objects(node(entry), prov.wasDerivedFrom).map(({ value }) => value)];
    const lost = lostStatements(data, roots, isErased);
    if (lost.length > 0) statements.set(entry, lost);
  }
  return { statements, pending, unlinked: [...linked].filter((one) => !linking.has(one)) };
}

/** Whether a property may be erased: without its type, an object is none. */
export const isErasable = (property: Iri): boolean => property !== rdfTerms.type.value;
