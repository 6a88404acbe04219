import type { Decisions } from '../action-requests/decisions.js';
import type { Identity } from '../identity/module.js';
import type { SubscriptionServices } from './lookups.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { ConditionEngine } from './extensions.js';
import { extensionRoutes } from './extension-routes.js';
import { subscriptions } from './openapi.js';
import { Proposals } from './proposals.js';
import { subscriptionRoutes } from './routes.js';
import { SubscriptionRequests } from './subscription-requests.js';

export function createSubscriptions(
  services: SubscriptionServices,
  identity: Identity,
  conditions: ConditionEngine,
): { handler: SubscriptionRequests; routes: (decisions: Decisions) => ModuleRoutes } {
  const handler = new SubscriptionRequests(services, conditions);
  const proposals = new Proposals(identity, services);
  return {
    handler,
    routes: (decisions) => ({
      resources: [
        ...subscriptionRoutes(services, handler, proposals, decisions),
        ...extensionRoutes(services.uris, services.vocabulary, services.representations),
      ],
      sections: [subscriptions],
    }),
  };
}
