/** Edits of a text by position, so that a position in the result can be mapped to the original. */

export interface Edit {
  readonly at: number;
  /** The number of replaced characters; 0 for an insertion. */
  readonly length: number;
  readonly text: string;
}

export const insertion = (at: number, text: string): Edit => ({ at, length: 0, text });

/** Sorts edits by position, insertions before replacements. */
function sorted(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((one, other) => one.at - other.at || one.length - other.length);
}

/** A part of a text with its edits applied. */
export function edited(text: string, edits: readonly Edit[], from = 0, to = text.length): string {
  let result = '';
  let at = from;
  for (const edit of sorted(edits)) {
    if (edit.at < from || edit.at + edit.length > to) continue;
    result += text.slice(at, edit.at) + edit.text;
    at = edit.at + edit.length;
  }
  return result + text.slice(at, to);
}

/** The offset in the original text of an offset in the edited one. */
export function originalOffset(offset: number, edits: readonly Edit[]): number {
  let shift = 0;
  for (const { at, length, text } of sorted(edits)) {
    if (at + shift >= offset) break;
    if (offset < at + shift + text.length) return at;
    shift += text.length - length;
  }
  return offset - shift;
}

/** The offset of a line and a column, which count from 1 and in code points. */
export function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let count = 1; count < line; count += 1) {
    const end = text.indexOf('\n', at);
    if (end === -1) break;
    at = end + 1;
  }
  for (let count = 1; count < column && at < text.length; count += 1)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** A position in words, for a message. */
export function describePosition(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${String(before.length)}, column ${String(Array.from(before.at(-1) ?? '').length + 1)}`;
}
