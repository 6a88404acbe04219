import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { dataModel } from './data-model-openapi.js';
import { modelRoutes, ontologyVersions } from './model-routes.js';
import { serverInformation } from './openapi.js';
import { serverInformationRoutes } from './routes.js';

export async function createServerInformation(services: ExchangeServices): Promise<ModuleRoutes> {
  const { revisions, dataHolder, vocabulary, model, representations, clock, formDefaults } = services;
  const head = await revisions.head(dataHolder);
  const information = serverInformationRoutes(services, {
    dataHolderType: head?.type ?? vocabulary.cargo.Organization.value,
    ontologyVersions: ontologyVersions(model, vocabulary.namespaces.api, formDefaults.versions),
    startedAt: clock.now(),
  });
  return {
    resources: [...information, ...modelRoutes(model, representations)],
    sections: [serverInformation, dataModel],
  };
}
