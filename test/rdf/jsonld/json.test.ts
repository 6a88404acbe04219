import { expect } from 'chai';
import fc from 'fast-check';
import { InputError } from '../../../src/rdf/input-error.js';
import { parseJson } from '../../../src/rdf/jsonld/json.js';

function errorOf(bytes: Uint8Array | string): string {
  try {
    parseJson(Buffer.from(bytes));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message;
  }
  throw new Error('no error');
}

describe('The JSON of a body (D2)', () => {
  it('is read from UTF-8, with or without a byte order mark', () => {
    expect(parseJson(Buffer.from('{"a":"é"}'))).to.deep.equal({ a: 'é' });
    expect(parseJson(Buffer.from('\ufeff[1]'))).to.deep.equal([1]);
  });

  it('is rejected when it is empty', () => {
    expect(errorOf('')).to.equal('The body is empty');
    expect(errorOf(' \r\n\t')).to.equal('The body is empty');
  });

  it('is rejected when it is not UTF-8', () => {
    expect(errorOf(Uint8Array.of(0x22, 0xff, 0x22))).to.equal('The body is not UTF-8 text');
  });

  it('is rejected with the line and column of the error', () => {
    const places: Record<string, string> = {
      '{"a":1': 'it ends too early, at line 1, column 7',
      '{"a":1,}': 'unexpected "}" at line 1, column 8',
      '{"a" 1}': 'unexpected "1" at line 1, column 6',
      '[1 2]': 'unexpected "2" at line 1, column 4',
      '{\n "a": tru\n}': 'unexpected "t" at line 2, column 7',
      '{"a":"x\ny"}': 'an invalid string begins at line 1, column 6',
      '{"a":"\\q"}': 'an invalid string begins at line 1, column 6',
      '[1]x': 'unexpected "x" at line 1, column 4',
      '[]]': 'unexpected "]" at line 1, column 3',
      '01': 'unexpected "1" at line 1, column 2',
      "{'a':1}": 'unexpected "\'" at line 1, column 2',
    };
    for (const [text, place] of Object.entries(places))
      expect(errorOf(text)).to.equal(`The body is not JSON: ${place}`);
  });

  it('is rejected in time linear in the text', () => {
    expect(errorOf('['.repeat(500))).to.match(/ends too early/);
    expect(errorOf('['.repeat(500_000))).to.equal('The body is not JSON: it is nested deeper than 1000 levels');
    expect(errorOf(`["${'a\\n'.repeat(300_000)}"`)).to.match(/ends too early/);
  });

  it('reports a position for any truncated text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, length) => {
        const cut = text.slice(0, length % text.length);
        try {
          JSON.parse(cut);
        } catch (error) {
          expect(error).to.be.instanceOf(SyntaxError);
          expect(errorOf(cut)).to.match(/empty|line \d+, column \d+/);
        }
      }),
    );
  });
});
