import { type Resource, type Quad, type Quad_Object, factory, namedNode, triple } from '../../../src/rdf/terms.js';
import { expect } from 'chai';
import fc from 'fast-check';
import jsonld from 'jsonld';
import type { JsonObject } from '../../../src/rdf/jsonld/json.js';
import { readJsonLd, readJsonLdDataset } from '../../../src/rdf/jsonld/reader.js';
import { type WriteOptions, writeJsonLdGraph } from '../../../src/rdf/jsonld/writer.js';
import { prefixesOf } from '../../../src/rdf/prefixes.js';
import { readTurtle } from '../../support/turtle.js';
import { graphOf } from '../../../src/rdf/graph.js';
import { createVocabulary, rdfTerms, xsd, xsdNs } from '../../../src/rdf/vocabulary.js';
import { canonical } from '../../support/isomorphic.js';
import { scaled } from '../../support/size.js';

const vocabulary = createVocabulary();
const { api, cargo } = vocabulary.namespaces;
const prefixes = prefixesOf(vocabulary.namespaces);

const root = namedNode('http://localhost:8080/logistics-objects/1');

/** Writes the document of Turtle whose root is <root>. */
function written(turtle: string, options: Partial<WriteOptions> = {}, from: Resource = root): JsonObject {
  const text = `@prefix api: <${api}>. @prefix cargo: <${cargo}>. @prefix xsd: <${xsdNs}>. ${turtle}`;
  const data = readTurtle(text.replaceAll('<root>', `<${root.value}>`));
  return writeJsonLdGraph(data, [from], { prefixes, ...options });
}

/** The value of a property with this object. */
const value = (object: string): unknown => written(`<root> cargo:p ${object} .`)['cargo:p'];

