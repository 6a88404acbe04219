/** Literals and the values of JavaScript that stand for them (T40). */
import type { Names } from '../names.js';
import { type Literal, literal, xsd } from '../rdf/terms.js';

export type Primitive = string | number | boolean;

const INTEGERS = /#(?:(?:non)?(?:positive|negative)?integer|(?:unsigned)?(?:int|long|short|byte))$/i;
const FRACTIONS = /#(?:decimal|double|float)$/;
const isXsd = (datatype: string, kind: RegExp): boolean => datatype.startsWith(xsd) && kind.test(datatype);
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number and a truth value as such; dates, and what no number of JavaScript can hold, as lexical text. */
export function primitiveOf({ value, datatype }: Literal): Primitive {
  if (datatype.value === `${xsd}boolean`) {
    if (value === 'true' || value === '1') return true;
    return value === 'false' || value === '0' ? false : value;
  }
  const isInteger = isXsd(datatype.value, INTEGERS);
  if (!isInteger && !isXsd(datatype.value, FRACTIONS)) return value;
  const number = NUMBER.test(value) ? Number(value) : NaN;
  return Number.isFinite(number) && (!isInteger || Number.isSafeInteger(number)) ? number : value;
}

/** A new literal of a property, with the datatype of the model (T42). */
export function literalFor(value: Primitive, property: string, names: Names): Literal {
  const datatypes = names.datatypes(property);
  if (typeof value === 'boolean') return literal(String(value), `${xsd}boolean`);
  if (typeof value === 'number') {
    const fitting = datatypes.find((one) =>
      isXsd(one, INTEGERS) ? Number.isSafeInteger(value) : isXsd(one, FRACTIONS),
    );
    const datatype = fitting ?? (Number.isSafeInteger(value) ? `${xsd}integer` : `${xsd}double`);
    return literal(datatype === `${xsd}decimal` ? decimalOf(value) : String(value), datatype);
  }
  if (datatypes.includes(`${xsd}string`)) return literal(value);
  const isText = (one: string): boolean => !isXsd(one, INTEGERS) && !isXsd(one, FRACTIONS) && one !== `${xsd}boolean`;
  return literal(value, datatypes.find(isText) ?? datatypes[0]);
}

/** A decimal has no exponent. */
function decimalOf(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(100).replace(/(?<!0)0+$/, '');
}
