/** Legal holds (docs/erasure.md). */
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { LegalHolds } from './legal-holds.js';
import type { HoldServices } from './lookups.js';
import { holdOperations } from './operations.js';

const tag = {
  name: 'Legal holds',
  description: 'What must be kept: it is neither erased nor purged; for internal agents.',
};

export const createLegalHolds = (services: HoldServices): ModuleRoutes =>
  moduleRoutes(tag, holdOperations(services, new LegalHolds(services)));
