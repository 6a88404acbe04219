import type { Access } from '../access/access.js';
import type { Refusals } from '../access/refusals.js';
import type { ActionRequests } from '../action-requests/action-requests.js';
import type { Strangers } from '../action-requests/strangers.js';
import type { Services } from '../services.js';
import type { Transactions } from '../transactions.js';
import type { LogisticsObjects } from './logistics-objects.js';
import type { Revisions } from './revisions.js';

/** What the modules use that are about Logistics Objects. */
export interface ExchangeServices extends Services {
  readonly access: Access;
  readonly refusals: Refusals;
  readonly requests: ActionRequests;
  readonly strangers: Strangers;
  readonly revisions: Revisions;
  readonly transactions: Transactions;
  readonly objects: LogisticsObjects;
}
