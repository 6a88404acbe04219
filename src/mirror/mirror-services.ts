/** The services of the mirror. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { NotificationLookups } from '../notifications/lookups.js';
import type { MirrorTerms } from '../rdf/mirror-terms.js';
import type { HoldLookups } from '../legal-holds/lookups.js';
import type { MirrorLookups } from './lookups.js';
import type { MirrorMetrics } from './metrics.js';

export type MirrorServices = ExchangeServices & {
  readonly lookups: {
    readonly mirror: MirrorLookups;
    readonly notifications: NotificationLookups;
    readonly holds: HoldLookups;
  };
};

/** With what the parts of the mirror share. */
export type MirrorContext = MirrorServices & {
  readonly ext: MirrorTerms;
  readonly mirrorMetrics: MirrorMetrics;
};
