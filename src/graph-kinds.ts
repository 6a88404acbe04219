/**
 * The kinds of named graphs, each in one row: its name, who reads it, and what is done with it. Queries, the engine's
 * permissions, `export`, `check` and the names themselves (`UriScheme`) read this table; a graph of no row is in no answer.
 */
import { extended, type Iri } from './rdf/terms.js';

/** Identifiers that a URI under this base may carry (D7). */
const ID = /^[A-Za-z0-9._~-]{1,200}$/;
const NUMBER = /^[1-9]\d{0,14}$/;

// Clients remove dot segments from an address (RFC 3986, section 5.2.4).
export const isId = (text: string): boolean => ID.test(text) && text !== '.' && text !== '..';

/**
 * Who may read a graph, in queries: who may read the object (`GET_LOGISTICS_OBJECT`), its events (`GET_LOGISTICS_EVENT`), or
 * the request (D15), besides internal agents; or these alone (D36).
 */
export type Readers = 'object' | 'events' | 'request' | 'internal';

interface Declaration {
  readonly kind: string;
  readonly readers: Readers;
  /** Whether queries of those who may read it find it; all other graphs are in no dataset. */
  readonly isQueried: boolean;
  /** Whether it is written once, and then only read or dropped. */
  readonly isFinal: boolean;
  readonly isExported: boolean;
  readonly holds: string;
  /** What drops it. */
  readonly droppedBy: string;
}

type Row<Declared extends Declaration, Parts> = Declared & {
  /** Its name without the base URL: `{number}` stands for a number from 1, other names for an id (D7). */
  readonly path: string;
  /** @param segments of a name without the base URL. */
  readonly parse: (segments: readonly string[], base: Iri) => (Declared & Parts) | undefined;
};

/** Reads the values of a path's variables from the segments of a name; undefined for another name. */
function matcher(path: string): (segments: readonly string[]) => readonly string[] | undefined {
  const pattern = path.split('/');
  const isPart = (segment: string, index: number): boolean => {
    const part = pattern[index] ?? '';
    if (part === '{number}') return NUMBER.test(segment);
    return part.startsWith('{') ? isId(segment) : segment === part;
  };
  return (segments) =>
    segments.length === pattern.length && segments.every(isPart)
      ? segments.filter((_, index) => pattern[index]?.startsWith('{'))
      : undefined;
}

function row<const Declared extends Declaration, Parts extends object>(
  path: string,
  declared: Declared,
  partsOf: (values: readonly string[], base: Iri) => Parts,
): Row<Declared, Parts> {
  const match = matcher(path);
  return {
    ...declared,
    path,
    parse: (segments, base) => {
      const values = match(segments);
      return values && { ...declared, ...partsOf(values, base) };
    },
  };
}

const OBJECT = '/logistics-objects/{object}';
const objectIn = ([object = '']: readonly string[], base: Iri) => ({
  object: extended(base, `/logistics-objects/${object}`),
});

const ofObject = <const Declared extends Declaration>(suffix: string, declared: Declared) =>
  row(OBJECT + suffix, declared, objectIn);

const numbered = <const Declared extends Declaration>(suffix: string, declared: Declared) =>
  row(OBJECT + suffix, declared, (values, base) => ({ ...objectIn(values, base), number: Number(values[1]) }));

const ofEvent = <const Declared extends Declaration>(suffix: string, declared: Declared) =>
  row(`${OBJECT}/logistics-events/{event}${suffix}`, declared, (values, base) => {
    const { object } = objectIn(values, base);
    return { object, event: extended(object, `/logistics-events/${values[1] ?? ''}`) };
  });

/** @param folder of the base URL that has these graphs and no others. */
const inFolder = <const Declared extends Declaration>(folder: string, declared: Declared) =>
  row(`/${folder}/{id}`, declared, ([id = '']) => ({ id }));

/** Of a graph that says what was: it stays as it was written. */
const history = { isFinal: true, isExported: true } as const;
/** Of a graph that says how things are. */
const state = { isFinal: false, isExported: true } as const;

