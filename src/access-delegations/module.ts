import { access } from '../access/openapi.js';
import type { Decisions } from '../action-requests/decisions.js';
import type { DelegationServices } from './lookups.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { AccessDelegations } from './access-delegations.js';
import { delegationRoutes } from './routes.js';

export function createAccessDelegations(services: DelegationServices): {
  handler: AccessDelegations;
  routes: (decisions: Decisions) => ModuleRoutes;
} {
  const handler = new AccessDelegations(services);
  return {
    handler,
    routes: (decisions) => ({
      resources: delegationRoutes(services, handler, decisions),
      // Also describes access control lists.
      sections: [access],
    }),
  };
}
