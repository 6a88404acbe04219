/** Transactions of the use cases. The effects of domain events are written in the same transaction (D28). */
import type { DomainEvent } from './domain-events.js';
import type { Update } from 'sparqljs';
import type { Graph } from './rdf/graph.js';
import type { Iri, Quad } from './rdf/terms.js';
import type { RequestTrace } from './tracing/request-trace.js';
import type { GraphReader, Store, Transaction } from './store/store.js';

/** Writes the effects of a domain event. */
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

  /**
   * Runs `work` like `transact`, including the effects of its events, and rolls the transaction back: nothing is
   * stored, visible or delivered.
   *
   * @param collect reads the results of the transaction, with the names of the graphs that it would insert into,
   * replace or drop.
   * @throws the errors of `work` and `collect`.
   */
  async preview<Result>(
    lockKeys: readonly Iri[],
    work: (tx: EventTransaction) => Promise<void>,
    collect: (after: GraphReader, written: ReadonlySet<Iri>) => Promise<Result>,
  ): Promise<Result> {
    const rollback = new Error('rolled back: the transaction is a preview');
    const results: Result[] = [];
    try {
      await this.store.transact(lockKeys, async (tx) => {
        const recorded = new RecordedTransaction(tx);
        await work(recorded);
        for (const event of recorded.events) await this.publish(recorded, event, undefined);
        results.push(await collect(recorded, recorded.written));
        throw rollback;
      });
    } catch (error) {
      if (error !== rollback) throw error;
    }
    const result = results.at(-1);
    if (result === undefined) throw new TypeError('a preview has a result');
    return result;
  }
}

/** A transaction that records its written graphs and raised events. */
class RecordedTransaction implements EventTransaction {
  readonly written = new Set<Iri>();
  readonly events: DomainEvent[] = [];

  constructor(private readonly tx: Transaction) {}

  raise(event: DomainEvent): void {
    this.events.push(event);
  }

  nextOrder(): number {
    return this.tx.nextOrder();
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
    this.written.add(graph);
    return this.tx.insert(graph, statements);
  }

  replace(graph: Iri, statements: Iterable<Quad>): Promise<void> {
    this.written.add(graph);
    return this.tx.replace(graph, statements);
  }

  write(graph: Iri, text: string): Promise<void> {
    this.written.add(graph);
    return this.tx.write(graph, text);
  }

  drop(graph: Iri): Promise<void> {
    this.written.add(graph);
    return this.tx.drop(graph);
  }
}
