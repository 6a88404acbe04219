/** The lookups of erasures, and of what is about an object outside of its own graphs. */
import type { DraftLookups } from '../drafts/lookups.js';
import type { EventLookups } from '../logistics-events/lookups.js';
import type { HoldServices } from '../legal-holds/lookups.js';
import type { MessageLookups } from '../messages/lookups.js';
import type { MirrorServices } from '../mirror/mirror-services.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { isIri, type Iri, node } from '../rdf/terms.js';
import type { Graph } from '../rdf/graph.js';
import { dcterms, type Vocabulary } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';
import { readErasure, readState } from './erasure.js';

/** The partition of all erasures. */
export const ALL_ERASURES = '';
/** The partition of erasures whose bytes are still in the files. */
export const HIDDEN = 'HIDDEN';
/** The partition of the others. */
export const PURGED = 'PURGED';

export interface ErasureLookups {
  /** Erasures by time: all, those of what they are about, and those that took statements from a graph. */
  readonly erasures: IndexedLookup;
  /** Erasures of objects, events and properties in the order of their commits: all, and those about one object (P63). */
  readonly members: IndexedLookup;
  /** The states of erasures: `HIDDEN` or `PURGED`. */
  readonly states: IndexedLookup;
  /** SubscriptionRequests in any status, by topic. */
  readonly subscriptionsAbout: IndexedLookup;
  /** Waiting notifications by object. */
  readonly waitingAbout: IndexedLookup;
  /** Received notifications by object. */
  readonly receivedAbout: IndexedLookup;
}

/** The services of this module's parts. */
export type ErasureServices = MirrorServices &
  HoldServices & {
    readonly lookups: {
      readonly erasures: ErasureLookups;
      readonly messages: MessageLookups;
      readonly events: EventLookups;
      readonly drafts: DraftLookups;
    };
  };

const objectsIn = (statements: Graph, { api }: Vocabulary): Iri[] => {
  const objects = Array.from(statements.match(null, api.hasLogisticsObject), ({ object }) => object.value);
  return [...new Set(objects)].filter(isIri);
};

export function erasureLookups({ index, uris, vocabulary }: LookupScope): ErasureLookups {
  const ext = erasureTerms(uris.extensions);
  const { api } = vocabulary;
  return {
    erasures: index({
      name: 'erasures',
      version: 2,
      covers: (graph) => uris.isOfKind(graph, 'erasure'),
      entries: (statements, graph) => {
        const erasure = readErasure(statements, graph, ext);
        if (erasure === undefined) return [];
        const order = erasure.at.getTime();
        const partitions = new Set([ALL_ERASURES, erasure.erased, ...(erasure.from ?? [])]);
        return Array.from(partitions, (partition) => ({ partition, order, value: graph }));
      },
    }),
    members: index({
      name: 'erasure-members',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'erasure'),
      entries: (statements, graph) => {
        const erasure = readErasure(statements, graph, ext);
        const about = erasure && (uris.eventObject(erasure.erased) ?? erasure.erased);
        if (erasure === undefined || about === undefined || uris.objectId(about) === undefined) return [];
        const madeAt = erasure.at.getTime();
        return [ALL_ERASURES, about].map((partition) => ({ partition, order: 0, value: graph, madeAt }));
      },
      byCommit: { home: () => ALL_ERASURES },
    }),
    states: index({
      name: 'erasure-states',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'erasure-state'),
      entries: (statements, graph) =>
        statements.subjects().flatMap(({ value }) => {
          if (!isIri(value) || uris.erasureState(value) !== graph) return [];
          const { purgedAt } = readState(statements, value, ext);
          return [{ partition: purgedAt === undefined ? HIDDEN : PURGED, order: 0, value: graph }];
        }),
    }),
    subscriptionsAbout: index({
      name: 'subscriptions-about',
      version: 1,
      covers: (graph) => uris.actionRequestId(graph) !== undefined,
      entries: (statements, graph) => {
        const topics = statements
          .objects(node(graph), api.hasSubscription)
          .flatMap((subscription) => statements.objects(subscription, api.hasTopic))
          .map(({ value }) => value);
        return Array.from(new Set(topics), (partition) => ({ ...{ partition, order: 0, value: graph } }));
      },
    }),
    waitingAbout: index({
      name: 'waiting-about',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'outbox-entry'),
      entries: (statements, graph) =>
        objectsIn(statements, vocabulary).map((partition) => ({ ...{ partition, order: 0, value: graph } })),
    }),
    receivedAbout: index({
      name: 'received-about',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'inbox-entry'),
      entries: (statements, graph) => {
        const order = statements.date(node(graph), dcterms.created)?.getTime();
        if (order === undefined) return [];
        return objectsIn(statements, vocabulary).map((partition) => ({ partition, order, value: graph }));
      },
    }),
  };
}
