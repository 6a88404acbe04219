import type { EventServices } from './lookups.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { LogisticsEvents } from './logistics-events.js';
import { eventOperations } from './operations.js';
import { schemas, tag } from './schemas.js';

export function createLogisticsEvents(services: EventServices): { events: LogisticsEvents; routes: ModuleRoutes } {
  const events = new LogisticsEvents(services);
  return { events, routes: moduleRoutes(tag, eventOperations(services, events), schemas) };
}
