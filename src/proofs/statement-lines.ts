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

/** Room for a prefix, a salt and a line, except for very long ones: a hash in one call takes half the time of others. */
const room = Buffer.alloc(16_384);

/** SHA-256(0x00 ‖ salt ‖ line) of each line. @param salts one after the other. */
export function hashesOf(lines: readonly string[], salts: Buffer): Buffer {
  const hashes = Buffer.allocUnsafe(lines.length * HASH_BYTES);
  for (const [index, line] of lines.entries()) {
    const most = 1 + SALT_BYTES + line.length * 3;
    const bytes = most > room.length ? Buffer.alloc(most) : room;
    bytes[0] = STATEMENT_PREFIX;
    salts.copy(bytes, 1, index * SALT_BYTES, (index + 1) * SALT_BYTES);
    const end = 1 + SALT_BYTES + bytes.write(line, 1 + SALT_BYTES);
    hash('sha256', bytes.subarray(0, end), 'buffer').copy(hashes, index * HASH_BYTES);
  }
  return hashes;
}

/** `content` of the record: the hash of the hashes of its statements. */
export const contentOf = (hashes: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.of(LIST_PREFIX), hashes]), 'buffer');