describe('Writing JSON-LD (D3)', () => {
  it('gives one object: context, identifier, type, then the properties in order, with embedded objects in place', () => {
    const document = written(`
      <root> cargo:grossWeight <internal:1>; cargo:coload false; a cargo:Piece; api:hasRevision 2 .
      <internal:1> cargo:value "20"^^xsd:double; a cargo:Value; cargo:unit "KGM" .`);
    expect(JSON.stringify(document, undefined, 1)).to.equal(
      JSON.stringify(
        {
          '@context': { api, cargo },
          '@id': root.value,
          '@type': 'cargo:Piece',
          'api:hasRevision': 2,
          'cargo:coload': false,
          'cargo:grossWeight': {
            '@id': 'internal:1',
            '@type': 'cargo:Value',
            'cargo:unit': 'KGM',
            'cargo:value': { '@type': `${xsdNs}double`, '@value': '20.0' },
          },
        },
        undefined,
        1,
      ),
    );
  });

  it('writes texts, truth values and integers as native JSON, everything else with its datatype', () => {
    expect(value('"text"')).to.equal('text');
    expect([value('true'), value('"0"^^xsd:boolean')]).to.deep.equal([true, false]);
    expect([value('20'), value('"+07"^^xsd:integer'), value('-0')]).to.deep.equal([20, 7, 0]);
    expect(value('25.5e0')).to.deep.equal({ '@type': `${xsdNs}double`, '@value': '25.5' });
    expect(value('1e21')).to.deep.equal({ '@type': `${xsdNs}double`, '@value': '1.0E21' });
    expect(value('"12.50"^^xsd:decimal')).to.deep.equal({ '@type': `${xsdNs}decimal`, '@value': '12.50' });
    expect(value('"1"^^xsd:positiveInteger')).to.deep.equal({ '@type': `${xsdNs}positiveInteger`, '@value': '1' });
    expect(value('"Ware"@de-de')).to.deep.equal({ '@language': 'de-DE', '@value': 'Ware' });
    // What JSON would not carry, or what is no form of its datatype.
    expect(value('9007199254740993')).to.deep.equal({ '@type': `${xsdNs}integer`, '@value': '9007199254740993' });
    expect(value('"yes"^^xsd:boolean')).to.deep.equal({ '@type': `${xsdNs}boolean`, '@value': 'yes' });
    expect(value('"much"^^xsd:double')).to.deep.equal({ '@type': `${xsdNs}double`, '@value': 'much' });
  });

  it('writes an enumeration value as a link, and names only the prefixes that are used', () => {
    expect(value('api:REQUEST_PENDING')).to.deep.equal({ '@id': 'api:REQUEST_PENDING' });
    expect(written('<root> cargo:p 1 .')['@context']).to.deep.equal({ cargo });
    expect(written('<root> <urn:p> 1 .')).not.to.have.property('@context');
    expect(written('')).to.deep.equal({ '@id': root.value });
  });

  it('writes one value as such and several as an array in stable order', () => {
    expect(written('<root> cargo:p 1 .')['cargo:p']).to.equal(1);
    expect(written('<root> cargo:p "b", <urn:x>, "a" .')['cargo:p']).to.deep.equal(['a', 'b', { '@id': 'urn:x' }]);
    expect(written('<root> a cargo:B, cargo:A .')['@type']).to.deep.equal(['cargo:A', 'cargo:B']);
    expect(written('<root> cargo:p 1 .', { arrays: new Set([`${cargo}p`]) })['cargo:p']).to.deep.equal([1]);
  });

  it('never shortens an IRI to a form of another one', async () => {
    const confusing = [
      `${cargo}a/b`,
      cargo,
      `${cargo}//x`,
      `${cargo}a:b`,
      'cargo:x',
      'api:x',
      `${cargo}a.`,
      `${cargo}ä`,
    ];
    const data = graphOf(confusing.map((text) => triple(root, namedNode(`${cargo}p`), namedNode(text))));
    const document = writeJsonLdGraph(data, [root], { prefixes });
    expect(document).not.to.have.property('@context');
    expect(canonical(await standard(document))).to.equal(canonical(data));
  });

  it('does so with namespaces of the operator’s own', async () => {
    for (const namespace of ['https://example.com/api/', 'urn:example:api:', 'https://example.com/api?name=']) {
      const data = graphOf([triple(root, namedNode(`${namespace}p`), namedNode(`${namespace}x`))]);
      const document = writeJsonLdGraph(data, [root], { prefixes: { ...prefixes, api: namespace } });
      expect(canonical(await standard(document))).to.equal(canonical(data));
    }
  });

  describe('nests', () => {
    it('an object wherever it is linked, but never in itself (D11)', () => {
      const document = written(
        '<root> cargo:p <urn:a>; cargo:q <urn:a> . <urn:a> cargo:r <root>, <urn:b> . <urn:b> cargo:s 1 .',
      );
      const a = { '@id': 'urn:a', 'cargo:r': [{ '@id': root.value }, { '@id': 'urn:b', 'cargo:s': 1 }] };
      expect(document).to.deep.equal({ '@context': { cargo }, '@id': root.value, 'cargo:p': a, 'cargo:q': a });
    });

    it('nests only the nodes that the caller chose; the others follow under @included', () => {
      const document = written('<root> cargo:p <urn:a>, <internal:b> . <urn:a> cargo:q 1 . <internal:b> cargo:q 2 .', {
        nest: (resource) => resource.value.startsWith('internal:'),
      });
      expect(document['cargo:p']).to.deep.equal([{ '@id': 'internal:b', 'cargo:q': 2 }, { '@id': 'urn:a' }]);
      expect(document['@included']).to.deep.equal([{ '@id': 'urn:a', 'cargo:q': 1 }]);
    });

    it('blank nodes without a label, unless something else links them', () => {
      const blank = factory.blankNode('x');
      expect(writeJsonLdGraph([triple(blank, rdfTerms.type, root)], [blank], { prefixes })).not.to.have.property('@id');
      const single = written('<root> cargo:p [ cargo:q 1 ] .');
      expect(single['cargo:p']).to.deep.equal({ 'cargo:q': 1 });
      const shared = written('<root> cargo:p _:x; cargo:r _:x . _:x cargo:q 1 .');
      expect(shared['cargo:p']).to.deep.equal({ '@id': '_:b0', 'cargo:q': 1 });
      const repeated = written('<root> cargo:p <urn:a>; cargo:r <urn:a> . <urn:a> cargo:q [ cargo:q 1 ] .');
      expect(repeated['cargo:r']).to.deep.equal({ '@id': 'urn:a', 'cargo:q': { '@id': '_:b0', 'cargo:q': 1 } });
    });

    it('no more than a bounded number of repetitions', () => {
      const layers = Array.from(
        { length: 30 },
        (_, n) => `<urn:${n}> cargo:p <urn:${n + 1}>; cargo:q <urn:${n + 1}> .`,
      );
      const document = written(`<root> cargo:p <urn:0> . ${layers.join('\n')} <urn:30> cargo:r 1 .`);
      expect(JSON.stringify(document)).to.have.length.below(1_000_000);
    });

    it('a long text in a bounded number of places', () => {
      const text = 'x'.repeat(1_000_000);
      const links = Array.from({ length: 100 }, (_, n) => `<root> cargo:p [ cargo:q <urn:a>; cargo:r ${n} ] .`);
      const document = written(`${links.join('\n')} <urn:a> cargo:r "${text}" .`);
      expect(JSON.stringify(document).split(text)).to.have.length.below(5);
    });

    it('no deeper than a reader with limits would follow', async () => {
      const links = Array.from({ length: 20_000 }, (_, n) => `<urn:${n}> cargo:p <urn:${n + 1}> .`);
      const data = readTurtle(`@prefix cargo: <${cargo}>. ${links.join('\n')}`);
      const document = writeJsonLdGraph(data, [namedNode('urn:0')], { prefixes });
      const read = await readJsonLd(document, { vocabulary, strict: true });
      expect([read.root.value, read.data.size]).to.deep.equal(['urn:0', 20_000]);
    });
  });

  it('rejects graphs that JSON-LD cannot express', () => {
    const quoted = factory.quad(root, rdfTerms.type, root);
    const statement = factory.quad(root, rdfTerms.type, quoted);
    expect(() => writeJsonLdGraph([statement], [root], { prefixes })).to.throw(TypeError, 'Quad');
  });
});

