/** The text of a message that is kept as bytes. */

/** A declaration stands within the first characters, which are ASCII in every encoding but UTF-16. */
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;
const HEAD = 200;

/** The encoding that a text declares; undefined without one. */
export const declaredEncoding = (text: string): string | undefined => DECLARED.exec(text.slice(0, HEAD))?.[1];

/** UTF-16 without a byte order mark shows in the form of `<`. */
function utf16Of([first = 0, second = 0]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return undefined;
}

/** The text of bytes, by their byte order mark or declaration; whatever cannot be read becomes a replacement character. */
export function textOf(bytes: ArrayBuffer): string {
  const head = new Uint8Array(bytes, 0, Math.min(HEAD, bytes.byteLength));
  const declared = declaredEncoding(new TextDecoder('latin1').decode(head));
  return decoderOf(utf16Of(head) ?? declared ?? 'utf-8').decode(bytes);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder();
    throw error;
  }
}
