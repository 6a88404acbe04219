/** Drafts and templates: forms that agents have begun (docs/desk.md). */
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { keepDropping } from '../store/expiry.js';
import { type AssertReadable, Drafts, type DraftServices } from './drafts.js';
import { dropExpired } from './expiry.js';
import { draftOperations } from './operations.js';

const tag = {
  name: 'Drafts',
  description: 'Forms that agents have begun, and templates: kept for each agent, and no part of the exchange.',
};

export function createDrafts(services: DraftServices, assertReadable: AssertReadable): ModuleRoutes {
  const { log, random, stopping, closers } = services;
  const expiring = keepDropping(() => dropExpired(services, stopping), { what: 'drafts', log, random, stopping });
  closers.push(() => expiring);
  return moduleRoutes(tag, draftOperations(new Drafts(services, assertReadable)));
}
