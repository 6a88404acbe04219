import type { Decisions } from '../action-requests/decisions.js';
import type { Resource } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import { ChangeRequests } from './change-requests.js';
import { changeRoutes } from './routes.js';

export function createChangeRequests(services: ExchangeServices): {
  handler: ChangeRequests;
  resources: (decisions: Decisions) => Resource[];
} {
  const { pendingChanges, requests: lookups } = services.lookups;
  const handler = new ChangeRequests({ ...services, pending: pendingChanges });
  return { handler, resources: (decisions) => changeRoutes({ ...services, changes: handler, lookups, decisions }) };
}
