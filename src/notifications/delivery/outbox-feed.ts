/**
 * Passes the outbox to delivery: at the start its queues, whose entries delivery reads page by page, and then the
 * entries that each commit adds. It also passes operators' changes of queues, which another process of the same store
 * may have written.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withAnySignal } from '../../async/with-any-signal.js';
import { isUnavailable } from '../../errors.js';
import type { Services } from '../../services.js';
import type { Iri } from '../../rdf/terms.js';
import type { LookupEntry, LookupPage } from '../../store/lookup.js';
import type { Delivery } from './delivery.js';
import { ALL_NOTIFICATIONS, type NotificationServices, queuePartition, WITHOUT_QUEUE } from '../lookups.js';
import type { Outbox } from '../outbox.js';
import { type QueueName, readFailure } from '../queues/queue-states.js';
import { waitingQueues } from '../queues/waiting-queues.js';
import type { StoredEntries } from './delivery-options.js';
import type { OutboxEntry } from '../outbox-entry.js';

/** Number of entries read from the store at a time, and thereby the longest wait of requests. */
const PAGE = 200;

type OutboxServices = Pick<NotificationServices, 'store' | 'lookups' | 'uris'> & {
  readonly outbox: Pick<Outbox, 'read'>;
};

export type FeedServices = OutboxServices & Pick<Services, 'vocabulary' | 'clock' | 'log'>;

/** Reads an outbox entry; undefined for a deleted one. */
export async function readEntry(
  { store, outbox }: Pick<OutboxServices, 'store' | 'outbox'>,
  entry: Iri,
): Promise<OutboxEntry | undefined> {
  return outbox.read(await store.read(entry));
}

/**
 * Reads entries of the outbox: the valid ones and the damaged ones.
 *
 * @throws ServiceError `unavailable` while the whole store is unreadable.
 */
async function readEntries(
  services: Pick<OutboxServices, 'store' | 'outbox'>,
  uris: readonly Iri[],
): Promise<Pick<StoredEntries, 'entries' | 'damaged'>> {
  const results = await Promise.allSettled(uris.map((uri) => readEntry(services, uri)));
  const entries: OutboxEntry[] = [];
  const damaged: { uri: Iri; error: unknown }[] = [];
  results.forEach((result, index) => {
    const uri = uris[index];
    if (result.status === 'rejected') {
      if (isUnavailable(result.reason)) throw result.reason;
      if (uri !== undefined) damaged.push({ uri, error: result.reason });
    } else if (result.value !== undefined) entries.push(result.value);
  });
  return { entries, damaged };
}

/**
 * A limited number of the stored entries of a queue after a position.
 *
 * @throws the errors of the store for the lookup.
 */
export async function storedEntries(
  services: Pick<OutboxServices, 'store' | 'lookups' | 'outbox'>,
  { receiver, topic }: QueueName,
  after: LookupPage['after'],
  limit: number,
): Promise<StoredEntries> {
  const { store, lookups } = services;
  const { outbox } = lookups.notifications;
  const found = await store.lookup(outbox, queuePartition(receiver, topic), {
    limit,
    ...(after !== undefined && { after }),
  });
  const uris = found.map(({ value }) => value);
  const slices: Pick<StoredEntries, 'entries' | 'damaged'>[] = [];
  for (let at = 0; at < uris.length; at += PAGE) {
    if (at > 0) await nextTurn();
    slices.push(await readEntries(services, uris.slice(at, at + PAGE)));
  }
  return {
    entries: slices.flatMap(({ entries }) => entries),
    damaged: slices.flatMap(({ damaged }) => damaged),
    size: found.length,
    last: found.length < limit ? undefined : found.at(-1),
  };
}

/** The queues with recorded failures, by the graphs of the failures. */
type FailingQueues = Map<Iri, QueueName>;

