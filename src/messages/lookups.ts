/** The lookups of messages: all, by type, outcome and waybill, and the last applied ones of a waybill (X47, X62). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { EventLookups } from '../logistics-events/lookups.js';
import { messageTerms } from '../rdf/message-terms.js';
import type { Iri } from '../rdf/terms.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';
import type { MessageType } from './mapping/mappings.js';
import { readStoredMessage } from './message.js';
import type { MessageOutcome } from './schemas.js';

/** The partition of all messages. */
export const ALL = '';
export const typePartition = (type: MessageType): string => `type ${type}`;
export const outcomePartition = (outcome: MessageOutcome): string => `outcome ${outcome}`;
export const waybillPartition = (waybill: Iri): string => `waybill ${waybill}`;
/** The messages of a type that were compared with the waybill. */
export const appliedPartition = (type: MessageType, waybill: Iri): string => `applied ${type} ${waybill}`;
/** Those of any type. */
export const anyAppliedPartition = (waybill: Iri): string => `applied ${waybill}`;

export interface MessageLookups {
  /** In the order of their receipt. */
  readonly messages: IndexedLookup;
}

/** The services of this module's parts. */
export type MessageServices = ExchangeServices & {
  readonly lookups: { readonly messages: MessageLookups; readonly events: EventLookups };
};

export function messageLookups({ index, uris }: LookupScope): MessageLookups {
  const ext = messageTerms(uris.extensions);
  return {
    messages: index({
      name: 'messages',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'message'),
      entries: (statements, graph) => {
        const message = readStoredMessage(statements, graph, ext);
        if (message === undefined) return [];
        const { type, outcome, waybill, received } = message;
        return [
          ALL,
          typePartition(type),
          outcomePartition(outcome),
          waybillPartition(waybill),
          ...(outcome === 'stale' ? [] : [appliedPartition(type, waybill), anyAppliedPartition(waybill)]),
        ].map((partition) => ({ partition, order: received.getTime(), value: graph }));
      },
    }),
  };
}
