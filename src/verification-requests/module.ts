import type { Decisions } from '../action-requests/decisions.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { requestVerification } from './operations.js';
import { schemas, tag } from './schemas.js';
import { VerificationRequests } from './verification-requests.js';

export function createVerificationRequests(services: ExchangeServices, decisions: Decisions): ModuleRoutes {
  const operation = requestVerification(services, new VerificationRequests(services), decisions);
  return moduleRoutes(tag, [operation], schemas);
}
