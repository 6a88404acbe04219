import type { EventServices } from './lookups.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { LogisticsEvents } from './logistics-events.js';
import { eventOperations } from './operations.js';
import { schemas, tag } from './schemas.js';

export function createLogisticsEvents(services: EventServices): ModuleRoutes {
  return moduleRoutes(tag, eventOperations(services, new LogisticsEvents(services)), schemas);
}
