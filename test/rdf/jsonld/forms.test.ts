import { type Resource, type Quad, type Quad_Object, factory, namedNode, triple } from '../../../src/rdf/terms.js';
import { expect } from 'chai';
import fc from 'fast-check';
import jsonld from 'jsonld';
import rdf from 'rdf-ext';
import { finish } from '../../../src/async/turns.js';
import type { Json } from '../../../src/rdf/jsonld/json.js';
import { profiledForm } from '../../../src/rdf/jsonld/forms.js';
import { readJsonLdDataset } from '../../../src/rdf/jsonld/reader.js';
import { jsonLdSteps, writeJsonLdGraph } from '../../../src/rdf/jsonld/writer.js';
import { prefixesOf } from '../../../src/rdf/prefixes.js';
import { graphOf } from '../../../src/rdf/graph.js';
import { writeNTriples, writeTurtle } from '../../../src/rdf/turtle.js';
import { readNTriples, readTurtle } from '../../support/turtle.js';
import { createVocabulary, rdfTerms, xsd, xsdNs } from '../../../src/rdf/vocabulary.js';
import { canonical } from '../../support/isomorphic.js';
import { scaled } from '../../support/size.js';

const vocabulary = createVocabulary();
const { api, cargo } = vocabulary.namespaces;
const options = { prefixes: prefixesOf(vocabulary.namespaces), vocab: cargo };
const root = namedNode('http://localhost:8080/logistics-objects/1');

const writeJsonLdForm = (...args: Parameters<typeof jsonLdSteps>): Json => finish(jsonLdSteps(...args));

const forms = ['compacted', 'expanded', 'flattened', 'flattened-expanded', 'vocab'] as const;

const piece = readTurtle(`
  @prefix api: <${api}>. @prefix cargo: <${cargo}>. @prefix xsd: <${xsdNs}>.
  <${root.value}> a cargo:Piece; cargo:grossWeight <internal:1>; cargo:coload false; api:hasRevision 2;
    cargo:goodsDescription "Ware"@de; cargo:status cargo:DONE .
  <internal:1> a cargo:Value; cargo:numericalValue "20"^^xsd:double .`);

describe('The document forms of JSON-LD', () => {
  it('expanded: full IRIs, every value an object in an array, no context', () => {
    expect(writeJsonLdForm('expanded', piece, [root], options)).to.deep.equal([
      {
        '@id': root.value,
        '@type': [`${cargo}Piece`],
        [`${api}hasRevision`]: [{ '@value': 2 }],
        [`${cargo}coload`]: [{ '@value': false }],
        [`${cargo}goodsDescription`]: [{ '@language': 'de', '@value': 'Ware' }],
        [`${cargo}grossWeight`]: [
          {
            '@id': 'internal:1',
            '@type': [`${cargo}Value`],
            [`${cargo}numericalValue`]: [{ '@type': `${xsdNs}double`, '@value': '20.0' }],
          },
        ],
        [`${cargo}status`]: [{ '@id': `${cargo}DONE` }],
      },
    ]);
  });

  it('flattened: every node on its own under @graph, the root first', () => {
    expect(writeJsonLdForm('flattened', piece, [root], options)).to.deep.equal({
      '@context': { api, cargo },
      '@graph': [
        {
          '@id': root.value,
          '@type': 'cargo:Piece',
          'api:hasRevision': 2,
          'cargo:coload': false,
          'cargo:goodsDescription': { '@language': 'de', '@value': 'Ware' },
          'cargo:grossWeight': { '@id': 'internal:1' },
          'cargo:status': { '@id': 'cargo:DONE' },
        },
        {
          '@id': 'internal:1',
          '@type': 'cargo:Value',
          'cargo:numericalValue': { '@type': `${xsdNs}double`, '@value': '20.0' },
        },
      ],
    });
  });

  it('vocab: properties and classes of the data model by their names, all else as whole IRIs', () => {
    expect(writeJsonLdForm('vocab', piece, [root], options)).to.deep.equal({
      '@context': { '@vocab': cargo },
      '@id': root.value,
      '@type': 'Piece',
      [`${api}hasRevision`]: 2,
      coload: false,
      goodsDescription: { '@language': 'de', '@value': 'Ware' },
      grossWeight: {
        '@id': 'internal:1',
        '@type': 'Value',
        numericalValue: { '@type': `${xsdNs}double`, '@value': '20.0' },
      },
      status: { '@id': `${cargo}DONE` },
    });
  });

  it('vocab has no prefixes that a bare name could be taken for', () => {
    const data = [triple(root, namedNode(`${cargo}api`), factory.literal('x'))];
    expect(writeJsonLdForm('vocab', data, [root], options)).to.deep.equal({
      '@context': { '@vocab': cargo },
      '@id': root.value,
      api: 'x',
    });
  });

  it('compacted is the form of D3', () => {
    expect(writeJsonLdForm('compacted', piece, [root], options)).to.deep.equal(
      writeJsonLdGraph(piece, [root], options),
    );
    expect(writeJsonLdForm('compacted', piece, [], options)).to.deep.equal(writeJsonLdGraph(piece, [], options));
  });
});

