import { expect } from 'chai';
import fc from 'fast-check';
import { factory, type Literal, type Quad } from '../../../src/rdf/terms.js';
import { rdfTerms, xsd, xsdNs } from '../../../src/rdf/vocabulary.js';
import { startEngine } from '../../../src/store/oxigraph/engine.js';
import { lines, canonicalLines, writeTriples } from '../../../src/store/oxigraph/ntriples.js';
import { object, revision } from '../support/open.js';
import { scaled } from '../../support/size.js';

const N_TRIPLES = 'application/n-triples';
const engine = startEngine();
const graph = factory.namedNode(revision('piece', 1));
const subject = factory.namedNode(object('piece'));

const says = (value: Literal): Quad => factory.quad(subject, factory.namedNode('http://a.b/says'), value);

/** The lines that Oxigraph has for these statements. */
function written(statements: readonly Quad[]): string[] {
  const store = engine.newStore();
  try {
    store.load(writeTriples(statements), { format: N_TRIPLES, to_graph_name: graph });
    return lines(store.dump({ format: N_TRIPLES, from_graph_name: graph })).sort();
  } finally {
    store.free();
  }
}

const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed());
const typed = (name: string, ...forms: string[]): fc.Arbitrary<Literal> =>
  fc.constantFrom(...forms).map((form) => factory.literal(form, factory.namedNode(xsdNs + name)));
const number = (name: string, values: fc.Arbitrary<number>): fc.Arbitrary<Literal> =>
  values.map((value) => factory.literal(String(value), factory.namedNode(xsdNs + name)));

const literal = fc.oneof(
  text.map((value) => factory.literal(value, xsd.string)),
  text.map((value) => factory.literal(value, 'en-US')),
  text.map((value) => factory.literal(value, factory.namedNode('https://onerecord.iata.org/ns/coreCodeLists#x'))),
  text.map((value) => factory.literal(value, xsd.anyURI)),
  number('double', fc.double()),
  number('double', fc.double({ min: -1e6, max: 1e6 })),
  number('double', fc.integer()),
  // Where two shortest forms of a double are equally near.
  number(
    'double',
    fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 1, max: 20 })).map(([whole, bits]) => whole / 2 ** bits),
  ),
  number('float', fc.double({ min: -100, max: 100 })),
  number('integer', fc.maxSafeInteger()),
  number('decimal', fc.maxSafeInteger()),
  number(
    'decimal',
    fc.integer().map((value) => value / 1000),
  ),
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z') })
    .map((date) => factory.literal(date.toISOString(), xsd.dateTime)),
  typed('double', '2.05E1', '020.50', '1e400', '-0', '0', '0.0', '1e21', '123456789012345680000', '1e-7', '.5', '5.'),
  typed('double', '+1', 'NaN', 'INF', '-INF', 'x', '4.9e-324', '1.7976931348623157e308'),
  typed('decimal', '020.50', '-0', '-0.0', '0.5', '.5', '1.', '0.1234567890123456789', '123456789012345678901234.5'),
  typed('integer', '007', '-0', '+1', '999999999999999999', '9223372036854775807', '9223372036854775808', 'x'),
  typed('boolean', 'true', 'false', '0', '1', 'TRUE', ' true'),
  typed('dateTime', '2026-02-29T00:00:00Z', '2026-11-21T24:00:00Z', '2026-11-21T15:00:00', '2026-11-21T15:00:60Z'),
  typed('dateTime', '2026-11-21T15:00:00Z', '2026-11-21T15:00:00.100Z', '2026-11-21T15:00:00.000Z', '2026-11-21'),
  typed(
    'dateTime',
    '2026-11-21T15:00:00+01:00',
    '2026-11-21T15:00:00+00:00',
    '2026-11-21T15:00:00.1234Z',
    '2026-11-21T15:00:00.1Z',
  ),
  typed('date', '2026-11-21', '2026-02-30', '2026-11-21Z'),
  typed('positiveInteger', '7', '007', '0', '-1'),
  typed('nonNegativeInteger', '7', '+7', '0', '-1'),
  typed('int', '7', '007'),
  typed('token', 'a', ' a '),
  typed('base64Binary', 'QUJD', 'QU JD', 'Q'),
);

describe('the lines that are stored for statements', () => {
  it('are those of Oxigraph, or undefined', () => {
    fc.assert(
      fc.property(fc.array(literal, { maxLength: 6 }), (literals) => {
        const statements = literals.map(says);
        const known = canonicalLines(statements);
        if (known !== undefined) expect(known.sort()).to.deep.equal(written(statements));
      }),
      { numRuns: scaled(800) },
    );
  });

  for (const value of [
    factory.literal('goods\tof "all" kinds \\ \u007f\u0085\u2028\ufffe😀\n', xsd.string),
    factory.literal('http://a.b/c?d', xsd.anyURI),
    factory.literal('2026-11-21T15:00:00.120Z', xsd.dateTime),
    factory.literal('2026-11-21T15:00:00.12Z', xsd.dateTime),
    factory.literal('2026-11-21T15:00:00Z', xsd.dateTime),
    factory.literal('7', xsd.positiveInteger),
    factory.literal('2.05E1', xsd.double),
    factory.literal('120', xsd.double),
    factory.literal('1.25', xsd.decimal),
    factory.literal('12', xsd.integer),
    factory.literal('true', xsd.boolean),
    factory.literal('QU JDREVG', xsd.base64Binary),
  ])
    it(`are defined for ${JSON.stringify(value.value)}`, () => {
      expect(canonicalLines([says(value)])).to.deep.equal(written([says(value)]));
    });

  it('have a statement once that is given in two lexical forms', () => {
    const [one, other] = [factory.literal('2.05E1', xsd.double), factory.literal('20.5', xsd.double)];
    expect(canonicalLines([says(one), says(other)])).to.have.length(1);
  });

  it('are undefined for a double with two shortest forms', () => {
    expect(canonicalLines([says(factory.literal('198291647434234.62', xsd.double))])).to.equal(undefined);
  });

  it('reject terms that no named graph may contain', () => {
    const directional = factory.literal('a', rdfTerms.dirLangString);
    for (const value of [factory.literal('\ud800'), factory.literal('1', factory.namedNode('no iri')), directional])
      expect(() => canonicalLines([says(value)])).to.throw(TypeError);
  });
});
