import { expect } from 'chai';
import { kindsOf } from '../../src/graph-kinds.js';
import type { Iri } from '../../src/rdf/terms.js';
import type { GraphRecord } from '../../src/store/record.js';
import { around } from '../faults/support/faults.js';

/** The names of the graphs that a node writes. */
export class WrittenGraphs {
  readonly #names = new Set<string>();

  /** Records the graphs written to a record. */
  readonly of = (record: GraphRecord): GraphRecord =>
    around(record, () => undefined, {
      write: (commits) => {
        for (const { changes } of commits) for (const { graph } of changes) this.#names.add(graph);
        return record.write(commits);
      },
    });

  /** A graph of no kind would be in no dataset, and no rule would decide who may read it. */
  assertKnown(base: Iri): void {
    const kindOf = kindsOf(base);
    const unknown = [...this.#names].filter((graph) => kindOf(graph) === undefined);
    expect(unknown, 'graphs of a kind that src/graph-kinds.ts does not declare').to.deep.equal([]);
  }
}
