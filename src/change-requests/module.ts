import type { Decisions } from '../action-requests/decisions.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { type AuditTrailServices, readAuditTrail } from './audit-trail.js';
import { ChangeRequests } from './change-requests.js';
import { correctObject } from './corrections.js';
import { requestChange } from './operations.js';
import { readDifferences } from './read-differences.js';
import { schemas, tag } from './schemas.js';

export function createChangeRequests(services: AuditTrailServices): {
  handler: ChangeRequests;
  routes: (decisions: Decisions) => ModuleRoutes;
} {
  const handler = new ChangeRequests(services);
  return {
    handler,
    routes: (decisions) =>
      moduleRoutes(
        tag,
        [
          requestChange(services, handler, decisions),
          correctObject(services, handler),
          readDifferences(services),
          readAuditTrail(services),
        ],
        schemas(services.vocabulary.namespaces),
      ),
  };
}
