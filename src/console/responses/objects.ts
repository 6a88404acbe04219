/** Objects, their revisions, and what differs between two of them. */

/** What a URI of this node is. */
export type ResourceKind = 'object' | 'event' | 'request' | 'revision' | 'agent';

/** `GET /internal/lookup?q=&limit=` */
export interface LookupAnswer {
  readonly items: readonly LookupItem[];
}

export interface LookupItem {
  readonly uri: string;
  readonly kind: ResourceKind;
  readonly type: string | null;
  readonly label: string | null;
  /** What was found: the URI, the id, or the identifier with the property that holds it. */
  readonly matched: {
    readonly by: 'uri' | 'id' | 'identifier';
    readonly text: string;
    readonly property: string | null;
  };
}

/** A page of a list. `total` is null where it cannot be known without reading everything. */
export interface Page<Item> {
  readonly total: number | null;
  readonly items: readonly Item[];
}

/** `GET /internal/objects?type=&q=&sort=&limit=&skip=` */
export type ObjectsAnswer = Page<ObjectItem>;

export interface ObjectItem {
  readonly uri: string;
  readonly type: string;
  readonly label: string | null;
  readonly latestRevision: number;
  readonly created: string;
  readonly modified: string;
  readonly modifiedBy: string | null;
  /** Change requests that wait for a decision. */
  readonly pending: number;
  readonly movedTo: string | null;
}

/** `GET /internal/objects/<id>/revisions?limit=&skip=`, newest first. */
export interface RevisionsAnswer {
  readonly object: string;
  readonly latest: number;
  readonly total: number;
  readonly items: readonly RevisionItem[];
}

export interface RevisionItem {
  readonly number: number;
  readonly at: string;
  readonly requestedBy: string | null;
  readonly decidedBy: string | null;
  /** The change request; null for revision 1. */
  readonly request: string | null;
  readonly description: string | null;
  readonly properties: readonly string[];
  readonly added: number;
  readonly removed: number;
}

export interface TermValue {
  readonly type: 'uri' | 'literal';
  readonly value: string;
  readonly datatype?: string;
  readonly language?: string;
}

/** `GET /internal/objects/<id>/diff?from=&to=`: exact set difference of two revisions. */
export interface DiffAnswer {
  readonly object: string;
  readonly from: number;
  readonly to: number;
  readonly statements: readonly DiffStatement[];
  /** The two revisions and those between them, newest first. */
  readonly revisions: readonly RevisionItem[];
  readonly truncated: boolean;
}

export interface DiffStatement {
  readonly op: 'added' | 'removed';
  readonly s: string;
  readonly p: string;
  readonly o: TermValue;
  /** The properties that lead from the object to the statement, the statement's own last. */
  readonly path: readonly string[];
  /** The revision that added it, or the first one without it. */
  readonly revision: number;
}
