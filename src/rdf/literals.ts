/**
 * Literals: the lexical spaces of the XSD datatypes (D5), and the written forms (D3). Texts come from callers, so every
 * regular expression here runs in linear time.
 */
import { integerTypes, isInteger, isIntegerOf } from './integers.js';
import { rdfTerms, xsd, xsdNs } from './vocabulary.js';

type Check = (text: string) => boolean;

const matches =
  (expression: RegExp): Check =>
  (text) =>
    expression.test(text);

// Floating point numbers: a value beyond the datatype would silently become infinite.
const FLOATING = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const SPECIAL = /^(?:[+-]?INF|NaN)$/;

function floating(round: (value: number) => number): Check {
  return (text) => SPECIAL.test(text) || (FLOATING.test(text) && Number.isFinite(round(Number(text))));
}

// Dates and times.
const YEAR = '-?(?:[1-9][0-9]{3,}|0[0-9]{3})';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
const TIME = '(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?|24:00:00(?:\\.0+)?)';
const ZONE = '(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))';

/** The days of a month. Without a year February has 29, as in leap years. */
function daysOf(month: number, year: string | undefined): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  // The calendar repeats every 400 years, so the last four digits of a year suffice.
  const cycle = year === undefined ? 0 : Number(year.slice(-4));
  return (cycle % 4 === 0 && cycle % 100 !== 0) || cycle % 400 === 0 ? 29 : 28;
}

/** Matches a pattern whose groups `year` (optional), `month` and `day` must form a valid date. */
function calendar(pattern: string): Check {
  const expression = new RegExp(`^${pattern}$`);
  return (text) => {
    const groups = expression.exec(text)?.groups;
    return groups !== undefined && Number(groups['day']) <= daysOf(Number(groups['month']), groups['year']);
  };
}

const DATE = `(?<year>${YEAR})-(?<month>${MONTH})-(?<day>${DAY})`;

const YEARS_MONTHS = '(?:[0-9]+Y)?(?:[0-9]+M)?';
const DAYS_TIME = '(?:[0-9]+D)?(?:T(?=.)(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\\.[0-9]+)?S)?)?';
const duration = (parts: string): Check => matches(new RegExp(`^-?P(?=.)${parts}$`));

