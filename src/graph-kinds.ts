/**
 * The kinds of named graphs, one in each row: name, readers, and uses. Queries, the permissions of an engine, the
 * addresses of graphs (`web/`), `export`, `check` and `UriScheme` read this table. A graph without a row is in no answer.
 */
import {
  COPY,
  type Declaration,
  ID,
  inFolder,
  NUMBER,
  numbered,
  OBJECT,
  ofCopiedRevision,
  ofCopy,
  ofEvent,
  ofObject,
  type Row,
} from './graph-kind-row.js';
import type { LogKind } from './proofs/format/record.js';
import type { Iri } from './rdf/terms.js';

/** A graph that records history: it is never altered. */
const history = { isFinal: true, isExported: true } as const;
/** A graph that records a state. */
const state = { isFinal: false, isExported: true } as const;
/** A graph of the mirror: no part of the node's own data (M52, M58). */
const copied = { readers: 'internal', isQueried: 'mirrored', isExported: 'mirrored' } as const;

export const graphKinds = [
  numbered('/revisions/{number}', {
    kind: 'revision',
    logs: 'revision',
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
  ofObject('/words', {
    kind: 'words',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    ...state,
    holds: 'the words of names and goods in the latest revision, by which the object is found',
    droppedBy: 'nothing',
  }),
  ofObject('/acl', {
    kind: 'access-list',
    logs: 'acl',
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
    logs: 'event',
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
  ofObject('/tombstone', {
    kind: 'tombstone',
    readers: 'internal',
    opens: 'current',
    isQueried: true,
    ...history,
    holds: 'that an object was erased, when and why, and who could read it',
    droppedBy: 'nothing',
  }),
  ofEvent('/tombstone', {
    kind: 'event-tombstone',
    readers: 'internal',
    opens: 'current',
    isQueried: true,
    ...history,
    holds: 'that an event was erased, when and why, and who could read it',
    droppedBy: 'nothing',
  }),
  inFolder('internal/erasures', {
    kind: 'erasure',
    readers: 'internal',
    opens: 'resource',
    isQueried: true,
    logs: 'erasure',
    ...history,
    holds: 'an erasure: what, when, by whom and why',
    droppedBy: 'nothing',
  }),
  inFolder('internal/erasure-states', {
    kind: 'erasure-state',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    ...state,
    holds: 'the remark on an erasure, how many agents are notified of it, and when its bytes were gone',
    droppedBy: 'nothing',
  }),
  inFolder('internal/holds', {
    kind: 'hold',
    readers: 'internal',
    opens: 'resource',
    isQueried: true,
    logs: 'hold',
    ...state,
    holds: 'a legal hold: on what, since when, by whom and why, and its end',
    droppedBy: 'nothing',
  }),
  inFolder('action-requests', {
    kind: 'action-request',
    logs: 'request',
    readers: 'request',
    opens: 'resource',
    isQueried: true,
    ...state,
    holds: 'one request with its status history',
    droppedBy: 'nothing',
  }),
  inFolder('inbox', {
    kind: 'inbox-entry',
    logs: 'received',
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
    logs: 'receipt',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...history,
    holds: 'receipts of a batch of deliveries, and of updates that a filter left out: subscriber, event, time',
    droppedBy: '`RECEIPT_DAYS`',
  }),
  inFolder('internal/expired-receipts', {
    kind: 'receipt-expiry',
    logs: 'erasure',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...history,
    holds: 'the end of receipts by `RECEIPT_DAYS`: time, number, entries of the log that lost their content',
    droppedBy: 'nothing',
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
  inFolder('internal/messages', {
    kind: 'message',
    logs: 'message',
    readers: 'internal',
    opens: 'resource',
    isQueried: true,
    ...state,
    holds: 'a message: type, digest, sender, times, outcome, the waybill that it is about',
    droppedBy: 'nothing',
  }),
  inFolder(
    'internal/messages',
    {
      kind: 'message-statements',
      readers: 'internal',
      opens: 'current',
      isQueried: true,
      ...history,
      holds: 'the statements that a message maps to, which the next one of its type is compared with',
      droppedBy: 'nothing',
    },
    '/statements',
  ),
  inFolder('internal/message-reports', {
    kind: 'message-report',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    ...history,
    holds: 'the report of a message, as JSON',
    droppedBy: 'nothing',
  }),
  inFolder('internal/message-bytes', {
    kind: 'message-bytes',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    ...history,
    holds: 'a message as received, in base64',
    droppedBy: 'nothing',
  }),
  inFolder('internal/idempotency-keys', {
    kind: 'idempotency-key',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    isFinal: false,
    isExported: false,
    holds: 'an `Idempotency-Key` of an agent: a digest of its request, the answer',
    droppedBy: '`IDEMPOTENCY_HOURS`',
  }),
  inFolder('internal/drafts', {
    kind: 'draft',
    readers: 'internal',
    opens: 'resource',
    isQueried: false,
    isFinal: false,
    isExported: false,
    holds: 'a draft or a template of an agent: its form, its title, who reads it',
    droppedBy: 'its owner; a draft `DRAFT_DAYS`',
  }),
  inFolder(
    'internal/drafts',
    {
      kind: 'draft-values',
      readers: 'internal',
      opens: 'nothing',
      isQueried: false,
      isFinal: false,
      isExported: false,
      holds: 'what was typed into a draft, as JSON',
      droppedBy: 'with its draft',
    },
    '/values',
  ),
  inFolder('internal/watched', {
    kind: 'watched',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    isFinal: false,
    isExported: false,
    holds: 'an object that an agent watches, and when the agent has last seen it',
    droppedBy: 'its agent',
  }),
  inFolder('agents', {
    kind: 'agent-name',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    ...state,
    holds: 'the name of a partner, given by an internal agent',
    droppedBy: 'nothing',
  }),
  inFolder('questions', {
    kind: 'question',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    ...state,
    holds: 'a saved question or view of an agent: its query, its parameters, who sees it',
    droppedBy: 'its owner',
  }),
  inFolder(
    'questions',
    {
      kind: 'replaced-question',
      readers: 'internal',
      opens: 'nothing',
      isQueried: false,
      ...history,
      holds: 'a former revision of a saved question',
      droppedBy: 'its owner; after ten others',
    },
    '/revisions/{number}',
  ),
  ofCopy('/head', {
    kind: 'copy-head',
    ...copied,
    opens: 'current',
    isFinal: false,
    holds: "the state of a copy of a partner's object: revisions held and seen, gaps, the follows that reach it",
    droppedBy: 'nothing',
  }),
  ofCopiedRevision('', {
    kind: 'copy-revision',
    ...copied,
    opens: 'immutable',
    isFinal: true,
    holds: "a revision of a partner's object as received, without statements about other subjects",
    droppedBy: 'a purge',
  }),
  ofCopiedRevision('/beside', {
    kind: 'copy-beside',
    ...copied,
    isQueried: 'if named',
    opens: 'immutable',
    isFinal: true,
    holds: 'the other statements of that answer',
    droppedBy: 'a purge',
  }),
  ofCopiedRevision('/provenance', {
    kind: 'copy-provenance',
    logs: 'copy',
    ...copied,
    opens: 'current',
    isFinal: false,
    holds: 'PROV-O: when it was received, from which address, its digest',
    droppedBy: 'nothing',
  }),
  ofCopiedRevision('/variants/{variant}', {
    kind: 'copy-variant',
    ...copied,
    isQueried: 'if named',
    opens: 'immutable',
    isFinal: true,
    holds: 'what the partner stated later for the same revision, without statements about other subjects',
    droppedBy: 'a purge',
  }),
  ofCopiedRevision('/variants/{variant}/beside', {
    kind: 'copy-variant-beside',
    ...copied,
    isQueried: 'if named',
    opens: 'immutable',
    isFinal: true,
    holds: 'the other statements of that answer',
    droppedBy: 'a purge',
  }),
  ofCopiedRevision('/variants/{variant}/provenance', {
    kind: 'copy-variant-provenance',
    ...copied,
    isQueried: 'if named',
    opens: 'current',
    isFinal: false,
    holds: 'PROV-O of a variant',
    droppedBy: 'nothing',
  }),
  ofCopy('/logistics-events/{event}', {
    kind: 'copy-event',
    ...copied,
    opens: 'immutable',
    isFinal: true,
    holds: "an event of a partner's object",
    droppedBy: 'a purge',
  }),
  ofCopy('/logistics-events/{event}/provenance', {
    kind: 'copy-event-provenance',
    logs: 'copy',
    ...copied,
    opens: 'current',
    isFinal: false,
    holds: 'when the event was received, its digest',
    droppedBy: 'nothing',
  }),
  inFolder('internal/follows', {
    kind: 'follow',
    ...copied,
    opens: 'resource',
    isFinal: false,
    holds: 'what is followed at a partner, and how far',
    droppedBy: 'nothing',
  }),
  inFolder('internal/follow-objects', {
    kind: 'follow-objects',
    ...copied,
    opens: 'current',
    isFinal: true,
    holds: 'the objects of a follow of several',
    droppedBy: 'nothing',
  }),
  inFolder('internal/partners', {
    kind: 'partner',
    ...copied,
    isQueried: false,
    opens: 'current',
    isFinal: false,
    holds: "a partner's server: data holder, API versions, whether it answers",
    droppedBy: 'nothing',
  }),
  inFolder('internal/mirror-subscriptions', {
    kind: 'copy-subscription',
    ...copied,
    isQueried: false,
    opens: 'current',
    isFinal: false,
    holds: 'a subscription of this node at a partner',
    droppedBy: 'nothing',
  }),
  inFolder('internal/mirror-positions', {
    kind: 'copy-position',
    ...copied,
    isQueried: false,
    opens: 'nothing',
    isFinal: false,
    holds: '`inbox`: the received notifications that the mirror has processed',
    droppedBy: 'nothing',
  }),
  inFolder('internal/log', {
    kind: 'log-start',
    logs: 'log',
    readers: 'internal',
    opens: 'current',
    isQueried: false,
    ...history,
    holds: 'the start of a log of proofs, a change of its keys, or that what was stored gets entries: reason',
    droppedBy: 'nothing',
  }),
  inFolder('internal', {
    kind: 'mark',
    readers: 'internal',
    opens: 'nothing',
    isQueried: false,
    ...state,
    holds: '`head-form`: the oldest form among the heads of all objects; `retention`: its last run',
    droppedBy: 'nothing',
  }),
];

/** The kind of a graph, by its name. */
export type GraphKind = ReturnType<(typeof graphKinds)[number]['named']>;

/** The kind of a graph that queries find without asking for more than this node's data. */
export type QueriedGraph = Extract<GraphKind, { readonly isQueried: true }>;

/** The kind of a graph that some query finds. */
export type AskableGraph = Extract<GraphKind, { readonly isQueried: true | 'mirrored' | 'if named' }>;

/** Whose graphs a query finds: this node's, the copies of partners' objects, or both (M52). */
export type Extent = 'own' | 'mirrored' | 'both';

/** Whether graphs of a kind are in an extent. */
export const isWithin = ({ isQueried }: Pick<AskableGraph, 'isQueried'>, extent: Extent | undefined): boolean =>
  extent === 'both' || extent === (isQueried === true ? 'own' : 'mirrored');

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

/** Names whose kinds are kept: those of some commits. */
const MOST_KINDS = 512;

/** The kinds of the graphs of a node; undefined for a name of none. */
export function kindsOf(base: Iri): (graph: string) => GraphKind | undefined {
  // A written graph is matched repeatedly: once for each lookup that may cover it, and for each follower of the commits.
  const kinds = new Map<string, GraphKind | undefined>();
  return (graph) => {
    const known = kinds.get(graph);
    if (known !== undefined || kinds.has(graph)) return known;
    if (kinds.size >= MOST_KINDS) kinds.clear();
    const kind = graph.startsWith(base) ? kindAt(graph.slice(base.length), base) : undefined;
    kinds.set(graph, kind);
    return kind;
  };
}

const logged = new Map(graphKinds.map(({ kind, logs }: Declaration) => [kind, logs]));

/** The kind of entry that a graph makes in the log (P1); undefined for none. */
export const logKindOf = ({ kind }: Pick<GraphKind, 'kind'>): LogKind | undefined => logged.get(kind);

/** The kinds of graphs that queries find; undefined for all others: access is denied by default (D36). */
export function queriedKinds(base: Iri): (graph: string) => QueriedGraph | undefined {
  const kindOf = kindsOf(base);
  return (graph) => {
    const kind = kindOf(graph);
    return kind?.isQueried === true ? kind : undefined;
  };
}

/** The kinds of graphs that some query finds. */
export function askableKinds(base: Iri): (graph: string) => AskableGraph | undefined {
  const kindOf = kindsOf(base);
  return (graph) => {
    const kind = kindOf(graph);
    return kind === undefined || kind.isQueried === false ? undefined : kind;
  };
}

/**
 * Whether `export` writes a graph: also one without a kind, which another version may know.
 *
 * @param mirrored whether it writes the copies of partners' objects, too (M58).
 */
export function exportedFrom(base: Iri, mirrored = false): (graph: string) => boolean {
  const kindOf = kindsOf(base);
  return (graph) => {
    const isExported = kindOf(graph)?.isExported ?? true;
    return isExported === 'mirrored' ? mirrored : isExported;
  };
}

/** The prefixes of graphs of objects and copies, which queries of an extent find. */
export const objectFolders = (base: Iri, extent: Extent): readonly string[] =>
  [OBJECT, COPY]
    .filter((path) => extent === 'both' || (path === OBJECT) === (extent === 'own'))
    .map((path) => base + path.slice(0, path.indexOf('{')));

/** The prefixes of graphs that queries of an extent find and that belong to no object. */
export const queriedFolders = (base: Iri, extent: Extent): readonly string[] =>
  graphKinds
    .filter(({ path }) => !path.startsWith(OBJECT) && !path.startsWith(COPY))
    .filter((row) => row.isQueried !== false && isWithin(row, extent))
    .map(({ path }) => base + path.slice(0, path.indexOf('{')));
