import type { Decisions } from '../action-requests/decisions.js';
import type { Identity } from '../identity/module.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { subscriptions } from './openapi.js';
import { Proposals } from './proposals.js';
import { offeredSubscriptions, subscriptionRoutes } from './routes.js';
import { SubscriptionRequests } from './subscription-requests.js';

export function createSubscriptions(
  services: ExchangeServices,
  { client, ownToken }: Identity,
): { handler: SubscriptionRequests; routes: (decisions: Decisions) => ModuleRoutes } {
  const { settings, vocabulary, dataHolder, uris } = services;
  const handler = new SubscriptionRequests({ ...services, thirdParties: settings.thirdPartySubscriptions });
  const proposals = new Proposals({ client, ownToken, vocabulary });
  const offers = offeredSubscriptions(settings.subscriptionTopics, dataHolder, uris);
  return {
    handler,
    routes: (decisions) => ({
      resources: subscriptionRoutes({ ...services, subscriptions: handler, decisions, proposals, offers }),
      sections: [subscriptions],
    }),
  };
}
