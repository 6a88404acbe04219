import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { Services } from '../services.js';
import type { ActionRequests } from './action-requests.js';
import { decisionOperations } from './decide.js';
import type { Decisions } from './decisions.js';
import { listActionRequests } from './list.js';
import type { RequestLookups } from './lookups.js';
import { registerRequestMetrics } from './metrics.js';
import { readActionRequest, readRequestError } from './read.js';
import { schemas, tag } from './schemas.js';

export function createActionRequests(
  services: Services & {
    readonly requests: ActionRequests;
    readonly lookups: { readonly requests: RequestLookups };
  },
  decisions: Decisions,
): ModuleRoutes {
  registerRequestMetrics(services.metrics, services, services.lookups.requests);
  const operations = [
    listActionRequests(services),
    readActionRequest(services),
    ...decisionOperations(services, decisions),
    readRequestError(services),
  ];
  return moduleRoutes(tag, operations, schemas);
}
