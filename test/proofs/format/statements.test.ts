import { expect } from 'chai';
import fc from 'fast-check';
import { FormatError } from '../../../src/proofs/format/format-error.js';
import {
  canonicalStatement,
  contentOf,
  parseStatement,
  sortStatements,
  statementHash,
} from '../../../src/proofs/format/statements.js';
import { factory, namedNode } from '../../../src/rdf/terms.js';
import { lines, writeTriples } from '../../../src/store/oxigraph/ntriples.js';

const GRAPH = 'https://node.example/logistics-objects/1/revisions/1';

/** The statement with this text, as the store writes it and in the canonical form. */
function canonical(text: string): string {
  const quad = factory.quad(namedNode('n:s'), namedNode('n:p'), factory.literal(text));
  return canonicalStatement(lines(writeTriples([quad]))[0] ?? '', GRAPH);
}

const objectOf = (text: string): string => parseStatement(canonical(text)).object;

describe('statements of a proof (P4)', () => {
  it('are N-Quads of their graph', () => {
    expect(canonicalStatement('<n:s> <n:p> <n:o> .', GRAPH)).to.equal(`<n:s> <n:p> <n:o> <${GRAPH}> .`);
    expect(parseStatement(canonicalStatement('<n:s> <n:p> "20.5"^^<n:t> .', GRAPH))).to.deep.equal({
      subject: '<n:s>',
      predicate: '<n:p>',
      object: '"20.5"^^<n:t>',
      graph: GRAPH,
    });
  });

  it('escape what the canonical form escapes, and nothing else', () => {
    expect(objectOf('a"b\\c')).to.equal('"a\\"b\\\\c"');
    expect(objectOf('\b\t\n\f\r')).to.equal('"\\b\\t\\n\\f\\r"');
    expect(objectOf('\u0000\u000B\u001F\u007F')).to.equal('"\\u0000\\u000B\\u001F\\u007F"');
    // The store escapes these, the canonical form does not.
    expect(objectOf('\uFFFE\uFFFF')).to.equal('"\uFFFE\uFFFF"');
    expect(objectOf('\u0080\u009F\u00A0é😀')).to.equal('"\u0080\u009F\u00A0é😀"');
    // No escape: a backslash, and a text.
    expect(objectOf('\\uFFFE')).to.equal('"\\\\uFFFE"');
  });

  it('have one form, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const { object } = parseStatement(canonical(text));
        const unescaped = object
          .slice(1, -1)
          .replace(/\\(?:u([0-9A-F]{4})|(.))/g, (_, digits?: string, name?: string) =>
            digits === undefined
              ? ({ b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' }[name ?? ''] ?? name ?? '')
              : String.fromCodePoint(parseInt(digits, 16)),
          );
        expect(unescaped).to.equal(text);
      }),
    );
  });

  it('are in the order of code points, not of UTF-16 units', () => {
    const [wide, face] = [canonical('\uFF21'), canonical('\u{1F600}')];
    expect([face, wide].sort()).to.deep.equal([face, wide]);
    expect(sortStatements([face, wide])).to.deep.equal([wide, face]);
  });

  it('are in the order of their bytes in UTF-8', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 8 })), (texts) => {
        const bytes = texts.map((text) => Buffer.from(text)).sort((a, b) => Buffer.compare(a, b));
        expect(sortStatements(texts)).to.deep.equal(bytes.map(String));
      }),
    );
  });

  it('are committed to by their salted hashes, in one hash', () => {
    const hash = (hex: string): Buffer => Buffer.from(hex, 'hex');
    // By `printf '\0…' | sha256sum`.
    const one = statementHash(hash('000102030405060708090a0b0c0d0e0f'), '<n:s> <n:p> <n:o> <n:g> .');
    expect(Buffer.from(one).toString('hex')).to.equal(
      'e7501555d8eabaf7ccaa7c63684389f68936f00a491ce9d20d22bd2ccc744ab7',
    );
    expect(Buffer.from(contentOf([one])).toString('hex')).to.equal(
      '25c1556ccdec687a9e8662f179c0c1725e949405e11602473456b935001fb949',
    );
    expect(Buffer.from(contentOf([])).toString('hex')).to.equal(
      '4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a',
    );
  });

  for (const line of [
    '',
    '<n:s> <n:p> <n:o> .',
    '<n:s> <n:p> _:b <n:g> .',
    '_:b <n:p> <n:o> <n:g> .',
    '<n:s> <n:p> <n:o> <n:g>  .',
    '<n:s> <n:p> <n:o> <n:g> .\n',
    '<n:s> <n:p> <n:o> <n:g> .\n<n:s> <n:p> <n:o> <n:h> .',
    '<n:s> <n:p> "a" <n:h> .\n<n:s> <n:p> "b" <n:g> .',
    '<n:s> <n:p> "a" <n:h> . <n:s> <n:p> "b" <n:g> .',
    '<n:s> <n:p> "a" "b" <n:g> .',
    '<n:s> <n:p> "\\u0041" <n:g> .',
    '<n:s> <n:p> "\\u001f" <n:g> .',
    '<n:s> <n:p> "\t" <n:g> .',
    '<n:s> <n:p> "a\\" <n:g> .',
    '<n:s> <n:p> "a"@ <n:g> .',
    '<n:s> <n:p> "a"^^n:t <n:g> .',
    '<n:s> <n:p> 5 <n:g> .',
  ]) {
    it(`are not ${JSON.stringify(line)}`, () => {
      expect(() => parseStatement(line)).to.throw(FormatError);
    });
  }

  it('may be long', () => {
    expect(objectOf('"'.repeat(3_000_000))).to.have.length(6_000_002);
  });
});
