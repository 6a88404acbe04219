/** The lookups of events by object: in the order of creation (D13), of recording (V44), and of what they report (X45). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { instantOf } from '../rdf/literals.js';
import { node } from '../rdf/terms.js';
import { prov } from '../rdf/vocabulary.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';

const MAX_ORDER = Number.MAX_SAFE_INTEGER;

/** The partitions are objects. */
export interface EventLookups {
  readonly byCreation: IndexedLookup;
  /** The events in the order of recording by this node. */
  readonly byRecording: IndexedLookup;
  /** The events with a date, in the order of these dates. */
  readonly byDate: IndexedLookup;
}

/** The services of this module's parts. */
export type EventServices = ExchangeServices & { readonly lookups: { readonly events: EventLookups } };

export function eventLookups({ index, uris, vocabulary: { cargo } }: LookupScope): EventLookups {
  return {
    byCreation: index({
      name: 'events',
      version: 1,
      covers: (graph) => uris.eventObject(graph) !== undefined,
      entries: (statements, graph) => {
        const object = uris.eventObject(graph);
        if (object === undefined || statements.match(node(graph), cargo.eventFor).size === 0) return [];
        const created = instantOf(statements.object(node(graph), cargo.creationDate)?.value ?? '');
        // Invalid times are sorted last.
        return [{ partition: object, order: Number.isFinite(created) ? created : MAX_ORDER, value: graph }];
      },
    }),
    byRecording: index({
      name: 'recorded-events',
      version: 1,
      covers: (graph) => uris.provenanceEvent(graph) !== undefined,
      entries: (statements, graph) => {
        const event = uris.provenanceEvent(graph);
        const object = event && uris.eventObject(event);
        if (event === undefined || object === undefined) return [];
        const recorded = statements.date(node(event), prov.generatedAtTime);
        if (recorded === undefined) return [];
        return [{ partition: object, order: recorded.getTime(), value: event }];
      },
      graphOf: (event) => uris.provenance(event),
    }),
    byDate: index({
      name: 'events-by-date',
      version: 1,
      covers: (graph) => uris.eventObject(graph) !== undefined,
      entries: (statements, graph) => {
        const object = uris.eventObject(graph);
        const date = instantOf(statements.object(node(graph), cargo.eventDate)?.value ?? '');
        if (object === undefined || !Number.isFinite(date)) return [];
        return [{ partition: object, order: date, value: graph }];
      },
    }),
  };
}
