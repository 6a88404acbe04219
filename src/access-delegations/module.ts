import { AccessLists } from '../access/access-lists.js';
import { accessListOperations } from '../access/operations.js';
import { schemas as accessSchemas, tag } from '../access/schemas.js';
import type { Decisions } from '../action-requests/decisions.js';
import { pathObject } from '../logistics-objects/path-object.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { AccessDelegations } from './access-delegations.js';
import type { DelegationServices } from './lookups.js';
import { requestDelegation } from './operations.js';
import { schemas } from './schemas.js';

/** Access: the lists of the holder, and requests of others. */
export function createAccessDelegations(services: DelegationServices): {
  handler: AccessDelegations;
  routes: (decisions: Decisions) => ModuleRoutes;
} {
  const { objects, uris, vocabulary } = services;
  const handler = new AccessDelegations(services);
  const lists = accessListOperations(
    services,
    new AccessLists(services),
    async (context) => (await objects.getOrThrow(pathObject(context, uris))).object,
  );
  return {
    handler,
    routes: (decisions) =>
      moduleRoutes(tag, [...lists, requestDelegation(services, handler, decisions)], {
        ...accessSchemas,
        ...schemas(vocabulary.namespaces),
      }),
  };
}
