import type { Decisions } from '../action-requests/decisions.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { auditTrailRoutes } from './audit-trail.js';
import { ChangeRequests } from './change-requests.js';
import { changeRequests } from './openapi.js';
import { changeRoutes } from './routes.js';

export function createChangeRequests(services: ExchangeServices): {
  handler: ChangeRequests;
  routes: (decisions: Decisions) => ModuleRoutes;
} {
  const handler = new ChangeRequests(services);
  return {
    handler,
    routes: (decisions) => ({
      resources: [...changeRoutes(services, handler, decisions), ...auditTrailRoutes(services)],
      sections: [changeRequests],
    }),
  };
}
