import { expect } from 'chai';
import type { UpdateOperation } from 'sparqljs';
import { factory, type Iri, type Quad, namedNode, triple } from '../../../src/rdf/terms.js';
import { xsdNs } from '../../../src/rdf/vocabulary.js';
import { textOperations } from '../../../src/store/graph-store/text-operations.js';
import { startEngine } from '../../../src/store/oxigraph/engine.js';
import { parseTriples } from '../../../src/store/oxigraph/ntriples.js';
import { copyGraph, deleteData, dropGraph, insertData, sparqlText, update } from '../../../src/store/sparql.js';
import { Random, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';
import { object, openMemory, revision, shown } from '../support/open.js';

const graphs = [revision('piece', 1), revision('piece', 2), revision('piece', 3)];

/** Values in several lexical forms, some of which only Oxigraph knows. */
const literals = [
  ...['20.5', '2.05E1', '020.50', 'x', '0', '-0'].map((text) => [text, 'double']),
  ...['7', '007', '+7'].flatMap((text) => ['integer', 'positiveInteger', 'int'].map((type) => [text, type])),
  ...['1.25', '1.250', '1.'].map((text) => [text, 'decimal']),
  ...['true', '1', 'false', '0'].map((text) => [text, 'boolean']),
  ...['2026-11-21T15:00:00Z', '2026-11-21T15:00:00.000Z', '2026-11-21T15:00:00+00:00'].map((text) => [
    text,
    'dateTime',
  ]),
  ...['', 'a "quoted" text\n', '\u2028', 'Z\u0085'].map((text) => [text, 'string']),
].map(([text = '', type = '']) => factory.literal(text, factory.namedNode(xsdNs + type)));
const values = [...literals, factory.literal('Buch', 'de'), factory.literal('Buch', 'DE'), namedNode(object('other'))];

function randomOperation(random: Random): UpdateOperation {
  const statement = (): Quad =>
    triple(namedNode(object('piece')), namedNode('https://example.org/p'), random.one(values));
  const statements = Array.from({ length: random.below(6) }, statement);
  const graph = random.one(graphs);
  if (random.chance(0.15)) return copyGraph(graph, random.one(graphs));
  if (random.chance(0.03)) return dropGraph(graph);
  return random.chance(0.5) ? insertData(graph, statements) : deleteData(graph, statements);
}

describe('updates on texts', () => {
  it('have the results of Oxigraph, which some operations are left to', async () => {
    const random = new Random(seeded(23));
    const store = await openMemory();
    const engine = startEngine().newStore();
    const expected = (graph: Iri): Quad[] =>
      parseTriples(engine.dump({ format: 'application/n-triples', from_graph_name: factory.namedNode(graph) }));
    let onTexts = 0;
    const count = scaled(400);
    for (let index = 0; index < count; index++) {
      const operations = Array.from({ length: 1 + random.below(4) }, () => randomOperation(random));
      onTexts += Number(operations.every((operation) => textOperations(operation) !== undefined));
      const tree = update(...operations);
      engine.update(sparqlText(tree));
      await store.transact([object('piece')], (tx) => tx.update(tree));
      for (const graph of graphs) expect(shown(await store.read(graph))).to.deep.equal(shown(expected(graph)));
    }
    expect(onTexts).to.be.within(count / 10, (count * 9) / 10);
    engine.free();
    await store.close();
  }).timeout(scaled(20_000));
});
