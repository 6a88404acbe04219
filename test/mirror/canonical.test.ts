/** The canonical form of graphs (M24). */
import { expect } from 'chai';
import { canonicalGraph } from '../../src/mirror/fetching/canonical.js';
import { factory, iri, namedNode, triple } from '../../src/rdf/terms.js';

const property = namedNode(iri('https://example.com/p'));

/** A piece with two nodes that differ in one value, by their labels. */
const graph = (one: string, other: string) => [
  triple(namedNode(iri('https://example.com/x')), property, factory.blankNode(one)),
  triple(factory.blankNode(one), property, factory.blankNode(other)),
  triple(factory.blankNode(other), property, factory.literal('v')),
];

describe('the canonical form of a graph', () => {
  it('does not depend on the labels of blank nodes, also of those that look like canonical ones', async () => {
    const { digest, labels } = await canonicalGraph(graph('a', 'b'), true);
    for (const [one, other] of [
      ['c14n0', 'c14n1'],
      ['c14n1', 'c14n0'],
      ['c14n7', 'b0'],
      ['b1', 'b0'],
    ] as const) {
      const renamed = await canonicalGraph(graph(one, other), true);
      expect(renamed.digest, `${one} ${other}`).to.equal(digest);
      expect([renamed.labels.get(one), renamed.labels.get(other)]).to.deep.equal([labels.get('a'), labels.get('b')]);
    }
  });
});
