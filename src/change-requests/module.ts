import type { Decisions } from '../action-requests/decisions.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { auditTrailRoutes, type AuditTrailServices } from './audit-trail.js';
import { ChangeRequests } from './change-requests.js';
import { changeRequests } from './openapi.js';
import { changeRoutes } from './routes.js';

export function createChangeRequests(services: AuditTrailServices): {
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
