import { expect } from 'chai';
import { gunzipSync } from 'node:zlib';
import { gzipped } from '../../src/http/compression.js';
import { acceptsCoding } from '../../src/http/negotiation.js';

describe('A body', () => {
  const large = Buffer.from('cargo '.repeat(1000));

  it('is compressed for those who take gzip, and once only', async () => {
    const first = gzipped(large, 'gzip, deflate, br');
    expect(gunzipSync((await first) ?? '')).to.deep.equal(large);
    expect(gzipped(large, 'deflate, gzip;q=0.5')).to.equal(first);
  });

  it('is sent as it is when that is small, or gzip was not asked for', () => {
    expect(gzipped(Buffer.from('cargo'), 'gzip')).to.equal(undefined);
    expect(gzipped(large, undefined)).to.equal(undefined);
    expect(gzipped(large, 'identity')).to.equal(undefined);
  });

  it('is coded as Accept-Encoding says (RFC 9110, section 12.5.3)', () => {
    for (const taken of ['gzip', 'GZIP', '*', 'br, *;q=0.1', 'gzip;q=0.001', 'identity;q=0, gzip']) {
      expect(acceptsCoding(taken, 'gzip'), taken).to.equal(true);
    }
    for (const refused of ['', 'br', 'gzip;q=0', 'gzip;q=0.000, *', '*;q=0', 'x-gzip2', 'gzip;q=x']) {
      expect(acceptsCoding(refused, 'gzip'), refused).to.equal(false);
    }
  });
});
