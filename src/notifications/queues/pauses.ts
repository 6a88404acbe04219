/** The pauses of queues: written by operators, and followed by every process that shares the store. */
import { retried } from '../../async/retried.js';
import { isUnavailable, ServiceError } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import type { Cursor, Transaction } from '../../store/store.js';
import { ALL_NOTIFICATIONS, type NotificationServices, queuePartition } from '../lookups.js';
import { describeEndedPause, describePause, type QueueName, type QueuePause, readPause } from './queue-states.js';

/** A queue, or all queues of a receiver. */
export type QueueSelection = Pick<QueuePause, 'receiver' | 'topic'>;

/** Number of pauses read at a time. */
const PAGE = 200;
const RETRY_MS = { min: 500, max: 30_000 };

const keyOf = ({ receiver, topic }: QueueSelection): string => queuePartition(receiver, topic ?? '');

export class QueuePauses {
  /** The pauses at the last commit, by graph and by queue. */
  readonly #byGraph = new Map<Iri, QueuePause>();
  readonly #byQueue = new Map<string, QueuePause>();
  #reading: Promise<void> = Promise.resolve();
  #onChange: (changed: QueueSelection) => void = () => undefined;

  constructor(
    private readonly services: Pick<
      NotificationServices,
      'store' | 'lookups' | 'uris' | 'ids' | 'vocabulary' | 'clock' | 'settings' | 'log' | 'random' | 'stopping'
    >,
  ) {}

  /** The pause of a queue: its own, or that of all queues of its receiver. */
  of({ receiver, topic }: QueueName): QueuePause | undefined {
    return this.#byQueue.get(keyOf({ receiver, topic: undefined })) ?? this.#byQueue.get(keyOf({ receiver, topic }));
  }

  /** All pauses. */
  all(): QueuePause[] {
    return [...this.#byGraph.values()];
  }

  /**
   * Follows the commits.
   *
   * @param onChange called with paused and resumed queues.
   */
  follow(onChange: (changed: QueueSelection) => void): void {
    this.#onChange = onChange;
    void this.#keepFollowing(this.services.store.follow());
  }

  /** Follows until the node stops. Never rejects. */
  async #keepFollowing(begin: Cursor): Promise<void> {
    const { store, uris, stopping } = this.services;
    for (let cursor = begin; await cursor.wait(stopping);) {
      const changed = await this.#keepReading(() => cursor.changes());
      cursor = changed?.next ?? store.follow();
      if (changed?.kind === 'graphs')
        for (const graph of changed.graphs)
          if (uris.isOfKind(graph, 'delivery-pause')) await this.#keepReading(() => this.#read(graph));
      if (changed?.kind !== 'graphs') await this.#keepReading(() => this.readAll());
    }
  }

  /** Retries until the store is readable, because no caller would ask again. Undefined for damaged pauses. */
  async #keepReading<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    const { log, random, stopping } = this.services;
    let result: Result | undefined;
    await retried(
      async () => {
        result = await read();
      },
      {
        signal: stopping,
        retryMs: RETRY_MS,
        random,
        onFailure: (error, failures) => {
          log.error({ err: error, failures }, 'the pauses of queues of deliveries cannot be read');
        },
        isFinal: (error) => !isUnavailable(error),
      },
    );
    return result;
  }

  /**
   * Reads all pauses, including known ones.
   *
   * @throws the errors of the store.
   */
  async readAll(): Promise<void> {
    const { store, lookups } = this.services;
    for (const graph of [...this.#byGraph.keys()]) await this.#read(graph);
    for (let after: { readonly order: number; readonly value: Iri } | undefined; ;) {
      const page = await store.lookup(lookups.notifications.pauses, ALL_NOTIFICATIONS, {
        limit: PAGE,
        ...(after !== undefined && { after }),
      });
      for (const { value } of page) await this.#read(value);
      after = page.at(-1);
      if (after === undefined) return;
    }
  }

  /** Pauses a queue, or all queues of a receiver; a repetition replaces the agent, the time and the reason. */
  async pause(selection: QueueSelection, by: Iri, reason: string | undefined): Promise<void> {
    const { store, uris, vocabulary, clock } = this.services;
    const graph = uris.deliveryPause(selection.receiver, selection.topic);
    await store.transact([graph], (tx) =>
      tx.replace(graph, describePause(graph, { ...selection, by, at: clock.now(), reason }, vocabulary)),
    );
  }

  /**
   * Resumes a queue, or all queues of a receiver. The ended pause is stored for `RECEIPT_DAYS` in a separate graph.
   *
   * @throws ServiceError `unprocessable` for one queue of a receiver whose queues are all paused.
   */
  async resume({ receiver, topic }: QueueSelection, by: Iri): Promise<void> {
    const { store, lookups, uris } = this.services;
    if (topic !== undefined && this.#byQueue.has(keyOf({ receiver, topic: undefined }))) {
      const message = 'all queues of this subscriber are paused: they can only be resumed together, without a topic';
      throw new ServiceError('unprocessable', { message, resource: receiver });
    }
    const graphs =
      topic === undefined
        ? (await store.lookup(lookups.notifications.pauses, receiver)).map(({ value }) => value)
        : [uris.deliveryPause(receiver, topic)];
    await store.transact(graphs, async (tx) => {
      for (const graph of graphs) {
        await this.#keepEnded(tx, graph, by);
        await tx.drop(graph);
      }
    });
  }

  async #keepEnded(tx: Transaction, graph: Iri, by: Iri): Promise<void> {
    const { uris, ids, vocabulary, clock, settings } = this.services;
    const pause = settings.receiptDays === 0 ? undefined : readPause(await tx.read(graph), vocabulary);
    if (pause === undefined) return;
    const ended = uris.endedDeliveryPause(ids.next());
    await tx.insert(ended, describeEndedPause(ended, { ...pause, endedBy: by, endedAt: clock.now() }, vocabulary));
  }

  /** Sequentially, so that the latest pause is stored last. */
  #read(graph: Iri): Promise<void> {
    const reading = this.#reading.then(async () => {
      const previous = this.#byGraph.get(graph);
      const pause = readPause(await this.services.store.read(graph), this.services.vocabulary);
      if (previous !== undefined) this.#byQueue.delete(keyOf(previous));
      if (pause === undefined) this.#byGraph.delete(graph);
      else {
        this.#byGraph.set(graph, pause);
        this.#byQueue.set(keyOf(pause), pause);
      }
      const changed = pause ?? previous;
      if (changed !== undefined) this.#onChange(changed);
    });
    this.#reading = reading.catch(() => undefined);
    return reading;
  }
}
