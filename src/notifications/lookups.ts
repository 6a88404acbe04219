/** The lookups of the outbox and the inbox. */
import { node } from '../rdf/terms.js';
import { dcterms, prov, type Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/** The one partition of the inbox, and of the whole outbox. */
export const ALL_NOTIFICATIONS = '';

/** Whether a number can be an entry's place in its queue. */
export function isSequenceNumber(sequence: number): boolean {
  return Number.isSafeInteger(sequence) && sequence >= 0;
}

export interface NotificationLookups {
  /** The outbox by sequence: all entries, and those of each queue (`<receiver> <topic>`, D28). */
  readonly outbox: Lookup;
  /** The inbox by time. */
  readonly inbox: Lookup;
}

export function notificationLookups(uris: UriScheme, vocabulary: Vocabulary): NotificationLookups {
  const { api } = vocabulary;
  return {
    outbox: {
      name: 'outbox',
      version: 1,
      covers: (graph) => uris.isOutboxEntry(graph),
      entries: (statements, graph) => {
        const entry = node(graph);
        const [receiver, topic] = [statements.iri(entry, api.hasSubscriber), statements.iri(entry, api.hasTopic)];
        const sequence = statements.object(entry, dcterms.identifier);
        if (sequence === undefined) return [];
        const order = Number(sequence.value);
        // Includes unreadable entries: delivery reports them and sets them aside.
        const all = { partition: ALL_NOTIFICATIONS, order: isSequenceNumber(order) ? order : 0, value: graph };
        return receiver !== undefined && topic !== undefined && isSequenceNumber(order)
          ? [all, { ...all, partition: `${receiver} ${topic}` }]
          : [all];
      },
    },
    inbox: {
      name: 'inbox',
      version: 1,
      covers: (graph) => uris.isInboxEntry(graph),
      entries: (statements, graph) => {
        const order = statements.date(node(graph), dcterms.created)?.getTime();
        const isWhole = statements.object(node(graph), prov.wasDerivedFrom) !== undefined;
        return isWhole && order !== undefined ? [{ partition: ALL_NOTIFICATIONS, order, value: graph }] : [];
      },
    },
  };
}
