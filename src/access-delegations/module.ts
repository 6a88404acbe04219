import type { Decisions } from '../action-requests/decisions.js';
import type { Resource } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import { AccessDelegations } from './access-delegations.js';
import { DelegationQueries } from './queries.js';
import { delegationRoutes } from './routes.js';

export function createAccessDelegations(services: ExchangeServices): {
  handler: AccessDelegations;
  resources: (decisions: Decisions) => Resource[];
} {
  const { store, addresses, vocabulary } = services;
  const handler = new AccessDelegations({ ...services, queries: new DelegationQueries(store, addresses, vocabulary) });
  return { handler, resources: (decisions) => delegationRoutes({ delegations: handler, decisions, vocabulary }) };
}
