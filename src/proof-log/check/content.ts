/** Whether graphs have the statements that their entry commits to (P4, P30). It knows neither stores nor logs. */
import { HASH_BYTES, isEqual } from '../../proofs/format/encoding.js';
import { SALT_BYTES } from '../../proofs/format/statements.js';
import { readSlots, saltsOf } from '../../proofs/salts.js';
import { contentOf, type GraphLines, hashesOf, statementLines } from '../../proofs/statement-lines.js';

/** What there is of an entry, and whether it is what the entry commits to. */
export type Content =
  | { readonly kind: 'whole' }
  /** It fits, and the salts of some statements are gone, or all. */
  | { readonly kind: 'erased' }
  /** None of its statements is there, although it has salts. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'different'; readonly how: string };

/** Escapes of N-Triples: a pair of backslashes is one of them, so that what follows it is not taken for an escape. */
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|.)/gu;

/**
 * Whether a text has the form in which the store writes statements, as far as the lines that an entry commits to do not show
 * it: the end of the last line, and how escapes are written.
 */
function isInForm(text: string): boolean {
  if (text !== '' && !text.endsWith('\n')) return false;
  if (!text.includes('\\u') && !text.includes('\\U')) return true;
  for (const [, short = '', long = ''] of text.matchAll(ESCAPE)) if (/[a-f]/.test(short + long)) return false;
  return true;
}

const different = (how: string): Content => ({ kind: 'different', how });

/**
 * @param content of the record.
 * @param salts as the store has them.
 */
export function judgeContent(content: Uint8Array, salts: Buffer, parts: readonly GraphLines[]): Content {
  if (!parts.every(({ text }) => isInForm(text))) return different('a line is not a statement as the store writes it');
  const lines = statementLines(parts);
  if (salts.length === 0)
    return lines.length === 0 ? { kind: 'erased' } : different(`has ${lines.length} statements and no salts`);
  if (salts.length === SALT_BYTES) {
    if (isEqual(contentOf(hashesOf(lines, saltsOf(salts, lines.length))), content)) return { kind: 'whole' };
    return lines.length === 0 ? { kind: 'missing' } : different('a statement or a salt is not that of the entry');
  }
  const slots = readSlots(salts, lines.length);
  if (slots === undefined) return different('its salts cannot be read');
  const salted = slots.filter(({ kind }) => kind === 'salt').length;
  if (salted !== lines.length) return different(`has ${lines.length} statements and ${salted} salts`);
  const hashes = Buffer.alloc(slots.length * HASH_BYTES);
  const remaining = lines.values();
  for (const [index, slot] of slots.entries()) {
    const hash = slot.kind === 'erased' ? slot.hash : hashesOf([remaining.next().value ?? ''], slot.salt);
    hash.copy(hashes, index * HASH_BYTES);
  }
  if (!isEqual(contentOf(hashes), content)) return different('a statement or a salt is not that of the entry');
  return salted === slots.length ? { kind: 'whole' } : { kind: 'erased' };
}