describe('A profile of JSON-LD (RFC 6906)', () => {
  const ns = 'http://www.w3.org/ns/json-ld#';
  for (const [named, form, told] of [
    ['expanded', 'expanded', 'expanded'],
    ['compacted', 'compacted', 'compacted'],
    ['flattened', 'flattened', 'flattened'],
    ['flattened expanded', 'flattened-expanded', 'expanded flattened'],
    ['compacted flattened', 'flattened', 'compacted flattened'],
    ['expanded compacted', 'expanded', 'expanded'],
    ['context expanded', 'expanded', 'expanded'],
  ] as const) {
    it(`names ${named}: ${form}`, () => {
      const iris = (names: string): string =>
        names
          .split(' ')
          .map((name) => ns + name)
          .join(' ');
      expect(profiledForm(iris(named))).to.deep.equal({ form, profile: iris(told) });
    });
  }

  it('that is unknown means nothing', () => {
    for (const unknown of ['', 'expanded', `${ns}framed`, 'urn:x', `${ns}expanded,${ns}compacted`])
      expect(profiledForm(unknown)).to.equal(undefined);
    expect(profiledForm(`urn:x  ${ns}expanded`)?.form).to.equal('expanded');
  });
});

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"\\\n\r', '@id', '_:b0', 'cargo:x'));
const names = ['a', 'B-1', 'x.y', '_z', '1', 'é', 'a/b', '', 'api', 'cargo', 'type'].map((name) => cargo + name);
const iri = fc.constantFrom(...names, 'urn:x', 'internal:1', 'api:x', `${api}A`, root.value, rdfTerms.nil.value);
const literal = fc.oneof(
  text.map((string) => factory.literal(string)),
  fc.tuple(text, fc.constantFrom('en', 'de-de')).map(([string, tag]) => factory.literal(string, tag)),
  fc.constantFrom('true', 'false', '0', '1').map((flag) => factory.literal(flag, xsd.boolean)),
  fc.constantFrom('7', '+007', '-0', '9007199254740993').map((number) => factory.literal(number, xsd.integer)),
  fc.constantFrom('20', '2.50', '1e21', '-0').map((number) => factory.literal(number, xsd.double)),
  fc.constantFrom('1.50', '7').map((number) => factory.literal(number, xsd.decimal)),
);
const resource = fc.oneof(
  iri.map((name) => namedNode(name)),
  fc.nat(4).map((label) => factory.blankNode(`b${label}`)),
);
const predicate = fc.oneof({ weight: 4, arbitrary: iri.map((name) => namedNode(name)) }, fc.constant(rdfTerms.type));
const graph = fc
  .array(fc.tuple(resource, predicate, fc.oneof<fc.Arbitrary<Quad_Object>[]>(literal, resource)), { maxLength: 25 })
  .map((quads) => [...graphOf(quads.map(([s, p, o]) => triple(s, p, o)))]);

const parsed = (document: Json): object => JSON.parse(JSON.stringify(document)) as object;

/** The statements as they stand in a text, literals by their lexical form: equal texts mean isomorphic graphs. */
const exact = (data: Iterable<Quad>): string => rdf.dataset([...data]).toCanonical();

/** The statements that the standard's own algorithm finds in a document. */
async function standard(document: Json): Promise<Quad[]> {
  const found: unknown = await jsonld.toRDF(parsed(document), { format: 'application/n-quads' });
  if (typeof found !== 'string') throw new TypeError('toRDF gave no N-Quads');
  return [...readTurtle(found)];
}

const lowerCaseTags = (data: Iterable<Quad>): Quad[] =>
  Array.from(data, ({ subject, predicate: property, object }) =>
    triple(
      subject,
      property,
      object.termType === 'Literal' && object.language !== ''
        ? factory.literal(object.value, object.language.toLowerCase())
        : object,
    ),
  );

