/**
 * The delivery queues with their pauses and failures, from the store alone: all processes that share it give the same
 * answer.
 */
import { type ActionRequest } from '../../action-requests/action-request.js';
import type { ActionRequests } from '../../action-requests/action-requests.js';
import { requestPartition } from '../../action-requests/lookups.js';
import { DamagedDataError } from '../../store/quarantine.js';
import { readStoredSubscription } from '../../subscriptions/stored-subscription.js';
import { contentFields } from '../../action-requests/action-request.js';
import { extensionTerms, readStoredExtensions } from '../../subscriptions/extensions.js';
import type { Iri } from '../../rdf/terms.js';
import { type NotificationServices, queuePartition } from '../lookups.js';
import type { Outbox } from '../outbox.js';
import type { OutboxEntry } from '../outbox-entry.js';
import { type QueueFailure, type QueueName, readFailure } from './queue-states.js';
import type { QueuePauses } from './pauses.js';
import { readableEntry, waitingQueues } from './waiting-queues.js';

/** The maximum number of queues in an answer. */
export const MAX_QUEUES = 200;

/** The selected queues: all, those of a receiver, those of a topic, or one. */
export interface QueueFilter {
  readonly receiver: Iri | undefined;
  readonly topic: Iri | undefined;
}

/** A queue in the store. */
export interface StoredQueue extends QueueName {
  /** The SubscriptionRequest of the queue. */
  readonly subscription: Iri | undefined;
  readonly waiting: number;
  /** Its first entry; undefined for a damaged one. */
  readonly first: OutboxEntry | undefined;
  readonly failure: QueueFailure | undefined;
}

export class QueueList {
  constructor(
    private readonly services: Pick<NotificationServices, 'store' | 'lookups' | 'uris' | 'vocabulary'> & {
      readonly requests: ActionRequests;
    },
    private readonly outbox: Pick<Outbox, 'read'>,
    private readonly pauses: QueuePauses,
  ) {}

  /**
   * The queues with entries, then the paused ones, then those of accepted subscriptions, which may be empty.
   *
   * @returns at most `MAX_QUEUES` of them, and whether there are more.
   */
  async find(filter: QueueFilter): Promise<{ readonly queues: readonly StoredQueue[]; readonly truncated: boolean }> {
    const subscriptions = new Map<string, Iri>();
    const names = new Map<string, QueueName>();
    const add = ({ receiver, topic }: QueueName): void => {
      const isWanted = [filter.receiver ?? receiver, filter.topic ?? topic];
      if (isWanted[0] === receiver && isWanted[1] === topic)
        names.set(queuePartition(receiver, topic), { receiver, topic });
    };
    const isWhole = filter.receiver !== undefined && filter.topic !== undefined;
    if (isWhole) add({ receiver: filter.receiver, topic: filter.topic });
    else await this.#addWaiting(names, add);
    for (const { receiver, topic } of this.pauses.all()) if (topic !== undefined) add({ receiver, topic });
    const requests = await this.#subscriptions();
    for (const { request, ...queue } of requests.found) {
      subscriptions.set(queuePartition(queue.receiver, queue.topic), request);
      add(queue);
    }
    const all = [...names];
    const queues = await Promise.all(
      all.slice(0, MAX_QUEUES).map(([key, name]) => this.#queue(name, subscriptions.get(key))),
    );
    return { queues, truncated: all.length > MAX_QUEUES || requests.truncated };
  }

  /** The recorded failure of a queue. */
  async failureOf({ receiver, topic }: QueueName): Promise<QueueFailure | undefined> {
    const { store, uris, vocabulary } = this.services;
    return readFailure(await store.read(uris.deliveryFailure(receiver, topic)), vocabulary);
  }

  /** Adds queues with entries, at most one more than an answer contains. */
  async #addWaiting(names: ReadonlyMap<string, QueueName>, add: (queue: QueueName) => void): Promise<void> {
    for await (const queue of waitingQueues({ ...this.services, outbox: this.outbox })) {
      if ('receiver' in queue) add(queue);
      if (names.size > MAX_QUEUES) return;
    }
  }

  async #queue(name: QueueName, subscription: Iri | undefined): Promise<StoredQueue> {
    const { store, lookups } = this.services;
    const { outbox } = lookups.notifications;
    const partition = queuePartition(name.receiver, name.topic);
    const [entry] = await store.lookup(outbox, partition, { limit: 1 });
    const waiting = await store.count(outbox, partition);
    const first = entry && (await readableEntry({ store, outbox: this.outbox }, entry.value));
    const failure = await this.failureOf(name);
    return { ...name, subscription: subscription ?? first?.subscription, waiting, first, failure };
  }

  /** The queues of accepted subscriptions. */
  async #subscriptions(): Promise<{
    readonly found: readonly (QueueName & { readonly request: Iri })[];
    readonly truncated: boolean;
  }> {
    const { store, lookups, requests } = this.services;
    const partition = requestPartition('REQUEST_ACCEPTED', 'SubscriptionRequest');
    const entries = await store.lookup(lookups.requests.byState, partition, { limit: MAX_QUEUES + 1 });
    const read = await requests.readable(entries.slice(0, MAX_QUEUES).map(({ value }) => value));
    return { found: read.flatMap((request) => this.#queueOf(request) ?? []), truncated: entries.length > MAX_QUEUES };
  }

  #queueOf(request: ActionRequest): (QueueName & { readonly request: Iri }) | undefined {
    const { vocabulary, uris } = this.services;
    try {
      const { subscriber: receiver, topic } = readStoredSubscription(request, vocabulary);
      const { coalesceSeconds } = readStoredExtensions(
        contentFields(request, vocabulary),
        extensionTerms(uris),
        vocabulary,
      );
      // Collected updates have their own queue.
      return { receiver, topic: coalesceSeconds === undefined ? topic : request.uri, request: request.uri };
    } catch (error) {
      if (error instanceof DamagedDataError) return undefined;
      throw error;
    }
  }
}
