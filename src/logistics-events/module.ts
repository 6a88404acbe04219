import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { LogisticsEvents } from './logistics-events.js';
import { logisticsEvents } from './openapi.js';
import { eventRoutes } from './routes.js';

export function createLogisticsEvents(services: ExchangeServices): ModuleRoutes {
  const events = new LogisticsEvents(services);
  return {
    resources: eventRoutes(services, events),
    sections: [logisticsEvents],
  };
}
