/** The number of an air waybill in a form: prefix, number and check digit in any spelling (K8). */
import { searchText } from '../../src/console/find/search-text.js';

export type WaybillNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unclear' }
  /** A number without a prefix. */
  | { readonly kind: 'without-prefix'; readonly number: string }
  /** A carrier's code that no carrier of the node has with a prefix. */
  | { readonly kind: 'unknown-carrier'; readonly code: string; readonly number: string }
  | {
      readonly kind: 'number';
      readonly prefix: string;
      readonly number: string;
      /** The last digit that the first seven need. */
      readonly checkDigit: string;
      readonly isRight: boolean;
    };

const CARRIER = /^([A-Z0-9]{2})[\s\-/.]*(\d{8}|\d{4}[\s\-/.]*\d{4})$/i;

/** The last digit of a number: the first seven modulo 7. */
export const checkDigitOf = (number: string): string => String(Number(number.slice(0, 7)) % 7);

/**
 * Reads a number in any spelling of K28, or with a carrier's code in the place of its prefix.
 *
 * @param prefixOf the prefix of a carrier's code; undefined if none is known.
 */
export function readWaybillNumber(
  text: string,
  prefixOf: (code: string) => string | undefined = () => undefined,
): WaybillNumber {
  if (text.trim() === '') return { kind: 'empty' };
  // The time is for dates without a year, which no number has.
  const { understood, text: bare } = searchText(text, false, new Date(0));
  if (understood.as === 'waybill-number') {
    const [prefix, number] = understood.text.split('-');
    return number === undefined || prefix === undefined
      ? { kind: 'without-prefix', number: understood.text }
      : numbered(prefix, number);
  }
  const [, code, digits] = CARRIER.exec(bare) ?? [];
  // Three digits would be a prefix with too few digits behind it.
  if (code === undefined || digits === undefined || /^\d+$/.test(code)) return { kind: 'unclear' };
  const number = digits.replace(/\D/g, '');
  const prefix = prefixOf(code.toUpperCase());
  return prefix === undefined
    ? { kind: 'unknown-carrier', code: code.toUpperCase(), number }
    : numbered(prefix, number);
}

function numbered(prefix: string, number: string): WaybillNumber {
  const checkDigit = checkDigitOf(number);
  return { kind: 'number', prefix, number, checkDigit, isRight: number.endsWith(checkDigit) };
}

/** The carrier's code at the beginning of a text, which a prefix is asked for; undefined if there is none. */
export function carrierCodeIn(text: string): string | undefined {
  const found = readWaybillNumber(text);
  return found.kind === 'unknown-carrier' ? found.code : undefined;
}
