import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { LogisticsEvents } from './logistics-events.js';
import { eventOperations } from './operations.js';
import { schemas, tag } from './schemas.js';

export function createLogisticsEvents(services: ExchangeServices): ModuleRoutes {
  return moduleRoutes(tag, eventOperations(services, new LogisticsEvents(services)), schemas);
}
