/** Skips a notification at an operator's request: the queue continues with the next one. */
import { ServiceError } from '../../errors.js';
import type { Services } from '../../services.js';
import type { Iri } from '../../rdf/terms.js';
import type { Graph } from '../../rdf/graph.js';
import type { Outbox } from '../outbox.js';
import { type OutboxEntry, receiptFor } from '../outbox-entry.js';
import type { Receipts } from '../receipts/receipts.js';
import { readFailure } from './queue-states.js';

interface Skip {
  /** The `@id` of a notification, or its entry of the outbox. */
  readonly notification: Iri;
  readonly by: Iri;
  readonly reason: string;
}

/**
 * Deletes a notification from the outbox and leaves a receipt with the agent and the reason. A running attempt is not
 * aborted: the receiver may still get the notification.
 *
 * @throws ServiceError `not-found` for one that does not wait for delivery, `unprocessable` for a damaged entry.
 */
export async function skipDelivery(
  { store, uris, vocabulary, clock }: Pick<Services, 'store' | 'uris' | 'vocabulary' | 'clock'>,
  { outbox, receipts }: { readonly outbox: Pick<Outbox, 'read'>; readonly receipts: Receipts },
  { notification, by, reason }: Skip,
): Promise<void> {
  const notFound = (): ServiceError =>
    new ServiceError('not-found', { message: 'no such notification waits for delivery', resource: notification });
  const uri = uris.findOutboxEntry(notification);
  if (uri === undefined) throw notFound();
  const read = (data: Graph): OutboxEntry => {
    const entry = readable(outbox, data, notification);
    if (entry === undefined) throw notFound();
    return entry;
  };
  const { receiver, topic } = read(await store.read(uri));
  const failureGraph = uris.deliveryFailure(receiver, topic);
  await store.transact([uri, failureGraph], async (tx) => {
    const entry = read(await tx.read(uri));
    const failure = readFailure(await tx.read(failureGraph), vocabulary);
    const isFirst = failure?.entry === uri;
    const attempts = isFirst ? failure.attempts : 0;
    await tx.drop(uri);
    if (isFirst) await tx.drop(failureGraph);
    await receipts.write(tx, [
      { ...receiptFor(entry, vocabulary), attempts, confirmedAt: clock.now(), skipped: { by, reason } },
    ]);
  });
}

function readable(outbox: Pick<Outbox, 'read'>, data: Graph, notification: Iri): OutboxEntry | undefined {
  try {
    return outbox.read(data);
  } catch (cause) {
    const message = 'the stored data of this notification cannot be read; it is retried outside its queue';
    throw new ServiceError('unprocessable', { message, resource: notification }, { cause });
  }
}
