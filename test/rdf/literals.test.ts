import { expect } from 'chai';
import fc from 'fast-check';
import {
  decimalForm,
  displayLanguage,
  displayNumber,
  doubleForm,
  instantOf,
  lexicalError,
  writtenForm,
} from '../../src/rdf/literals.js';
import { xsdNs } from '../../src/rdf/vocabulary.js';
import { cpuTime } from '../support/cpu-time.js';

const cases: Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }> = {
  string: { valid: ['', 'any\ntext'], invalid: [] },
  normalizedString: { valid: [' a  b '], invalid: ['a\nb', 'a\tb'] },
  token: { valid: ['a b', ''], invalid: [' a', 'a ', 'a  b'] },
  language: { valid: ['en', 'zh-Hant-TW'], invalid: ['', 'en_US', 'toolongtag'] },
  boolean: { valid: ['true', 'false', '1', '0'], invalid: ['', 'TRUE', 'yes', ' true'] },
  integer: { valid: ['0', '-0', '+7', '007', '9'.repeat(400)], invalid: ['', '+', '1.0', '1e3', '٣', ' 1'] },
  positiveInteger: { valid: ['1', '+01'], invalid: ['0', '-1', '00'] },
  nonNegativeInteger: { valid: ['0', '-0', '12'], invalid: ['-1'] },
  negativeInteger: { valid: ['-1', '-01'], invalid: ['0', '1', '-0'] },
  nonPositiveInteger: { valid: ['0', '+0', '-3'], invalid: ['3'] },
  byte: { valid: ['127', '-128', '000127'], invalid: ['128', '-129'] },
  short: { valid: ['32767'], invalid: ['32768'] },
  int: { valid: ['2147483647', '-2147483648'], invalid: ['2147483648'] },
  long: {
    valid: ['9223372036854775807', '-9223372036854775808'],
    invalid: ['9223372036854775808', '9'.repeat(100_000)],
  },
  unsignedByte: { valid: ['255', '-0'], invalid: ['256', '-1'] },
  unsignedLong: { valid: ['18446744073709551615'], invalid: ['18446744073709551616'] },
  decimal: { valid: ['1', '1.', '.5', '-1.50'], invalid: ['', '.', '1e3', '12,5', 'INF'] },
  double: {
    valid: ['1', '1.', '.5', '-1.5E-3', 'INF', '-INF', '+INF', 'NaN', '1e308', '1e-400'],
    invalid: ['heavy', '12,5', '', '1e400', '-1e400', 'Infinity', '0x10', '1e', '1 '],
  },
  float: { valid: ['3.4e38'], invalid: ['3.5e38'] },
  dateTime: {
    valid: [
      '2024-02-29T23:59:59Z',
      '2000-02-29T00:00:00',
      '2023-04-01T10:38:01.000+14:00',
      '2023-12-31T24:00:00Z',
      '-0044-03-15T12:00:00Z',
      '12024-02-29T00:00:00Z',
    ],
    invalid: [
      '2023-02-29T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '2023-02-31T00:00:00Z',
      '2023-04-31T00:00:00Z',
      '2023-13-01T00:00:00Z',
      '2023-04-01T24:00:01Z',
      '2023-04-01T25:00:00Z',
      '2023-04-01T10:60:00Z',
      '2023-04-01T10:38:60Z',
      '2023-04-01T10:38:01+14:01',
      '2023-04-01 10:38:01Z',
      '2023-04-01',
      '20230401T103801Z',
      '23-04-01T10:38:01Z',
    ],
  },
  dateTimeStamp: { valid: ['2024-02-29T23:59:59Z'], invalid: ['2024-02-29T23:59:59'] },
  date: { valid: ['2024-02-29', '2024-02-29+02:00'], invalid: ['2023-02-29', '2024-2-9', 'tomorrow'] },
  time: { valid: ['00:00:00', '24:00:00.0', '23:59:59.9-05:00'], invalid: ['24:00:01', '9:00:00', '23:59'] },
  gYear: { valid: ['2024', '-0001Z'], invalid: ['24', '02024'] },
  gYearMonth: { valid: ['2024-12'], invalid: ['2024-13'] },
  gMonth: { valid: ['--12'], invalid: ['--13', '12'] },
  gDay: { valid: ['---31'], invalid: ['---32'] },
  gMonthDay: { valid: ['--02-29'], invalid: ['--02-30', '--04-31'] },
  duration: { valid: ['P1Y2M3DT4H5M6.7S', '-P1D', 'PT1S'], invalid: ['P', 'PT', 'P1YT', '1D', 'P1S', 'P-1D'] },
  dayTimeDuration: { valid: ['P3DT4H'], invalid: ['P1Y'] },
  yearMonthDuration: { valid: ['P1Y2M'], invalid: ['P1D', 'P'] },
  anyURI: { valid: ['https://example.com/a#b', 'relative/path', ''], invalid: ['a b', '<x>', 'a\u0000'] },
  base64Binary: { valid: ['', 'QUJD', 'QUI=', 'QQ==', 'QU JD'], invalid: ['Q', 'QR==', 'QUI', '====', ' QUJD'] },
  hexBinary: { valid: ['', '0aFF'], invalid: ['0', 'xx'] },
};

