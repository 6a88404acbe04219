import type { Access } from '../access/access.js';
import type { AccessLookups } from '../access/lookups.js';
import type { Tombstones } from '../access/tombstones.js';
import type { Refusals } from '../access/refusals.js';
import type { ActionRequests } from '../action-requests/action-requests.js';
import type { RequestLookups } from '../action-requests/lookups.js';
import type { Strangers } from '../action-requests/strangers.js';
import type { Services } from '../services.js';
import type { Transactions } from '../transactions.js';
import type { LaterLinks } from './later-links.js';
import type { LogisticsObjects } from './logistics-objects.js';
import type { ObjectLookups } from './lookups.js';
import type { Revisions } from './revisions.js';

/** The services of the modules about Logistics Objects. */
export interface ExchangeServices extends Services {
  /** By module: a module above adds its own. */
  readonly lookups: {
    readonly access: AccessLookups;
    readonly requests: RequestLookups;
    readonly objects: ObjectLookups;
  };
  readonly access: Access;
  readonly tombstones: Tombstones;
  readonly refusals: Refusals;
  readonly requests: ActionRequests;
  readonly strangers: Strangers;
  readonly revisions: Revisions;
  readonly transactions: Transactions;
  readonly laterLinks: LaterLinks;
  readonly objects: LogisticsObjects;
}
