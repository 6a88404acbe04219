import type { Access } from '../access/access.js';
import { AccessLists } from '../access/access-lists.js';
import { accessListRoutes } from '../access/routes.js';
import type { ActionRequests } from '../action-requests/action-requests.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { Services } from '../services.js';
import type { Transactions } from '../transactions.js';
import { ensureDataHolder } from './data-holder.js';
import { Embedding } from './embedding.js';
import { LogisticsObjects } from './logistics-objects.js';
import { logisticsObjects } from './openapi.js';
import type { Revisions } from './revisions.js';
import { objectRoutes, pathObject } from './routes.js';

/** What the modules use that are about Logistics Objects. */
export interface ExchangeServices extends Services {
  readonly access: Access;
  readonly requests: ActionRequests;
  readonly revisions: Revisions;
  readonly transactions: Transactions;
  readonly objects: LogisticsObjects;
}

/** Logistics Objects and their access control lists; creates the data holder's own object at the first start. */
export async function createLogisticsObjects(
  services: Omit<ExchangeServices, 'objects'>,
): Promise<{ objects: LogisticsObjects; routes: ModuleRoutes }> {
  const { transactions, revisions, access, contents, uris, clock, log, representations } = services;
  const warn = (warnings: readonly string[]): void => {
    log.warn({ warnings }, 'a request body was not taken as it is');
  };
  const objects = new LogisticsObjects(transactions, revisions, { ...services, warn }, clock);
  await ensureDataHolder(services.dataHolder, services.settings.dataHolderName, { ...services, objects });
  const resources = [
    ...objectRoutes({
      ...services,
      objects,
      lookup: services.lookups.objects,
      embedding: new Embedding(contents, revisions, access, uris),
    }),
    ...accessListRoutes({
      lists: new AccessLists(services),
      requireObject: async (context) => (await objects.getOrThrow(pathObject(context, uris))).object,
      representations,
    }),
  ];
  return { objects, routes: { resources, sections: [logisticsObjects] } };
}
