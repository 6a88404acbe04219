/** How a text of a search is understood: what people write around a number, and how they separate its digits (K28, K29). */
import { type FlightText, flightText } from './flight-text.js';

/** What the text was taken for, and how it is written. */
export interface Understood {
  readonly as: 'uri' | 'waybill-number' | 'flight' | 'text';
  readonly text: string;
}

/** A text without what is written around a number. */
export interface SearchText {
  readonly understood: Understood;
  /** To be compared with identifiers, in canonical form. */
  readonly text: string;
  readonly flight?: FlightText | undefined;
}

/** "AWB", "MAWB No.", "awb:" before a number. */
const BEFORE_NUMBER = /^(?:m|h)?awb\b(?:[\s.:#]*(?:no|nr|number)\b)?[\s.:#-]*(?=[0-9a-z])/i;
/** Prefix and number of a waybill, or the number alone. */
const WAYBILL = /^(\d{3})?[\s\-/.]*(\d{8})$/;

/** The longest text that has a number in it. */
const MAX_NUMBER = 100;

/**
 * @param isUri whether the text is the address of something, which has no other spelling.
 * @param now decides the year of a day without one.
 */
export function searchText(text: string, isUri: boolean, now: Date): SearchText {
  const trimmed = text.trim();
  if (isUri || trimmed.length > MAX_NUMBER)
    return { understood: { as: isUri ? 'uri' : 'text', text: trimmed }, text: trimmed };
  // Full-width digits become digits (NFKC); every dash and the minus sign becomes a hyphen.
  const plain = trimmed
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();
  const bare = plain.replace(BEFORE_NUMBER, '');
  const digits = bare.replace(/(?<=\d)[\s\-/.]+(?=\d)/g, '');
  const [, prefix, number] = WAYBILL.exec(digits) ?? [];
  if (number !== undefined)
    return {
      understood: { as: 'waybill-number', text: prefix === undefined ? number : `${prefix}-${number}` },
      text: bare,
    };
  const flight = flightText(bare, now);
  const understood: Understood =
    flight?.day === undefined
      ? { as: 'text', text: bare }
      : { as: 'flight', text: `${flight.numbers[0] ?? ''}/${flight.day}` };
  return { understood, text: bare, flight };
}