describe('One graph in every form', () => {
  const seed = 20261121;

  it('is read by the standard’s algorithm as the same statements from every form of JSON-LD', async () => {
    await fc.assert(
      fc.asyncProperty(
        graph,
        fc.constantFrom(...forms),
        fc.array(resource, { maxLength: 3 }),
        async (quads, form, roots) => {
          const distinct = [
            ...new Map<string, Resource>(roots.map((one) => [`${one.termType} ${one.value}`, one])).values(),
          ];
          // The standard's implementation loses the sign of -0.
          const known = quads.filter(({ object }) => !object.equals(factory.literal('-0', xsd.double)));
          const document = writeJsonLdForm(form, known, distinct, options);
          expect(canonical(await standard(document))).to.equal(canonical(known));
        },
      ),
      { numRuns: scaled(200), seed },
    );
  });

  it('has one lexical form of each literal in every syntax', async () => {
    await fc.assert(
      fc.asyncProperty(graph, async (quads) => {
        const known = quads.filter(
          (quad) => ![quad.subject, quad.predicate, quad.object].some(({ value }) => value === 'api:x'),
        );
        const turtle = exact(lowerCaseTags(readTurtle(writeTurtle(known, options.prefixes))));
        expect(exact(lowerCaseTags(readNTriples(writeNTriples(known))))).to.equal(turtle);
        for (const form of forms) {
          const document = parsed(writeJsonLdForm(form, known, [root], options));
          const { data } = await readJsonLdDataset(document, { vocabulary, strict: true });
          expect(exact(lowerCaseTags(data)), form).to.equal(turtle);
        }
      }),
      { numRuns: scaled(120), seed },
    );
  });

  it('is expanded as the standard expands its compacted form', async () => {
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .sort(([one], [other]) => (one < other ? -1 : 1))
                // The standard's implementation writes language tags in lower case.
                .map(([key, member]) => [key, key === '@language' ? String(member).toLowerCase() : sorted(member)]),
            )
          : // Labels of blank nodes follow the order of the properties, which names in full do not share.
            typeof value === 'string'
            ? value.replace(/^_:b\d+$/, '_:b')
            : value;
    await fc.assert(
      fc.asyncProperty(graph, async (all) => {
        // The order of names in full is another one where a name has no prefix: what is named there may be nested elsewhere.
        const isOrdered = ({ value }: Quad['subject' | 'predicate' | 'object']): boolean =>
          value.startsWith(cargo) && /^[a-z_]\w*$/i.test(value.slice(cargo.length));
        const quads = all.filter(
          ({ predicate: property, object }) =>
            isOrdered(property) || (property.equals(rdfTerms.type) && isOrdered(object)),
        );
        const expanded = await jsonld.expand(parsed(writeJsonLdGraph(quads, [root], options)));
        const own = writeJsonLdForm('expanded', quads, [root], options);
        // A document that says nothing of its root is dropped by the standard.
        if (expanded.length > 0) expect(sorted(parsed(own))).to.deep.equal(sorted(expanded));
      }),
      { numRuns: scaled(120), seed },
    );
  });

  it('holds no node in another where it is flattened', () => {
    fc.assert(
      fc.property(graph, fc.constantFrom('flattened' as const, 'flattened-expanded' as const), (quads, form) => {
        const document = parsed(writeJsonLdForm(form, quads, [root], options));
        const nodes = (Array.isArray(document) ? document : (document as { '@graph': unknown[] })['@graph']) as Record<
          string,
          unknown
        >[];
        expect(new Set(nodes.map((one) => one['@id'])).size).to.equal(nodes.length);
        for (const one of nodes) {
          expect(one['@id']).to.be.a('string');
          for (const value of Object.values(one).flat()) {
            if (typeof value === 'object' && value !== null && '@id' in value)
              expect(Object.keys(value)).to.deep.equal(['@id']);
          }
        }
      }),
      { numRuns: scaled(120), seed },
    );
  });

  it('is the same bytes in any order of the statements', () => {
    fc.assert(
      fc.property(
        graph.chain((quads) => fc.tuple(fc.constant(quads), fc.shuffledSubarray(quads, { minLength: quads.length }))),
        fc.constantFrom(...forms),
        ([quads, shuffled], form) => {
          const bytes = (data: Iterable<Quad>): string => JSON.stringify(writeJsonLdForm(form, data, [root], options));
          expect(bytes(shuffled)).to.equal(bytes(quads));
        },
      ),
      { numRuns: scaled(80), seed },
    );
  });
});
