import { ReadingTimes } from '../access/reading-times.js';
import type { ErasureLookups } from '../erasures/lookups.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { Feed } from './feed.js';
import { MemberIndex } from './member-index.js';
import { registerFeedMetrics } from './metrics.js';
import { feedOperations } from './operations.js';
import { readFeedState } from './reader-operations.js';
import { FeedReaders } from './readers.js';
import { tag } from './schemas.js';
import { FeedStatements } from './statements.js';
import { FeedViews } from './views.js';

/** The event stream of what each caller may read; nothing where it is switched off (W66). */
export function createFeed(
  services: ExchangeServices & {
    readonly lookups: { readonly erasures: Pick<ErasureLookups, 'erasures' | 'members'> };
  },
): ModuleRoutes {
  const { settings, clock, store, contents, uris, metrics, tombstones } = services;
  if (!settings.feed.isOn) return { resources: [], sections: [] };
  const members = new MemberIndex({ ...services, readingTimes: new ReadingTimes(services) });
  const views = new FeedViews({ ...services, members });
  const feed = new Feed({ views, store, clock, pageSize: settings.feed.pageSize });
  const statements = new FeedStatements({ ...services, members });
  const readers = new FeedReaders(clock);
  const count = registerFeedMetrics(metrics);
  return moduleRoutes(tag, [
    ...feedOperations(services, { feed, views, members, contents, uris, tombstones, statements, readers, count }),
    readFeedState({ views, readers, clock, pageSize: settings.feed.pageSize }),
  ]);
}
