import { expect } from 'chai';
import fc from 'fast-check';
import rdf from 'rdf-ext';
import { writeNTriples, writeTurtle } from '../../src/rdf/turtle.js';
import { readNTriples, readTurtle } from '../support/turtle.js';
import { prefixesOf } from '../../src/rdf/prefixes.js';
import { graphOf } from '../../src/rdf/graph.js';
import { type Quad, factory, namedNode, triple } from '../../src/rdf/terms.js';
import { createVocabulary, xsd } from '../../src/rdf/vocabulary.js';
import { canonical } from '../support/isomorphic.js';
import { scaled } from '../support/size.js';

const { namespaces } = createVocabulary();
const prefixes = prefixesOf(namespaces);
const { api, cargo } = namespaces;
const subject = namedNode('http://localhost:8080/logistics-objects/1');

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u0000\u0007\u001f\u007f', '"\\\n\r\t', '😀', '\u2028\ufffe'),
);
const iri = fc.constantFrom(
  'internal:1',
  'api:x',
  'urn:a,b',
  'http://x/é(1)',
  `${api}A`,
  `${cargo}a.`,
  `${cargo}a/b`,
  cargo,
  `${cargo}-1`,
);
const object = fc.oneof(
  text.map((string) => factory.literal(string)),
  text.map((string) => factory.literal(string, 'de-de')),
  text.map((string) => factory.literal(string, namedNode('internal:datatype'))),
  fc.constantFrom('1', '-1.', '.5', '1e3', '+007', 'INF').map((number) => factory.literal(number, xsd.double)),
  fc.constantFrom('1', '1.', '1.0').map((number) => factory.literal(number, xsd.decimal)),
  fc.constantFrom('1', '+1', 'one').map((number) => factory.literal(number, xsd.integer)),
  iri.map((name) => namedNode(name)),
  fc.nat(3).map((label) => factory.blankNode(`b${label}`)),
);
const graph = fc
  .array(
    fc.tuple(
      fc.oneof(
        iri.map((name) => namedNode(name)),
        fc.constant(subject),
      ),
      iri,
      object,
    ),
    { maxLength: 20 },
  )
  .map((quads) => [...graphOf(quads.map(([s, p, o]) => triple(s, namedNode(p), o)))]);
/** Equal texts mean isomorphic graphs, term by term. */
const exact = (data: Iterable<Quad>): string => rdf.dataset([...data]).toCanonical();

describe('Turtle and N-Triples', () => {
  it('group by subject, types first, with the prefixes that are used', () => {
    const turtle = `@prefix api: <${api}>.
@prefix cargo: <${cargo}>.

<${subject.value}> a cargo:Piece;
    api:hasRevision 2;
    cargo:coload false;
    cargo:grossWeight <internal:1>.
<internal:1> a cargo:Value;
    cargo:unit "KGM".
`;
    expect(writeTurtle(readTurtle(turtle), prefixes)).to.equal(turtle);
    expect(writeTurtle([], prefixes)).to.equal('');
  });

  it('write N-Triples as sorted lines', () => {
    const data = readTurtle('<urn:b> <urn:p> "x\u0007\\n" . <urn:a> <urn:p> _:x, "é"@de .', 'http://x/');
    const lines = writeNTriples(data).split('\n');
    expect(lines[0]).to.match(/^<urn:a> <urn:p> "é"@de \.$/);
    expect(lines.slice(2)).to.deep.equal(['<urn:b> <urn:p> "x\\u0007\\n" .', '']);
  });

  it('hold the same statements when they are read again (random)', () => {
    fc.assert(
      fc.property(graph, (quads) => {
        const turtle = readTurtle(writeTurtle(quads, prefixes));
        expect(canonical(turtle)).to.equal(canonical(quads));
        expect(exact(readNTriples(writeNTriples(quads)))).to.equal(exact(turtle));
      }),
      { numRuns: scaled(120) },
    );
  });

  it('write one lexical form of each literal, the one of JSON-LD (D3)', () => {
    const data = readTurtle('<urn:a> <urn:p> 2e1, "1"^^<http://www.w3.org/2001/XMLSchema#boolean>, +07, "x"@de-de .');
    const double = '"20.0"^^<http://www.w3.org/2001/XMLSchema#double>';
    expect(writeTurtle(data, prefixes)).to.include('"20.0"^^xsd:double, 7, true, "x"@de-DE');
    for (const value of [double, '"7"^^<http://www.w3.org/2001/XMLSchema#integer>', '"x"@de-DE'])
      expect(writeNTriples(data)).to.include(`<urn:a> <urn:p> ${value} .`);
  });

  it('are the same bytes in any order of the statements', () => {
    fc.assert(
      fc.property(
        graph.chain((quads) => fc.tuple(fc.constant(quads), fc.shuffledSubarray(quads, { minLength: quads.length }))),
        ([quads, shuffled]) => {
          expect(writeTurtle(shuffled, prefixes)).to.equal(writeTurtle(quads, prefixes));
          expect(writeNTriples(shuffled)).to.equal(writeNTriples(quads));
        },
      ),
    );
  });

  it('distinguish an IRI whose scheme is a prefix from a prefixed name', () => {
    const data = [triple(subject, namedNode(`${api}p`), namedNode('api:REQUEST_PENDING'))];
    expect(canonical(readTurtle(writeTurtle(data, prefixes)))).to.equal(canonical(data));
  });

  it('are read from text with its base, and rejected with the line', () => {
    expect([...readTurtle('<a> <b> <#c> .', 'http://x/y')][0]?.object.value).to.equal('http://x/y#c');
    expect(() => readTurtle('<urn:a> <urn:b> 1 .\n<urn:a> <urn:b> .')).to.throw(/line 2/);
    expect(() => readNTriples('<urn:a> <urn:b> <urn:c> .\n<urn:a> nonsense')).to.throw(/line 2/);
  });
});
