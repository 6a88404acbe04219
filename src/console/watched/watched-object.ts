/** An object that an agent watches: it is told on Home what is new since it has last seen it (K43). */
import type { Graph } from '../../rdf/graph.js';
import { factory, type Iri, isIri, type Literal, node, type Quad, triple } from '../../rdf/terms.js';
import { dcterms, prov, xsd } from '../../rdf/vocabulary.js';

export interface WatchedObject {
  readonly agent: Iri;
  readonly object: Iri;
  readonly since: Date;
  /** When the agent has last seen it. */
  readonly seen: Date;
}

const dateTime = (at: Date): Literal => factory.literal(at.toISOString(), xsd.dateTime);

export function describeWatched(graph: Iri, { agent, object, since, seen }: WatchedObject): Quad[] {
  const root = node(graph);
  return [
    triple(root, prov.wasAttributedTo, node(agent)),
    triple(root, dcterms.references, node(object)),
    triple(root, dcterms.created, dateTime(since)),
    triple(root, dcterms.modified, dateTime(seen)),
  ];
}

/** The watched object in a graph; undefined for one that this release cannot read. */
export function readWatched(data: Graph, graph: Iri): WatchedObject | undefined {
  const root = node(graph);
  const agent = data.iri(root, prov.wasAttributedTo);
  const object = data.iri(root, dcterms.references);
  const since = data.date(root, dcterms.created);
  const seen = data.date(root, dcterms.modified);
  if (agent === undefined || object === undefined || since === undefined || seen === undefined) return undefined;
  return isIri(agent) && isIri(object) ? { agent, object, since, seen } : undefined;
}
