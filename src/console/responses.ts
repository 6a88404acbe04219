/**
 * The JSON answers of the addresses that the console asks (`/internal/…`, also at `/console/api/…`). The node's routes
 * and the console's browser code import the same types. Times are ISO 8601 in UTC, URIs are absolute.
 */
export type * from '../acts/schemas.js';
export type * from './responses/access.js';
export type * from './responses/agents.js';
export type * from './responses/forms.js';
export type * from './responses/labels.js';
export type * from './responses/model.js';
export type * from './responses/node.js';
export type * from './responses/objects.js';
export type * from './responses/drawings.js';
export type * from './responses/requests.js';
export type * from './watched/schemas.js';
export type * from '../drafts/schemas.js';
export type * from './responses/told.js';
export type * from '../erasures/schemas.js';
export type * from '../feed/reader-schemas.js';
export type * from '../legal-holds/schemas.js';
export type * from '../mirror/follows/schemas.js';
export type * from '../logistics-objects/differences/schemas.js';
export type * from '../mirror/asking/overview-schemas.js';
export type * from '../mirror/asking/schemas.js';
export type * from '../messages/schemas.js';
export type * from '../overviews/schemas.js';
export type * from '../proof-log/state-schemas.js';
export type * from '../monitoring/readiness.js';
export type * from '../notifications/entries/schemas.js';
export type * from '../notifications/queues/schemas.js';
export type * from '../notifications/receipts/schemas.js';
export type * from '../questions/schemas.js';
