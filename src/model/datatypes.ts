/** What a datatype of the model accepts (D5), and how to call it. */
import { type Iri, iri } from '../rdf/terms.js';
import { rdfNs, xsdNs } from '../rdf/vocabulary.js';

const type = (name: string): Iri => iri(xsdNs + name);

interface Bounds {
  readonly min?: bigint;
  readonly max?: bigint;
}

/** xsd:integer and what derives from it, with the bounds of each. */
const integers: ReadonlyMap<Iri, Bounds> = new Map<Iri, Bounds>([
  [type('integer'), {}],
  [type('positiveInteger'), { min: 1n }],
  [type('nonNegativeInteger'), { min: 0n }],
  [type('negativeInteger'), { max: -1n }],
  [type('nonPositiveInteger'), { max: 0n }],
  [type('long'), { min: -(2n ** 63n), max: 2n ** 63n - 1n }],
  [type('int'), { min: -(2n ** 31n), max: 2n ** 31n - 1n }],
  [type('short'), { min: -(2n ** 15n), max: 2n ** 15n - 1n }],
  [type('byte'), { min: -128n, max: 127n }],
  [type('unsignedLong'), { min: 0n, max: 2n ** 64n - 1n }],
  [type('unsignedInt'), { min: 0n, max: 2n ** 32n - 1n }],
  [type('unsignedShort'), { min: 0n, max: 65535n }],
  [type('unsignedByte'), { min: 0n, max: 255n }],
]);

const integerTypes = [...integers.keys()];

const labels = new Map<string, string>([
  ['string', 'a text'],
  ['boolean', 'a boolean'],
  ['double', 'a number'],
  ['decimal', 'a number'],
  ['float', 'a number'],
  ['integer', 'an integer'],
  ['positiveInteger', 'an integer of 1 or more'],
  ['nonNegativeInteger', 'an integer of 0 or more'],
  ['dateTime', 'a date and time'],
  ['date', 'a date'],
  ['time', 'a time of day'],
  ['duration', 'a duration'],
  ['anyURI', 'a URI'],
]);

export interface DatatypeRule {
  /** The datatypes that a value may have. */
  readonly accepts: readonly Iri[];
  /** Whether an IRI stands for the text that it is. */
  readonly iri: boolean;
  readonly bounds: Bounds;
  /** In words: "a boolean (xsd:boolean)". */
  readonly label: string;
}

/**
 * What is accepted where the model asks for a datatype: language-tagged text for a text, an integer or decimal for a
 * number, any form of a URI (D5); and every integer datatype for any other, within its bounds, since a SPARQL store
 * keeps the value and not which of them it was.
 */
export function datatypeRule(datatype: Iri): DatatypeRule {
  const name = datatype.startsWith(xsdNs) ? datatype.slice(xsdNs.length) : datatype;
  const short = datatype.startsWith(xsdNs) ? `xsd:${name}` : datatype;
  const known = labels.get(name);
  return {
    accepts: accepted(datatype),
    iri: datatype === type('anyURI'),
    bounds: integers.get(datatype) ?? {},
    label: known === undefined ? `a literal of ${short}` : `${known} (${short})`,
  };
}

function accepted(datatype: Iri): readonly Iri[] {
  switch (datatype) {
    case type('string'):
      return [datatype, iri(`${rdfNs}langString`)];
    case type('anyURI'):
      return [datatype, type('string'), iri(`${rdfNs}langString`)];
    case type('double'):
      return [datatype, type('decimal'), ...integerTypes];
    case type('decimal'):
      return [datatype, type('double'), ...integerTypes];
    default:
      return integers.has(datatype) ? [datatype, ...integerTypes.filter((other) => other !== datatype)] : [datatype];
  }
}

const wholeNumber = /^[+-]?\d+$/;

/** Whether a lexical form is an integer within an integer datatype's bounds; false for any other datatype. */
export function isIntegerWithin(datatype: Iri, lexical: string): boolean {
  const bounds = integers.get(datatype);
  // BigInt takes time by the square of the digits, and no bound has more than 20.
  if (bounds === undefined || !wholeNumber.test(lexical)) return false;
  if (bounds.min === undefined && bounds.max === undefined) return true;
  const digits = lexical.replace(/^[+-]?0*/, '');
  if (digits.length > 20) return lexical.startsWith('-') ? bounds.min === undefined : bounds.max === undefined;
  const value = BigInt(digits === '' ? '0' : digits) * (lexical.startsWith('-') ? -1n : 1n);
  return (bounds.min === undefined || value >= bounds.min) && (bounds.max === undefined || value <= bounds.max);
}

/** Whether this is xsd:integer or derives from it. */
export function isInteger(datatype: string): boolean {
  return integerTypes.some((integer) => integer === datatype);
}
