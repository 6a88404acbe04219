/** What a server sent is text in every output: no control characters, no markup (T21, T23). */

// Characters that XML 1.0 forbids, that a terminal would interpret, or that turn text around.
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\uFFFE\uFFFF]/gu;

/** Text without control characters but line breaks. */
export const plain = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(CONTROL, (char) => (char === '\n' ? char : '\u00b7'));

/** Text on one line. */
export const onOneLine = (text: string): string => plain(text).replace(/\s+/g, ' ').trim();

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for XML and HTML, also in attributes. */
export const escaped = (text: string): string => plain(text).replace(/[&<>"']/g, (char) => entities[char] ?? char);