export const graphKinds = [
  numbered('/revisions/{number}', {
    kind: 'revision',
    readers: 'object',
    isQueried: true,
    ...history,
    holds: 'the statements of a revision',
    droppedBy: 'nothing',
  }),
  numbered('/revisions/{number}/provenance', {
    kind: 'revision-provenance',
    readers: 'object',
    isQueried: true,
    ...history,
    holds: 'PROV-O: when, by whom, through which request, of which revision',
    droppedBy: 'nothing',
  }),
  ofObject('/head', {
    kind: 'head',
    readers: 'object',
    isQueried: true,
    ...state,
    holds: 'type, latest revision, created, modified, moved to, identifiers',
    droppedBy: 'nothing',
  }),
  ofObject('/links', {
    kind: 'links',
    readers: 'internal',
    isQueried: false,
    ...state,
    holds: 'the objects of this node that any revision has pointed to',
    droppedBy: 'nothing',
  }),
  ofObject('/acl', {
    kind: 'access-list',
    readers: 'internal',
    isQueried: true,
    ...state,
    holds: '`acl:Authorization`s; those of a delegation name the request they come from',
    droppedBy: 'nothing',
  }),
  numbered('/acl/revisions/{number}', {
    kind: 'replaced-access-list',
    readers: 'internal',
    isQueried: true,
    ...history,
    holds: 'what had been written in the list until it was replaced, by whom and when',
    droppedBy: 'nothing',
  }),
  ofEvent('', {
    kind: 'event',
    readers: 'events',
    isQueried: true,
    ...history,
    holds: 'one event',
    droppedBy: 'nothing',
  }),
  ofEvent('/provenance', {
    kind: 'event-provenance',
    readers: 'events',
    isQueried: true,
    ...history,
    holds: 'when this node recorded the event',
    droppedBy: 'nothing',
  }),
  inFolder('action-requests', {
    kind: 'action-request',
    readers: 'request',
    isQueried: true,
    ...state,
    holds: 'one request with its status history',
    droppedBy: 'nothing',
  }),
  inFolder('inbox', {
    kind: 'inbox-entry',
    readers: 'internal',
    isQueried: false,
    ...history,
    holds: 'one notification received',
    droppedBy: 'nothing',
  }),
  inFolder('outbox', {
    kind: 'outbox-entry',
    readers: 'internal',
    isQueried: false,
    ...history,
    holds: 'one notification to deliver',
    droppedBy: 'its delivery',
  }),
  inFolder('receipts', {
    kind: 'receipts',
    readers: 'internal',
    isQueried: false,
    ...history,
    holds: 'receipts of deliveries that were confirmed together: who was told what when',
    droppedBy: '`RECEIPT_DAYS`',
  }),
  inFolder('delivery-pauses', {
    kind: 'delivery-pause',
    readers: 'internal',
    isQueried: false,
    ...state,
    holds: 'that an operator has paused a queue, who, when and why',
    droppedBy: 'the end of the pause',
  }),
  inFolder('ended-delivery-pauses', {
    kind: 'ended-delivery-pause',
    readers: 'internal',
    isQueried: false,
    ...history,
    holds: 'a pause that has ended: also who resumed the queue, and when',
    droppedBy: '`RECEIPT_DAYS`',
  }),
  inFolder('delivery-failures', {
    kind: 'delivery-failure',
    readers: 'internal',
    isQueried: false,
    ...state,
    holds: 'why the first notification of a queue could not be delivered, and when next',
    droppedBy: 'the next delivery',
  }),
  inFolder('internal', {
    kind: 'mark',
    readers: 'internal',
    isQueried: false,
    ...state,
    holds: '`head-form`: which form the heads of all objects have at least',
    droppedBy: 'nothing',
  }),
];

/** What a graph is by its name. */
export type GraphKind = NonNullable<ReturnType<(typeof graphKinds)[number]['parse']>>;

/** What a graph is that queries find. */
export type QueriedGraph = Extract<GraphKind, { readonly isQueried: true }>;

/** The kinds of the graphs of a node; undefined for a name of none. */
export function kindsOf(base: Iri): (graph: string) => GraphKind | undefined {
  const parse = (graph: string): GraphKind | undefined => {
    if (!graph.startsWith(base)) return undefined;
    const segments = graph.slice(base.length).split('/');
    for (const row of graphKinds) {
      const found = row.parse(segments, base);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  // What is done with a graph that is written asks for it once after the other: each lookup whether it is covered.
  let last: { readonly graph: string; readonly kind: GraphKind | undefined } | undefined;
  return (graph) => {
    if (last?.graph !== graph) last = { graph, kind: parse(graph) };
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

/** Which graphs `export` writes: those of no kind, too, since another version may know them. */
export function exportedFrom(base: Iri): (graph: string) => boolean {
  const kindOf = kindsOf(base);
  return (graph) => kindOf(graph)?.isExported ?? true;
}

/** What the names of graphs begin with that queries find, and that are about no object. */
export const queriedFolders = (base: Iri): readonly string[] =>
  graphKinds
    .filter(({ isQueried, path }) => isQueried && !path.startsWith(OBJECT))
    .map(({ path }) => base + path.slice(0, path.indexOf('{')));
