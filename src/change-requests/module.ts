import type { Decisions } from '../action-requests/decisions.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { ChangeRequests } from './change-requests.js';
import { changeRequests } from './openapi.js';
import { changeRoutes } from './routes.js';

export function createChangeRequests(services: ExchangeServices): {
  handler: ChangeRequests;
  routes: (decisions: Decisions) => ModuleRoutes;
} {
  const { pendingChanges, requests: lookups } = services.lookups;
  const handler = new ChangeRequests({ ...services, pending: pendingChanges });
  return {
    handler,
    routes: (decisions) => ({
      resources: changeRoutes({ ...services, changes: handler, lookups, decisions }),
      sections: [changeRequests],
    }),
  };
}
