/** What delivery writes in the store: confirmations and failures. */
import type { Services } from '../../services.js';
import type { Confirmation, Delivered, DeliveryRecord } from '../delivery/delivery-options.js';
import type { Receipt } from '../receipts/receipt.js';
import type { Receipts } from '../receipts/receipts.js';
import { describeFailure, type QueueFailure, type QueueName } from './queue-states.js';

/** The receipt of a notification that its receiver has confirmed. */
function receiptOf({ entry, attempts, at }: Delivered): Receipt {
  const { id, received, eventType, object, revision, receiver, topic, createdAt } = entry;
  const told = { notification: id, received, eventType, object, revision, subscriber: receiver, topic, createdAt };
  return { ...told, attempts, confirmedAt: at, skipped: undefined };
}

export class StoredDeliveryRecord implements DeliveryRecord {
  constructor(
    private readonly services: Pick<Services, 'store' | 'uris' | 'vocabulary' | 'log'>,
    private readonly receipts: Pick<Receipts, 'write'>,
  ) {}

  async confirm(confirmations: readonly Confirmation[]): Promise<void> {
    const { store, uris, log } = this.services;
    const entries = confirmations.map(({ uri }) => uri);
    const failures = confirmations.flatMap(({ failed }) =>
      failed === undefined ? [] : [uris.deliveryFailure(failed.receiver, failed.topic)],
    );
    try {
      await store.transact([...entries, ...failures], async (tx) => {
        const receipts: Receipt[] = [];
        for (const { uri, delivered } of confirmations) {
          // One that an operator has skipped meanwhile has its receipt.
          if (delivered !== undefined && (await tx.read(uri)).size > 0) receipts.push(receiptOf(delivered));
          await tx.drop(uri);
        }
        for (const graph of failures) await tx.drop(graph);
        await this.receipts.write(tx, receipts);
      });
    } catch (error) {
      log.error(
        { err: error, notifications: entries.length, first: entries[0] },
        'delivered notifications could not be deleted from the outbox',
      );
    }
  }

  async fail(failure: QueueFailure): Promise<void> {
    const { store, uris, vocabulary, log } = this.services;
    const { receiver, topic, entry } = failure;
    const graph = uris.deliveryFailure(receiver, topic);
    try {
      await store.transact([graph, entry], async (tx) => {
        // An operator may have skipped it meanwhile.
        if ((await tx.read(entry)).size === 0) return;
        await tx.replace(graph, describeFailure(graph, failure, vocabulary));
      });
    } catch (error) {
      log.error({ err: error, receiver }, 'why a notification could not be delivered could not be stored');
    }
  }

  async recover({ receiver, topic }: QueueName): Promise<void> {
    const { store, uris, log } = this.services;
    const graph = uris.deliveryFailure(receiver, topic);
    try {
      await store.transact([graph], (tx) => tx.drop(graph));
    } catch (error) {
      log.error({ err: error, receiver }, 'the failure of a queue of deliveries could not be deleted');
    }
  }
}
