/** Signed notes and their keys (C2SP signed-note), and cosignatures of witnesses (C2SP tlog-cosignature). */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { fromBase64, isEqual, sha256, toBase64 } from './encoding.js';
import { FormatError } from './format-error.js';

/** The type of plain Ed25519 signatures of a note. */
export const ED25519 = 0x01;
/** The type of Ed25519 cosignatures with a time. */
export const COSIGNATURE = 0x04;

export type SignatureType = typeof ED25519 | typeof COSIGNATURE;

const PUBLIC_KEY_BYTES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
/** A note has a signature for each key and each witness. */
const MAX_SIGNATURES = 100;

/** A key by which notes are verified. */
export interface VerifierKey {
  readonly name: string;
  readonly type: SignatureType;
  /** The first four bytes of a hash of the rest. */
  readonly id: number;
  readonly publicKey: Uint8Array;
}

const NAME = /^[^\s+\p{Cc}\p{Z}]+$/u;

/**
 * The key with this name.
 *
 * @throws FormatError for a name with a space, a plus or a control character, and a key that is not of 32 bytes.
 */
export function verifierKey(name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  if (!NAME.test(name)) throw new FormatError(`not a name of a key: ${JSON.stringify(name)}`);
  if (publicKey.length !== PUBLIC_KEY_BYTES) throw new FormatError('the public key is not of 32 bytes');
  const hash = Buffer.from(sha256(name, '\n', Uint8Array.of(type), publicKey));
  return { name, type, id: hash.readUInt32BE(0), publicKey };
}

const hexOf = (id: number): string => id.toString(16).padStart(2 * ID_BYTES, '0');

/** The key as a text: `<name>+<id>+<base64 of type and public key>`. */
export const writeVkey = ({ name, type, id, publicKey }: VerifierKey): string =>
  `${name}+${hexOf(id)}+${toBase64(Buffer.concat([Uint8Array.of(type), publicKey]))}`;

/**
 * Reads the text of a key.
 *
 * @throws FormatError, also for a key of another type and an id that is not the key's.
 */
