import type { Resource } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import { LogisticsEvents } from './logistics-events.js';
import { EventQueries } from './queries.js';
import { eventRoutes } from './routes.js';

export function createLogisticsEvents(services: ExchangeServices): Resource[] {
  const { store, addresses, vocabulary, settings } = services;
  const events = new LogisticsEvents({ ...services, queries: new EventQueries(store, addresses, vocabulary) });
  return eventRoutes({ ...services, events, posting: settings.eventPosting });
}
