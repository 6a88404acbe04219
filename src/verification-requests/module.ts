import type { Decisions } from '../action-requests/decisions.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { verificationRequests } from './openapi.js';
import { verificationRoutes } from './routes.js';
import { VerificationRequests } from './verification-requests.js';

export function createVerificationRequests(services: ExchangeServices, decisions: Decisions): ModuleRoutes {
  return {
    resources: verificationRoutes(services, new VerificationRequests(services), decisions),
    sections: [verificationRequests],
  };
}
