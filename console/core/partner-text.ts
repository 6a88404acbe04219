/**
 * Makes partners' texts safe to read: replaces invisible characters, and those that reverse the direction of the
 * following text, by their code points.
 */

/**
 * Format characters (zero-width, directional, tags), controls except line breaks and tabs, line and paragraph
 * separators, fillers that render as space, and variation selectors.
 */
const HIDDEN =
  /\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Variation_Selector}|[\u{115f}\u{1160}\u{3164}\u{ffa0}]|\u{34f}|(?![\n\t])\p{Cc}/gu;

/** The longest text that is displayed in full. */
export const CUT = 300;

/** A part of a text: plain, or a hidden character. */
export interface TextPart {
  readonly text: string;
  readonly hidden: boolean;
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The parts of a text; hidden characters as their code points. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hidden: false });
    parts.push({ text: codePoint(match[0]), hidden: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), hidden: false });
  return parts;
}

/** A text for titles, file names and attributes: truncated, with hidden characters as their code points. */
export function plainText(text: string, length = CUT): string {
  const visible = visibleParts(cut(text, length))
    .map((part) => (part.hidden ? `[${part.text}]` : part.text))
    .join('');
  return text.length > length ? `${visible}…` : visible;
}

/** The beginning of a text, without half a character at its end. */
export function cut(text: string, length = CUT): string {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}
