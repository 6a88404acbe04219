import { expect } from 'chai';
import fc from 'fast-check';
import { type SparqlQuery, type Term, Parser } from 'sparqljs';
import { factory, iri, namedNode, triple } from '../../src/rdf/terms.js';
import { difference, lines, parseTriples, writeTriples } from '../../src/store/oxigraph/ntriples.js';
import { copyGraph, deleteData, dropGraph, insertData, sparqlText, update } from '../../src/store/sparql.js';
import { updateGraphs } from '../../src/store/graph-store/update-graphs.js';
import { shown } from './support/open.js';
import { cpuTime } from '../support/cpu-time.js';

const a = iri('http://example.com/a');
const b = iri('http://example.com/b');
const parse = (text: string): SparqlQuery => new Parser({ factory }).parse(text);
const statement = (object: string): ReturnType<typeof triple> =>
  triple(namedNode(a), namedNode(b), factory.literal(object));

describe('SPARQL text', () => {
  it('has the meaning of the operations by SPARQL 1.1', () => {
    const text = sparqlText(
      update(copyGraph(a, b), deleteData(b, [statement('x')]), insertData(b, [statement('y')]), dropGraph(a)),
    );
    expect(text.replace(/\s+/g, ' ')).to.equal(
      `COPY SILENT <${a}> TO <${b}>; DELETE DATA { GRAPH <${b}> { <${a}> <${b}> "x". } }; ` +
        `INSERT DATA { GRAPH <${b}> { <${a}> <${b}> "y". } }; DROP SILENT GRAPH <${a}>`,
    );
  });

  it('keeps every literal, line terminators included', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\r', '\u2028', '\0', 'u', '}') }), {
          minLength: 1,
        }),
        (values) => {
          const tree = parse(sparqlText(update(insertData(a, values.map(statement)))));
          if (tree.type !== 'update') throw new TypeError();
          const [operation] = tree.updates;
          if (operation === undefined || !('insert' in operation)) throw new TypeError();
          const read = operation.insert.flatMap(({ triples }) => triples.map(({ object }) => object.value));
          expect(read).to.deep.equal(values);
        },
      ),
    );
  });

  it('rejects terms that cannot be serialized', () => {
    const bad: Term[] = [
      factory.namedNode('relative'),
      factory.namedNode('http://a> <b'),
      factory.literal('\udc00'),
      factory.literal('x', 'en us'),
      factory.literal('x', factory.namedNode('a b')),
      factory.literal('x', factory.namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#langString')),
      factory.literal('x', factory.namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString')),
      factory.variable('x } DROP ALL #'),
      factory.blankNode('a b'),
      factory.quad(namedNode(a), namedNode(b), namedNode(a)),
    ];
    for (const term of bad) {
      const tree = parse('ASK { ?s ?p ?o }');
      if (tree.type !== 'query' || tree.where?.[0]?.type !== 'bgp') throw new TypeError();
      tree.where[0].triples = [{ subject: namedNode(a), predicate: namedNode(b), object: term }];
      expect(() => sparqlText(tree), term.value).to.throw(TypeError);
    }
    const values = parse('ASK { VALUES ?x { 1 } }');
    if (values.type !== 'query') throw new TypeError();
    values.where = [{ type: 'values', values: [{ '?x) } #': namedNode(a) }] }];
    expect(() => sparqlText(values)).to.throw(TypeError);
  });
});

describe('the graphs of an update', () => {
  it('are those it writes and those it only reads', () => {
    const tree = parse(
      `COPY <${a}> TO <${b}> ; INSERT { GRAPH <http://c> { ?s ?p ?o } } WHERE { { SELECT ?s { GRAPH <http://d> { ?s ?p ?o } } } FILTER EXISTS { GRAPH <${b}> { ?s ?p ?o } } } ; DELETE WHERE { GRAPH <http://e> { ?s ?p ?o } }`,
    );
    if (tree.type !== 'update') throw new TypeError();
    const { written, read } = updateGraphs(tree);
    expect([...written]).to.have.members([b, 'http://c', 'http://e']);
    expect([...read]).to.have.members([a, 'http://d']);
  });
});

describe('the store’s N-Triples', () => {
  it('are read as they were written', () => {
    const value = fc.string({ unit: 'binary' });
    const object = fc.oneof(
      value.map((text) => factory.literal(text)),
      value.map((text) => factory.literal(text, 'en')),
      value.map((text) => factory.literal(text, namedNode(b))),
      fc.webUrl().map((url) => factory.namedNode(url)),
    );
    fc.assert(
      fc.property(fc.array(object), (objects) => {
        const statements = objects.map((term) => triple(namedNode(a), namedNode(b), term));
        const text = writeTriples(statements);
        expect(lines(text)).to.have.length(statements.length);
        expect(shown(parseTriples(text))).to.deep.equal(shown(statements));
      }),
    );
  });

  it('are read with every escape, and blank nodes', () => {
    const [quad] = parseTriples(String.raw`_:b1 <http://example.com/b> "\t\b\n\r\f\"\\\'\u00e9\U0001F600"@en .` + '\n');
    expect(quad?.subject.termType).to.equal('BlankNode');
    expect(quad?.object.value).to.equal('\t\b\n\r\f"\\\'é😀');
  });

  it('are read in time linear in the text', () => {
    const begin = cpuTime();
    const [quad] = parseTriples(`<${a}> <${b}> "${String.raw`\n`.repeat(2_000_000)}" .\n`);
    expect(quad?.object.value).to.have.length(2_000_000);
    expect(cpuTime() - begin).to.be.below(3000);
  });

  it('are rejected in another layout', () => {
    for (const text of [
      'x',
      `<${a}> <${b}> .\n`,
      `<${a}> <${b}> <${a}> <${b}> .\n`,
      `<${a}> <${b}> "x"\n`,
      `<${a}> <${b}> "x" .`,
    ]) {
      expect(() => parseTriples(text), text).to.throw(SyntaxError);
    }
  });

  it('differ by the added and removed lines', () => {
    expect(difference('1\n2\n', '3\n2\n')).to.deep.equal({ added: ['3'], removed: ['1'] });
    expect(difference('1\n2\n', '2\n1\n')).to.deep.equal({ added: [], removed: [] });
    expect(difference('', '1\n')).to.deep.equal({ added: ['1'], removed: [] });
  });
});
