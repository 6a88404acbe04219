import type { Decisions } from '../action-requests/decisions.js';
import type { Resource } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import { ChangeRequests } from './change-requests.js';
import { PendingChanges } from './pending-changes.js';
import { ChangeRequestQueries } from './queries.js';
import { changeRoutes } from './routes.js';

export async function createChangeRequests(
  services: ExchangeServices,
): Promise<{ handler: ChangeRequests; resources: (decisions: Decisions) => Resource[] }> {
  const { store, addresses, vocabulary } = services;
  const queries = new ChangeRequestQueries(store, addresses, vocabulary);
  const handler = new ChangeRequests({ ...services, pending: await PendingChanges.open({ ...services, queries }) });
  return { handler, resources: (decisions) => changeRoutes({ ...services, changes: handler, queries, decisions }) };
}
