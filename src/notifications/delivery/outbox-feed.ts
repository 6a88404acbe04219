/**
 * Passes entries of the outbox to delivery: at the start all entries, then those that each commit adds. It also passes
 * what operators do to queues, which another process that shares the store may have written.
 */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from '../../services.js';
import type { Iri } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { Delivery } from './delivery.js';
import { ALL_NOTIFICATIONS } from '../lookups.js';
import type { Outbox } from '../outbox.js';
import { type QueueName, readFailure } from '../queues/queue-states.js';
import type { OutboxEntry } from '../outbox-entry.js';

/** How many entries are read from the store at a time when the node starts; requests wait no longer than for these. */
const PAGE = 200;

type OutboxServices = Pick<Services, 'store' | 'lookups' | 'uris'> & { readonly outbox: Outbox };

export type FeedServices = OutboxServices & Pick<Services, 'vocabulary' | 'clock' | 'log'>;

/** Reads an outbox entry; undefined when it has been deleted. */
export async function readEntry(
  { store, outbox }: Pick<OutboxServices, 'store' | 'outbox'>,
  entry: Iri,
): Promise<OutboxEntry | undefined> {
  return outbox.read(await store.read(entry));
}

/** The entries of a page; delivery sets unreadable ones aside. */
async function readable(
  page: readonly LookupEntry[],
  delivery: Delivery,
  services: OutboxServices,
): Promise<OutboxEntry[]> {
  const read = await Promise.all(
    page.map(({ value }) =>
      readEntry(services, value).catch((error: unknown) => {
        delivery.setAside(value, error);
        return undefined;
      }),
    ),
  );
  return read.filter((entry) => entry !== undefined);
}

/**
 * Tells delivery of the failures that an earlier process of the node has recorded, and wakes a queue whose failure
 * another one changes: an operator retries it, or has skipped the notification.
 */
async function restoreFailures(delivery: Delivery, services: FeedServices): Promise<() => void> {
  const { store, lookups, uris, vocabulary, clock, log } = services;
  const { failures } = lookups.notifications;
  const failing = new Map<Iri, QueueName>();
  const changed = async (graph: Iri): Promise<void> => {
    const failure = readFailure(await store.read(graph), vocabulary);
    const queue = failure ?? failing.get(graph);
    if (failure === undefined) failing.delete(graph);
    else failing.set(graph, failure);
    const isDue = failure === undefined || failure.nextAttempt <= clock.now();
    if (queue !== undefined && isDue) delivery.wake(queue);
  };
  const stop = store.onCommit(({ graphs }) => {
    for (const graph of graphs.filter((name) => uris.isDeliveryFailure(name)))
      changed(graph).catch((error: unknown) => {
        log.error({ err: error, graph }, 'the failure of a queue of deliveries cannot be read');
      });
  });
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
  return stop;
}

/**
 * Passes all entries in the store to delivery, page by page, and from then on those that are committed, until the lease is
 * lost. The node serves requests meanwhile: what they write follows what has been waiting, since entries of a queue keep
 * their order.
 *
 * @param onRead called when all that was waiting has been passed.
 * @throws what the store throws.
 */
export async function feedDelivery(
  delivery: Delivery,
  services: FeedServices,
  lost: AbortSignal,
  onRead: () => void = () => undefined,
): Promise<void> {
  const stops: (() => void)[] = [];
  try {
    stops.push(await restoreFailures(delivery, services));
    // Followed from the beginning: what is committed while the others are read must not be missed.
    const added = followOutbox(delivery, services);
    stops.push(added.stop);
    await enqueueAll(delivery, services, lost);
    added.pass();
    onRead();
    if (!lost.aborted) await once(lost, 'abort');
  } finally {
    for (const stop of stops) stop();
  }
}

/** Passes what is waiting. */
async function enqueueAll(delivery: Delivery, services: FeedServices, lost: AbortSignal): Promise<void> {
  const { store, lookups } = services;
  const { outbox: waiting } = lookups.notifications;
  let after: LookupEntry | undefined;
  do {
    const page = await store.lookup(waiting, ALL_NOTIFICATIONS, { limit: PAGE, ...(after !== undefined && { after }) });
    delivery.enqueue(await readable(page, delivery, services));
    after = page.at(-1);
    if (after !== undefined) await nextTurn();
    if (lost.aborted) return;
  } while (after !== undefined);
}

/** Passes what commits add: from `pass` on, and then what has been added before. */
function followOutbox(
  delivery: Delivery,
  services: FeedServices,
): { readonly pass: () => void; readonly stop: () => void } {
  const { store, uris } = services;
  const enqueue = (graph: Iri): void => {
    readEntry(services, graph).then(
      (entry) => {
        if (entry !== undefined) delivery.enqueue([entry]);
      },
      (error: unknown) => {
        delivery.setAside(graph, error);
      },
    );
  };
  let early: Iri[] | undefined = [];
  const stop = store.onCommit(({ written }) => {
    const entries = written.filter((name) => uris.isOutboxEntry(name));
    if (early === undefined) entries.forEach(enqueue);
    else early.push(...entries);
  });
  const pass = (): void => {
    early?.forEach(enqueue);
    early = undefined;
  };
  return { pass, stop };
}
