import type { ExchangeServices } from './exchange-services.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { createLogisticsObject } from './create.js';
import { ensureDataHolder } from './data-holder.js';
import { migrateHeads } from './head-migration.js';
import { listLogisticsObjects } from './list.js';
import { ObjectBodies } from './object-bodies.js';
import { queryLogisticsObjects } from './query.js';
import { LogisticsObjects } from './logistics-objects.js';
import { Mementos } from './mementos.js';
import { readLogisticsObject } from './read.js';
import { relocationOperations } from './relocations.js';
import { RevisionBodies } from './revision-bodies.js';
import { schemas, tag } from './schemas.js';

/** Logistics Objects; creates the data holder's own object at the first start. */
export async function createLogisticsObjects(
  services: Omit<ExchangeServices, 'objects'>,
): Promise<{ objects: LogisticsObjects; mementos: Mementos; routes: ModuleRoutes }> {
  const { transactions, revisions, dataHolder, settings } = services;
  const objects = new LogisticsObjects(transactions, revisions, services);
  await ensureDataHolder(dataHolder, settings.dataHolderName, { ...services, objects });
  const migrated = migrateHeads(services);
  services.closers.push(() => migrated);
  const exchange = { ...services, objects };
  const bodies = new RevisionBodies(services);
  const mementos = new Mementos({ ...services, bodies });
  const objectBodies = new ObjectBodies(services, bodies);
  const operations = [
    listLogisticsObjects(exchange),
    createLogisticsObject(exchange),
    readLogisticsObject(exchange, { objectBodies, mementos }),
    queryLogisticsObjects(exchange, objectBodies),
    ...relocationOperations(exchange),
  ];
  return { objects, mementos, routes: moduleRoutes(tag, operations, schemas) };
}
