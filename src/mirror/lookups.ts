/** The lookups of the mirror: copies, what is due, follows, and what is held of a partner's object. */
import { identifierEntry, isStoredIdentifier, OBJECT_ID, parseIdentifierEntry } from '../logistics-objects/lookups.js';
import { canonical } from '../logistics-objects/identifiers.js';
import { wordEntries, wordOf } from '../logistics-objects/word-entries.js';
import { MAX_WORDS, wordsOf } from '../logistics-objects/words.js';
import { type Iri, iri, node } from '../rdf/terms.js';
import { mirrorTerms } from '../rdf/mirror-terms.js';
import { overviewTerms, wholeProperties } from '../overviews/overview-terms.js';
import { prov } from '../rdf/vocabulary.js';
import type { Graph } from '../rdf/graph.js';
import type { IndexedLookup, LookupEntry, LookupScope } from '../store/lookup.js';
import { copyKey } from '../uris.js';
import {
  type CopyHead,
  type FoundBy,
  foundBys,
  type GapReason,
  type Priority,
  revisionsHeld,
} from './copies/copy-facts.js';
import { type CopyState, isBehind, stateOf } from './copies/copy-state.js';
import { readHead } from './copies/head.js';
import { readFollow } from './follows/follow.js';
import { readPartner } from './partners/partner.js';
import { readSubscriptionState } from './subscriptions/copy-subscription.js';

/** The partition of everything. */
export const ALL = '';

export const serverPartition = (server: Iri): string => `server ${server}`;
export const statePartition = (state: string): string => `state ${state}`;
export const typePartition = (type: Iri): string => `type ${type}`;

/** The copies that a follow reaches, by the number of links between: all, those in a state, and those without links. */
export const reachedPartition = (follow: Iri, state?: CopyState): string =>
  state === undefined ? follow : `${follow} ${state}`;
export const rootPartition = (follow: Iri): string => `${follow} root`;
/** The copies of a follow, by a number of each: revisions or events held, gaps, links beyond its bounds. */
export const numberPartition = (follow: Iri, what: 'revisions' | 'events' | 'gaps' | 'truncated' | FoundBy): string =>
  `${follow} number of ${what}`;

/** The partners' servers that do not answer. */
export const SILENT = 'silent';

/** The copies that are known to be behind (M9). */
export const BEHIND = 'behind';
/** The followed copies whose objects the partner gives, by the time of their last check. */
export const CHECKED = 'checked';
/** The ranges of missing revisions, by reason. */
export const gapPartition = (reason: GapReason): string => `gap ${reason}`;

/** The precedence of what is due: of regular checks, those of followed objects come before those of linked ones (M36). */
export const dueClasses = ['notified', 'root', 'link', 'repair', 'root-sweep', 'sweep'] as const;
export type DueClass = (typeof dueClasses)[number];

const dueClass = ({ reaches }: Pick<CopyHead, 'reaches'>, priority: Priority): DueClass =>
  priority === 'sweep' && reaches.some(({ distance }) => distance === 0) ? 'root-sweep' : priority;

/** The copies of a server that need a request, by its time. */
export const duePartition = (server: Iri, of: DueClass): string => `${server} ${of}`;

/** Between the name of a head and the texts by which the copy is found. */
const TEXTS = '?texts=';

/** The entry of a copy in the lookup of names: its head, and what `q` finds. */
const nameEntry = (graph: Iri, { label, object }: CopyHead): Iri =>
  iri(`${graph}${TEXTS}${encodeURIComponent(`${label ?? ''}\n${object}`.toLowerCase().toWellFormed())}`);

/** What an entry of the lookup of names says: the head, and the texts in lower case. */
export function namedCopy(value: Iri): { readonly head: Iri; readonly texts: string } {
  const at = value.indexOf(TEXTS);
  return { head: iri(value.slice(0, at)), texts: decodeURIComponent(value.slice(at + TEXTS.length)) };
}

/** The follows that remain to be carried out. */
export const WORK = 'work';
/** The subscriptions that need a call, by its time. */
export const DUE = 'due';
export const requestPartition = (request: Iri): string => `request ${request}`;

