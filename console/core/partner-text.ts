/**
 * What partners wrote, made safe to read: characters that do not show, or that turn the direction of what follows, are
 * replaced by their code points.
 */

/**
 * Format characters (zero-width, directional, tags), controls but line breaks and tabs, line and paragraph separators,
 * fillers that show as space, and variation selectors.
 */
const HIDDEN =
  /\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Variation_Selector}|[\u{115f}\u{1160}\u{3164}\u{ffa0}]|\u{34f}|(?![\n\t])\p{Cc}/gu;

/** The longest text that is shown at once. */
export const CUT = 300;

/** A part of a text: as it is, or a character that does not show. */
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

/** A text for titles, names of files and attributes: hidden characters as their code points, and cut. */
export function plainText(text: string, length = CUT): string {
  const visible = visibleParts(cut(text, length))
    .map((part) => (part.hidden ? `[${part.text}]` : part.text))
    .join('');
  return text.length > length ? `${visible}…` : visible;
}

/** The begin of a text, without half a character at its end. */
export function cut(text: string, length = CUT): string {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}
