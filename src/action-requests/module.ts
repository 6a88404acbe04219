import type { Resource } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { ActionRequests } from './action-requests.js';
import type { Decisions } from './decisions.js';
import { RequestIndex } from './request-index.js';
import { requestRoutes } from './routes.js';

export async function createActionRequests(
  services: Services & { readonly requests: ActionRequests },
  decisions: Decisions,
): Promise<Resource[]> {
  return requestRoutes({ ...services, decisions, index: await RequestIndex.open(services) });
}