export interface MirrorLookups {
  /** Copies by the time of their first follow: all, of a server, in a state, of a type. */
  readonly copies: IndexedLookup;
  /** The copies that follows reach, and their numbers. */
  readonly reached: IndexedLookup;
  /** Copies by what the metrics count. */
  readonly figures: IndexedLookup;
  readonly due: IndexedLookup;
  /** The searchable texts of copies by the time of their first follow (`nameEntry`). */
  readonly names: IndexedLookup;
  /** Copies by the business identifiers of their newest revisions and the ids of their URIs, as own objects are. */
  readonly identifiers: IndexedLookup;
  /** Copies by the words of their labels, as own objects are (K35). */
  readonly words: IndexedLookup;
  /** Revisions by the objects that they name as their wholes or parts, by number. */
  readonly wholes: IndexedLookup;
  /** Partners' servers by the time of their first follow; those that do not answer, by the time since when (`SILENT`). */
  readonly partners: IndexedLookup;
  /** Follows by the time of their creation: all, of a server, in a state, with work. */
  readonly follows: IndexedLookup;
  /** Follows that have not ended, by their targets (M3). */
  readonly targets: IndexedLookup;
  /** The revisions of an object that are or were held, by number. */
  readonly revisions: IndexedLookup;
  /** The events of an object that are or were held, by the time of their receipt. */
  readonly events: IndexedLookup;
  readonly subscriptions: IndexedLookup;
}

