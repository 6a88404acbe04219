import type { Resource } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { ActionRequests } from './action-requests.js';
import type { Decisions } from './decisions.js';
import { requestRoutes } from './routes.js';

export function createActionRequests(
  services: Services & { readonly requests: ActionRequests },
  decisions: Decisions,
): Resource[] {
  return requestRoutes({ ...services, decisions, lookups: services.lookups.requests });
}
