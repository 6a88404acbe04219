import { expect } from 'chai';
import fc from 'fast-check';
import { isLanguageTag } from '../../src/rdf/literals.js';
import { isIri, namedNode } from '../../src/rdf/terms.js';
import { startEngine } from '../../src/store/oxigraph/engine.js';
import { context, startTestNode, type TestNode } from '../support/node.js';
import { scaled } from '../support/size.js';

// What the edge lets in and the engine refuses would be an error of the node's, not the caller's.
describe('input that is accepted', () => {
  const engine = startEngine();
  const takes = (statement: string): boolean => {
    const store = engine.newStore();
    try {
      store.load(statement, { format: 'application/n-triples', to_graph_name: namedNode('http://a.example/g') });
      return true;
    } catch (error) {
      if (error instanceof Error) return false;
      throw error;
    } finally {
      store.free();
    }
  };
  const made = (parts: readonly string[], most: number): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: most }).map((chosen) => chosen.join(''));
  const runs = { seed: 20_260_301, numRuns: scaled(2_000) };

  it('as an IRI is one for the engine', () => {
    const parts = ['http://', 'a', '/', '?', '#', '@', ':', '[', ']', '::1', '1.2.3.4', 'f'.repeat(5), 'v7.x', '%41'];
    const more = [
      '%4',
      'é',
      '\u{e000}',
      '\u{10fffd}',
      '\ufffe',
      '\u00a0',
      '\u200c',
      '\ufdd0',
      '..',
      '9'.repeat(8),
      '!$&',
    ];
    fc.assert(
      fc.property(made([...parts, ...more], 8), (text) => {
        for (const iri of [text, `http://${text}`, `http://[${text}]/`])
          if (isIri(iri)) expect(takes(`<http://a.example/s> <http://a.example/p> <${iri}> .\n`), iri).to.equal(true);
      }),
      runs,
    );
    expect(isIri('http://[2001:db8::1]:80/a')).to.equal(true);
    expect(isIri('http://[::ffff:192.0.2.1]/')).to.equal(true);
    for (const address of ['1.2.3.4', ':', '1::2::3', '12345::']) expect(isIri(`http://[${address}]/`)).to.equal(false);
  });

  it('as a language tag is one for the engine', () => {
    const parts = ['a', 'en', 'deu', 'latn', 'abcde', 'x', 'u', '1', '12', '1996', '419', 'abcdefgh', 'abcdefghi', ''];
    const tags = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map((chosen) => chosen.join('-'));
    fc.assert(
      fc.property(tags, (tag) => {
        if (isLanguageTag(tag))
          expect(takes(`<http://a.example/s> <http://a.example/p> "x"@${tag} .\n`), tag).to.equal(true);
      }),
      runs,
    );
    for (const tag of [
      'en',
      'EN-us',
      'zh-Hant-TW',
      'de-CH-1996',
      'es-419',
      'en-u-ca-gregory',
      'x-own',
      'sl-rozaj-biske',
    ])
      expect(isLanguageTag(tag), tag).to.equal(true);
  });

  describe('or rejected', () => {
    let node: TestNode;
    before(async () => {
      node = await startTestNode();
    });
    after(() => node.stop());

    for (const [what, content] of [
      ['a language tag of one letter', { 'cargo:goodsDescription': { '@value': 'x', '@language': 'a' } }],
      ['a language tag with two regions', { 'cargo:goodsDescription': { '@value': 'x', '@language': 'en-US-GB' } }],
      [
        'an endless language tag',
        { 'cargo:goodsDescription': { '@value': 'x', '@language': 'a' + '-aa'.repeat(200_000) } },
      ],
      ['a link to brackets without an IPv6 address', { 'cargo:containedPieces': { '@id': 'http://[1.2.3.4]/a' } }],
      ['an endless link', { 'cargo:containedPieces': { '@id': `http://a.example/${'a'.repeat(900_000)}` } }],
    ] as const) {
      it(`in a 400: ${what}`, async () => {
        const { status } = await node.holder.post('/logistics-objects', {
          '@context': context,
          '@type': 'cargo:Piece',
          ...content,
        });
        expect(status).to.equal(400);
      });
    }
  });
});
