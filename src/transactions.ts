/** Transactions of the use cases. What the domain events of a use case cause is written in its transaction (D28). */
import type { DomainEvent } from './domain-events.js';
import type { Iri } from './rdf/terms.js';
import type { RequestTrace } from './tracing/request-trace.js';
import type { Store, Transaction } from './store/store.js';

/** Writes what a domain event causes. */
type Publish = (tx: Transaction, event: DomainEvent, trace: RequestTrace | undefined) => Promise<void>;

/** A transaction of the store that collects domain events. */
export interface EventTransaction extends Transaction {
  raise(event: DomainEvent): void;
}

export class Transactions {
  constructor(
    private readonly store: Pick<Store, 'transact'>,
    private readonly publish: Publish,
  ) {}

  /**
   * Runs `work` as one transaction of the store (see `Store.transact`) and publishes the events that it raised.
   *
   * @param trace of the request that causes them.
   */
  transact<Result>(
    lockKeys: readonly Iri[],
    work: (tx: EventTransaction) => Promise<Result>,
    trace?: RequestTrace,
  ): Promise<Result> {
    return this.store.transact(lockKeys, async (tx) => {
      const events: DomainEvent[] = [];
      const result = await work(Object.assign(tx, { raise: (event: DomainEvent) => void events.push(event) }));
      for (const event of events) await this.publish(tx, event, trace);
      return result;
    });
  }
}
