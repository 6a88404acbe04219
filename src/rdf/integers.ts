/** xsd:integer and the datatypes derived from it, with their bounds. */
import { type Iri, iri } from './terms.js';
import { xsdNs } from './vocabulary.js';

/** Inclusive bounds. */
export interface Bounds {
  readonly min?: bigint;
  readonly max?: bigint;
}

const signed = (bits: bigint): Bounds => ({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n });
const unsigned = (bits: bigint): Bounds => ({ min: 0n, max: 2n ** bits - 1n });

const bounds = {
  integer: {},
  positiveInteger: { min: 1n },
  nonNegativeInteger: { min: 0n },
  negativeInteger: { max: -1n },
  nonPositiveInteger: { max: 0n },
  long: signed(64n),
  int: signed(32n),
  short: signed(16n),
  byte: signed(8n),
  unsignedLong: unsigned(64n),
  unsignedInt: unsigned(32n),
  unsignedShort: unsigned(16n),
  unsignedByte: unsigned(8n),
} satisfies Readonly<Record<string, Bounds>>;

/** The bounds of every integer datatype. */
export const integerBounds: ReadonlyMap<string, Bounds> = new Map(
  Object.entries(bounds).map(([name, limits]) => [xsdNs + name, limits]),
);

/** The integer datatypes, xsd:integer first. */
export const integerTypes: readonly Iri[] = Array.from(integerBounds.keys(), iri);

/** Whether a datatype is xsd:integer or derived from it. */
export function isIntegerType(datatype: string): boolean {
  return integerBounds.has(datatype);
}

const INTEGER = /^[+-]?[0-9]+$/;
/** No bound has more digits. BigInt's time is quadratic in the number of digits, so longer texts are not converted. */
const MAX_DIGITS = 20;

/** Whether a text is a valid xsd:integer. */
export function isInteger(text: string): boolean {
  return INTEGER.test(text);
}

/** Whether a text is a valid literal of an integer datatype; false for any other datatype. */
export function isIntegerOf(datatype: string, text: string): boolean {
  const limits = integerBounds.get(datatype);
  if (limits === undefined || !INTEGER.test(text)) return false;
  const { min, max } = limits;
  if (min === undefined && max === undefined) return true;
  const isNegative = text.startsWith('-');
  const digits = text.replace(/^[+-]?0*/, '');
  if (digits.length > MAX_DIGITS) return isNegative ? min === undefined : max === undefined;
  const value = BigInt(`0${digits}`) * (isNegative ? -1n : 1n);
  return (min === undefined || min <= value) && (max === undefined || value <= max);
}
