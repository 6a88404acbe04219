/** The outbox on its way out: what waits at start and what each commit adds goes to delivery. */
import type { UriScheme } from '../uris.js';
import type { Iri } from '../rdf/terms.js';
import type { Store } from '../store/store.js';
import type { Delivery } from './delivery.js';
import type { Outbox, OutboxEntry } from './outbox.js';
import type { NotificationQueries, QueuedEntry } from './queries.js';

/** How many waiting entries are taken from the store at a time when the node starts. */
const PAGE = 10_000;

export interface OutboxFeedContext {
  readonly store: Store;
  readonly outbox: Outbox;
  readonly queries: NotificationQueries;
  readonly addresses: UriScheme;
}

/** Reads an outbox entry; undefined once it has left the outbox. */
export async function readEntry(
  { store, outbox }: Pick<OutboxFeedContext, 'store' | 'outbox'>,
  entry: Iri,
): Promise<OutboxEntry | undefined> {
  return outbox.read(await store.read(entry));
}

/** Hands what waits in the store to delivery, and from then on what is committed. */
export async function feedDelivery(delivery: Delivery, context: OutboxFeedContext): Promise<void> {
  const { store, outbox, queries, addresses } = context;
  const waiting: QueuedEntry[] = [];
  for (let offset = 0, rows = PAGE; rows === PAGE; offset += PAGE) {
    const page = await queries.waiting({ limit: PAGE, offset });
    waiting.push(...page.whole);
    for (const entry of page.damaged) delivery.setAside(entry, new TypeError('it lacks what its queue is known by'));
    ({ rows } = page);
  }
  for (const { sequence } of waiting) outbox.resumeFrom(sequence);
  // All at once: pages come in no order, and a queue begins with what is first of all.
  delivery.enqueue(waiting);
  store.onCommit(({ written }) => {
    for (const graph of written.filter((name) => addresses.isOutboxEntry(name))) {
      readEntry(context, graph).then(
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
