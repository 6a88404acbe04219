/** What a named graph is for queries. A graph of no kind here is never loaded: access is denied by default (D36). */

export type GraphKind =
  | { readonly kind: 'head'; readonly object: string }
  | { readonly kind: 'revision' | 'revision-provenance'; readonly object: string; readonly number: number }
  | { readonly kind: 'event' | 'event-provenance'; readonly object: string; readonly event: string }
  /** An access control list, or one that was replaced: for internal agents alone (`isForInternalAgents`). */
  | { readonly kind: 'access-list'; readonly object: string }
  | { readonly kind: 'action-request' };

/**
 * Whether no partner may see graphs of this kind, whatever it may read of the object: who else has access is the data
 * holder's to know (D36). The one place of this rule: workers and engine ask here.
 */
export const isForInternalAgents = ({ kind }: GraphKind): boolean => kind === 'access-list';

const ID = '[A-Za-z0-9._~-]+';
const GRAPH = new RegExp(
  `^(?:/action-requests/${ID}|(/logistics-objects/${ID})(?:(/head)|(/acl(?:/revisions/[1-9][0-9]*)?)|/revisions/([1-9][0-9]*)(/provenance)?|(/logistics-events/${ID})(/provenance)?))$`,
);

/** The kinds of the graphs of a node with this base URL; undefined for outbox, inbox and anything else. */
export function graphKinds(base: string): (graph: string) => GraphKind | undefined {
  return (graph) => {
    if (!graph.startsWith(base)) return undefined;
    const match = GRAPH.exec(graph.slice(base.length));
    if (match === null) return undefined;
    const [, path, head, list, number, revisionProvenance, event, eventProvenance] = match;
    if (path === undefined) return { kind: 'action-request' };
    const object = base + path;
    if (head !== undefined) return { kind: 'head', object };
    if (list !== undefined) return { kind: 'access-list', object };
    if (number !== undefined) {
      const kind = revisionProvenance === undefined ? 'revision' : 'revision-provenance';
      return { kind, object, number: Number(number) };
    }
    const kind = eventProvenance === undefined ? 'event' : 'event-provenance';
    return { kind, object, event: object + (event ?? '') };
  };
}
