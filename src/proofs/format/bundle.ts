/** Bundles: the self-contained proof of one entry (P14). */
import { toBase64 } from './encoding.js';
import { FormatError } from './format-error.js';

/** A statement with the salt by which its hash can be recomputed. */
export interface DisclosedStatement {
  /** 16 bytes as base64. */
  readonly salt: string;
  /** The statement as a canonical N-Quad, without the line's end. */
  readonly nquad: string;
}

/** A statement that is withheld, or erased (P34). */
export interface WithheldStatement {
  /** The salted hash as base64. */
  readonly hash: string;
  readonly erased?: true;
}

export type BundleStatement = DisclosedStatement | WithheldStatement;

/** The JSON of a bundle. What it says beside the record is a convenience, which nothing proves. */
export interface Bundle {
  readonly format: 'cargograph-proof/v1';
  readonly graph: string;
  /** The log record (P3). */
  readonly record: string;
  /** In the order of `sortStatements`; null for a state that is no more (P17), or erased (P34). */
  readonly statements: readonly BundleStatement[] | null;
  /** A C2SP tlog-proof (P15). */
  readonly proof: string;
  /** Keys that may have signed the checkpoint; who verifies brings the key. */
  readonly keys: readonly string[];
  readonly superseded: boolean;
  /** The bundle of the erasure's entry. */
  readonly erased: Bundle | null;
}

export const BUNDLE_FORMAT = 'cargograph-proof/v1';

export const isDisclosed = (statement: BundleStatement): statement is DisclosedStatement => 'nquad' in statement;

/** A statement as a bundle shows it. */
export const disclosed = (salt: Uint8Array, nquad: string): DisclosedStatement => ({ salt: toBase64(salt), nquad });

/** A statement as a bundle withholds it. */
export const withheld = (hash: Uint8Array): WithheldStatement => ({ hash: toBase64(hash) });

/** Reads the JSON text of a bundle. @throws FormatError */
export function parseBundle(text: string): Bundle {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new FormatError('the bundle is not JSON', { cause });
  }
  return readBundle(value, 'the bundle');
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readBundle(value: unknown, what: string): Bundle {
  if (!isObject(value)) throw new FormatError(`${what} is not an object`);
  if (value['format'] !== BUNDLE_FORMAT) throw new FormatError(`the format of ${what} is not '${BUNDLE_FORMAT}'`);
  const { statements, superseded, erased } = value;
  if (typeof superseded !== 'boolean') throw new FormatError(`${what} has no 'superseded'`);
  // The bundle of an erasure is whole: there is no erasure of an erasure.
  if (erased !== null && what !== 'the bundle') throw new FormatError(`${what} has an erasure itself`);
  return {
    format: BUNDLE_FORMAT,
    graph: textOf(value, 'graph', what),
    record: textOf(value, 'record', what),
    statements: statements === null ? null : listOf(statements, `the statements of ${what}`).map(readStatement),
    proof: textOf(value, 'proof', what),
    keys: listOf(value['keys'], `the keys of ${what}`).map((key) => readText(key, `a key of ${what}`)),
    superseded,
    erased: erased === null ? null : readBundle(erased, 'the bundle of the erasure'),
  };
}

function readStatement(value: unknown, index: number): BundleStatement {
  const what = `statement ${index + 1}`;
  if (!isObject(value)) throw new FormatError(`${what} is not an object`);
  if ('nquad' in value || 'salt' in value)
    return { salt: textOf(value, 'salt', what), nquad: textOf(value, 'nquad', what) };
  const hash = textOf(value, 'hash', what);
  return value['erased'] === true ? { hash, erased: true } : { hash };
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new FormatError(`${what} are not a list`);
  return value;
}

const textOf = (members: Members, name: string, what: string): string =>
  readText(members[name], `'${name}' of ${what}`);

function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw new FormatError(`${what} is not a text`);
  return value;
}
