import { expect } from 'chai';
import { finish } from '../../src/async/turns.js';
import { ServiceError } from '../../src/errors.js';
import { prefixesOf } from '../../src/rdf/prefixes.js';
import { rdfXmlSteps } from '../../src/rdf/rdf-xml.js';
import { factory, type Quad } from '../../src/rdf/terms.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { startEngine } from '../../src/store/oxigraph/engine.js';
import { canonical } from '../support/isomorphic.js';
import { readNTriples, readTurtle } from '../support/turtle.js';

const written = (data: Iterable<Quad>): string => finish(rdfXmlSteps(data, prefixesOf(standardNamespaces)));

/** What another library reads of a document. */
function readBack(text: string): string {
  const store = startEngine().newStore();
  store.load(text, { format: 'application/rdf+xml' });
  return canonical(
    readNTriples(store.dump({ format: 'application/n-triples', from_graph_name: factory.defaultGraph() })),
  );
}

const documents: Readonly<Record<string, string>> = {
  'a class, links and texts': '<urn:s> a <urn:c#C> ; <urn:p#link> <urn:o>, <urn:q?a=1&b=2> ; <urn:p#text> "plain" .',
  'texts with markup': '<urn:s> <urn:p#t> "<b>&amp;</b> ]]> \'\\"", "a\\r\\nb\\tc", " ", "" .',
  'texts with languages and letters of all kinds': '<urn:s> <urn:p#t> "Äpfel"@de, "apples"@en-GB, "🍏" .',
  'literals with datatypes':
    '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . <urn:s> <urn:p#t> 7, true, "20.0"^^xsd:double, "2026-01-01T00:00:00.123Z"^^xsd:dateTime, "x"^^<urn:d&t> .',
  'properties with and without a known prefix':
    '@prefix cargo: <https://onerecord.iata.org/ns/cargo#> . <urn:s> cargo:coload true ; <http://one.example/7a> "1" ; <http://one.example/x#a-b.c> "2" ; <http://two.example/x/a> "3" ; <http://two.example/%C3%84_b> "4" .',
  'a blank node in two places': '<urn:s> <urn:p#a> _:x ; <urn:p#b> _:x . _:x <urn:p#c> "1" .',
  nothing: '',
};

describe('RDF/XML', () => {
  for (const [what, turtle] of Object.entries(documents))
    it(`says what the statements say: ${what}`, () => {
      const data = readTurtle(turtle);
      expect(readBack(written(data))).to.equal(canonical(data));
      expect(written([...data].reverse())).to.equal(written(data));
    });

  for (const [what, turtle] of [
    ['a property whose IRI ends with no name', '<urn:s> <http://one.example/7> "x" .'],
    ['a control character', '<urn:s> <urn:p#t> "\\u0001" .'],
    ['what is no character', '<urn:s> <urn:p#t> "\\uFFFE" .'],
  ])
    it(`refuses what it cannot express: ${what}`, () => {
      expect(() => written(readTurtle(turtle ?? '')))
        .to.throw(ServiceError)
        .with.property('kind', 'not-acceptable');
    });
});
