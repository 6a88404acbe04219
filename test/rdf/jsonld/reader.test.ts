import { expect } from 'chai';
import fc from 'fast-check';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { ErrorDetail } from '../../../src/errors.js';
import { InputError } from '../../../src/rdf/input-error.js';
import { parseJson } from '../../../src/rdf/jsonld/json.js';
import { readJsonLd, readJsonLdDataset } from '../../../src/rdf/jsonld/reader.js';
import type { Graph } from '../../../src/rdf/graph.js';
import { type Iri, type Term, namedNode } from '../../../src/rdf/terms.js';
import { createVocabulary, rdfTerms, xsdNs } from '../../../src/rdf/vocabulary.js';
import { canonical } from '../../support/isomorphic.js';
import { cpuTime } from '../../support/cpu-time.js';
import { scaled } from '../../support/size.js';

const vocabulary = createVocabulary();
const { api, cargo } = vocabulary.namespaces;
const context = { api, cargo };
const strict = { vocabulary, strict: true };
const id = 'http://localhost:8080/logistics-objects/1';

async function details(
  body: unknown,
  options: Parameters<typeof readJsonLd>[1] = strict,
): Promise<readonly ErrorDetail[]> {
  try {
    await readJsonLd(body, options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.problems;
  }
  throw new Error('the body was read');
}

async function refusal(body: unknown): Promise<string> {
  return (await details(body)).map(({ message }) => message).join('\n');
}

/** The literal or resource that a value of a property becomes. */
async function term(value: unknown, more: object = {}): Promise<Term | undefined> {
  const { data, root } = await readJsonLd({ '@context': { ...context, ...more }, 'cargo:p': value }, strict);
  return data.object(root, namedNode(`${cargo}p`));
}

async function literal(value: unknown, more?: object): Promise<string> {
  const found = await term(value, more);
  if (found?.termType !== 'Literal') return 'no literal';
  const type = found.language === '' ? found.datatype.value.replace(xsdNs, '') : found.language;
  return `${found.value} ${type}`;
}

const typed = (value: unknown, datatype: string): object => ({ '@type': xsdNs + datatype, '@value': value });

describe('Reading JSON-LD (D2)', () => {
  const compacted = {
    '@context': context,
    '@id': id,
    '@type': 'cargo:Piece',
    'cargo:coload': false,
    'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': typed('20.0', 'double'), 'cargo:unit': 'KGM' },
  };
  const expanded = [
    {
      '@id': id,
      '@type': [`${cargo}Piece`],
      [`${cargo}coload`]: [{ '@value': false }],
      [`${cargo}grossWeight`]: [
        {
          '@type': [`${cargo}Value`],
          [`${cargo}value`]: [typed('20.0', 'double')],
          [`${cargo}unit`]: [{ '@value': 'KGM' }],
        },
      ],
    },
  ];
  const flattened = [
    { '@id': '_:w', '@type': [`${cargo}Value`], [`${cargo}value`]: typed('20.0', 'double'), [`${cargo}unit`]: 'KGM' },
    { '@id': id, '@type': [`${cargo}Piece`], [`${cargo}coload`]: false, [`${cargo}grossWeight`]: { '@id': '_:w' } },
  ];

  it('gives the same statements for compacted, expanded and flattened form', async () => {
    const forms = [
      compacted,
      expanded,
      flattened,
      { '@graph': flattened },
      { '@context': context, '@graph': [compacted] },
    ];
    const read = await Promise.all(forms.map((form) => readJsonLd(form, strict)));
    for (const { root, data } of read) {
      expect(root).to.deep.include({ termType: 'NamedNode', value: id });
      expect(data.size).to.equal(6);
      expect(canonical(data)).to.equal(canonical(read[0]?.data ?? []));
    }
  });

  it('accepts any inline context: aliases, @vocab, containers, scoped and nested contexts, reverse properties', async () => {
    const body = {
      '@context': {
        '@vocab': cargo,
        '@base': 'http://localhost:8080/logistics-objects/',
        id: '@id',
        type: '@type',
        coload: { '@type': `${xsdNs}boolean` },
        grossWeight: { '@context': { amount: { '@id': `${cargo}value`, '@type': `${xsdNs}double` } } },
      },
      id: '1',
      type: 'Piece',
      coload: 'false',
      grossWeight: { '@context': { u: `${cargo}unit` }, type: 'Value', amount: '20.0', u: 'KGM' },
    };
    expect(canonical((await readJsonLd(body, strict)).data)).to.equal(
      canonical((await readJsonLd(compacted, strict)).data),
    );

    const reverse = {
      '@context': context,
      '@id': id,
      '@reverse': { 'cargo:contains': { '@id': 'urn:x' } },
      'cargo:p': 1,
    };
    const { data } = await readJsonLd(reverse, strict);
    expect(data.object(namedNode('urn:x'), namedNode(`${cargo}contains`))?.value).to.equal(id);
  });

  // JSON-LD 1.1 API, toRdf tests tc037 and tc038: the processor leaves such a context out.
  it('rejects a scoped context of an alias of @nest', async () => {
    const scoped = { '@vocab': 'http://example.org/nest/' };
    const refused = 'A @context for "nest", which stands for @nest, is not supported';
    for (const terms of [
      { nest: { '@id': '@nest', '@context': scoped } },
      { other: '@nest', nest: { '@id': 'other', '@context': scoped } },
      { other: { '@id': '@nest' }, nest: { '@id': 'other', '@context': [scoped] } },
      { q: { '@id': 'cargo:q', '@context': { nest: { '@id': '@nest', '@context': scoped } } } },
    ]) {
      const body = { '@context': { '@version': 1.1, ...context, ...terms }, '@id': id, nest: { 'cargo:p': 1, p: 2 } };
      expect(await refusal(body)).to.equal(refused);
    }
    const nested = { '@context': [context, { nest: '@nest' }, null, { nest: '@nest', ...context }], '@id': id };
    const { data, root } = await readJsonLd({ ...nested, nest: { 'cargo:p': 1 } }, strict);
    expect(data.object(root, namedNode(`${cargo}p`))?.value).to.equal('1');
    const onProperty = { q: { '@id': 'cargo:q', '@nest': '@nest', '@context': { p: 'cargo:p' } } };
    const found = await readJsonLd({ '@context': { ...context, ...onProperty }, '@id': id, q: { p: 1 } }, strict);
    expect([...found.data].map(({ predicate }) => predicate.value)).to.include(`${cargo}q`);
  });

  it('keeps the order of a list', async () => {
    const { data, root } = await readJsonLd({ '@context': context, 'cargo:p': { '@list': ['b', 'a'] } }, strict);
    const head = data.object(root, namedNode(`${cargo}p`));
    expect(head && data.object(head, rdfTerms.first)?.value).to.equal('b');
    expect(await term({ '@list': [] })).to.deep.include({ value: rdfTerms.nil.value });
  });

  describe('with a context by URL', () => {
    for (const url of [cargo, cargo.slice(0, -1)]) {
      it(`knows ${url}`, async () => {
        const { root, data } = await readJsonLd(
          { '@context': url, '@type': 'Piece', coload: true, 'api:p': 1 },
          strict,
        );
        expect(data.object(root, rdfTerms.type)?.value).to.equal(`${cargo}Piece`);
        expect(data.object(root, namedNode(`${cargo}coload`))?.value).to.equal('true');
        expect(data.object(root, namedNode(`${api}p`))?.value).to.equal('1');
      });
    }

    it('fetches nothing, and names the unknown URL', async () => {
      for (const remote of ['https://schema.org/', 'http://127.0.0.1:1/', 'context.jsonld', `${cargo}x`]) {
        const forms = [remote, [context, remote], { p: { '@id': `${cargo}p`, '@context': remote } }];
        for (const form of forms) {
          const message = await refusal({ '@context': form, '@type': `${cargo}Piece`, p: 1 });
          expect(message).to.include(JSON.stringify(remote)).and.to.include('not fetched');
        }
      }
    });

    it('rejects @import', async () => {
      expect(await refusal({ '@context': { '@import': cargo }, '@type': 'Piece' })).to.include('@import');
      await readJsonLd({ '@context': cargo, '@type': 'Piece' }, strict);
    });
  });
});

