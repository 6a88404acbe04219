/** The error of this folder: a text or value that is not in its format. */

/** Malformed input; the message says what is wrong, and where. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}