export function parseVkey(text: string): VerifierKey {
  const [, name, hex = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  if (name === undefined) throw new FormatError(`not a key (<name>+<id>+<base64>): ${JSON.stringify(text)}`);
  const bytes = fromBase64(base64, `the key of ${name}`, 1 + PUBLIC_KEY_BYTES);
  const type = bytes.readUInt8(0);
  if (type !== ED25519 && type !== COSIGNATURE)
    throw new FormatError(`the key of ${name} has an unknown type: ${type}`);
  const key = verifierKey(name, type, bytes.subarray(1));
  if (hexOf(key.id) !== hex) throw new FormatError(`the key of ${name} has another id: ${hexOf(key.id)}`);
  return key;
}

/** The raw public key of an Ed25519 key pair. @throws FormatError for a key of another kind. */
export function publicKeyOf(privateKey: KeyObject): Buffer {
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (kty !== 'OKP' || crv !== 'Ed25519' || x === undefined) throw new FormatError('the key is not an Ed25519 key');
  return Buffer.from(x, 'base64url');
}

/** What a cosignature signs. */
const cosigned = (text: string, seconds: bigint): Buffer => Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

/** A key that signs notes. */
export class NoteSigner {
  readonly key: VerifierKey;
  readonly #privateKey: KeyObject;

  /** @throws FormatError for a name that no key may have, and a key that is not Ed25519. */
  constructor(name: string, type: SignatureType, privateKey: KeyObject) {
    this.key = verifierKey(name, type, publicKeyOf(privateKey));
    this.#privateKey = privateKey;
  }

  /**
   * The signature line of a note's text, with its end.
   *
   * @param text ends with a line's end.
   * @param time of a cosignature, as seconds since 1970; others have none.
   */
  sign(text: string, time: Date): string {
    return lineOf(
      this.key,
      this.key.type === COSIGNATURE ? this.#cosignature(text, time) : this.signBytes(Buffer.from(text)),
    );
  }

  /** The plain Ed25519 signature of bytes, for other formats than notes. */
  signBytes(bytes: Uint8Array): Buffer {
    return sign(null, bytes, this.#privateKey);
  }

  #cosignature(text: string, time: Date): Buffer {
    const seconds = BigInt(Math.floor(time.getTime() / 1000));
    const timestamp = Buffer.alloc(TIME_BYTES);
    timestamp.writeBigUInt64BE(seconds);
    return Buffer.concat([timestamp, sign(null, cosigned(text, seconds), this.#privateKey)]);
  }
}

function lineOf({ name, id }: VerifierKey, signature: Uint8Array): string {
  const bytes = Buffer.alloc(ID_BYTES);
  bytes.writeUInt32BE(id);
  return `— ${name} ${toBase64(Buffer.concat([bytes, signature]))}\n`;
}

/** A note: its text, a blank line, and the signature lines. */
export const signedNote = (text: string, lines: readonly string[]): string => `${text}\n${lines.join('')}`;

/** A signature of a note, verified or not. */
export interface NoteSignature {
  readonly name: string;
  readonly id: number;
  readonly bytes: Buffer;
  /** As in the note, with the line's end. */
  readonly line: string;
}

export interface SignedNote {
  /** What is signed; ends with a line's end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

// The control characters of ASCII below U+0020 are not allowed in notes, apart from the ends of lines.
const CONTROL = /[^\P{Cc}\n\u007F-\u009F]/u;

/** Reads signature lines. @throws FormatError */
export function parseSignatures(lines: string): NoteSignature[] {
  if (!lines.endsWith('\n')) throw new FormatError('the note does not end with a line');
  const all = lines.slice(0, -1).split('\n');
  if (all.length > MAX_SIGNATURES) throw new FormatError(`the note has more than ${MAX_SIGNATURES} signatures`);
  return all.map((line) => {
    const [, name = '', base64 = ''] = /^— ([^ ]+) ([^ ]+)$/u.exec(line) ?? [];
    if (!NAME.test(name)) throw new FormatError('a line of the note is not a signature');
    const bytes = fromBase64(base64, `the signature of ${name}`);
    if (bytes.length <= ID_BYTES) throw new FormatError(`the signature of ${name} is too short`);
    return { name, id: bytes.readUInt32BE(0), bytes: bytes.subarray(ID_BYTES), line: `${line}\n` };
  });
}

/** Reads a signed note. @throws FormatError */
export function parseNote(note: string): SignedNote {
  if (!note.isWellFormed() || CONTROL.test(note)) throw new FormatError('the note has a control character');
  const end = note.lastIndexOf('\n\n');
  if (end < 1) throw new FormatError('the note has no signatures after a blank line');
  return { text: note.slice(0, end + 1), signatures: parseSignatures(note.slice(end + 2)) };
}

/** A signature that holds. */
export interface VerifiedSignature {
  readonly key: VerifierKey;
  /** When a cosignature was made. */
  readonly time: Date | undefined;
  readonly line: string;
}

/** The signatures of a note under some keys; those of other keys are not looked at. */
export interface Verification {
  readonly valid: readonly VerifiedSignature[];
  /** The keys whose signatures do not hold: such a note is forged or damaged. */
  readonly invalid: readonly VerifierKey[];
}

/** Verifies the signatures of a note that were made with these keys. */
export function verifySignatures({ text, signatures }: SignedNote, keys: readonly VerifierKey[]): Verification {
  const valid: VerifiedSignature[] = [];
  const invalid: VerifierKey[] = [];
  for (const { name, id, bytes, line } of signatures) {
    const key = keys.find((other) => other.name === name && other.id === id);
    if (key === undefined) continue;
    const verified = key.type === COSIGNATURE ? verifyCosignature(text, bytes, key) : verifyPlain(text, bytes, key);
    if (verified === undefined) invalid.push(key);
    else valid.push({ key, time: verified.time, line });
  }
  return { valid, invalid };
}

const keyObject = ({ publicKey }: VerifierKey): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
    format: 'jwk',
  });

function isSigned(message: Buffer, signature: Buffer, key: VerifierKey): boolean {
  return signature.length === SIGNATURE_BYTES && verify(null, message, keyObject(key), signature);
}

function verifyPlain(text: string, bytes: Buffer, key: VerifierKey): { time: undefined } | undefined {
  return isSigned(Buffer.from(text), bytes, key) ? { time: undefined } : undefined;
}

function verifyCosignature(text: string, bytes: Buffer, key: VerifierKey): { time: Date } | undefined {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
  const seconds = bytes.readBigUInt64BE(0);
  const time = new Date(Number(seconds) * 1000);
  if (Number.isNaN(time.getTime())) return undefined;
  return isSigned(cosigned(text, seconds), bytes.subarray(TIME_BYTES), key) ? { time } : undefined;
}

/** Whether two keys are the same. */
export const isSameKey = (a: VerifierKey, b: VerifierKey): boolean =>
  a.name === b.name && a.type === b.type && isEqual(a.publicKey, b.publicKey);
