import type { Decisions } from '../action-requests/decisions.js';
import type { Identity } from '../identity/module.js';
import type { SubscriptionServices } from './lookups.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { ConditionEngine } from './extensions.js';
import { getExtensions } from './extension-vocabulary.js';
import { type FurtherOffers, getSubscriptions } from './offered.js';
import { proposeSubscription, requestSubscription } from './operations.js';
import { Proposals } from './proposals.js';
import { schemas, tag } from './schemas.js';
import { SubscriptionRequests } from './subscription-requests.js';

export function createSubscriptions(
  services: SubscriptionServices,
  identity: Identity,
  conditions: ConditionEngine,
): { handler: SubscriptionRequests; routes: (decisions: Decisions, furtherOffers: FurtherOffers) => ModuleRoutes } {
  const handler = new SubscriptionRequests(services, conditions);
  const proposals = new Proposals(identity, services);
  return {
    handler,
    routes: (decisions, furtherOffers) =>
      moduleRoutes(
        tag,
        [
          getSubscriptions(services, furtherOffers),
          requestSubscription(services, handler, decisions),
          getExtensions(services),
          proposeSubscription(services, handler, proposals),
        ],
        schemas(services.vocabulary.namespaces),
      ),
  };
}
