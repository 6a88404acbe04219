/** The JSON answers about one notification that goes out or has come in. */
import type { DeliveryItem, DeliveryQueue, ReceiptItem } from './deliveries.js';

/** `GET /internal/outbox/<id>`: a notification of this node that waits, or its receipt. */
export interface OutboxEntryAnswer {
  readonly entry: string;
  /** What is known while it waits; null when it is gone. */
  readonly waiting: WaitingNotification | null;
  /** That it was confirmed or skipped; null while it waits. */
  readonly receipt: ReceiptItem | null;
}

export interface WaitingNotification {
  readonly delivery: DeliveryItem;
  readonly revision: number | null;
  readonly subscription: string | null;
  /** The entry of the inbox that is handed on to the back end; null for a notification of this node. */
  readonly received: string | null;
  readonly waitsFor: WaitsFor;
  /** What would be sent now, as JSON-LD; null for one that cannot be read or would not be sent. */
  readonly body: string | null;
  /** The API version of the body, as far as it is known without asking the receiver. */
  readonly bodyVersion: string | null;
}

/** Why a notification has not been delivered yet. */
export type WaitsFor =
  | { readonly kind: 'pause'; readonly pause: NonNullable<DeliveryQueue['paused']> }
  /** Those before it in its queue; `ahead` counts at most 1000. */
  | { readonly kind: 'earlier'; readonly first: string; readonly ahead: number }
  /** The next attempt, after one that failed. */
  | { readonly kind: 'retry'; readonly at: string }
  /** More updates of the same object, which are sent together. */
  | { readonly kind: 'collection'; readonly until: string }
  /** An attempt, which is made now. */
  | { readonly kind: 'attempt' };

/** `GET /internal/inbox/<id>`: a notification that this node has received. */
export interface InboxEntryAnswer {
  readonly entry: string;
  /** The sender's name of it; null when it has none. */
  readonly notification: string | null;
  readonly from: string | null;
  readonly receivedAt: string;
  readonly eventType: string | null;
  readonly object: string | null;
  readonly objectType: string | null;
  readonly events: readonly string[];
  readonly changedProperties: readonly string[];
  readonly trigger: string | null;
  /** All that it says. */
  readonly turtle: string;
  /** Whether received notifications are handed on to a back end (`INBOX_WEBHOOK_URL`). */
  readonly isHandedOn: boolean;
  /** The entry of the outbox that hands it on; null when none waits. */
  readonly handing: DeliveryItem | null;
  /** That the back end has confirmed it, or that it was skipped. */
  readonly receipt: ReceiptItem | null;
}
