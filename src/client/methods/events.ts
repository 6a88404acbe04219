/** Logistics Events (T38, T39). */
import { type CallOptions, claimed, compactTime, type Exchange, type Feature } from '../exchange.js';
import { errorIn, type ErrorReport } from '../http/answer.js';
import type { List, PageOptions } from '../pages.js';
import type { Graph } from '../rdf/graph.js';
import type { Quad, Resource } from '../rdf/terms.js';
import { valueOf } from '../values/read-value.js';
import { readTree } from '../values/tree.js';
import type { NodeValue, Typed } from '../values/types.js';
import { documentOf } from '../values/write-value.js';
import { api, cargoNs } from '../vocabulary.js';
import { list, quadsOf } from './collections.js';

/**
 * Which events are listed; all conditions must hold.
 *
 * @since 0.3.0
 */
export interface EventFilter extends PageOptions {
  /** Codes of events (`DEP`); one of them must be the event's. */
  readonly codes?: readonly string[] | undefined;
  readonly createdAfter?: Date | string | undefined;
  readonly createdBefore?: Date | string | undefined;
  readonly occurredAfter?: Date | string | undefined;
  readonly occurredBefore?: Date | string | undefined;
  readonly sort?: 'ASC-creationDate' | 'DESC-creationDate' | 'ASC-eventDate' | 'DESC-eventDate' | undefined;
}

/**
 * The properties of an event that every data model has; those of `LogisticsEvent` in `cargograph/client/cargo` are more.
 *
 * @since 0.3.0
 */
export interface EventValue extends NodeValue {
  eventDate?: string;
  creationDate?: string;
  eventName?: string;
}

/**
 * A read event.
 *
 * @since 0.3.0
 */
export interface LogisticsEventRead<T extends Typed = EventValue> {
  readonly uri: string;
  readonly value: T;
  quads(): readonly Quad[];
}

/**
 * What became of an event for one of many objects.
 *
 * @since 0.3.0
 */
export interface EventCreation {
  /** The object. */
  readonly object: string;
  readonly status: number;
  /** The event; undefined where there is none. */
  readonly uri: string | undefined;
  readonly errors: readonly ErrorReport[];
}

export function events<T extends Typed>(
  exchange: Exchange,
  uri: string,
  filter: EventFilter,
): List<LogisticsEventRead<T>> {
  const address = `${exchange.own(uri)}/logistics-events`;
  const readItem = (graph: Graph, item: Resource): LogisticsEventRead<T> => ({
    uri: item.value,
    value: claimed<T>(valueOf(graph, item, exchange.names)),
    quads: () => quadsOf(graph, item),
  });
  const url = async (signal: AbortSignal | undefined): Promise<string> => {
    const isFiltered = Object.keys(filter).some((name) => /^(?:codes|created|occurred)/.test(name));
    const isOld = isFiltered && (await exchange.knownVersion(signal)) === '2.0.0';
    return `${address}?${eventQuery(filter, isOld).toString()}`.replace(/\?$/, '');
  };
  return list(exchange, { name: 'events' }, url, readItem, filter);
}

/** Version 2.0.0 has other names (T39). */
function eventQuery(filter: EventFilter, isOld: boolean): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.codes !== undefined) query.set(isOld ? 'eventType' : 'event-code', filter.codes.join(','));
  const times = {
    'created-after': filter.createdAfter,
    'created-before': filter.createdBefore,
    'occurred-after': filter.occurredAfter,
    'occurred-before': filter.occurredBefore,
  };
  for (const [name, time] of Object.entries(times))
    if (time !== undefined) query.set(isOld ? name.replace('-', '_') : name, compactTime(time, name));
  if (filter.sort !== undefined) query.set('sort', filter.sort);
  return query;
}

const eventDocument = (exchange: Exchange, event: Typed, more: NodeValue = {}): string => {
  const value = { '@type': event['@type'] ?? `${cargoNs}LogisticsEvent`, ...event, ...more };
  return JSON.stringify(documentOf(readTree(value, exchange.names, 'event')));
};

export async function addEvent(
  exchange: Exchange,
  uri: string,
  event: Typed,
  { signal }: CallOptions,
): Promise<{ readonly uri: string }> {
  const url = `${exchange.own(uri)}/logistics-events`;
  const made = await exchange.submit({ name: 'addEvent' }, 'POST', url, eventDocument(exchange, event), { signal });
  return { uri: made.uri };
}

const MANY: Feature = { name: 'addEvents', isOptional: true };

export async function addEvents(
  exchange: Exchange,
  uris: readonly string[],
  event: Typed,
  { signal }: CallOptions,
): Promise<EventCreation[]> {
  const eventFor = uris.map((uri) => ({ '@id': uri }));
  const body = eventDocument(exchange, event, { [`${cargoNs}eventFor`]: eventFor });
  const answer = await exchange.send(MANY, 'POST', exchange.at('/logistics-events'), { body, signal });
  const graph = await answer.graph();
  return graph.instances(`${api}EventCreationResult`).map((result) => ({
    object: graph.first(result, `${api}hasLogisticsObject`)?.value ?? '',
    status: Number(graph.first(result, `${api}hasHTTPStatus`)?.value ?? NaN),
    uri: graph.first(result, `${api}hasLogisticsEvent`)?.value,
    errors: graph
      .values(result, `${api}hasError`)
      .flatMap((error) => (error.termType === 'Literal' ? [] : [errorIn(graph, error)])),
  }));
}
