/** Transactions of the use cases. What the domain events of a use case cause is written in its transaction (D28). */
import type { Update } from 'sparqljs';
import type { DomainEvent } from './domain-events.js';
import type { Graph } from './rdf/graph.js';
import type { Iri, Quad } from './rdf/terms.js';
import type { Store, Transaction } from './store/store.js';

/** Writes what a domain event causes. */
type Publish = (tx: Transaction, event: DomainEvent) => Promise<void>;

/** A transaction of the store that collects domain events. */
export class EventTransaction implements Transaction {
  readonly #events: DomainEvent[] = [];

  constructor(private readonly tx: Transaction) {}

  /** The events raised, in their order. */
  get events(): readonly DomainEvent[] {
    return this.#events;
  }

  raise(event: DomainEvent): void {
    this.#events.push(event);
  }

  read(graph: Iri): Promise<Graph> {
    return this.tx.read(graph);
  }

  contains(graph: Iri, statement: Quad): Promise<boolean> {
    return this.tx.contains(graph, statement);
  }

  update(update: Update): Promise<void> {
    return this.tx.update(update);
  }

  insert(graph: Iri, statements: Iterable<Quad>): Promise<void> {
    return this.tx.insert(graph, statements);
  }

  replace(graph: Iri, statements: Iterable<Quad>): Promise<void> {
    return this.tx.replace(graph, statements);
  }

  drop(graph: Iri): Promise<void> {
    return this.tx.drop(graph);
  }
}

export class Transactions {
  constructor(
    private readonly store: Pick<Store, 'transact'>,
    private readonly publish: Publish,
  ) {}

  /** Runs `work` as one transaction of the store (see `Store.transact`) and publishes the events that it raised. */
  transact<Result>(lockKeys: readonly Iri[], work: (tx: EventTransaction) => Promise<Result>): Promise<Result> {
    return this.store.transact(lockKeys, async (tx) => {
      const transaction = new EventTransaction(tx);
      const result = await work(transaction);
      for (const event of transaction.events) await this.publish(tx, event);
      return result;
    });
  }
}
