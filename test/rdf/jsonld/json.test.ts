import { expect } from 'chai';
import fc from 'fast-check';
import { InputError } from '../../../src/rdf/input-error.js';
import { parseJson } from '../../../src/rdf/jsonld/json.js';

function refusal(bytes: Uint8Array | string): string {
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

  it('is refused when it is empty', () => {
    expect(refusal('')).to.equal('The body is empty');
    expect(refusal(' \r\n\t')).to.equal('The body is empty');
  });

  it('is refused when it is no UTF-8', () => {
    expect(refusal(Uint8Array.of(0x22, 0xff, 0x22))).to.equal('The body is no UTF-8 text');
  });

  it('is refused naming line and column where it is broken', () => {
    const places: Record<string, string> = {
      '{"a":1': 'it ends too early, at line 1, column 7',
      '{"a":1,}': 'unexpected "}" at line 1, column 8',
      '{"a" 1}': 'unexpected "1" at line 1, column 6',
      '[1 2]': 'unexpected "2" at line 1, column 4',
      '{\n "a": tru\n}': 'unexpected "t" at line 2, column 7',
      '{"a":"x\ny"}': 'a broken text begins at line 1, column 6',
      '{"a":"\\q"}': 'a broken text begins at line 1, column 6',
      '[1]x': 'unexpected "x" at line 1, column 4',
      '[]]': 'unexpected "]" at line 1, column 3',
      '01': 'unexpected "1" at line 1, column 2',
      "{'a':1}": 'unexpected "\'" at line 1, column 2',
    };
    for (const [text, place] of Object.entries(places)) expect(refusal(text)).to.equal(`The body is no JSON: ${place}`);
  });

  it('is refused in time linear in the text', () => {
    expect(refusal('['.repeat(500_000))).to.match(/ends too early/);
    expect(refusal(`["${'a\\n'.repeat(300_000)}"`)).to.match(/ends too early/);
  });

  it('names a place inside the text for whatever is cut off', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, length) => {
        const cut = text.slice(0, length % text.length);
        try {
          JSON.parse(cut);
        } catch (error) {
          expect(error).to.be.instanceOf(SyntaxError);
          expect(refusal(cut)).to.match(/empty|line \d+, column \d+/);
        }
      }),
    );
  });
});
