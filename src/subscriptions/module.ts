import type { Decisions } from '../action-requests/decisions.js';
import type { Resource } from '../http/request-context.js';
import type { Identity } from '../identity/module.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import { Proposals } from './proposals.js';
import { offeredSubscriptions, subscriptionRoutes } from './routes.js';
import { SubscriptionRequests } from './subscription-requests.js';

export function createSubscriptions(
  services: ExchangeServices,
  { client, ownToken }: Identity,
): { handler: SubscriptionRequests; resources: (decisions: Decisions) => Resource[] } {
  const { settings, vocabulary, dataHolder, addresses } = services;
  const handler = new SubscriptionRequests({ ...services, thirdParties: settings.thirdPartySubscriptions });
  const proposals = new Proposals({ client, ownToken, vocabulary });
  const offers = offeredSubscriptions(settings.subscriptionTopics, dataHolder, addresses);
  return {
    handler,
    resources: (decisions) => subscriptionRoutes({ ...services, subscriptions: handler, decisions, proposals, offers }),
  };
}