describe('The root of a document (D2)', () => {
  const isRootType = (types: readonly Iri[]): boolean => types.some((type) => type.endsWith('Shipment'));
  const piece = { '@id': 'urn:piece', '@type': 'cargo:Piece', 'cargo:in': { '@id': 'urn:shipment' } };
  const shipment = { '@id': 'urn:shipment', '@type': 'cargo:Shipment', 'cargo:pieces': { '@id': 'urn:piece' } };
  const other = { '@id': 'urn:other', '@type': 'cargo:Piece' };
  const graph = (...nodes: object[]): object => ({ '@context': context, '@graph': nodes });

  it('is the only node, named or not', async () => {
    expect((await readJsonLd(graph(other), strict)).root.value).to.equal('urn:other');
    expect((await readJsonLd({ '@context': context, '@type': 'cargo:Piece' }, strict)).root.termType).to.equal(
      'BlankNode',
    );
  });

  it('is the one that no other node links', async () => {
    const body = graph({ '@id': 'urn:piece', '@type': 'cargo:Piece' }, shipment);
    expect((await readJsonLd(body, strict)).root.value).to.equal('urn:shipment');
  });

  it('is one and the same node in several parts', async () => {
    const { root, data } = await readJsonLd(graph(other, { '@id': 'urn:other', 'cargo:p': 1 }), strict);
    expect([root.value, data.size]).to.deep.equal(['urn:other', 2]);
  });

  it('is the one of a root’s type where all link each other, or several are linked by none', async () => {
    for (const body of [graph(piece, shipment), graph(other, { ...shipment, 'cargo:pieces': [] })]) {
      expect((await readJsonLd(body, { ...strict, isRootType })).root.value).to.equal('urn:shipment');
      expect(await refusal(body)).to.include('no single root');
    }
  });

  it('is missing where several could be it, or there is nothing', async () => {
    const two = graph(shipment, { '@id': 'urn:2', '@type': 'cargo:Shipment' }, other);
    const message = (await details(two, { ...strict, isRootType }))[0]?.message;
    expect(message).to.include('urn:2').and.to.include('urn:shipment');
    for (const body of [{}, [], { '@graph': [] }, { '@id': 'urn:x' }])
      expect(await refusal(body)).to.include('no object');
    for (const body of [null, 'text', 1, true]) expect(await refusal(body)).to.include('not a JSON object');
  });

  it('need not be single in a document that may have several', async () => {
    const { data } = await readJsonLdDataset(graph(shipment, other), strict);
    expect(data.size).to.equal(3);
    expect((await readJsonLdDataset([], strict)).data.size).to.equal(0);
  });
});

