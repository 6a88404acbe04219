import type { Resource } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/module.js';
import { modelRoutes, ontologyVersions } from './model-routes.js';
import { serverInformationRoutes } from './routes.js';

export async function createServerInformation(services: ExchangeServices): Promise<Resource[]> {
  const { revisions, dataHolder, vocabulary, model, representations, clock } = services;
  const head = await revisions.head(dataHolder);
  return [
    ...serverInformationRoutes({
      ...services,
      dataHolderType: head?.type ?? vocabulary.cargo.Organization.value,
      ontologyVersions: ontologyVersions(model),
      startedAt: clock.now(),
    }),
    ...modelRoutes(model, representations),
  ];
}
