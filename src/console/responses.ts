/**
 * The JSON answers of the addresses that the console asks (`/internal/…`, also at `/console/api/…`). The node's routes
 * and the console's browser code import the same types. Times are ISO 8601 in UTC, URIs are absolute.
 */
export type * from './responses/access.js';
export type * from './responses/deliveries.js';
export type * from './responses/labels.js';
export type * from './responses/model.js';
export type * from './responses/node.js';
export type * from './responses/notifications.js';
export type * from './responses/objects.js';
export type * from './responses/drawings.js';
export type * from './responses/requests.js';