/** Passes the failures that an earlier process of the node has recorded to delivery. */
async function restoreFailures(delivery: Delivery, services: FeedServices): Promise<FailingQueues> {
  const { store, lookups, vocabulary } = services;
  const { failures } = lookups.notifications;
  const failing: FailingQueues = new Map();
  let after: LookupEntry | undefined;
  do {
    const page = await store.lookup(failures, ALL_NOTIFICATIONS, {
      limit: PAGE,
      ...(after !== undefined && { after }),
    });
    for (const { value } of page) {
      const failure = readFailure(await store.read(value), vocabulary);
      if (failure === undefined) continue;
      failing.set(value, failure);
      delivery.restore(failure);
    }
    after = page.at(-1);
  } while (after !== undefined);
  return failing;
}

/** Wakes a queue whose failure another process has changed: an operator retries the notification, or has skipped it. */
async function passFailure(
  delivery: Delivery,
  { store, vocabulary, clock, log }: FeedServices,
  failing: FailingQueues,
  graph: Iri,
): Promise<void> {
  try {
    const failure = readFailure(await store.read(graph), vocabulary);
    const queue = failure ?? failing.get(graph);
    if (failure === undefined) failing.delete(graph);
    else failing.set(graph, failure);
    const isDue = failure === undefined || failure.nextAttempt <= clock.now();
    if (queue !== undefined && isDue) delivery.wake(queue);
  } catch (error) {
    log.error({ err: error, graph }, 'the failure of a queue of deliveries cannot be read');
  }
}

/** Passes entries to delivery, including damaged ones. @throws as `readEntries`. */
async function passEntries(delivery: Delivery, services: OutboxServices, uris: readonly Iri[]): Promise<void> {
  for (let at = 0; at < uris.length; at += PAGE) {
    const { entries, damaged } = await readEntries(services, uris.slice(at, at + PAGE));
    for (const { uri, error } of damaged) delivery.quarantine(uri, error);
    delivery.enqueue(entries);
  }
}

/**
 * Passes the stored queues to delivery, and then the entries of each commit, until the lease is lost or the store is
 * reset. The node serves requests meanwhile: new entries follow the waiting ones, because queues are ordered.
 *
 * @param onRead called when all queues have been passed.
 * @throws the errors of the store: a skipped entry would lose its position.
 */
export async function feedDelivery(
  delivery: Delivery,
  services: FeedServices,
  lost: AbortSignal,
  onRead: () => void = () => undefined,
): Promise<void> {
  const { store, uris } = services;
  // The position before the queues are read, so that no commit during the reading is missed.
  let cursor = store.follow();
  const failing = await restoreFailures(delivery, services);
  await withAnySignal([lost, cursor.lost], (ended) => openQueues(delivery, services, ended));
  onRead();
  // A reset ends the waiting, too: the changes are a gap then.
  while (await cursor.wait(lost)) {
    const changed = await cursor.changes();
    if (changed.kind === 'gap') return;
    cursor = changed.next;
    const graphs = [...changed.graphs];
    await passEntries(
      delivery,
      services,
      graphs.filter((name) => uris.isOfKind(name, 'outbox-entry')),
    );
    for (const graph of graphs)
      if (uris.isOfKind(graph, 'delivery-failure')) await passFailure(delivery, services, failing, graph);
  }
}

/** Passes the queues with entries, and the unreadable entries, which belong to no queue. */
async function openQueues(delivery: Delivery, services: FeedServices, ended: AbortSignal): Promise<void> {
  const { store, lookups } = services;
  const { outbox } = lookups.notifications;
  for await (const queue of waitingQueues(services)) {
    if (ended.aborted) return;
    if ('damaged' in queue) await passEntries(delivery, services, queue.damaged);
    else delivery.open(queue, await store.count(outbox, queuePartition(queue.receiver, queue.topic)));
  }
  let after: LookupEntry | undefined;
  do {
    const page = await store.lookup(outbox, WITHOUT_QUEUE, { limit: PAGE, ...(after !== undefined && { after }) });
    await passEntries(
      delivery,
      services,
      page.map(({ value }) => value),
    );
    after = page.at(-1);
  } while (after !== undefined && !ended.aborted);
}
