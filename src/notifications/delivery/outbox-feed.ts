/** Passes entries of the outbox to delivery: at the start all entries, then those that each commit adds. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from '../../services.js';
import type { Iri } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { Delivery } from './delivery.js';
import { ALL_NOTIFICATIONS } from '../lookups.js';
import type { Outbox } from '../outbox.js';
import type { OutboxEntry } from '../outbox-entry.js';

/** How many entries are read from the store at a time when the node starts; requests wait no longer than for these. */
const PAGE = 200;

type OutboxServices = Pick<Services, 'store' | 'lookups' | 'uris'> & { readonly outbox: Outbox };

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
 * Passes all entries in the store to delivery, page by page, and from then on those that are committed. The node serves
 * requests meanwhile: what they write follows what has been waiting, since entries of a queue keep their order.
 *
 * @throws what the store throws.
 */
export async function feedDelivery(
  delivery: Delivery,
  services: OutboxServices & Pick<Services, 'stopping'>,
): Promise<void> {
  const { store, lookups, uris, stopping } = services;
  const { outbox: waiting } = lookups.notifications;
  let after: LookupEntry | undefined;
  do {
    const page = await store.lookup(waiting, ALL_NOTIFICATIONS, { limit: PAGE, ...(after !== undefined && { after }) });
    delivery.enqueue(await readable(page, delivery, services));
    after = page.at(-1);
    if (after !== undefined) await nextTurn();
    if (stopping.aborted) return;
  } while (after !== undefined);
  store.onCommit(({ written }) => {
    for (const graph of written.filter((name) => uris.isOutboxEntry(name))) {
      readEntry(services, graph).then(
        (entry) => {
          if (entry !== undefined) delivery.enqueue([entry]);
        },
        (error: unknown) => {
          delivery.setAside(graph, error);
        },
      );
    }
  });
}
