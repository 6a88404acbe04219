/**
 * `cargograph/client/receiver`: receives notifications in a program of one's own (T33, T48, T49).
 */
import { checkOptions, type ReceiverOptions } from './receiver/options.js';
import { ReceiverCore } from './receiver/receiver.js';
import { type FetchHandler, fetchHandler } from './receiver/through-fetch.js';
import { type NodeHandler, nodeHandler } from './receiver/through-node.js';

export type { Claims, Offer, ReceiverOptions, Seen, TrustedIssuer } from './receiver/options.js';
export type { ExpandedNode } from './receiver/expanded.js';
export type {
  EventNotification,
  Notification,
  ObjectNotification,
  OtherNotification,
  RequestNotification,
} from './receiver/notification.js';
export type { FetchHandler } from './receiver/through-fetch.js';
export type { NodeHandler } from './receiver/through-node.js';

/**
 * Handlers of `POST …/notifications` and `GET …/subscriptions`.
 *
 * @since 0.3.0
 */
export interface Receiver {
  readonly node: NodeHandler;
  readonly fetch: FetchHandler;
}

/**
 * Creates a receiver of notifications. Its answers: 204 after `onNotification`, 500 where that rejects, 401 and 403 for a
 * token or sender that is not accepted, 400, 413 and 415 for a wrong body, 503 without the keys of an identity provider.
 *
 * @since 0.3.0
 * @throws TypeError that names a wrong or missing option.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  checkOptions(options);
  const core = new ReceiverCore(options);
  return { node: nodeHandler(core), fetch: fetchHandler(core) };
}
