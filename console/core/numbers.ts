/** Numbers as a reader types them, in the marks of the reader's language (K10). */

/** What separates the groups and the decimals. */
interface Marks {
  readonly group: string;
  readonly decimal: string;
}

const marksOf = (tag: string): Marks => {
  const parts = new Intl.NumberFormat(tag, { useGrouping: true, minimumFractionDigits: 1 }).formatToParts(1234567.5);
  const mark = (type: 'group' | 'decimal', fallback: string): string =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  return { group: mark('group', ','), decimal: mark('decimal', '.') };
};

export type TypedNumber =
  | { readonly kind: 'empty' }
  /** `decimal` has all digits, as `xsd:decimal` writes them: "1234.50". */
  | { readonly kind: 'number'; readonly value: number; readonly decimal: string }
  | { readonly kind: 'invalid' };

const escaped = (mark: string): string => mark.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** The number with a point and without groups, if the text is in the notation. */
function decimalOf(text: string, { group, decimal }: Marks): string | undefined {
  const [g, d] = [escaped(group), escaped(decimal)];
  const form = new RegExp(`^([+-]?)((?:\\d{1,3}(?:${g}\\d{3})+)|\\d+)(?:${d}(\\d+))?$`);
  const [, sign, whole, fraction] = form.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole.replaceAll(group, '').replace(/^0+(?=\d)/, '');
  return `${sign === '-' ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`;
}

/**
 * Reads a number in the notation of a language: in German "1.234,5" is 1234.5. What is no number there, but has only one
 * meaning in the other notation ("8.5" in German), is read in that one; "8,5,1" is invalid in both.
 *
 * @param tag of the language.
 */
export function parseNumber(text: string, tag: string): TypedNumber {
  // Spaces of any width group digits in every language.
  const typed = text
    .trim()
    .replaceAll('\u2212', '-')
    .replaceAll(/(?<=\d)[\s'\u2019](?=\d{3}(?!\d))/gu, '');
  if (typed === '') return { kind: 'empty' };
  const own = marksOf(tag);
  const decimal = decimalOf(typed, own) ?? decimalOf(typed, { group: own.decimal, decimal: own.group });
  if (decimal === undefined) return { kind: 'invalid' };
  return { kind: 'number', value: Number(decimal), decimal };
}

/** A number for a field, in the notation of a language, with all of its digits and without groups: "1234,50". */
export function typedText(decimal: string, tag: string): string {
  return decimal.replace('.', marksOf(tag).decimal);
}
