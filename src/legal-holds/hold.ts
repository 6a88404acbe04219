/** A legal hold as it is stored (P44). */
import type { ErasureTerms } from '../rdf/erasure-terms.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, node, type Quad, triple } from '../rdf/terms.js';
import { prov, rdfTerms, xsd } from '../rdf/vocabulary.js';

export interface Hold {
  /** The object, message or copy that is held. */
  readonly held: Iri;
  readonly reason: string;
  readonly by: Iri;
  readonly at: Date;
  /** Its end stays on record, since it is an entry of the log. */
  readonly endedAt?: Date | undefined;
  readonly endedBy?: Iri | undefined;
}

/** The hold in a graph; undefined for an empty one. */
export function readHold(data: Graph, graph: Iri, ext: ErasureTerms): Hold | undefined {
  const root = node(graph);
  const [held, by] = [data.iri(root, ext.holds), data.iri(root, prov.wasAttributedTo)];
  const at = data.date(root, prov.generatedAtTime);
  const reason = data.object(root, ext.hasReason)?.value;
  if (held === undefined || by === undefined || at === undefined || reason === undefined) return undefined;
  const [endedAt, endedBy] = [data.date(root, prov.invalidatedAtTime), data.iri(root, prov.wasInvalidatedBy)];
  return { held, reason, by, at, endedAt, endedBy };
}

export function describeHold(graph: Iri, hold: Hold, ext: ErasureTerms): Quad[] {
  const { held, reason, by, at, endedAt, endedBy } = hold;
  const root = node(graph);
  const time = (value: Date): ReturnType<typeof factory.literal> => factory.literal(value.toISOString(), xsd.dateTime);
  return [
    triple(root, rdfTerms.type, ext.Hold),
    triple(root, ext.holds, node(held)),
    triple(root, ext.hasReason, factory.literal(reason)),
    triple(root, prov.wasAttributedTo, node(by)),
    triple(root, prov.generatedAtTime, time(at)),
    ...(endedAt === undefined ? [] : [triple(root, prov.invalidatedAtTime, time(endedAt))]),
    ...(endedBy === undefined ? [] : [triple(root, prov.wasInvalidatedBy, node(endedBy))]),
  ];
}
