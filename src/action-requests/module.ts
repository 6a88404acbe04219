import type { ModuleRoutes } from '../openapi/section.js';
import type { Services } from '../services.js';
import type { ActionRequests } from './action-requests.js';
import type { Decisions } from './decisions.js';
import type { RequestLookups } from './lookups.js';
import { registerRequestMetrics } from './metrics.js';
import { actionRequests } from './openapi.js';
import { requestRoutes } from './routes.js';

export function createActionRequests(
  services: Services & {
    readonly requests: ActionRequests;
    readonly lookups: { readonly requests: RequestLookups };
  },
  decisions: Decisions,
): ModuleRoutes {
  registerRequestMetrics(services.metrics, services, services.lookups.requests);
  return {
    resources: requestRoutes(services, decisions),
    sections: [actionRequests],
  };
}
