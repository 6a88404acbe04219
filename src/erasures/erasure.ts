/** An erasure as it is stored: what is final in one graph, what changes in another (P31, P38). */
import { type ErasureReason, erasureReasons, type ErasureTerms } from '../rdf/erasure-terms.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, localName, node, type Quad, triple } from '../rdf/terms.js';
import { prov, rdfTerms, xsd } from '../rdf/vocabulary.js';

/** What, when, by whom and why. It has no erased value, nor anything made of one. */
export interface Erasure {
  readonly uri: Iri;
  /** The object, event, entry of the inbox, message or partner's object. */
  readonly erased: Iri;
  readonly reason: ErasureReason;
  readonly at: Date;
  readonly by: Iri;
  /** Of an object: the only property whose values went (P29). */
  readonly property?: Iri | undefined;
  /** The embedded node that the property was of; undefined for the property wherever it was. */
  readonly subject?: Iri | undefined;
  /** The graphs that lost statements, apart from those below the URI of an object that was erased (P31). */
  readonly from?: readonly Iri[] | undefined;
}

export interface ErasureState {
  /** For internal agents only. */
  readonly comment: string | undefined;
  /** The number of agents that are notified. */
  readonly receivers: number;
  /** When the bytes were gone from the files. */
  readonly purgedAt: Date | undefined;
}

export function describeErasure(erasure: Erasure, ext: ErasureTerms): Quad[] {
  const { uri, erased, reason, at, by, property, subject, from = [] } = erasure;
  const root = node(uri);
  return [
    triple(root, rdfTerms.type, ext.Erasure),
    triple(root, ext.erases, node(erased)),
    triple(root, ext.hasReason, ext[reason]),
    triple(root, prov.generatedAtTime, factory.literal(at.toISOString(), xsd.dateTime)),
    triple(root, prov.wasAttributedTo, node(by)),
    ...(property === undefined ? [] : [triple(root, ext.hasProperty, node(property))]),
    ...(subject === undefined ? [] : [triple(root, ext.embeddedNode, node(subject))]),
    ...from.map((graph) => triple(root, ext.erasedFrom, node(graph))),
  ];
}

/** The erasure in a graph; undefined for an empty one. */
export function readErasure(data: Graph, uri: Iri, ext: ErasureTerms): Erasure | undefined {
  const root = node(uri);
  const [erased, by] = [data.iri(root, ext.erases), data.iri(root, prov.wasAttributedTo)];
  const at = data.date(root, prov.generatedAtTime);
  const stated = localName(data.iri(root, ext.hasReason) ?? '');
  const reason = erasureReasons.find((one) => one === stated);
  if (erased === undefined || by === undefined || at === undefined || reason === undefined) return undefined;
  const [property, subject] = [data.iri(root, ext.hasProperty), data.iri(root, ext.embeddedNode)];
  return { uri, erased, reason, at, by, property, subject, from: data.iris(root, ext.erasedFrom) };
}

/** The statements of the second graph about the erasure. */
export function describeState(erasure: Iri, state: ErasureState, ext: ErasureTerms): Quad[] {
  const { comment, receivers, purgedAt } = state;
  const root = node(erasure);
  return [
    triple(root, ext.receivers, factory.literal(String(receivers), xsd.integer)),
    ...(comment === undefined ? [] : [triple(root, ext.comment, factory.literal(comment))]),
    ...(purgedAt === undefined
      ? []
      : [triple(root, ext.purged, factory.literal(purgedAt.toISOString(), xsd.dateTime))]),
  ];
}

export function readState(data: Graph, erasure: Iri, ext: ErasureTerms): ErasureState {
  const root = node(erasure);
  return {
    comment: data.object(root, ext.comment)?.value,
    receivers: Number(data.object(root, ext.receivers)?.value ?? 0),
    purgedAt: data.date(root, ext.purged),
  };
}
