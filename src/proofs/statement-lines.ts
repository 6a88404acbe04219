/** The statements of stored graphs as the lines that an entry commits to (P4), and their salted hashes. */
import { hash } from 'node:crypto';
import type { Iri } from '../rdf/terms.js';
import { HASH_BYTES } from './format/encoding.js';
import { canonicalStatement, SALT_BYTES, sortStatements } from './format/statements.js';

/** A graph with its text: N-Triples in the store's form. */
export interface GraphLines {
  readonly graph: Iri;
  readonly text: string;
}

/**
 * The statements of graphs as canonical N-Quads without their line ends, in the order of their code points, which is that
 * of their bytes in UTF-8.
 */
export function statementLines(parts: readonly GraphLines[]): string[] {
  const lines: string[] = [];
  for (const { graph, text } of parts)
    for (let begin = 0; begin < text.length;) {
      const next = text.indexOf('\n', begin);
      // What somebody else wrote into the store may end without one.
      const end = next === -1 ? text.length : next;
      lines.push(canonicalStatement(text.slice(begin, end), graph));
      begin = end + 1;
    }
  return sortStatements(lines);
}

const STATEMENT_PREFIX = 0x00;
const LIST_PREFIX = 0x01;

/** The place of a prefix and a salt in front of each line. */
const PLACE = '\0'.repeat(1 + SALT_BYTES);
/** Room for the lines of most entries. */
const room = Buffer.alloc(65_536);

/**
 * SHA-256(0x00 ‖ salt ‖ line) of each line. The lines are encoded together, and a hash is taken as characters: each takes a
 * third of the time that it would take with buffers of its own.
 *
 * @param salts one after the other.
 */
export function hashesOf(lines: readonly string[], salts: Buffer): Buffer {
  const hashes = Buffer.allocUnsafe(lines.length * HASH_BYTES);
  let text = '';
  for (const line of lines) text += PLACE + line;
  const bytes = text.length * 3 > room.length ? Buffer.allocUnsafe(text.length * 3) : room;
  const isAscii = bytes.write(text) === text.length;
  let begin = 0;
  for (const [index, line] of lines.entries()) {
    const end = begin + PLACE.length + (isAscii ? line.length : Buffer.byteLength(line));
    bytes[begin] = STATEMENT_PREFIX;
    const salt = index * SALT_BYTES;
    for (let at = 0; at < SALT_BYTES; at += 1) bytes[begin + 1 + at] = salts[salt + at] ?? 0;
    hashes.write(hash('sha256', bytes.subarray(begin, end), 'binary'), index * HASH_BYTES, 'latin1');
    begin = end;
  }
  return hashes;
}

/** `content` of the record: the hash of the hashes of its statements. */
export const contentOf = (hashes: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.of(LIST_PREFIX), hashes]), 'buffer');