/** The statements that the standard's own algorithm finds in a document. */
async function standard(document: JsonObject): Promise<Quad[]> {
  const input: object = document;
  const found: unknown = await jsonld.toRDF(input, { format: 'application/n-quads' });
  if (typeof found !== 'string') throw new TypeError('toRDF gave no N-Quads');
  return [...readTurtle(found)];
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\u0000\u0007', '"\\\n\r', '@id', '😀', '\u2028', '__proto__'),
);
const iri = fc.oneof(
  fc.constantFrom('a', 'B-1', 'x.y', '_z', '1', 'é', 'a/b', '').map((name) => cargo + name),
  fc.constantFrom(
    'urn:x',
    'internal:1',
    'api:x',
    `${api}REQUEST_PENDING`,
    root.value,
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#nil',
  ),
);
const literal = fc.oneof(
  text.map((string) => factory.literal(string)),
  fc.tuple(text, fc.constantFrom('en', 'de-de', 'zh-hant-tw')).map(([string, tag]) => factory.literal(string, tag)),
  fc.boolean().map((flag) => factory.literal(String(flag), xsd.boolean)),
  fc.bigInt().map((integer) => factory.literal(String(integer), xsd.integer)),
  // The standard's implementation keeps no more than 16 digits.
  fc
    .float({ noNaN: true, noDefaultInfinity: true })
    .map((number) => factory.literal(number.toPrecision(7), xsd.double)),
  fc.integer().map((number) => factory.literal(`${number}.50`, xsd.decimal)),
  text.map((string) => factory.literal(string, namedNode('urn:datatype'))),
);
const resource = fc.oneof(
  iri.map((name) => namedNode(name)),
  fc.nat(4).map((label) => factory.blankNode(`b${label}`)),
);
const predicate = fc.oneof({ weight: 4, arbitrary: iri.map((name) => namedNode(name)) }, fc.constant(rdfTerms.type));
const graph = fc
  .array(fc.tuple(resource, predicate, fc.oneof<fc.Arbitrary<Quad_Object>[]>(literal, resource)), { maxLength: 25 })
  .map((quads) => [...graphOf(quads.map(([s, p, o]) => triple(s, p, o)))]);

describe('What is written as JSON-LD', () => {
  it('is read by the standard’s algorithm as the same statements (random)', async () => {
    await fc.assert(
      fc.asyncProperty(graph, resource, async (quads, from) => {
        const document = writeJsonLdGraph(quads, [from], { prefixes });
        expect(canonical(await standard(JSON.parse(JSON.stringify(document)) as JsonObject))).to.equal(
          canonical(quads),
        );
      }),
      { numRuns: scaled(120) },
    );
  });

  it('is read by our own reader as the same statements', async () => {
    await fc.assert(
      fc.asyncProperty(graph, async (quads) => {
        const named = quads.filter(({ object }) => object.termType !== 'NamedNode' || !object.value.startsWith('api:'));
        const known = named.filter(
          ({ subject, predicate: { value } }) => !`${subject.value} ${value}`.includes('api:x'),
        );
        const document = writeJsonLdGraph(known, [root], { prefixes });
        const { data } = await readJsonLdDataset(document, { vocabulary, strict: true });
        expect(canonical(data)).to.equal(canonical(known));
      }),
      { numRuns: scaled(120) },
    );
  });

  it('is the same bytes in any order of the statements', () => {
    fc.assert(
      fc.property(
        graph.chain((quads) => fc.tuple(fc.constant(quads), fc.shuffledSubarray(quads, { minLength: quads.length }))),
        resource,
        ([quads, shuffled], from) => {
          const bytes = (data: Iterable<Quad>): string => JSON.stringify(writeJsonLdGraph(data, [from], { prefixes }));
          expect(bytes(shuffled)).to.equal(bytes(quads));
        },
      ),
    );
  });
});
