import { AccessLists } from '../access/access-lists.js';
import type { AccessDelegations } from '../access-delegations/access-delegations.js';
import type { DelegationServices } from '../access-delegations/lookups.js';
import { AgentAccess } from '../access-delegations/withdrawal.js';
import type { Decisions } from '../action-requests/decisions.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { SubscriptionServices } from '../subscriptions/lookups.js';
import type { SubscriptionRequests } from '../subscriptions/subscription-requests.js';
import { Acts } from './acts.js';
import { registerActMetrics } from './metrics.js';
import { actOperations } from './operations.js';

const tag = { name: 'Acts', description: 'Access, subscriptions and decisions for a whole shipment.' };

/** Acts on whole shipments. */
export function createActs(
  services: SubscriptionServices & DelegationServices,
  {
    decisions,
    delegations,
    subscriptions,
  }: {
    readonly decisions: Decisions;
    readonly delegations: AccessDelegations;
    readonly subscriptions: SubscriptionRequests;
  },
): ModuleRoutes {
  const lists = new AccessLists(services);
  const agentAccess = new AgentAccess(services, delegations);
  const acts = new Acts(services, { decisions, lists, agentAccess, subscriptions });
  return moduleRoutes(tag, actOperations(acts, registerActMetrics(services.metrics)));
}
