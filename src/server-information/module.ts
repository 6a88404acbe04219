import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { combinedRoutes, moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { modelOperations, ontologyVersions } from './data-model.js';
import { getServerInformation } from './information.js';
import { informationSchemas, informationTag, modelSchemas, modelTag } from './schemas.js';

export async function createServerInformation(services: ExchangeServices): Promise<ModuleRoutes> {
  const { revisions, dataHolder, vocabulary, model, representations, clock, formDefaults } = services;
  const head = await revisions.head(dataHolder);
  const information = getServerInformation(services, {
    dataHolderType: head?.type ?? vocabulary.cargo.Organization.value,
    ontologyVersions: ontologyVersions(model, vocabulary.namespaces.api, formDefaults.versions),
    startedAt: clock.now(),
  });
  return combinedRoutes(
    moduleRoutes(informationTag, [information], informationSchemas),
    moduleRoutes(modelTag, modelOperations(model, representations), modelSchemas),
  );
}
