/** What a named graph is for queries. A graph of no kind here is never loaded: access is denied by default (D36). */

export type GraphKind =
  | { readonly kind: 'head'; readonly object: string }
  | { readonly kind: 'revision' | 'revision-provenance'; readonly object: string; readonly number: number }
  | { readonly kind: 'event' | 'event-provenance'; readonly object: string; readonly event: string }
  | { readonly kind: 'action-request' };

const ID = '[A-Za-z0-9._~-]+';
const GRAPH = new RegExp(
  `^(?:/action-requests/${ID}|(/logistics-objects/${ID})(?:(/head)|/revisions/([1-9][0-9]*)(/provenance)?|(/logistics-events/${ID})(/provenance)?))$`,
);

/** The kinds of the graphs of a node with this base URL; undefined for outbox, inbox, access lists and anything else. */
export function graphKinds(base: string): (graph: string) => GraphKind | undefined {
  return (graph) => {
    if (!graph.startsWith(base)) return undefined;
    const match = GRAPH.exec(graph.slice(base.length));
    if (match === null) return undefined;
    const [, path, head, number, revisionProvenance, event, eventProvenance] = match;
    if (path === undefined) return { kind: 'action-request' };
    const object = base + path;
    if (head !== undefined) return { kind: 'head', object };
    if (number !== undefined) {
      const kind = revisionProvenance === undefined ? 'revision' : 'revision-provenance';
      return { kind, object, number: Number(number) };
    }
    const kind = eventProvenance === undefined ? 'event' : 'event-provenance';
    return { kind, object, event: object + (event ?? '') };
  };
}
