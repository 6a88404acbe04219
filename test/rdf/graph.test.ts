import { expect } from 'chai';
import rdf from 'rdf-ext';
import fc from 'fast-check';
import { Graph, graphOf } from '../../src/rdf/graph.js';
import { factory, namedNode, type Quad, triple } from '../../src/rdf/terms.js';
import { rdfTerms } from '../../src/rdf/vocabulary.js';
import { scaled } from '../support/size.js';

const name = (text: string): ReturnType<typeof namedNode> => namedNode(`http://x.example/${text}`);
const resource = fc.oneof(
  fc.nat(3).map((number) => name(`n${number}`)),
  // A blank node may have the text of an IRI.
  fc.nat(3).map((number) => factory.blankNode(`http://x.example/n${number}`)),
);
const literal = fc
  .tuple(fc.constantFrom('', 'http://x.example/n1', 'a\nb'), fc.constantFrom('en', 'de', name('t1'), name('t2')))
  .map(([text, kind]) => factory.literal(text, kind));
const quad = fc
  .tuple(
    resource,
    fc.nat(2).map((number) => name(`n${number}`)),
    fc.oneof(resource, literal),
  )
  .map(([subject, predicate, object]) => triple(subject, predicate, object));
const quads = fc.oneof(fc.array(quad, { maxLength: 60 }), fc.array(quad, { minLength: 150, maxLength: 300 }));

const texts = (statements: Iterable<Quad>): string[] =>
  Array.from(statements, ({ subject, predicate, object }) =>
    [subject, predicate, object]
      .map((term) => [term.termType, term.value, ...('language' in term ? [term.language, term.datatype.value] : [])])
      .join(' | '),
  );

describe('A graph', () => {
  it('holds each statement once, in the order in which they came', () => {
    fc.assert(
      fc.property(quads, (all) => {
        expect(texts(graphOf(all))).to.deep.equal([...new Set(texts(all))]);
        expect(texts(graphOf(all))).to.have.members(texts(rdf.dataset(all)));
      }),
    );
  });

  it('matches the same statements as an RDF/JS dataset, for every pattern', () => {
    const ask = fc.record({
      subject: fc.option(resource),
      predicate: fc.option(fc.nat(2).map((number) => name(`n${number}`))),
      object: fc.option(fc.oneof(resource, literal)),
    });
    fc.assert(
      fc.property(quads, ask, (all, { subject, predicate, object }) => {
        const found = graphOf(all).match(subject, predicate, object);
        expect(texts(found)).to.have.members(texts(rdf.dataset(all).match(subject, predicate, object)));
        expect(found.size).to.equal(texts(found).length);
      }),
      { numRuns: scaled(200) },
    );
  });

  it('gives subjects, objects and lists', () => {
    const cells = [factory.blankNode('a'), factory.blankNode('b')] as const;
    const graph = new Graph([
      triple(name('x'), name('list'), cells[0]),
      triple(cells[0], rdfTerms.first, name('one')),
      triple(cells[0], rdfTerms.rest, cells[1]),
      triple(cells[1], rdfTerms.first, name('two')),
      // It runs in a circle.
      triple(cells[1], rdfTerms.rest, cells[0]),
    ]);
    expect(graph.subjects().map(({ value }) => value)).to.deep.equal([name('x').value, 'a', 'b']);
    expect(graph.list(graph.object(name('x'), name('list'))).map(({ value }) => value)).to.deep.equal(
      [name('one'), name('two')].map(({ value }) => value),
    );
    expect(graph.object(name('x'), name('none'))).to.equal(undefined);
    expect(graph.objects(cells[1], rdfTerms.first).map(({ value }) => value)).to.deep.equal([name('two').value]);
    expect(graph.has(triple(cells[0], rdfTerms.first, name('one')))).to.equal(true);
    expect(graph.has(triple(cells[0], rdfTerms.first, name('two')))).to.equal(false);
  });
});
