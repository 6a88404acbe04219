/** Finds the delivery queues with entries, without reading all of their entries. */
import { isUnavailable } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import { ALL_NOTIFICATIONS, type NotificationServices, queueOrder } from '../lookups.js';
import type { Outbox } from '../outbox.js';
import type { OutboxEntry } from '../outbox-entry.js';
import type { QueueName } from './queue-states.js';

type OutboxServices = Pick<NotificationServices, 'store' | 'lookups'> & { readonly outbox: Pick<Outbox, 'read'> };

/** Number of a queue's entries searched at a time for a valid one. */
const PAGE = 20;

/** An entry of the outbox; undefined for a deleted or unreadable one. */
export async function readableEntry(
  { store, outbox }: Pick<OutboxServices, 'store' | 'outbox'>,
  entry: Iri,
): Promise<OutboxEntry | undefined> {
  try {
    return outbox.read(await store.read(entry));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return undefined;
  }
}

/**
 * The queues with entries, each found by skipping the previous one; or the entries of a queue without a valid one.
 *
 * @throws the errors of the store.
 */
export async function* waitingQueues(
  services: OutboxServices,
): AsyncGenerator<QueueName | { readonly damaged: readonly Iri[] }> {
  const { store, lookups } = services;
  const { queues } = lookups.notifications;
  const next = async (from: number): Promise<LookupEntry | undefined> =>
    (await store.lookup(queues, ALL_NOTIFICATIONS, { limit: 1, from }))[0];
  for (let entry = await next(0); entry !== undefined; entry = await next(entry.order + 1))
    yield await queueAt(services, entry.order);
}

async function queueAt(
  services: OutboxServices,
  order: number,
): Promise<QueueName | { readonly damaged: readonly Iri[] }> {
  const { store, lookups } = services;
  const { queues } = lookups.notifications;
  const damaged: Iri[] = [];
  let page = await store.lookup(queues, ALL_NOTIFICATIONS, { limit: PAGE, from: order, until: order });
  while (page.length > 0) {
    for (const { value } of page) {
      const found = await readableEntry(services, value);
      if (found !== undefined && queueOrder(found.receiver, found.topic) === order)
        return { receiver: found.receiver, topic: found.topic };
      damaged.push(value);
    }
    const after = page.at(-1);
    if (after === undefined) break;
    page = (await store.lookup(queues, ALL_NOTIFICATIONS, { limit: PAGE, after })).filter(
      (entry) => entry.order === order,
    );
  }
  return { damaged };
}
