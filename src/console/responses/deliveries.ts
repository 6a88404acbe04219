/** Notifications that go out, their queues and receipts. */
export type {
  DeliveriesAnswer,
  DeliveryItem,
  DeliveryPause,
  DeliveryPausesAnswer,
  DeliveryQueue,
  DeliveryQueuesAnswer,
  RetryAnswer,
} from '../../notifications/queues/schemas.js';
export type { ReceiptItem, ReceiptsAnswer } from '../../notifications/receipts/schemas.js';
