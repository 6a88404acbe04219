import { expect } from 'chai';
import { toMultibase } from '../../../src/proofs/format/encoding.js';

describe('Multibase', () => {
  it('is base58-btc, with a digit for each zero byte at the begin', () => {
    expect(toMultibase(Buffer.from('Hello World!'))).to.equal('z2NEpo7TZRRrLZSi2U');
    expect(toMultibase(Buffer.from('0000287fb4cd', 'hex'))).to.equal('z11233QC4');
    expect(toMultibase(Buffer.alloc(2))).to.equal('z11');
    expect(toMultibase(Buffer.alloc(0))).to.equal('z');
  });
});
