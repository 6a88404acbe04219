import type { Decisions } from '../action-requests/decisions.js';
import type { Resource } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import { AccessDelegations } from './access-delegations.js';
import { delegationRoutes } from './routes.js';

export function createAccessDelegations(services: ExchangeServices): {
  handler: AccessDelegations;
  resources: (decisions: Decisions) => Resource[];
} {
  const { vocabulary, lookups } = services;
  const handler = new AccessDelegations({ ...services, derived: lookups.derivedDelegations });
  return { handler, resources: (decisions) => delegationRoutes({ delegations: handler, decisions, vocabulary }) };
}
