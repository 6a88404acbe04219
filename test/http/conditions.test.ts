import { expect } from 'chai';
import { ServiceError } from '../../src/errors.js';
import { type Conditions, isNotModified, requireConditions, stateOf } from '../../src/http/conditions.js';
import { cpuTime } from '../support/cpu-time.js';

const lastModified = new Date('2026-03-01T10:00:00.400Z');
const content = { isTag: (tag: string) => tag === '1.jsonld', lastModified };
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
      const conditions = {
        ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
        ...(ifModifiedSince !== undefined && { 'if-modified-since': ifModifiedSince }),
      };
      expect(isNotModified(conditions, content)).to.equal(unchanged);
    });
  }

  it('is never 304 where there is nothing to compare with', () => {
    expect(isNotModified({ 'if-none-match': '"a"', 'if-modified-since': modified }, {})).to.equal(false);
    expect(isNotModified({ 'if-modified-since': modified }, { isTag: (tag) => tag === 'a' })).to.equal(false);
  });

  it('is rejected when If-Match does not match, before the check for 304 (section 13.2.2)', () => {
    const refused = (conditions: Conditions): boolean => holds(() => isNotModified(conditions, content));
    expect(refused({ 'if-match': '"x"', 'if-none-match': '"1.jsonld"' })).to.equal(false);
    expect(refused({ 'if-match': 'W/"1.jsonld"' }), 'weak').to.equal(false);
    expect(refused({ 'if-unmodified-since': 'Sun, 01 Mar 2026 09:59:59 GMT' })).to.equal(false);
    expect(isNotModified({ 'if-match': '"1.jsonld"', 'if-none-match': '"1.jsonld"' }, content)).to.equal(true);
  });
});

const later = 'Sun, 01 Mar 2026 10:00:01 GMT';
const earlier = 'Sun, 01 Mar 2026 09:59:59 GMT';

/** Conditions of a request that changes something in state 3, and whether it is performed (RFC 9110, sections 13.1, 13.2). */
const changing: readonly (readonly [Conditions, boolean])[] = [
  [{}, true],
  [{ 'if-match': '"3"' }, true],
  [{ 'if-match': '"3.turtle.2.0.0-gzip"' }, true],
  [{ 'if-match': '"2.jsonld", "3.jsonld"' }, true],
  [{ 'if-match': '"a,b" , "3"' }, true],
  [{ 'if-match': '*' }, true],
  [{ 'if-match': ' * ' }, true],
  [{ 'if-match': '"30"' }, false],
  [{ 'if-match': '"2"' }, false],
  [{ 'if-match': 'W/"3"' }, false],
  [{ 'if-match': '3' }, false],
  [{ 'if-match': '' }, false],
  [{ 'if-match': '"3' }, false],
  [{ 'if-match': '"3"x' }, false],
  [{ 'if-none-match': '*' }, false],
  [{ 'if-none-match': '"3"' }, false],
  [{ 'if-none-match': 'W/"3.jsonld"' }, false],
  [{ 'if-none-match': '"2"' }, true],
  [{ 'if-unmodified-since': later }, true],
  [{ 'if-unmodified-since': modified }, true],
  [{ 'if-unmodified-since': earlier }, false],
  [{ 'if-unmodified-since': 'yesterday' }, true],
  // If-Match goes before the date, and both have to hold beside If-None-Match.
  [{ 'if-match': '"3"', 'if-unmodified-since': earlier }, true],
  [{ 'if-match': '"2"', 'if-unmodified-since': later }, false],
  [{ 'if-match': '"3"', 'if-none-match': '"3"' }, false],
  // For reads alone.
  [{ 'if-modified-since': later }, true],
];

function holds(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (refusal) {
    if (refusal instanceof ServiceError && refusal.kind === 'precondition-failed') return false;
    throw refusal;
  }
}

describe('A conditional change (D49)', () => {
  for (const [conditions, performed] of changing) {
    it(`with ${JSON.stringify(conditions)} is ${performed ? 'performed' : '412'}`, () => {
      expect(
        holds(() => {
          requireConditions(conditions, stateOf('3', lastModified));
        }),
      ).to.equal(performed);
    });
  }

  it('of a missing resource is rejected with any If-Match, and performed with If-None-Match', () => {
    const check = (conditions: Conditions): boolean =>
      holds(() => {
        requireConditions(conditions, undefined);
      });
    expect(check({ 'if-match': '*' })).to.equal(false);
    expect(check({ 'if-match': '"3"' })).to.equal(false);
    expect(check({ 'if-none-match': '*' })).to.equal(true);
    expect(check({ 'if-unmodified-since': earlier })).to.equal(true);
  });

  it('is compared in time linear in the field', () => {
    const started = cpuTime();
    for (const part of ['"', ' ', '"a,', 'W/"', '"a",', ',', '" ', '"a" '])
      holds(() => {
        requireConditions({ 'if-match': part.repeat(16_000 / part.length) }, stateOf('3'));
      });
    expect(cpuTime() - started).to.be.below(500);
  });
});
