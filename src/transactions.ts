/** Transactions of the use cases. The effects of domain events are written in the same transaction (D28). */
import type { DomainEvent } from './domain-events.js';
import type { Update } from 'sparqljs';
import type { ListLine } from './erasure-list/line.js';
import type { Graph } from './rdf/graph.js';
import type { Iri, NamedNode, Quad } from './rdf/terms.js';
import type { RequestTrace } from './tracing/request-trace.js';
import type { GraphReader, Store, Transaction } from './store/store.js';

/** Writes the effects of a domain event. */
type Publish = (tx: Transaction, event: DomainEvent, trace: RequestTrace | undefined) => Promise<void>;

/** Writes what else follows from a domain event, before anybody is notified of any (A13). */
type Follow = (tx: EventTransaction, event: DomainEvent) => Promise<void>;

/** The list of erasures and legal holds beside the store (P43). */
interface Listing {
  /** @throws ServiceError if nothing can be appended to it now. */
  assertWritable(): Promise<void>;
  /** @throws ServiceError */
  append(lines: readonly ListLine[]): Promise<void>;
}

/** The answer to a successful change, for a repetition of its request (K23): it has no label and no value of an object. */
export interface ChangeAnswer {
  readonly status: 200 | 201 | 202 | 204 | 207;
  readonly location?: Iri | undefined;
  /** The class of the resource at `location`. */
  readonly type?: Iri | undefined;
  readonly revision?: number | undefined;
  /** URIs and statuses only. */
  readonly body?: { readonly root: NamedNode; readonly data: Graph } | undefined;
  /** Of an answer in plain JSON (200, 202): counts, URIs and statuses only. */
  readonly json?: Json | undefined;
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** An `Idempotency-Key` with its request: it is kept in the commit of what the request changes (K25). */
export interface KeyedRequest {
  /** The graph of the key, which is a lock key of the request's transactions. */
  readonly graph: Iri;
  /** The first answer, if the request is a repetition: its rights are judged anew, and nothing else (K26). */
  readonly answered: ChangeAnswer | undefined;
  /** @throws AnsweredBefore for a repetition, ServiceError `unprocessable` for another request with the key (K24). */
  assertFirst(tx: GraphReader): Promise<void>;
  keep(tx: Transaction, answer: ChangeAnswer): Promise<void>;
}

/** The request has been answered before: nothing happens again (K23). */
export class AnsweredBefore extends Error {
  override readonly name = 'AnsweredBefore';

  constructor(readonly answer: ChangeAnswer) {
    super('the request has been answered before');
  }
}

/** The request that causes a transaction. */
export interface RequestOrigin extends RequestTrace {
  readonly key?: KeyedRequest | undefined;
}

/** A transaction of the store that collects domain events. */
export interface EventTransaction extends Transaction {
  raise(event: DomainEvent): void;
  /** The answer to the request if this is committed. */
  answer(answer: ChangeAnswer): void;
  /**
   * Has a line appended to the list of erasures: after the commit, and before `transact` resolves (P43).
   *
   * @throws ServiceError if the list cannot be written.
   */
  list(line: ListLine): Promise<void>;
}

export class Transactions {
  constructor(
    private readonly store: Pick<Store, 'transact'>,
    private readonly publish: Publish,
    private readonly follow: Follow = () => Promise.resolve(),
    private readonly listing?: Listing,
  ) {}

  /**
   * Before anything is erased or held, and before anybody is told that it was: the list has all that came before (P43).
   *
   * @throws ServiceError if the list cannot be written.
   */
  async assertListed(): Promise<void> {
    await this.listing?.assertWritable();
  }

  /**
   * Runs `work` as one transaction of the store (see `Store.transact`) and publishes the events that it raised.
   *
   * @param origin the request that causes them. Its key, if it has one, is written with the answer in the same commit.
   * @throws AnsweredBefore for the repetition of a request with a key (K23), ServiceError for lines that are not in the
   * list of erasures, although the transaction is committed.
   */
  async transact<Result>(
    lockKeys: readonly Iri[],
    work: (tx: EventTransaction) => Promise<Result>,
    origin?: RequestOrigin,
  ): Promise<Result> {
    const key = origin?.key;
    const lines: ListLine[] = [];
    const result = await this.store.transact(key === undefined ? lockKeys : [...lockKeys, key.graph], async (tx) => {
      await key?.assertFirst(tx);
      const events: DomainEvent[] = [];
      const answers: ChangeAnswer[] = [];
      // A transaction may run again.
      lines.splice(0);
      const collecting = Object.assign(tx, {
        raise: (event: DomainEvent) => void events.push(event),
        answer: (answer: ChangeAnswer) => void answers.push(answer),
        list: async (line: ListLine) => {
          await this.assertListed();
          lines.push(line);
        },
      });
      const done = await work(collecting);
      for (const event of [...events]) await this.follow(collecting, event);
      for (const event of events) await this.publish(tx, event, origin);
      const answer = answers.at(-1);
      if (answer !== undefined) await key?.keep(tx, answer);
      return done;
    });
    if (lines.length > 0) await this.listing?.append(lines);
    return result;
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
        for (const event of [...recorded.events]) await this.follow(recorded, event);
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

  answer(): void {
    // Nobody repeats a preview.
  }

  list(): Promise<void> {
    // Nothing has happened.
    return Promise.resolve();
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

  write(graph: Iri, text: string, isErasure = false): Promise<void> {
    this.written.add(graph);
    return this.tx.write(graph, text, isErasure);
  }

  drop(graph: Iri): Promise<void> {
    this.written.add(graph);
    return this.tx.drop(graph);
  }

  erase(graph: Iri, statements?: Iterable<Quad>): Promise<void> {
    this.written.add(graph);
    return this.tx.erase(graph, statements);
  }
}
