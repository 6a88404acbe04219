import type { ExchangeServices } from '../logistics-objects/module.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { LogisticsEvents } from './logistics-events.js';
import { logisticsEvents } from './openapi.js';
import { eventRoutes } from './routes.js';

export function createLogisticsEvents(services: ExchangeServices): ModuleRoutes {
  const { settings, lookups } = services;
  const events = new LogisticsEvents({ ...services, lookup: lookups.events });
  return {
    resources: eventRoutes({ ...services, events, posting: settings.eventPosting }),
    sections: [logisticsEvents],
  };
}
