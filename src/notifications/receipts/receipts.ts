/** The receipts of deliveries: written with the confirmation, found by lookups, deleted after `RECEIPT_DAYS`. */
import { sleep } from '../../async/sleep.js';
import { retried } from '../../async/retried.js';
import type { PageRequest } from '../../http/query-parameters.js';
import type { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import { type IndexedLookup, LIST_END, type LookupEntry, type ListPosition } from '../../store/lookup.js';
import { type ListedEntries, listPage, partitionsOf } from '../../store/lookup-page.js';
import type { Transaction } from '../../store/store.js';
import { ALL_NOTIFICATIONS, FILTERED, type NotificationServices, queuePartition } from '../lookups.js';
import type { QueueName } from '../queues/queue-states.js';
import { describeExpiry } from './expiry.js';
import { graphOfReceipt, type Receipt, readReceipts, writeReceipts } from './receipt.js';

export interface ReceiptFilter {
  readonly subscriber: Iri | undefined;
  readonly object: Iri | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** A page of receipts, with its position in the index. */
export type ListedReceipts = Omit<ListedEntries, 'total' | 'entries'> & {
  readonly entries: readonly ListPosition[];
  readonly receipts: readonly Receipt[];
};

/** The results of a queue's last deliveries. */
export interface QueueHistory {
  readonly lastConfirmed: Date | undefined;
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly count: number } | undefined;
}

const DAY_MS = 24 * 3_600_000;
/** The number of newest receipts to examine. */
const RECENT = 50;
/**
 * With both a subscriber and an object: the maximum number of the object's receipts read for one page, some at a time.
 */
const MAX_FILTERED = 2_000;
const PAGE = 200;
/** The maximum number of receipts, or ended pauses, in the graphs that one transaction of trimming deletes. */
const TRIM_STEP = 1_000;
const TRIM_PAUSE_MS = 50;
const TRIM_EVERY_MS = 60_000;
/** The longest delay after a failure of trimming. */
const MAX_RETRY_MS = 30_000;

/** The receipts of a graph, by their IRIs: they are immutable and therefore cached. */
const receiptsIn = (data: Graph): ReadonlyMap<Iri, Receipt> =>
  new Map(readReceipts(data).map(({ uri, receipt }) => [uri, receipt]));

const graphsOf = (entries: readonly LookupEntry[]): ReadonlySet<Iri> =>
  new Set(entries.map(({ value }) => graphOfReceipt(value)));

type ReceiptServices = Pick<
  NotificationServices,
  'store' | 'parsedGraphs' | 'lookups' | 'uris' | 'ids' | 'clock' | 'settings' | 'log' | 'random'
>;

export class Receipts {
  constructor(private readonly services: ReceiptServices) {}

  /** Writes receipts in the transaction that confirms their deliveries. */
  async write(tx: Transaction, receipts: readonly Receipt[]): Promise<void> {
    await writeReceipts(tx, receipts, this.services);
  }

  /**
   * A page of the receipts that pass a filter, newest first. With both a subscriber and an object, a page may be short
   * although another one follows.
   */
  async find({ subscriber, object, from, to }: ReceiptFilter, page: PageRequest): Promise<ListedReceipts> {
    const { store, lookups } = this.services;
    const sources = partitionsOf(lookups.notifications.receipts, [object ?? subscriber ?? ALL_NOTIFICATIONS]);
    const bounds = { from: from?.getTime(), until: to?.getTime(), reverse: true };
    if (subscriber === undefined || object === undefined) {
      const listed = await listPage(store, sources, { ...page, ...bounds });
      return { ...listed, receipts: await this.#read(listed.entries) };
    }
    const isWanted = (receipt: Receipt): boolean => receipt.subscriber === subscriber;
    // The page before a position is read backwards, from there on.
    const isBackwards = page.before !== undefined;
    const begin = isBackwards ? page.before : page.after;
    const listed = await this.#filtered({ ...page, begin: begin === LIST_END ? undefined : begin }, isWanted, (after) =>
      listPage(store, sources, { limit: PAGE, after, ...bounds, reverse: !isBackwards }),
    );
    if (!isBackwards) return { ...listed, hasPrevious: begin !== undefined && listed.entries.length > 0 };
    return {
      receipts: [...listed.receipts].reverse(),
      entries: [...listed.entries].reverse(),
      hasNext: page.before !== LIST_END && listed.entries.length > 0,
      hasPrevious: listed.hasNext,
    };
  }

  /** A page of the matching receipts, from a position on: others are read and skipped. */
  async #filtered(
    { limit, offset, begin }: PageRequest & { readonly begin: ListPosition | undefined },
    isWanted: (receipt: Receipt) => boolean,
    readAfter: (position: ListPosition | undefined) => Promise<ListedEntries>,
  ): Promise<ListedReceipts> {
    const receipts: Receipt[] = [];
    let first: LookupEntry | undefined;
    let last: LookupEntry | undefined;
    const page = (hasNext: boolean): ListedReceipts => ({
      receipts,
      entries: [first, last].filter((entry) => entry !== undefined),
      hasNext,
      hasPrevious: false,
    });
    let passed = 0;
    for (let examined = 0; examined < MAX_FILTERED; examined += PAGE) {
      const part: ListedEntries = await readAfter(last ?? begin);
      for (const entry of part.entries) {
        const [receipt] = await this.#read([entry]);
        if (receipt !== undefined && isWanted(receipt)) {
          if (receipts.length >= limit) return page(true);
          passed += 1;
          if (passed > offset) receipts.push(receipt);
        }
        first ??= entry;
        last = entry;
      }
      if (!part.hasNext) return page(false);
    }
    return page(true);
  }

  /**
   * The newest receipt of one notification.
   *
   * @param partition a partition of the lookup: `notificationPartition` or `receivedPartition`.
   */
  async last(partition: string): Promise<Receipt | undefined> {
    const { store, lookups } = this.services;
    const page = { limit: 1, reverse: true };
    const [receipt] = await this.#read(await store.lookup(lookups.notifications.receipts, partition, page));
    return receipt;
  }

  /** The results of the last deliveries of a queue, without skipped ones. */
  async historyOf({ receiver, topic }: QueueName): Promise<QueueHistory> {
    const confirmed = await this.#lastConfirmed(queuePartition(receiver, topic));
    const [last] = confirmed;
    if (last === undefined) return { lastConfirmed: undefined, latencyMs: undefined };
    const sorted = confirmed
      // The clock may have been set back.
      .map(({ createdAt, confirmedAt }) => Math.max(0, confirmedAt.getTime() - createdAt.getTime()))
      .sort((one, other) => one - other);
    const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    return { lastConfirmed: last.confirmedAt, latencyMs: { p50: at(0.5), p95: at(0.95), count: sorted.length } };
  }

  /** The time of an agent's last confirmation of a notification. */
  async lastNotified(subscriber: Iri): Promise<Date | undefined> {
    const [last] = await this.#lastConfirmed(subscriber);
    return last?.confirmedAt;
  }

  /** The time of the last confirmed notification of a subscription, in the queue of its topic. */
  async lastNotifiedOf(subscriber: Iri, topic: Iri): Promise<Date | undefined> {
    const [last] = await this.#lastConfirmed(`${subscriber} ${topic}`);
    return last?.confirmedAt;
  }

  /** The newest receipts of a partition whose notifications the subscriber has confirmed. */
  async #lastConfirmed(partition: string): Promise<Receipt[]> {
    const { store, lookups } = this.services;
    const page = { limit: RECENT, reverse: true };
    const receipts = await this.#read(await store.lookup(lookups.notifications.receipts, partition, page));
    return receipts.filter(({ skipped }) => skipped === undefined);
  }

  /** Deletes outdated receipts and ended pauses, in small transactions, until the signal is aborted. */
  async trim(signal: AbortSignal): Promise<void> {
    const { receipts, endedPauses } = this.services.lookups.notifications;
    await this.#trim(receipts, [ALL_NOTIFICATIONS, FILTERED], signal);
    await this.#trim(endedPauses, [ALL_NOTIFICATIONS], signal);
  }

  async #trim(lookup: IndexedLookup, partitions: readonly string[], signal: AbortSignal): Promise<void> {
    const { store, clock, settings, lookups } = this.services;
    const until = clock.now().getTime() - settings.receiptDays * DAY_MS;
    const outdated = async (): Promise<LookupEntry[]> =>
      (
        await Promise.all(partitions.map((partition) => store.lookup(lookup, partition, { limit: TRIM_STEP, until })))
      ).flat();
    while (!signal.aborted) {
      const graphs = graphsOf(await outdated());
      if (graphs.size === 0) return;
      await store.transact([...graphs], async (tx) => {
        // Another node may have deleted them meanwhile.
        const entries = (await outdated()).filter(({ value }) => graphs.has(graphOfReceipt(value)));
        if (lookup === lookups.notifications.receipts) await this.#recordExpiry(tx, entries);
        for (const graph of graphsOf(entries)) await tx.drop(graph);
      });
      await sleep(TRIM_PAUSE_MS, signal);
    }
  }

  /** An entry of the log says what has expired (P1). */
  async #recordExpiry(tx: Transaction, entries: readonly LookupEntry[]): Promise<void> {
    const { store, clock, settings, uris, ids } = this.services;
    if (entries.length === 0) return;
    const found = await store.proofLog.positions([...graphsOf(entries)]);
    const positions = found.filter((position) => position !== undefined);
    // While the log is off, too: entries from before lose their content, which nothing else would say.
    if (!settings.proofs.isOn && positions.length === 0) return;
    const expiry = { ...{ at: clock.now(), receipts: entries.length }, positions };
    const graph = uris.receiptExpiry(ids.next());
    await tx.insert(graph, describeExpiry(graph, expiry, uris));
  }

  /** Trims now and every minute, and again after a failure, until the signal is aborted. */
  async keepTrimmed(signal: AbortSignal): Promise<void> {
    const { settings, random, log } = this.services;
    const { min, max } = settings.deliveryRetryMs;
    while (!signal.aborted) {
      await retried(() => this.trim(signal), {
        signal,
        retryMs: { min: Math.min(min, MAX_RETRY_MS), max: Math.min(max, MAX_RETRY_MS) },
        random,
        onFailure: (error, failures) => {
          log.error({ err: error, failures }, 'old receipts and pauses of deliveries could not be deleted');
        },
      });
      await sleep(TRIM_EVERY_MS, signal);
    }
  }

  async #read(entries: readonly LookupEntry[]): Promise<Receipt[]> {
    const found = entries.map(async ({ value }) => {
      const receipts = await this.services.parsedGraphs.get(graphOfReceipt(value), receiptsIn);
      return receipts.get(value);
    });
    return (await Promise.all(found)).filter((receipt) => receipt !== undefined);
  }
}
