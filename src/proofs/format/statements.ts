/** Statements as canonical N-Quads, and the salted hashes that commit to them (P4). */
import { type Hash, sha256 } from './encoding.js';
import { FormatError } from './format-error.js';

/** The length of a salt. */
export const SALT_BYTES = 16;

const LEAF = Uint8Array.of(0);
const LIST = Uint8Array.of(1);

/** The commitment to one statement: nobody can confirm a guess of it without its salt. */
export const statementHash = (salt: Uint8Array, nquad: string): Hash => sha256(LEAF, salt, nquad);

/** The commitment to the statements of a graph, from their hashes in the order of `sortStatements`. */
export const contentOf = (hashes: readonly Hash[]): Hash => sha256(LIST, ...hashes);

const SURROGATE = /[\uD800-\uDFFF]/;

/**
 * The lines in the order of their UTF-8 bytes, which is that of code points (RDFC-1.0). The order of UTF-16 code units
 * differs from it only where a character beyond the Basic Multilingual Plane meets one after the surrogates.
 */
export function sortStatements(lines: readonly string[]): string[] {
  if (!lines.some((line) => SURROGATE.test(line))) return [...lines].sort();
  return Array.from(lines, (line) => Buffer.from(line))
    .sort((a, b) => Buffer.compare(a, b))
    .map((bytes) => bytes.toString());
}

/**
 * A statement of a graph as a canonical N-Quad (RDFC-1.0, section 5), without the line's end.
 *
 * @param line the statement as N-Triples in the store's layout; the store escapes more characters than the canonical form.
 */
export function canonicalStatement(line: string, graph: string): string {
  const statement = line.includes('\\u') ? line.replace(ESCAPE, canonicalEscape) : line;
  // A line with another end, which somebody else wrote into the store, does not become that of a statement.
  return statement.endsWith(' .') ? `${statement.slice(0, -1)}<${graph}> .` : `${statement}<${graph}>`;
}

/** Escapes of N-Triples. A pair of backslashes is one of them, so that what follows it is not taken for an escape. */
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|.)/gu;

function canonicalEscape(written: string, short: string | undefined, long: string | undefined): string {
  const digits = short ?? long;
  return digits === undefined ? written : escaped(String.fromCodePoint(parseInt(digits, 16)));
}

const named: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

/** A character of a literal in the canonical form. */
function escaped(character: string): string {
  const code = character.charCodeAt(0);
  if (named[character] === undefined && code > 0x1f && code !== 0x7f) return character;
  return named[character] ?? `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The parts of a statement, as written. */
export interface WrittenStatement {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  /** The IRI of its graph. */
  readonly graph: string;
}

const IRI = String.raw`<[^<>"{}|^\u0060\\\u0000-\u0020]+>`;
// A literal ends at the last quote of the line but those of its type, which have none. Without alternatives inside the
// literal, the length of a text does not matter; what is inside is checked apart.
const LITERAL = String.raw`"([^\n]*)"(?:@[A-Za-z]+(?:-[A-Za-z0-9]+)*|\^\^${IRI})?`;
const STATEMENT = new RegExp(`^(${IRI}) (${IRI}) (${IRI}|${LITERAL}) (${IRI}) \\.$`, 'u');
const CANONICAL_ESCAPE = /\\(?:["\\btnfr]|u00(?:0[0-7BEF]|1[0-9A-F]|7F))/g;
// All control characters but those of Latin-1.
const MUST_BE_ESCAPED = /["\\]|[^\P{Cc}\u0080-\u009F]/u;

/**
 * Reads a canonical N-Quad without blank nodes, in a named graph.
 *
 * @throws FormatError for any other text, also for another form of the same statement.
 */
export function parseStatement(nquad: string): WrittenStatement {
  const match = STATEMENT.exec(nquad);
  const [, subject = '', predicate = '', object = '', text = '', graph = ''] = match ?? [];
  if (match === null || MUST_BE_ESCAPED.test(text.replace(CANONICAL_ESCAPE, '')))
    throw new FormatError(`not a canonical N-Quad: ${JSON.stringify(nquad.slice(0, 200))}`);
  return { subject, predicate, object, graph: graph.slice(1, -1) };
}
