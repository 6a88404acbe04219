/**
 * Transactions that are rolled back: use cases run unchanged, and none of their results is stored, visible or
 * delivered.
 */
import type { Iri } from '../../rdf/terms.js';
import type { Store } from '../../store/store.js';
import { type EventTransaction, Transactions } from '../../transactions.js';

export class DryRun extends Transactions {
  /** The graphs that the use case would have written. */
  readonly written = new Set<Iri>();

  constructor(store: Pick<Store, 'transact'>) {
    super(store, () => Promise.resolve());
  }

  override async transact<Result>(
    lockKeys: readonly Iri[],
    work: (tx: EventTransaction) => Promise<Result>,
  ): Promise<Result> {
    const results: { readonly value: Result }[] = [];
    await this.preview(
      lockKeys,
      async (tx) => {
        results.push({ value: await work(tx) });
      },
      (_after, written) => {
        for (const graph of written) this.written.add(graph);
        return Promise.resolve(written);
      },
    );
    // The store may run the work again after a conflict: the last result counts.
    const last = results.at(-1);
    if (last === undefined) throw new TypeError('a transaction has a result');
    return last.value;
  }
}