// Texts.
// oxlint-disable-next-line no-control-regex
const URI_FORBIDS = /[\u0000-\u0020<>"{}|\\^`]/;
const LANGUAGE = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/;
// BCP 47 is stricter than XSD: it prescribes the order of subtags (RFC 5646, section 2.1). Oxigraph accepts nothing
// else.
const LANGUAGE_TAG = new RegExp(
  '^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?' +
    '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?' +
    '|x(?:-[a-z0-9]{1,8})+)$',
  'i',
);
const MAX_LANGUAGE_TAG = 200;
const isNormalized: Check = (text) => !/[\t\n\r]/.test(text);
const isToken: Check = (text) =>
  isNormalized(text) && !text.startsWith(' ') && !text.endsWith(' ') && !text.includes('  ');

function isBase64(text: string): boolean {
  if (text.startsWith(' ') || text.endsWith(' ') || text.includes('  ')) return false;
  const letters = text.replaceAll(' ', '');
  // The bits left over by padding must be zero.
  return letters.length % 4 === 0 && /^[A-Za-z0-9+/]*(?:[AEIMQUYcgkosw048]=|[AQgw]==)?$/.test(letters);
}

const checks: Readonly<Record<string, Check>> = {
  string: () => true,
  normalizedString: isNormalized,
  token: isToken,
  NMTOKEN: matches(/^[\p{L}\p{N}\p{M}._:·-]+$/u),
  Name: matches(/^[\p{L}_:][\p{L}\p{N}\p{M}._:·-]*$/u),
  NCName: matches(/^[\p{L}_][\p{L}\p{N}\p{M}._·-]*$/u),
  language: matches(LANGUAGE),
  anyURI: (text) => !URI_FORBIDS.test(text),
  base64Binary: isBase64,
  hexBinary: matches(/^(?:[0-9a-fA-F]{2})*$/),
  boolean: matches(/^(?:true|false|1|0)$/),
  decimal: matches(/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/),
  double: floating((value) => value),
  float: floating(Math.fround),
  dateTime: calendar(`${DATE}T${TIME}${ZONE}?`),
  dateTimeStamp: calendar(`${DATE}T${TIME}${ZONE}`),
  date: calendar(`${DATE}${ZONE}?`),
  gMonthDay: calendar(`--(?<month>${MONTH})-(?<day>${DAY})${ZONE}?`),
  time: matches(new RegExp(`^${TIME}${ZONE}?$`)),
  gYear: matches(new RegExp(`^${YEAR}${ZONE}?$`)),
  gYearMonth: matches(new RegExp(`^${YEAR}-${MONTH}${ZONE}?$`)),
  gMonth: matches(new RegExp(`^--${MONTH}${ZONE}?$`)),
  gDay: matches(new RegExp(`^---${DAY}${ZONE}?$`)),
  duration: duration(YEARS_MONTHS + DAYS_TIME),
  yearMonthDuration: duration(YEARS_MONTHS),
  dayTimeDuration: duration(DAYS_TIME),
};

const byDatatype: ReadonlyMap<string, Check> = new Map([
  ...Object.entries(checks).map(([name, check]) => [xsdNs + name, check] as const),
  ...integerTypes.map((datatype) => [datatype, (text: string) => isIntegerOf(datatype, text)] as const),
]);

/** Quotes a caller's text for a message, with escaped control characters, truncated to 80 characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/**
 * The error of a literal, such as `"heavy" is not a valid xsd:double`; undefined when the text is in the datatype's lexical space
 * (D5). Datatypes outside of XSD are not checked; rdf:dirLangString is not supported.
 */
export function lexicalError(text: string, datatype: string): string | undefined {
  if (datatype === rdfTerms.dirLangString.value) return 'The datatype rdf:dirLangString is not supported';
  const check = byDatatype.get(datatype);
  if (check === undefined || check(text)) return undefined;
  return `${quote(text)} is not a valid xsd:${datatype.slice(xsdNs.length)}`;
}

/** The text of an xsd:dateTime with a time zone. A missing zone means UTC, whatever the server's time zone is. */
export function inUtcIfUnzoned(dateTime: string): string {
  return /(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(dateTime) ? dateTime : `${dateTime}Z`;
}

/** The Gregorian calendar repeats after 400 years. */
const CYCLE_YEARS = 400;
const CYCLE_MS = Date.UTC(2000 + CYCLE_YEARS) - Date.UTC(2000);

/**
 * The milliseconds of an xsd:dateTime since 1970, for comparisons; UTC without a time zone. NaN for another text. Date
 * is insufficient: it reads only years of four digits, and xsd:dateTime allows any year.
 */
export function instantOf(dateTime: string): number {
  const [, year, rest = ''] = /^(-?[0-9]{4,})(-.+)$/s.exec(dateTime) ?? [];
  const cycles = Math.floor((Number(year) - 2000) / CYCLE_YEARS);
  if (!Number.isFinite(cycles)) return cycles;
  return Date.parse(inUtcIfUnzoned(`${Number(year) - cycles * CYCLE_YEARS}${rest}`)) + cycles * CYCLE_MS;
}

/** Whether an IRI is in XSD's namespace, but is not one of its datatypes. */
export function isUnknownDatatype(datatype: string): boolean {
  return datatype.startsWith(xsdNs) && !byDatatype.has(datatype);
}

/** Whether a text is a well-formed language tag (BCP 47), irregular grandfathered tags excluded. */
export function isLanguageTag(text: string): boolean {
  return text.length <= MAX_LANGUAGE_TAG && LANGUAGE_TAG.test(text);
}

/** A language tag in the usual case: `en-us` becomes `en-US`, `zh-hant-tw` becomes `zh-Hant-TW` (RFC 5646, 2.1.1). */
export function displayLanguage(tag: string): string {
  const subtags = tag.toLowerCase().split('-');
  const singleton = subtags.findIndex((subtag) => subtag.length === 1);
  return subtags
    .map((subtag, index) => {
      if (index === 0 || (singleton >= 0 && index > singleton)) return subtag;
      if (subtag.length === 2) return subtag.toUpperCase();
      return /^[a-z]{4}$/.test(subtag) ? subtag.charAt(0).toUpperCase() + subtag.slice(1) : subtag;
    })
    .join('-');
}

/** A number in the written form of xsd:double: `20.0`, `25.5`, `1.0E21`, `INF` (D3). */
export function doubleForm(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-INF' : 'INF';
  const [mantissa = '0', exponent] = (Object.is(value, -0) ? '-0' : String(value)).split('e');
  const dotted = mantissa.includes('.') ? mantissa : `${mantissa}.0`;
  return exponent === undefined ? dotted : `${dotted}E${Number(exponent)}`;
}

/** An xsd:double or xsd:float in its written form (D3); an invalid text is returned unchanged. */
export function displayNumber(text: string): string {
  if (text === '+INF') return 'INF';
  return FLOATING.test(text) ? doubleForm(Number(text)) : text;
}

/**
 * The lexical form of a literal in every syntax, so that a revision is the same graph in each of them (D3): xsd:double,
 * xsd:float, xsd:boolean and xsd:integer in the form of their value, all others as stored.
 */
export function writtenForm(text: string, datatype: string): string {
  switch (datatype) {
    case xsd.double.value:
    case xsd.float.value:
      return displayNumber(text);
    case xsd.boolean.value:
      return text === '1' ? 'true' : text === '0' ? 'false' : text;
    case xsd.integer.value:
      return isInteger(text) ? integerForm(text) : text;
    default:
      return text;
  }
}

/** An integer without plus sign and leading zeros. */
function integerForm(text: string): string {
  const digits = text.replace(/^[+-]?0*(?=[0-9])/, '');
  return text.startsWith('-') && digits !== '0' ? `-${digits}` : digits;
}

/** A finite number as an xsd:decimal, which has no exponent. */
export function decimalForm(value: number): string {
  const [mantissa = '0', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const unsignedForm = point <= 0 ? `0.${'0'.repeat(-point)}${digits}` : digits.padEnd(point, '0');
  return value < 0 ? `-${unsignedForm}` : unsignedForm;
}
