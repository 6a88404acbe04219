import type { Resource } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import { LogisticsEvents } from './logistics-events.js';
import { eventRoutes } from './routes.js';

export function createLogisticsEvents(services: ExchangeServices): Resource[] {
  const { settings, lookups } = services;
  const events = new LogisticsEvents({ ...services, lookup: lookups.events });
  return eventRoutes({ ...services, events, posting: settings.eventPosting });
}
