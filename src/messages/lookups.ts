/** The lookups of messages: by any of type, outcome and waybill, and the last applied ones of a waybill (X47, X62). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { EventLookups } from '../logistics-events/lookups.js';
import { messageTerms } from '../rdf/message-terms.js';
import type { Iri } from '../rdf/terms.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';
import type { MessageType } from './mapping/mappings.js';
import { readStoredMessage } from './message.js';
import type { MessageOutcome } from './schemas.js';

/** What a list of messages is asked for. */
export interface MessageFilter {
  readonly type?: MessageType | undefined;
  readonly outcome?: MessageOutcome | undefined;
  readonly waybill?: Iri | undefined;
}

/** The conditions of a filter, in their order. */
const conditionsOf = ({ type, outcome, waybill }: MessageFilter): string[] =>
  Object.entries({ type, outcome, waybill }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );

/** The partition of the messages that pass a filter: each combination of conditions has its own, so that a page costs the page. */
export const filterPartition = (filter: MessageFilter): string => conditionsOf(filter).join(' ');

/** The partitions of all filters that a message passes. */
const partitionsOf = (message: Required<MessageFilter>): string[] =>
  conditionsOf(message).reduce(
    (some, condition) => some.flatMap((one) => [one, one === '' ? condition : `${one} ${condition}`]),
    [''],
  );

/** The messages of a type that were compared with the waybill. */
export const appliedPartition = (type: MessageType, waybill: Iri): string => `applied ${type} ${waybill}`;
/** Those of any type, also without their content: when they came still counts (X51). */
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
      version: 4,
      covers: (graph) => uris.isOfKind(graph, 'message'),
      entries: (statements, graph) => {
        const message = readStoredMessage(statements, graph, ext);
        if (message === undefined) return [];
        const { type, outcome, waybill, received, isErased } = message;
        return [
          ...partitionsOf(message),
          ...(outcome === 'stale' ? [] : [anyAppliedPartition(waybill)]),
          ...(outcome === 'stale' || isErased ? [] : [appliedPartition(type, waybill)]),
        ].map((partition) => ({ partition, order: received.getTime(), value: graph }));
      },
    }),
  };
}
