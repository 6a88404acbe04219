/** Which houses of a waybill a status is about as well (X43): their shipments have the same status. */
import { getOrAdd } from '../collections.js';
import type { Caller } from '../http/caller.js';
import type { TimeParameter } from '../http/query-parameters.js';
import type { LogisticsEvent } from '../logistics-events/logistics-event.js';
import type { LogisticsEvents } from '../logistics-events/logistics-events.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, node } from '../rdf/terms.js';
import { statusKey } from './applying/events.js';
import type { MessageServices } from './lookups.js';
import type { ModelNames } from './mapping/model-names.js';
import type { ObjectSource } from './writing/gather.js';
import { compareTexts } from './writing/order.js';

/** Houses of a waybill that are looked at. */
const MAX_HOUSES = 1000;

interface Asked {
  readonly source: ObjectSource;
  readonly caller: Caller;
  readonly at: TimeParameter | undefined;
}

export class HousesOfStatuses {
  constructor(
    private readonly services: MessageServices,
    private readonly names: ModelNames,
    private readonly events: LogisticsEvents,
  ) {}

  /** The numbers of the houses that the caller may read, by the event of the waybill's shipment, in order. */
  async of(waybill: Iri, data: Graph, statuses: readonly LogisticsEvent[], asked: Asked): Promise<Map<Iri, string[]>> {
    const found = new Map<Iri, string[]>();
    const byKey = new Map<string, Iri[]>();
    for (const status of statuses) getOrAdd(byKey, statusKey(status), () => []).push(status.uri);
    const dates = new Set(statuses.map(({ eventDate }) => eventDate));
    const houses = [...data.iris(node(waybill), node(this.names.property('houseWaybills')))];
    for (const house of houses.slice(0, MAX_HOUSES)) {
      const read = asked.source.isObject(house) ? await asked.source.read(house) : undefined;
      const number = read?.data.object(node(house), node(this.names.property('waybillNumber')))?.value;
      const shipment = read?.data.iri(node(house), node(this.names.property('shipment')));
      if (number === undefined || shipment === undefined) continue;
      for (const event of await this.#events(shipment, asked)) {
        // The date is read already, and tells most of the others apart.
        const same = dates.has(event.eventDate) ? byKey.get(statusKey(event)) : undefined;
        for (const status of same ?? []) getOrAdd(found, status, () => []).push(number);
      }
    }
    return new Map([...found].map(([event, numbers]) => [event, [...new Set(numbers)].toSorted(compareTexts)]));
  }

  /** The events of a house's shipment that the caller may read. */
  async #events(shipment: Iri, { source, caller, at }: Asked): Promise<LogisticsEvent[]> {
    if (!source.isObject(shipment) || (await this.services.revisions.head(shipment)) === undefined) return [];
    if (!(await this.services.access.isAllowed(caller, 'GET_LOGISTICS_EVENT', shipment))) return [];
    const events = await this.events.forObject(shipment);
    if (at === undefined) return events;
    const times = await Promise.all(events.map((event) => this.events.recordedAt(event)));
    return events.filter((_event, index) => {
      const recordedAt = times[index];
      return recordedAt !== undefined && recordedAt <= at.until;
    });
  }
}
