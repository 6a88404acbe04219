/**
 * The kinds of named graphs, one in each row: name, readers, and uses. Queries, the permissions of an engine, the
 * addresses of graphs (`web/`), `export`, `check` and `UriScheme` read this table. A graph without a row is in no answer.
 */
import {
  type Declaration,
  ID,
  inFolder,
  NUMBER,
  numbered,
  OBJECT,
  ofEvent,
  ofObject,
  type Row,
} from './graph-kind-row.js';
import type { Iri } from './rdf/terms.js';

/** A graph that records history: it is never altered. */
const history = { isFinal: true, isExported: true } as const;
/** A graph that records a state. */
const state = { isFinal: false, isExported: true } as const;

export const graphKinds = [
  numbered('/revisions/{number}', {
    kind: 'revision',
    readers: 'object',
    opens: 'immutable',
    isQueried: true,
    ...history,
    holds: 'the statements of a revision',
    droppedBy: 'nothing',
  }),
  numbered('/revisions/{number}/provenance', {
    kind: 'revision-provenance',
    readers: 'object',
    opens: 'immutable',
    isQueried: true,
    ...history,
    holds: 'PROV-O: when, by whom, through which request, of which revision',
    droppedBy: 'nothing',
  }),
  ofObject('/head', {
    kind: 'head',
    readers: 'object',
    opens: 'current',
    isQueried: true,
    ...state,
    holds: 'type, latest revision, created, modified, moved to, identifiers',
    droppedBy: 'nothing',
  }),
  ofObject('/links', {
    kind: 'links',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...state,
    holds: 'the objects of this node to which any revision has linked',
    droppedBy: 'nothing',
  }),
  ofObject('/acl', {
    kind: 'access-list',
    readers: 'internal',
    opens: 'resource',
    isQueried: true,
    ...state,
    holds: '`acl:Authorization`s; those of a delegation name the request they come from',
    droppedBy: 'nothing',
  }),
  numbered('/acl/revisions/{number}', {
    kind: 'replaced-access-list',
    readers: 'internal',
    opens: 'current',
    isQueried: true,
    ...history,
    holds: 'a replaced access control list, its author and the time',
    droppedBy: 'nothing',
  }),
  ofEvent('', {
    kind: 'event',
    readers: 'events',
    opens: 'resource',
    isQueried: true,
    ...history,
    holds: 'one event',
    droppedBy: 'nothing',
  }),
  ofEvent('/provenance', {
    kind: 'event-provenance',
    readers: 'events',
    opens: 'current',
    isQueried: true,
    ...history,
    holds: 'the time of recording at this node',
    droppedBy: 'nothing',
  }),
  inFolder('action-requests', {
    kind: 'action-request',
    readers: 'request',
    opens: 'resource',
    isQueried: true,
    ...state,
    holds: 'one request with its status history',
    droppedBy: 'nothing',
  }),
  inFolder('inbox', {
    kind: 'inbox-entry',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...history,
    holds: 'one received notification',
    droppedBy: 'nothing',
  }),
  inFolder('outbox', {
    kind: 'outbox-entry',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...history,
    holds: 'one notification to deliver',
    droppedBy: 'its delivery',
  }),
  inFolder('receipts', {
    kind: 'receipts',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...history,
    holds: 'receipts of a batch of confirmed deliveries: subscriber, event, time',
    droppedBy: '`RECEIPT_DAYS`',
  }),
  inFolder('delivery-pauses', {
    kind: 'delivery-pause',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...state,
    holds: 'the pause of a queue: operator, time and reason',
    droppedBy: 'the end of the pause',
  }),
  inFolder('ended-delivery-pauses', {
    kind: 'ended-delivery-pause',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...history,
    holds: 'an ended pause, with the operator and time of its end',
    droppedBy: '`RECEIPT_DAYS`',
  }),
  inFolder('delivery-failures', {
    kind: 'delivery-failure',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...state,
    holds: 'the last failure of the first notification in a queue, and the time of the next attempt',
    droppedBy: 'the next delivery',
  }),
  inFolder('internal', {
    kind: 'mark',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    ...state,
    holds: '`head-form`: the oldest form among the heads of all objects',
    droppedBy: 'nothing',
  }),
];

