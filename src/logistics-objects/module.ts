import type { ExchangeServices } from './exchange-services.js';
import type { RequestContext } from '../http/request-context.js';
import type { Iri } from '../rdf/terms.js';
import { AccessLists } from '../access/access-lists.js';
import { accessListRoutes } from '../access/routes.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { ensureDataHolder } from './data-holder.js';
import { migrateHeads } from './head-migration.js';
import { LogisticsObjects } from './logistics-objects.js';
import { logisticsObjects } from './openapi.js';
import { objectRoutes, pathObject } from './routes.js';

/** Logistics Objects and their access control lists; creates the data holder's own object at the first start. */
export async function createLogisticsObjects(
  services: Omit<ExchangeServices, 'objects'>,
): Promise<{ objects: LogisticsObjects; routes: ModuleRoutes }> {
  const { transactions, revisions, uris, dataHolder, settings } = services;
  const objects = new LogisticsObjects(transactions, revisions, services);
  await ensureDataHolder(dataHolder, settings.dataHolderName, { ...services, objects });
  const migrated = migrateHeads(services);
  services.closers.push(() => migrated);
  const requireObject = async (context: RequestContext): Promise<Iri> =>
    (await objects.getOrThrow(pathObject(context, uris))).object;
  const resources = [
    ...objectRoutes({ ...services, objects }),
    ...accessListRoutes(services, new AccessLists(services), requireObject),
  ];
  return { objects, routes: { resources, sections: [logisticsObjects] } };
}
