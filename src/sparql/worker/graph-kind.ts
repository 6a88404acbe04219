/** What a named graph is to an analyst. A graph that has no role here never leaves the store: deny by default (D36). */
import { type Iri, isIri } from '../../rdf/terms.js';

export type GraphKind =
  | { readonly kind: 'head'; readonly object: Iri }
  | { readonly kind: 'revision' | 'revision-provenance'; readonly object: Iri; readonly number: number }
  | { readonly kind: 'event' | 'event-provenance'; readonly object: Iri; readonly event: Iri }
  | { readonly kind: 'action-request' };

const ID = '[A-Za-z0-9._~-]+';
const OBJECT_GRAPH = new RegExp(
  `^/logistics-objects/${ID}(?:(/head)|/revisions/([1-9][0-9]*)(/provenance)?|(/logistics-events/${ID})(/provenance)?)$`,
);
const REQUEST_GRAPH = new RegExp(`^/action-requests/${ID}$`);
const OBJECT = new RegExp(`^/logistics-objects/${ID}`);

/** The roles of the graphs of a node with this base URL; undefined for the outbox, the inbox, access lists and whatever else. */
export function graphKinds(base: Iri): (graph: string) => GraphKind | undefined {
  return (graph) => {
    if (!graph.startsWith(`${base}/`)) return undefined;
    const path = graph.slice(base.length);
    if (REQUEST_GRAPH.test(path)) return { kind: 'action-request' };
    const match = OBJECT_GRAPH.exec(path);
    if (match === null) return undefined;
    const [, head, number, revisionProvenance, event, eventProvenance] = match;
    const object = `${base}${OBJECT.exec(path)?.[0] ?? ''}`;
    if (!isIri(object)) return undefined;
    if (head !== undefined) return { kind: 'head', object };
    if (number !== undefined) {
      const kind = revisionProvenance === undefined ? 'revision' : 'revision-provenance';
      return { kind, object, number: Number(number) };
    }
    const uri = `${object}${event ?? ''}`;
    if (!isIri(uri)) return undefined;
    return { kind: eventProvenance === undefined ? 'event' : 'event-provenance', object, event: uri };
  };
}