/** The entries of a graph that cannot be read: it is reported when it is read. */
function tolerant<Value>(read: () => Value | undefined): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export function mirrorLookups({ index, uris, vocabulary: { api, namespaces } }: LookupScope): MirrorLookups {
  const ext = mirrorTerms(uris.extensions);
  type Entries = Omit<LookupEntry, 'value'>[];
  const ofGraphs = (
    name: string,
    kind: Parameters<typeof uris.isOfKind>[1],
    entries: (data: Graph, graph: Iri) => Entries,
    version = 1,
  ): IndexedLookup =>
    index({
      name,
      version,
      covers: (graph) => uris.isOfKind(graph, kind),
      entries: (data, graph) => entries(data, graph).map((entry) => ({ ...entry, value: graph })),
    });
  const terms = overviewTerms(namespaces.cargo);
  const wholes = wholeProperties.map((name) => terms[name]);
  const at = (order: number, partitions: readonly string[]): Entries =>
    partitions.map((partition) => ({ partition, order }));
  const ofHeads = (name: string, entries: (head: CopyHead) => Entries, version = 1): IndexedLookup =>
    ofGraphs(
      name,
      'copy-head',
      (data, graph) => {
        const head = tolerant(() => readHead(data, graph, ext));
        return head === undefined ? [] : entries(head);
      },
      version,
    );
  return {
    copies: ofHeads('copies', (head) =>
      at(head.createdAt.getTime(), [
        ALL,
        serverPartition(head.server),
        statePartition(stateOf(head).state),
        ...(head.type === undefined ? [] : [typePartition(head.type)]),
      ]),
    ),
    reached: ofHeads('reached-copies', (head) => {
      const { state } = stateOf(head);
      const numbers = [
        ['revisions', revisionsHeld(head)],
        ['events', head.events],
        ['gaps', head.gaps.length],
        ...foundBys.map((by) => [by, head.found[by]] as const),
      ] as const;
      return head.reaches.flatMap(({ follow, distance, truncated = 0 }) => [
        ...at(distance, [reachedPartition(follow), reachedPartition(follow, state)]),
        ...(distance === 0 ? at(0, [rootPartition(follow)]) : []),
        ...(truncated > 0 ? at(truncated, [numberPartition(follow, 'truncated')]) : []),
        ...numbers.flatMap(([what, order]) => (order > 0 ? at(order, [numberPartition(follow, what)]) : [])),
      ]);
    }),
    figures: ofHeads(
      'copy-figures',
      (head) => {
        const { access, checkedAt, createdAt, gaps, reaches } = head;
        if (reaches.length === 0) return [];
        const isGiven = access.kind === 'granted' || access.kind === 'unknown';
        return [
          ...(isBehind(head) ? at(0, [BEHIND]) : []),
          ...(isGiven ? at((checkedAt ?? createdAt).getTime(), [CHECKED]) : []),
          ...gaps.flatMap(({ from, reason }) => at(from, [gapPartition(reason)])),
        ];
      },
      2,
    ),
    due: ofHeads(
      'due-copies',
      (head) => {
        const { server, due } = head;
        return due === undefined ? [] : at(due.at.getTime(), [duePartition(server, dueClass(head, due.priority))]);
      },
      2,
    ),
    names: index({
      name: 'copy-names',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'copy-head'),
      entries: (data, graph) => {
        const head = tolerant(() => readHead(data, graph, ext));
        return head === undefined
          ? []
          : [{ partition: ALL, order: head.createdAt.getTime(), value: nameEntry(graph, head) }];
      },
      graphOf: (value) => namedCopy(value).head,
    }),
    identifiers: index({
      name: 'copy-identifiers',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'copy-head'),
      entries: (data, graph) => {
        const head = tolerant(() => readHead(data, graph, ext));
        if (head === undefined) return [];
        const id = head.object.slice(head.object.lastIndexOf('/') + 1);
        return [`${canonical(id)}/${OBJECT_ID}`, ...head.identifiers.filter(isStoredIdentifier)].flatMap((text) =>
          identifierEntry(text, copyKey(head.object)),
        );
      },
      graphOf: (value) => uris.copyHeadOf(parseIdentifierEntry(value).id),
    }),
    words: index({
      name: 'copy-words',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'copy-head'),
      entries: (data, graph) => {
        const head = tolerant(() => readHead(data, graph, ext));
        if (head === undefined) return [];
        return wordEntries(wordsOf(head.label ?? '').slice(0, MAX_WORDS), head.createdAt, copyKey(head.object));
      },
      graphOf: (value) => uris.copyHeadOf(wordOf(value).id),
    }),
    wholes: index({
      name: 'copy-wholes',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'copy-revision') || uris.isOfKind(graph, 'copy-variant'),
      entries: (data, graph) => {
        const revision = uris.graphKind(graph);
        if (revision?.kind !== 'copy-revision' && revision?.kind !== 'copy-variant') return [];
        const { number } = revision;
        const named = wholes.flatMap((property) => Array.from(data.match(null, property), ({ object }) => object));
        const objects = named.filter(({ termType }) => termType === 'NamedNode').map(({ value }) => value);
        return at(number, [...new Set(objects)]).map((entry) => ({ ...entry, value: graph }));
      },
    }),
    partners: ofGraphs(
      'partners',
      'partner',
      (data, graph) => {
        const partner = readPartner(data, graph, ext);
        if (partner === undefined) return [];
        const { createdAt, since, condition } = partner;
        const isSilent = condition.kind === 'unreachable';
        return [...at(createdAt.getTime(), [ALL]), ...(isSilent ? at(since.getTime(), [SILENT]) : [])];
      },
      2,
    ),
    follows: ofGraphs('follows', 'follow', (data, graph) => {
      const follow = tolerant(() => readFollow(data, graph, ext));
      if (follow === undefined) return [];
      return at(follow.createdAt.getTime(), [
        ALL,
        serverPartition(follow.server),
        statePartition(follow.state.kind),
        ...(follow.work === undefined ? [] : [WORK]),
      ]);
    }),
    targets: ofGraphs('follow-targets', 'follow', (data, graph) => {
      const follow = tolerant(() => readFollow(data, graph, ext));
      return follow === undefined || follow.state.kind === 'ended'
        ? []
        : at(follow.createdAt.getTime(), [follow.targetKey]);
    }),
    revisions: index({
      name: 'copied-revisions',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'copy-provenance'),
      entries: (data, graph) => {
        const value = uris.subjectOf(graph);
        const revision = node(value);
        const number = Number(data.object(revision, api.hasRevision)?.value ?? NaN);
        const object = data.iri(revision, prov.specializationOf);
        return object === undefined || !Number.isSafeInteger(number)
          ? []
          : [{ partition: object, order: number, value }];
      },
      graphOf: (revision) => uris.provenance(revision),
    }),
    events: index({
      name: 'copied-events',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'copy-event-provenance'),
      entries: (data, graph) => {
        const value = uris.subjectOf(graph);
        const event = node(value);
        const [object, received] = [data.iri(event, ext.copyOf), data.date(event, prov.generatedAtTime)];
        return object === undefined || received === undefined
          ? []
          : [{ partition: object, order: received.getTime(), value }];
      },
      graphOf: (event) => uris.provenance(event),
    }),
    subscriptions: ofGraphs('copy-subscriptions', 'copy-subscription', (data, graph) => {
      const subscription = readSubscriptionState(data, graph, ext);
      if (subscription === undefined) return [];
      const { due, server, createdAt, state } = subscription;
      const renewal = state.kind === 'active' ? state.renewal : undefined;
      const requests = [...('request' in state ? [state.request] : []), ...(renewal ? [renewal.request] : [])];
      return [
        ...(due === undefined ? [] : at(due.getTime(), [DUE])),
        ...at(createdAt.getTime(), [serverPartition(server), ...requests.map(requestPartition)]),
      ];
    }),
  };
}