describe('The lexical form of a literal (D5)', () => {
  for (const [name, { valid, invalid }] of Object.entries(cases)) {
    it(`follows xsd:${name}`, () => {
      for (const text of valid) expect(lexicalError(text, xsdNs + name), text).to.equal(undefined);
      for (const text of invalid)
        expect(lexicalError(text, xsdNs + name), text).to.match(new RegExp(`is not a valid xsd:${name}$`));
    });
  }

  it('has a message that quotes the text, truncated when it is long', () => {
    expect(lexicalError('heavy', `${xsdNs}double`)).to.equal('"heavy" is not a valid xsd:double');
    expect(lexicalError('x'.repeat(1_000_000), `${xsdNs}double`)).to.have.length.below(120);
  });

  it('is not checked for a datatype that is not one of XSD', () => {
    expect(lexicalError('anything', 'https://example.com/datatype')).to.equal(undefined);
    expect(lexicalError('anything', `${xsdNs}constructor`)).to.equal(undefined);
  });

  it('accepts every date of the calendar and no other day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), fc.nat(12), fc.nat(32), (year, month, day) => {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const date = new Date(Date.UTC(year, month - 1, day));
        const exists = date.toISOString().startsWith(text);
        expect(lexicalError(text, `${xsdNs}date`) === undefined).to.equal(exists);
      }),
    );
  });

  it('is checked in time linear in the text', () => {
    const long = ['1'.repeat(1_000_000), `P${'1'.repeat(1_000_000)}`, 'A'.repeat(999_999), `${'-0'.repeat(500_000)}x`];
    const started = cpuTime();
    for (const name of Object.keys(cases)) for (const text of long) lexicalError(text, xsdNs + name);
    expect(cpuTime() - started).to.be.below(5000);
  });
});

describe('A number that we write (D3)', () => {
  it('is an xsd:double that shows that it is one', () => {
    const forms = { '20': '20.0', '25.5': '25.5', '2.0E1': '20.0', '1e21': '1.0E21', '1.5e-7': '1.5E-7', '-0': '-0.0' };
    for (const [text, form] of Object.entries(forms)) expect(displayNumber(text)).to.equal(form);
    expect(['INF', '-INF', '+INF', 'NaN'].map(displayNumber)).to.deep.equal(['INF', '-INF', 'INF', 'NaN']);
    expect(displayNumber('heavy')).to.equal('heavy');
  });

  it('keeps its value', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const text = doubleForm(value);
        expect(lexicalError(text, `${xsdNs}double`)).to.equal(undefined);
        if (Number.isFinite(value)) expect(Object.is(Number(text), value)).to.equal(true);
        expect(displayNumber(text)).to.equal(text);
      }),
    );
  });

  it('as an xsd:decimal has no exponent', () => {
    expect([20, 25.5, -1e-7, 1.5e-10, 1.25e21].map(decimalForm)).to.deep.equal([
      '20',
      '25.5',
      '-0.0000001',
      '0.00000000015',
      '1250000000000000000000',
    ]);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalForm(value);
        expect(lexicalError(text, `${xsdNs}decimal`)).to.equal(undefined);
        expect(Number(text)).to.equal(value + 0);
      }),
    );
  });
});

describe('The lexical form that every syntax writes (D3)', () => {
  for (const [datatype, text, form] of [
    ['double', '20', '20.0'],
    ['float', '1e3', '1000.0'],
    ['boolean', '1', 'true'],
    ['boolean', '0', 'false'],
    ['boolean', 'yes', 'yes'],
    ['integer', '+007', '7'],
    ['integer', '-0', '0'],
    ['integer', '-010', '-10'],
    ['integer', '00009007199254740993', '9007199254740993'],
    ['integer', 'one', 'one'],
    ['decimal', '12.50', '12.50'],
    ['positiveInteger', '+1', '+1'],
    ['string', '+1', '+1'],
  ] as const) {
    it(`of ${JSON.stringify(text)} as xsd:${datatype} is ${JSON.stringify(form)}`, () => {
      expect(writtenForm(text, xsdNs + datatype)).to.equal(form);
    });
  }
});

describe('A language tag that we write', () => {
  it('is in its usual case', () => {
    const tags = ['en-us', 'ZH-HANT-tw', 'de', 'sl-rozaj-biske', 'en-x-us', 'es-419'];
    expect(tags.map(displayLanguage)).to.deep.equal([
      'en-US',
      'zh-Hant-TW',
      'de',
      'sl-rozaj-biske',
      'en-x-us',
      'es-419',
    ]);
  });
});

describe('The instant of an xsd:dateTime', () => {
  it('is in order for every year, time zone and fraction', () => {
    const times = [
      `-${'9'.repeat(400)}-01-01T00:00:00Z`,
      '-0001-12-31T23:59:59Z',
      '0000-01-01T00:00:00Z',
      '0099-06-01T00:00:00Z',
      '2026-01-01T13:00:00+04:00',
      '2026-01-01T10:00:00',
      '2026-01-01T10:00:00.5Z',
      '2026-01-01T23:59:59.9999Z',
      '2026-01-01T24:00:00Z',
      '9999-12-31T23:59:59Z',
      '12026-02-28T00:00:00Z',
      '400000-02-29T00:00:00-14:00',
      `${'9'.repeat(400)}-01-01T00:00:00Z`,
    ].map(instantOf);
    for (const [index, time] of times.slice(1).entries()) expect(time).to.be.greaterThan(times[index] ?? NaN);
  });

  it('is that of Date for years of four digits, and none for another text', () => {
    for (const text of [
      '0000-02-29T00:00:00Z',
      '1900-03-01T00:00:00Z',
      '1970-01-01T00:00:00Z',
      '2400-02-29T01:02:03.004Z',
    ])
      expect(instantOf(text)).to.equal(Date.parse(text));
    for (const text of ['', 'yesterday', '2026', '2026-02-x']) expect(instantOf(text)).to.be.NaN;
  });
});
