import type { ModuleRoutes } from '../openapi/section.js';
import type { Services } from '../services.js';
import type { ActionRequests } from './action-requests.js';
import type { Decisions } from './decisions.js';
import { registerRequestMetrics } from './metrics.js';
import { actionRequests } from './openapi.js';
import { requestRoutes } from './routes.js';

export function createActionRequests(
  services: Services & { readonly requests: ActionRequests },
  decisions: Decisions,
): ModuleRoutes {
  registerRequestMetrics(services.metrics, services);
  return {
    resources: requestRoutes(services, decisions),
    sections: [actionRequests],
  };
}