/** The kind of a graph, by its name. */
export type GraphKind = ReturnType<(typeof graphKinds)[number]['named']>;

/** The kind of a graph that queries find. */
export type QueriedGraph = Extract<GraphKind, { readonly isQueried: true }>;

/** The position of a row's match among the groups of the combined expression. */
interface GroupIndexes {
  readonly row: (typeof graphKinds)[number];
  readonly values: readonly number[];
  /** An empty group at its end. */
  readonly end: number;
}

/** One expression for all rows: each graph of a store is compared with them. */
function expressionOf(rows: typeof graphKinds): {
  readonly expression: RegExp;
  readonly places: readonly GroupIndexes[];
} {
  const places: GroupIndexes[] = [];
  let groups = 0;
  const source = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, variable) => {
      groups += 1;
      return variable === 'number' ? NUMBER : ID;
    });
  /** @param values the groups of the path prefixes. */
  const sources = (part: typeof graphKinds, begin: number, values: readonly number[]): string =>
    part
      .map((row) => {
        const first = groups + 1;
        const path = source(row.path.slice(begin));
        const own = Array.from({ length: groups + 1 - first }, (_, index) => first + index);
        groups += 1;
        places.push({ row, values: [...values, ...own], end: groups });
        return `${path}()`;
      })
      .join('|');
  const isOfObject = ({ path }: Pick<Row<Declaration, object>, 'path'>): boolean => path.startsWith(OBJECT);
  const object = source(OBJECT);
  const ofObjects = sources(rows.filter(isOfObject), OBJECT.length, [groups]);
  const others = sources(
    rows.filter((row) => !isOfObject(row)),
    0,
    [],
  );
  return { expression: new RegExp(`^(?:${object}(?:${ofObjects})|${others})$`), places };
}

const { expression, places } = expressionOf(graphKinds);

function kindAt(path: string, base: Iri): GraphKind | undefined {
  const match = expression.exec(path);
  if (match === null) return undefined;
  for (const { row, values, end } of places)
    if (match[end] !== undefined)
      return row.named(
        values.map((group) => match[group] ?? ''),
        base,
      );
  return undefined;
}

/** The kinds of the graphs of a node; undefined for a name of none. */
export function kindsOf(base: Iri): (graph: string) => GraphKind | undefined {
  // A written graph is matched repeatedly: once for each lookup that may cover it.
  let last: { readonly graph: string; readonly kind: GraphKind | undefined } | undefined;
  return (graph) => {
    if (last?.graph !== graph)
      last = { graph, kind: graph.startsWith(base) ? kindAt(graph.slice(base.length), base) : undefined };
    return last.kind;
  };
}

/** The kinds of graphs that queries find; undefined for all others: access is denied by default (D36). */
export function queriedKinds(base: Iri): (graph: string) => QueriedGraph | undefined {
  const kindOf = kindsOf(base);
  return (graph) => {
    const kind = kindOf(graph);
    return kind?.isQueried === true ? kind : undefined;
  };
}

/** Whether `export` writes a graph: also one without a kind, which another version may know. */
export function exportedFrom(base: Iri): (graph: string) => boolean {
  const kindOf = kindsOf(base);
  return (graph) => kindOf(graph)?.isExported ?? true;
}

/** The prefixes of graphs that queries find and that belong to no object. */
export const queriedFolders = (base: Iri): readonly string[] =>
  graphKinds
    .filter(({ isQueried, path }) => isQueried && !path.startsWith(OBJECT))
    .map(({ path }) => base + path.slice(0, path.indexOf('{')));
