import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { compressedBytes, compressBody, isGzipped, tagsOf } from '../../../src/http/server/compression.js';
import { acceptsCoding } from '../../../src/http/representation/media-ranges.js';

describe('A body', () => {
  const large = Buffer.from('cargo '.repeat(1000));

  it('is compressed once if gzip is accepted', async () => {
    expect(isGzipped(large, 'gzip, deflate, br')).to.equal(true);
    expect(isGzipped(large, 'deflate, gzip;q=0.5')).to.equal(true);
    const first = compressBody(large);
    expect(gunzipSync(await first)).to.deep.equal(large);
    expect(await compressBody(large)).to.equal(await first);
    const both = Buffer.from('both '.repeat(1000));
    expect(await compressBody(both)).to.equal(await compressBody(both));
    const other = Buffer.from('other '.repeat(1000));
    const [one, same] = await Promise.all([compressBody(other), compressBody(other)]);
    expect(one).to.equal(same);
  });

  it('is cached compressed within a limit for all bodies', async () => {
    const bodies = Array.from({ length: 50 }, () => randomBytes(2 ** 20));
    for (const body of bodies) {
      await compressBody(body);
      expect(compressedBytes()).to.be.at.most(32 * 2 ** 20);
    }
    const [first] = bodies;
    // Made anew when there was no room for it.
    expect(gunzipSync(await compressBody(first ?? Buffer.alloc(0)))).to.deep.equal(first);
  });

  it('is not compressed when it is small or gzip is not accepted', () => {
    expect(isGzipped(Buffer.from('cargo'), 'gzip')).to.equal(false);
    expect(isGzipped(large, undefined)).to.equal(false);
    expect(isGzipped(large, 'identity')).to.equal(false);
  });

  it('has another strong tag as gzip, and both match where both are accepted (RFC 9110, section 8.8.3.3)', () => {
    expect(tagsOf('a', large, 'gzip')).to.deep.equal(['a-gzip', 'a']);
    expect(tagsOf('a', large, undefined)).to.deep.equal(['a', 'a-gzip']);
    expect(tagsOf('a', large, 'identity')).to.deep.equal(['a']);
    expect(tagsOf('a', Buffer.from('cargo'), 'gzip')).to.deep.equal(['a']);
  });

  it('follows Accept-Encoding (RFC 9110, section 12.5.3)', () => {
    for (const taken of ['gzip', 'GZIP', '*', 'br, *;q=0.1', 'gzip;q=0.001', 'identity;q=0, gzip']) {
      expect(acceptsCoding(taken, 'gzip'), taken).to.equal(true);
    }
    for (const refused of ['', 'br', 'gzip;q=0', 'gzip;q=0.000, *', '*;q=0', 'x-gzip2', 'gzip;q=x']) {
      expect(acceptsCoding(refused, 'gzip'), refused).to.equal(false);
    }
  });
});
