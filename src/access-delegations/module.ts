import { access } from '../access/openapi.js';
import type { Decisions } from '../action-requests/decisions.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { AccessDelegations } from './access-delegations.js';
import { delegationRoutes } from './routes.js';

export function createAccessDelegations(services: ExchangeServices): {
  handler: AccessDelegations;
  routes: (decisions: Decisions) => ModuleRoutes;
} {
  const { vocabulary, lookups } = services;
  const handler = new AccessDelegations({ ...services, derived: lookups.derivedDelegations });
  return {
    handler,
    routes: (decisions) => ({
      resources: delegationRoutes({ delegations: handler, decisions, vocabulary }),
      // Also describes access control lists.
      sections: [access],
    }),
  };
}
