import type { ExchangeServices } from './exchange-services.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { ensureDataHolder } from './data-holder.js';
import { migrateHeads } from './head-migration.js';
import { LogisticsObjects } from './logistics-objects.js';
import { logisticsObjects } from './openapi.js';
import { objectRoutes } from './routes.js';

/** Logistics Objects; creates the data holder's own object at the first start. */
export async function createLogisticsObjects(
  services: Omit<ExchangeServices, 'objects'>,
): Promise<{ objects: LogisticsObjects; routes: ModuleRoutes }> {
  const { transactions, revisions, dataHolder, settings } = services;
  const objects = new LogisticsObjects(transactions, revisions, services);
  await ensureDataHolder(dataHolder, settings.dataHolderName, { ...services, objects });
  const migrated = migrateHeads(services);
  services.closers.push(() => migrated);
  return { objects, routes: { resources: objectRoutes({ ...services, objects }), sections: [logisticsObjects] } };
}
