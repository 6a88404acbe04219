import { expect } from 'chai';
import { isUnchanged } from '../../src/http/conditions.js';

const lastModified = new Date('2026-03-01T10:00:00.400Z');
const content = { etag: '1.jsonld', lastModified };
const modified = 'Sun, 01 Mar 2026 10:00:00 GMT';

/** If-None-Match, If-Modified-Since, and whether the content counts as unchanged. */
const rows: readonly (readonly [string | undefined, string | undefined, boolean])[] = [
  [undefined, undefined, false],
  ['"1.jsonld"', undefined, true],
  ['W/"1.jsonld"', undefined, true],
  ['"x", "1.jsonld"', undefined, true],
  ['"x","1.jsonld","y"', undefined, true],
  ['*', undefined, true],
  ['"x"', undefined, false],
  ['1.jsonld', undefined, false],
  ['"1.jsonl', undefined, false],
  ['', undefined, false],
  ['"x"', modified, false],
  ['"1.jsonld"', 'Thu, 01 Jan 1970 00:00:00 GMT', true],
  [undefined, modified, true],
  [undefined, 'Sun, 01 Mar 2026 10:00:01 GMT', true],
  [undefined, 'Sun, 01 Mar 2026 09:59:59 GMT', false],
  [undefined, 'Sunday, 01-Mar-26 10:00:00 GMT', true],
  [undefined, 'Sun Mar  1 10:00:00 2026', true],
  [undefined, 'yesterday', false],
  [undefined, '', false],
  [undefined, 'Invalid Date', false],
  // Not an HTTP date, so it is to be ignored (RFC 9110, 13.1.3), whatever Date makes of it.
  [undefined, '2099', false],
  [undefined, '2099-01-01', false],
  [undefined, '1', false],
];

describe('A conditional read (D9)', () => {
  for (const [ifNoneMatch, ifModifiedSince, unchanged] of rows) {
    it(`${String(ifNoneMatch)} / ${String(ifModifiedSince)} is ${unchanged ? '304' : '200'}`, () => {
      expect(isUnchanged({ ifNoneMatch, ifModifiedSince }, content)).to.equal(unchanged);
    });
  }

  it('is never 304 where there is nothing to compare with', () => {
    expect(isUnchanged({ ifNoneMatch: '"a"', ifModifiedSince: modified }, {})).to.equal(false);
    expect(isUnchanged({ ifNoneMatch: undefined, ifModifiedSince: modified }, { etag: 'a' })).to.equal(false);
  });
});