describe('A literal of a body (D5)', () => {
  it('keeps its lexical form with any datatype', async () => {
    expect(await literal(typed('20.0', 'double'))).to.equal('20.0 double');
    expect(await literal(typed('2e1', 'double'))).to.equal('2e1 double');
    expect(await literal(typed('INF', 'double'))).to.equal('INF double');
    expect(await literal(typed('007', 'integer'))).to.equal('007 integer');
    expect(await literal(typed('99999999999999999999', 'integer'))).to.equal('99999999999999999999 integer');
    expect(await literal(typed('12.50', 'decimal'))).to.equal('12.50 decimal');
    expect(await literal(typed('false', 'boolean'))).to.equal('false boolean');
    expect(await literal({ '@value': 'Ware', '@language': 'de-DE' })).to.equal('Ware de-de');
    expect(await literal('Ware', { '@language': 'de-DE' })).to.equal('Ware de-de');
    expect(await literal({ '@type': 'urn:datatype', '@value': 'x' })).to.equal('x urn:datatype');
  });

  it('may be native JSON', async () => {
    expect(await literal('text')).to.equal('text string');
    expect(await literal(true)).to.equal('true boolean');
    expect(await literal(20)).to.equal('20 integer');
    expect(await literal(25.5)).to.equal('25.5 double');
    expect(await literal(1e21)).to.equal('1.0E21 double');
    expect(await literal(typed(20, 'double'))).to.equal('20.0 double');
    expect(await literal(typed(12.5, 'decimal'))).to.equal('12.5 decimal');
    expect(await literal(typed(1e-7, 'decimal'))).to.equal('0.0000001 decimal');
    expect(await literal(typed(3, 'positiveInteger'))).to.equal('3 positiveInteger');
  });

  it('is rejected when it is not of its datatype', async () => {
    const wrong = [
      typed('heavy', 'double'),
      typed('12,5', 'double'),
      typed('1e400', 'double'),
      typed('12,5', 'decimal'),
      typed(20.5, 'integer'),
      typed(0, 'positiveInteger'),
      typed(2, 'boolean'),
      typed(true, 'double'),
      typed('2023-02-31T00:00:00Z', 'dateTime'),
      typed(2023, 'dateTime'),
      { '@value': 'x', '@type': '@json' },
      { '@value': 'x', '@type': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString' },
      { '@value': 'x', '@language': 'no tag' },
      { '@value': 1, '@language': 'en' },
      JSON.parse('1e400') as number,
      2 ** 60,
      typed(2 ** 60, 'decimal'),
    ];
    for (const value of wrong)
      expect(await refusal({ '@context': context, 'cargo:p': value }), JSON.stringify(value)).not.to.equal('');
  });

  it('is rejected together with every other problem, each with its position and the nearest resource (D53)', async () => {
    const found = await details({
      '@context': context,
      '@id': id,
      'cargo:grossWeight': { 'cargo:value': typed('heavy', 'double') },
      'cargo:parts': [
        { 'cargo:made': typed('2023-02-31', 'date') },
        { '@id': 'urn:part', 'cargo:made': typed('never', 'date') },
      ],
      comment: 'unmapped',
    });
    expect(found).to.deep.equal([
      // Lenient mode leaves it out (D40).
      { message: 'No @context maps the property "comment"', strictOnly: true },
      {
        message: '"heavy" is not a valid xsd:double (at cargo:grossWeight/cargo:value)',
        property: `${cargo}value`,
        resource: id,
      },
      {
        message: '"2023-02-31" is not a valid xsd:date (at cargo:parts[0]/cargo:made)',
        property: `${cargo}made`,
        resource: id,
      },
      {
        message: '"never" is not a valid xsd:date (at cargo:parts[1]/cargo:made)',
        property: `${cargo}made`,
        resource: 'urn:part',
      },
    ]);
  });
});

describe('A name in a body', () => {
  it('is rejected when it is relative, naming the text and the place', async () => {
    expect(await refusal({ '@context': context, '@id': 'piece', 'cargo:p': 1 })).to.equal(
      'The @id "piece" is not an absolute IRI',
    );
    expect(await refusal({ '@context': context, '@id': ` ${id}`, 'cargo:p': 1 })).to.include(`" ${id}"`);
    expect(await refusal({ '@context': context, '@type': 'Piece' })).to.include('The @type "Piece"');
    expect(await refusal({ '@context': context, 'cargo:p': { '@id': '../x' } })).to.equal(
      'The @id "../x" is not an absolute IRI (at cargo:p)',
    );
    for (const bad of ['', '@foo', 'http://x/<y>', 'http://x/a b', 'urn:\u0000', 'http://x/{']) {
      expect(await refusal({ '@context': context, 'cargo:p': { '@id': bad } }), bad).to.include('IRI');
    }
  });

  it('is rejected when its prefix is undefined', async () => {
    const message = 'No @context maps the prefix of the';
    expect(await refusal({ '@type': 'cargo:Piece' })).to.equal(`${message} @type "cargo:Piece"`);
    expect(await refusal({ 'cargo:p': 1 })).to.equal(`${message} property "cargo:p"`);
    const value = { '@type': 'xsd:date', '@value': '2023-01-01' };
    expect(await refusal({ '@context': context, 'cargo:p': value })).to.include(`${message} datatype "xsd:date"`);
  });

  it('is of XMLSchema where the context binds xsd without its #', async () => {
    const bare = xsdNs.slice(0, -1);
    const value = { '@type': 'xsd:date', '@value': '2023-01-01' };
    const readable: object[] = [
      { '@context': { ...context, xsd: bare }, 'cargo:p': value },
      { '@context': [context, { xsd: { '@id': bare } }], 'cargo:p': value },
      { '@context': { ...context, xsd: { '@id': bare, '@prefix': true } }, 'cargo:p': value },
      { '@context': context, 'cargo:p': { '@context': { xsd: bare }, 'cargo:q': value } },
      { '@context': { ...context, xsd: bare, made: { '@id': 'cargo:p', '@type': 'xsd:date' } }, made: '2023-01-01' },
    ];
    for (const body of readable) {
      const { data } = await readJsonLd(body, strict);
      const literals = Array.from(data, ({ object }) => object).filter(({ termType }) => termType === 'Literal');
      expect(literals.map((term) => 'datatype' in term && term.datatype.value)).to.deep.equal([`${xsdNs}date`]);
    }
    const broken = { '@type': 'xsd:date', '@value': '2023-02-31' };
    expect(await refusal({ '@context': { ...context, xsd: bare }, 'cargo:p': broken })).to.include(
      'is not a valid xsd:date',
    );
    // Another prefix, or another namespace, is none of XMLSchema.
    expect(await refusal({ '@context': { ...context, xsd: 'http://e.example/x' }, 'cargo:p': value })).to.include(
      'prefix',
    );
    expect(await refusal({ 'cargo:xsd': bare, '@context': context, 'cargo:p': value })).to.include('prefix');
  });

  it('that no context maps is left out with a warning where validation is lenient (D40)', async () => {
    const body = { '@context': context, '@type': 'cargo:Piece', comment: 'x' };
    expect(await refusal(body)).to.equal('No @context maps the property "comment"');
    const { data, warnings } = await readJsonLd(body, { vocabulary, strict: false });
    expect(data.size).to.equal(1);
    expect(warnings).to.deep.equal(['No @context maps the property "comment"; left out']);
  });

  it('with blanks around it is rejected as an @id, and read without them where validation is lenient (D40)', async () => {
    const body = {
      '@context': context,
      '@id': ` ${id}`,
      'cargo:p': [{ '@id': 'urn:x\n' }, { '@id': ' _:b', 'cargo:q': 1 }, { '@id': '_:b' }],
    };
    const [first] = await details(body);
    expect(first?.message).to.equal(`The @id " ${id}" is not an absolute IRI: there are blanks around it`);
    expect(await refusal({ ...body, '@id': id })).to.match(
      /"urn:x\\n" is not an absolute IRI: there are blanks .* \(at /,
    );
    const { root, data, warnings } = await readJsonLd(body, { vocabulary, strict: false });
    expect(root.value).to.equal(id);
    expect(data.objects(root, namedNode(`${cargo}p`)).map(({ termType }) => termType)).to.deep.equal([
      'NamedNode',
      'BlankNode',
    ]);
    expect(warnings).to.deep.equal([
      `The @id " ${id}" has blanks around it; read without them`,
      'The @id "urn:x\\n" has blanks around it; read without them (at cargo:p[0])',
      'The @id " _:b" has blanks around it; read without them (at cargo:p[1])',
    ]);
    // What is left must be an IRI all the same.
    expect(await details({ ...body, '@id': ' a b ' }, { vocabulary, strict: false })).to.have.length(1);
  });

  it('that the context itself sets to null is left out', async () => {
    const body = { '@context': { ...context, note: null }, '@type': 'cargo:Piece', note: 'x' };
    expect((await readJsonLd(body, strict)).data.size).to.equal(1);
  });

  it('is neither a blank node as property nor a graph', async () => {
    expect(await refusal({ '_:p': 1 })).to.include('blank node');
    expect(await refusal({ '@id': id, '@graph': [{ '@id': 'urn:x', 'urn:p': 1 }] })).to.include('named graph');
    expect(await refusal({ 'urn:p': { '@graph': [{ 'urn:q': 1 }] } })).to.include('named graph');
  });
});

describe('A hostile body', () => {
  const many = (count: number, make: (index: number) => unknown): unknown[] =>
    Array.from({ length: count }, (_, i) => make(i));
  const terms = (count: number): object =>
    Object.fromEntries(many(count, (i) => [`t${i}`, `urn:${i}`]) as [string, string][]);

  it('cannot reach a prototype', async () => {
    const body: unknown = JSON.parse(`{"@context":${JSON.stringify(context)},"cargo:p":{"__proto__":{"@value":"x"}}}`);
    expect(await refusal(body)).to.equal('The key "__proto__" is not allowed (at "cargo:p/__proto__")');
    expect(await refusal(JSON.parse('{"@context":{"__proto__":"urn:x"},"urn:p":1}'))).to.include('__proto__');
    const { data, root } = await readJsonLd({ '@context': { '@vocab': cargo }, constructor: 1, toString: 2 }, strict);
    expect(data.object(root, namedNode(`${cargo}constructor`))?.value).to.equal('1');
    expect(await refusal({ '@context': { hasOwnProperty: 'urn:x' }, hasOwnProperty: 1 })).to.include('@context');
    expect(Object.hasOwn(Object.prototype, '@value')).to.equal(false);
  });

  it('is rejected when a text is not Unicode', async () => {
    expect(await refusal({ '@context': context, 'cargo:p': 'a\ud800' })).to.include('not Unicode text (at "cargo:p")');
    expect(await refusal({ 'urn:\udc00': 'a' })).to.include('not Unicode text');
  });

  const bombs: Record<string, () => unknown> = {
    'nested too deep': (): unknown => JSON.parse(`${'[{"urn:p":'.repeat(50_000)}1${'}]'.repeat(50_000)}`),
    'with too many values': () => ({ 'urn:p': many(300_000, (i) => i) }),
    'of arrays in arrays': () => ({ 'urn:p': many(100_000, () => [1]) }),
    'of sets in sets': () => ({ '@context': { s: '@set' }, 'urn:p': many(60_000, () => ({ s: [1] })) }),
    'with a large context': () => ({ '@context': terms(30_000), t1: 1 }),
    'with long names': () => ({
      '@context': { a: `urn:${'y'.repeat(30_000)}:` },
      'a:p': many(5_000, (i) => ({ '@id': `a:${i}` })),
    }),
    'with names that grow by each other': () => ({
      '@context': {
        t0: `urn:${'x'.repeat(900)}:`,
        ...Object.fromEntries(many(60, (i) => [`t${i + 1}`, `t${i}:${'y'.repeat(900)}:`]) as [string, string][]),
      },
      't60:p': many(5_000, (i) => ({ '@id': `t60:${i}` })),
    }),
    'with a context at each use of a property': () => ({
      '@context': { p: { '@id': 'urn:p', '@context': terms(900) } },
      p: many(20_000, () => ({ t1: 1 })),
    }),
    'with a large context and one in each object': () => ({
      '@context': terms(1_000),
      t1: many(950, (i) => ({ '@context': { [`u${i}`]: 'urn:u' }, [`u${i}`]: many(50, (n) => n) })),
    }),
    'with a long path to resolve': () => ({
      '@context': { '@base': 'http://x/' },
      '@id': 'a/'.repeat(400_000),
      'urn:p': 1,
    }),
    'with circular definitions': () => ({ '@context': { a: 'b:x', b: 'a:x' }, 'a:p': 1 }),
    'with definitions that are none': () => ({ '@context': { a: { '@id': 0 } }, a: 1 }),
  };
  for (const [name, make] of Object.entries(bombs)) {
    it(`${name} is answered soon`, async () => {
      const body = make();
      const started = cpuTime();
      const outcome = await readJsonLd(body, strict).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).to.be.instanceOf(InputError);
      // Some 0.7 s at most, several times as much where other processes share the cache; a bomb that goes off takes minutes.
      expect(cpuTime() - started).to.be.below(20_000);
    });
  }

  it('of any JSON is read or rejected, without another error', async () => {
    const key = fc.oneof(
      fc.constantFrom(
        '@id',
        '@type',
        '@value',
        '@context',
        '@list',
        '@set',
        '@graph',
        '@reverse',
        '@included',
        '@language',
      ),
      fc.constantFrom(
        '@nest',
        '@index',
        '@direction',
        '@container',
        '@vocab',
        '@base',
        '@version',
        'cargo:p',
        'p',
        '_:b',
      ),
      fc.string(),
    );
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 0 }),
        key,
        fc.array(tie('json')),
        fc.dictionary(key, tie('json')),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(json, async (body) => {
        const outcome = await readJsonLd(body, strict).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).to.be.instanceOf(InputError);
      }),
      { numRuns: scaled(200) },
    );
  });
});

