/** Decodes the bytes of an XML document by its byte order mark or its declaration, slice by slice (X69, X70). */
import { quote } from '../../rdf/literals.js';

/** Bytes per slice. */
const SLICE = 16 * 1024;

/** Where a declaration must name the encoding. */
const DECLARATION_BYTES = 256;

const DECLARED = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']/;

const known = ['UTF-8', 'UTF-16', 'ISO-8859-1', 'US-ASCII', 'windows-1252'] as const;

/** A document in an encoding that is not read, or with bytes that are not of its encoding. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

interface Encoding {
  readonly name: string;
  /** Moves the end of a slice to the end of a character. */
  readonly align: (bytes: Uint8Array, end: number) => number;
  /** @throws TypeError for bytes that are not of the encoding. */
  readonly decode: (bytes: Uint8Array) => string;
  /** Decodes the beginning of a text, which may end within a character. */
  readonly decodeStart: (bytes: Uint8Array) => string;
}

const anywhere = (_bytes: Uint8Array, end: number): number => end;

/** Continuation bytes of UTF-8 belong to the character before them. */
function atCharacter(bytes: Uint8Array, end: number): number {
  let at = end;
  while (end - at < 3 && at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}

/** @param high where a code unit has its higher byte, from the end of the unit. */
const atCodePoint =
  (high: 1 | 2) =>
  (bytes: Uint8Array, end: number): number =>
    end < bytes.length && ((bytes[end - high] ?? 0) & 0xfc) === 0xd8 ? end - 2 : end;

/** An encoding that Node.js decodes. */
function ofPlatform(name: string, label: string, align: Encoding['align']): Encoding {
  const decode = (bytes: Uint8Array, stream: boolean): string =>
    new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes, { stream });
  return {
    name,
    align,
    decode: (bytes) => decode(bytes, false),
    decodeStart: (bytes) => decode(bytes, true),
  };
}

/** An encoding of single bytes, of which some are no character. */
function ofBytes(name: string, isCharacter: (byte: number) => boolean, text: (bytes: Uint8Array) => string): Encoding {
  const decode = (bytes: Uint8Array): string => {
    if (!bytes.every(isCharacter)) throw new TypeError(`not ${name}`);
    return text(bytes);
  };
  return { name, align: anywhere, decode, decodeStart: decode };
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
/**
 * The characters of windows-1252 from 0x80 on; U+FFFD where it has none. Some releases of Node.js decode these bytes as
 * ISO-8859-1.
 */
const HIGH_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';
const character1252 = (byte: number): string => HIGH_1252[byte - 0x80] ?? String.fromCharCode(byte);

const utf8 = ofPlatform('UTF-8', 'utf-8', atCharacter);
const utf16le = ofPlatform('UTF-16', 'utf-16le', atCodePoint(1));
const utf16be = ofPlatform('UTF-16', 'utf-16be', atCodePoint(2));
const iso88591 = ofBytes('ISO-8859-1', () => true, latin1);
const ascii = ofBytes('US-ASCII', (byte) => byte < 0x80, latin1);
const windows1252 = ofBytes(
  'windows-1252',
  (byte) => character1252(byte) !== '\ufffd',
  (bytes) => Array.from(bytes, character1252).join(''),
);

const declared: ReadonlyMap<string, Encoding> = new Map([
  ['utf-8', utf8],
  ['utf8', utf8],
  ['iso-8859-1', iso88591],
  ['latin1', iso88591],
  ['us-ascii', ascii],
  ['ascii', ascii],
  ['windows-1252', windows1252],
  ['cp1252', windows1252],
]);

const marks: readonly (readonly [readonly number[], Encoding, number])[] = [
  [[0xef, 0xbb, 0xbf], utf8, 3],
  [[0xff, 0xfe], utf16le, 2],
  [[0xfe, 0xff], utf16be, 2],
  // No mark, but `<?` in UTF-16.
  [[0x3c, 0, 0x3f, 0], utf16le, 0],
  [[0, 0x3c, 0, 0x3f], utf16be, 0],
];

/** @throws EncodingError */
function encodingOf(bytes: Uint8Array): { readonly encoding: Encoding; readonly start: number } {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return { encoding: marked[1], start: marked[2] };
  const [, name] = DECLARED.exec(latin1(bytes.subarray(0, DECLARATION_BYTES))) ?? [];
  const encoding = name === undefined ? utf8 : declared.get(name.toLowerCase());
  if (encoding === undefined)
    throw new EncodingError(`the encoding ${quote(name ?? '')} is not read; these are: ${known.join(', ')}`);
  return { encoding, start: 0 };
}

/**
 * The text of a document in slices, each of whole characters. What can be decoded comes before the error.
 *
 * @throws EncodingError
 */
export function* decodedSlices(bytes: Uint8Array): Generator<string, void, undefined> {
  const { encoding, start } = encodingOf(bytes);
  for (let from = start; from < bytes.length;) {
    const end = from + SLICE < bytes.length ? encoding.align(bytes, from + SLICE) : bytes.length;
    const slice = bytes.subarray(from, end);
    try {
      yield encoding.decode(slice);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      yield readable(slice, encoding);
      throw new EncodingError(`bytes that are not ${encoding.name}`);
    }
    from = end;
  }
}

/** The text before the first byte that is not of the encoding. */
function readable(slice: Uint8Array, { decodeStart }: Encoding): string {
  let [least, most] = [0, slice.length];
  let text = '';
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    try {
      text = decodeStart(slice.subarray(0, middle));
      least = middle;
    } catch {
      most = middle - 1;
    }
  }
  return text;
}
