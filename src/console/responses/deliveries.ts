/** Notifications that go out, their queues and receipts. */
import type { Page } from './objects.js';

/** `GET /internal/deliveries?subscriber=&topic=&limit=&skip=`: what waits, in the order in which it is sent. */
export type DeliveriesAnswer = Page<DeliveryItem>;

/** An outgoing notification. One that cannot be read has its id, attempts and last error only. */
export interface DeliveryItem {
  readonly id: string;
  readonly entry: string;
  readonly eventType: string | null;
  readonly logisticsObject: string | null;
  readonly subscriber: string | null;
  readonly callback: string | null;
  readonly topic: string | null;
  readonly createdAt: string | null;
  readonly attempts: number;
  readonly apiVersion: string | null;
  readonly nextAttempt: string | null;
  /** When the receiver has confirmed it, as long as that is not written down: it is not sent again. */
  readonly confirmedAt: string | null;
  readonly lastError: string | null;
}

/** `GET /internal/delivery-queues` */
export interface DeliveryQueuesAnswer {
  /** The node's own token for calls to partners. */
  readonly token: { readonly ok: boolean; readonly lastError: string | null };
  readonly items: readonly DeliveryQueue[];
  readonly truncated: boolean;
}

export interface DeliveryQueue {
  readonly subscriber: string;
  readonly label: string | null;
  readonly callback: string | null;
  readonly topic: string;
  readonly subscription: string | null;
  readonly waiting: number;
  readonly oldest: string | null;
  readonly state: 'idle' | 'sending' | 'backing-off' | 'paused' | 'waiting';
  /** Of the first notification. */
  readonly attempts: number;
  /** When its first attempt failed. */
  readonly failingSince: string | null;
  readonly nextAttempt: string | null;
  readonly lastError: string | null;
  readonly lastConfirmed: string | null;
  readonly paused: { readonly by: string; readonly at: string; readonly reason: string | null } | null;
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly count: number } | null;
}

/** `GET /internal/delivery-pauses?subscriber=&from=&to=&limit=`, newest first. */
export interface DeliveryPausesAnswer {
  readonly items: readonly DeliveryPause[];
}

export interface DeliveryPause {
  readonly subscriber: string;
  /** Null: all queues of the subscriber. */
  readonly topic: string | null;
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
  /** Null: it runs. */
  readonly endedBy: string | null;
  readonly endedAt: string | null;
}

/** `POST /internal/delivery-queues/retry` with `{subscriber, topic?}`: 202. */
export interface RetryAnswer {
  readonly queues: number;
}

/** `GET /internal/receipts?subscriber=&object=&from=&to=&limit=&skip=`, newest first. */
export interface ReceiptsAnswer {
  readonly items: readonly ReceiptItem[];
}

export interface ReceiptItem {
  readonly notification: string;
  /** The entry of the inbox that was handed on; null for a notification of this node. */
  readonly received: string | null;
  readonly eventType: string;
  readonly object: string | null;
  readonly revision: number | null;
  readonly subscriber: string;
  /** What the subscriber subscribed to; names its queue. */
  readonly topic: string;
  readonly createdAt: string;
  readonly attempts: number;
  readonly confirmedAt: string;
  /** `confirmed`: the subscriber answered 2xx; `skipped`: an operator gave the delivery up. */
  readonly status: 'confirmed' | 'skipped';
  /** Of a skipped one. */
  readonly skippedBy: string | null;
  readonly reason: string | null;
}