describe('The public example payloads', () => {
  const folder = new URL('../../../../shared/data/examples/', import.meta.url);
  /** What is wrong with some of them. */
  const mistakes: Readonly<Record<string, RegExp>> = {
    'AuditTrail.json': /"_comment"/,
    'AuditTrail_example2.json': /"_comment"/,
    'Piece_with_id.json': /" https:/,
    'Piece_with_id.rev3.json': /" https:/,
    'Shipment_with_Piece.embedded.json': /" https:.*cargo:pieces/,
    'Subscriptions_example2.json': /@type "Subscription"/,
    'VerificationRequest.json': /"xsd:anyURI"/,
  };

  it('are read, but for their mistakes', async function () {
    if (!existsSync(folder)) {
      process.stdout.write('    (skipped: the folder with the public examples is not here)\n');
      this.skip();
    }
    const seen = new Map<string, Graph>();
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
      const body = parseJson(readFileSync(new URL(name, folder)));
      const mistake = mistakes[name];
      if (mistake === undefined) seen.set(name, (await readJsonLd(body, strict)).data);
      else expect(await refusal(body)).to.match(mistake);
    }
    expect(canonical(seen.get('Sensor.compacted.json') ?? [])).to.equal(
      canonical(seen.get('Sensor.expanded.json') ?? []),
    );
  });
});
