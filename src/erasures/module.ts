/** Erasures: what a node has to forget is gone, and that it is gone is on record (docs/erasure.md). */
import { ActiveSubscriptions } from '../subscriptions/active-subscriptions.js';
import type { SubscriptionLookups } from '../subscriptions/lookups.js';
import type { Purging } from '../mirror/copies/purge.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { GraphSource } from '../store/store.js';
import { ErasureList } from './erasure-list.js';
import { Erasures } from './erasures.js';
import type { ErasureServices } from './lookups.js';
import { ErasurePreviews } from './preview.js';
import { erasureOperations } from './operations.js';
import { ErasureReceivers } from './receivers.js';

const tag = {
  name: 'Erasures',
  description: 'What was erased, when, by whom and why; for internal agents.',
};

/** @param purging of copies of partners' objects; undefined without them. */
export function createErasures(
  services: ErasureServices & { readonly store: Pick<GraphSource, 'graphs'> } & {
    readonly lookups: { readonly subscriptions: SubscriptionLookups };
  },
  purging: Purging | undefined,
): ModuleRoutes {
  const receivers = new ErasureReceivers(services, new ActiveSubscriptions(services));
  const erasures = new Erasures(services, receivers, purging);
  const list = new ErasureList(services);
  const previews = new ErasurePreviews(services, erasures);
  return moduleRoutes(tag, erasureOperations(services, { erasures, list, previews }));
}
