/** Small changes of a text, kept with their places, so that a place in the result can be told in the original. */

export interface Edit {
  readonly at: number;
  /** How many characters it takes the place of; 0 for what is only inserted. */
  readonly length: number;
  readonly text: string;
}

export const insertion = (at: number, text: string): Edit => ({ at, length: 0, text });

/** In the order of their places; what is inserted somewhere stands before what is replaced there. */
function inOrder(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((one, other) => one.at - other.at || one.length - other.length);
}

/** The part of a text from one place to another, with the edits that lie in it. */
export function edited(text: string, edits: readonly Edit[], from = 0, to = text.length): string {
  let result = '';
  let at = from;
  for (const edit of inOrder(edits)) {
    if (edit.at < from || edit.at + edit.length > to) continue;
    result += text.slice(at, edit.at) + edit.text;
    at = edit.at + edit.length;
  }
  return result + text.slice(at, to);
}

/** Where in the original text a place of the edited one is. */
export function originalOffset(place: number, edits: readonly Edit[]): number {
  let shift = 0;
  for (const { at, length, text } of inOrder(edits)) {
    if (at + shift >= place) break;
    if (place < at + shift + text.length) return at;
    shift += text.length - length;
  }
  return place - shift;
}

/** The place of a line and a column, both from 1 on, counted in code points. */
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

/** A place in words, for a message. */
export function describePosition(text: string, place: number): string {
  const before = text.slice(0, place).split('\n');
  return `line ${String(before.length)}, column ${String(Array.from(before.at(-1) ?? '').length + 1)}`;
}
