import { expect } from 'chai';
import type { Graph } from '../../../src/rdf/graph.js';
import { factory, type Iri, iri, node, triple } from '../../../src/rdf/terms.js';
import type { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import { object, openMemory, revision, statement } from '../support/open.js';

const piece = object('piece');

/** Ten revisions with a statement of 1,000 characters each, and what a first read of each gives. */
async function tenRevisions(store: GraphStore): Promise<{ graphs: Iri[]; first: Graph[] }> {
  const graphs = Array.from({ length: 10 }, (_, number) => revision('piece', number + 1));
  for (const graph of graphs)
    await store.transact([piece], (tx) => tx.insert(graph, [statement('piece', 'p', `${graph} ${'x'.repeat(1000)}`)]));
  return { graphs, first: await Promise.all(graphs.map((graph) => store.read(graph))) };
}

describe('the cache of graphs', () => {
  it('keeps as many statements as fit into its part of the memory', async () => {
    const store = await openMemory({ cacheBudget: { share: () => 100_000 } });
    try {
      const { graphs, first } = await tenRevisions(store);
      for (const [index, graph] of graphs.entries()) expect(await store.read(graph)).to.equal(first[index]);
    } finally {
      await store.close();
    }
  });

  it('counts short statements with the memory that they take', async () => {
    const store = await openMemory({ cacheBudget: { share: () => 20_000 } });
    try {
      const graphs = [revision('piece', 1), revision('piece', 2)] as const;
      const lines = Array.from({ length: 30 }, (_, number) =>
        triple(node(iri('u:s')), node(iri('u:p')), factory.literal(String(number))),
      );
      for (const graph of graphs)
        await store.transact([piece], (tx) => tx.insert(graph, [...lines, statement('piece', 'p', graph)]));
      const first = await store.read(graphs[0]);
      await store.read(graphs[1]);
      expect(await store.read(graphs[0])).not.to.equal(first);
    } finally {
      await store.close();
    }
  });

  it('forgets those that were not read for the longest time', async () => {
    const store = await openMemory({ cacheBudget: { share: () => 10_000 } });
    try {
      const { first } = await tenRevisions(store);
      expect(await store.read(revision('piece', 1))).not.to.equal(first[0]);
    } finally {
      await store.close();
    }
  });
});
