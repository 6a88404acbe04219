/** How a transaction erases: graphs and statements go, and nothing is recorded but the erasure itself (P30). */
import type { Iri, Quad } from '../rdf/terms.js';
import type { Transaction } from '../store/store.js';

/** Erases a graph. */
export const eraseGraph = (tx: Transaction, graph: Iri): Promise<void> => tx.erase(graph);

/** Erases statements of a graph, which loses nothing else; one without others is gone. */
export const eraseStatements = async (tx: Transaction, graph: Iri, statements: readonly Quad[]): Promise<void> => {
  if (statements.length > 0) await tx.erase(graph, statements);
};
