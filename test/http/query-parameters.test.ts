import { expect } from 'chai';
import { ServiceError } from '../../src/errors.js';
import { parseTime, QueryParameters } from '../../src/http/query-parameters.js';

/** The query of a request to this address. */
const query = (search: string): QueryParameters => QueryParameters.of(`/x${search}`);

const expectRefused = (read: () => unknown, name: string): void => {
  expect(read)
    .to.throw(ServiceError, new RegExp(`\`${name}\``))
    .with.property('kind', 'invalid-query');
};

describe('A time in a query (D10)', () => {
  const good: readonly (readonly [string, string, string])[] = [
    ['20260301T100000Z', '2026-03-01T10:00:00.000Z', '20260301T100000Z'],
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z', '20260301T100000Z'],
    ['2026-03-01T10:00:00.4Z', '2026-03-01T10:00:00.400Z', '20260301T100000Z'],
    ['2026-03-01T10:00:00.123456789Z', '2026-03-01T10:00:00.123Z', '20260301T100000Z'],
    ['20240229T235959Z', '2024-02-29T23:59:59.000Z', '20240229T235959Z'],
    ['00010101T000000Z', '0001-01-01T00:00:00.000Z', '00010101T000000Z'],
    ['99991231T235959Z', '9999-12-31T23:59:59.000Z', '99991231T235959Z'],
  ];
  for (const [text, instant, compact] of good) {
    it(`is read from ${text}, and lasts until its second’s end`, () => {
      const moment = parseTime(text);
      expect(moment?.instant.toISOString()).to.equal(instant);
      expect(moment?.until.toISOString()).to.equal(`${instant.slice(0, 19)}.999Z`);
      expect(moment?.compact).to.equal(compact);
    });
  }
  for (const text of [
    '',
    '20260229T000000Z',
    '20260431T000000Z',
    '20260001T000000Z',
    '20260100T000000Z',
    '20260101T240000Z',
    '20260101T235960Z',
    '2026-03-01',
    '2026-03-01T10:00:00',
    '2026-03-01T10:00:00+01:00',
    '20260301T100000z',
    '20260301 100000Z',
    '2026-03-01T10:00Z',
    '2026-03-01T10:00:00.Z',
    '+20260301T100000Z',
    '20260301T100000Z\n',
    '٢٠٢٦٠٣٠١T100000Z',
  ]) {
    it(`is none: ${JSON.stringify(text)}`, () => {
      expect(parseTime(text)).to.equal(undefined);
    });
  }
});

describe('A query', () => {
  it('returns a parameter’s text, decoded, and undefined for an absent one', () => {
    expect(query('?a=b%20c+d&e=').text('a')).to.equal('b c d');
    expect(query('?a=b&e=').text('e')).to.equal('');
    expect(query('?a=b').text('x')).to.equal(undefined);
    expect(query('').text('a')).to.equal(undefined);
  });

  it('rejects a repeated parameter, also by its other name', () => {
    expectRefused(() => query('?a=1&a=2').text('a'), 'a');
    expectRefused(() => query('?updated-from=1&updatedFrom=2').text('updated-from', 'updatedFrom'), 'updated-from');
  });

  it('returns comma-separated values of all occurrences, without spaces', () => {
    expect(query('?s=a,%20b,,c&s=d').list('s')).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(query('?x=1').list('s')).to.deep.equal([]);
    for (const text of ['?s=', '?s=,', '?s=%20']) expect(() => query(text).list('s'), text).to.throw(ServiceError);
  });

  it('reads booleans and integers, and names an invalid parameter', () => {
    expect(query('?f=true').boolean('f')).to.equal(true);
    expect(query('?f=false').boolean('f')).to.equal(false);
    expect(query('').boolean('f')).to.equal(false);
    for (const value of ['', '1', 'True', 'true ']) expectRefused(() => query(`?f=${value}`).boolean('f'), 'f');
    expect(query('?n=007').integer('n', 5)).to.equal(7);
    expect(query('').integer('n', 5)).to.equal(5);
    for (const value of ['', '-1', '1.0', '1e3', 'x', '9999999999'])
      expectRefused(() => query(`?n=${value}`).integer('n', 5), 'n');
  });

  it('reads names literally: no objects, no arrays, no inherited members', () => {
    expect(query('?a[b]=1&a[]=2').text('a')).to.equal(undefined);
    for (const name of ['__proto__', 'constructor', 'toString']) expect(query('?x=1').text(name)).to.equal(undefined);
    expect(query('?__proto__=1').text('__proto__')).to.equal('1');
  });

  it('begins at the first question mark', () => {
    expect(query('?a=b?c=d').text('a')).to.equal('b?c=d');
  });

  it('names the parameter of a malformed time', () => {
    expectRefused(() => query('?at=now').time('at'), 'at');
  });
});
