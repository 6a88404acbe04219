/**
 * The salts of an entry's statements (P4). A new entry has one random seed of 16 bytes, and the salt of its n-th statement
 * is the n-th block of the keystream of AES-128-CTR under that seed: nobody without the seed can tell it from 16 random
 * bytes, and the salts that were disclosed say nothing of the others. So an entry takes 16 bytes on disk, however many
 * statements it has. When a statement is erased, the seed goes: what is left is the salt of each other statement, and the
 * hash of the erased one (P30).
 */
import { createCipheriv } from 'node:crypto';
import { HASH_BYTES } from './format/encoding.js';
import { SALT_BYTES } from './format/statements.js';

/** Of one statement: its salt, or the hash that is left of it. */
export type Slot =
  { readonly kind: 'salt'; readonly salt: Buffer } | { readonly kind: 'erased'; readonly hash: Buffer };

const zeros = Buffer.alloc(16);

/** The salts of a new entry, one after the other. */
export function saltsOf(seed: Uint8Array, statements: number): Buffer {
  if (statements === 0) return Buffer.alloc(0);
  const cipher = createCipheriv('aes-128-ctr', seed, zeros);
  return cipher.update(Buffer.alloc(SALT_BYTES * statements));
}

const TAGS = { salt: 1, erased: 2 } as const;

/** Slots as bytes: those of an entry that has lost statements. It is never as long as a seed. */
export const writeSlots = (slots: readonly Slot[]): Buffer =>
  Buffer.concat(
    slots.flatMap((slot) =>
      slot.kind === 'salt' ? [Buffer.of(TAGS.salt), slot.salt] : [Buffer.of(TAGS.erased), slot.hash],
    ),
  );

/**
 * The slots of an entry's statements, in their order.
 *
 * @param stored a seed, what `writeSlots` wrote, or nothing: all is gone.
 * @param statements the number of statements that the entry had, if the seed is still there.
 * @returns undefined for bytes that are neither, and if all is gone.
 */
export function readSlots(stored: Buffer, statements: number): readonly Slot[] | undefined {
  if (stored.length === SALT_BYTES) {
    const salts = saltsOf(stored, statements);
    return Array.from({ length: statements }, (_, index) => ({
      kind: 'salt',
      salt: salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES),
    }));
  }
  const slots: Slot[] = [];
  for (let at = 0; at < stored.length;) {
    const tag = stored[at];
    const begin = at + 1;
    if (tag === TAGS.salt) {
      at = begin + SALT_BYTES;
      slots.push({ kind: 'salt', salt: stored.subarray(begin, at) });
    } else if (tag === TAGS.erased) {
      at = begin + HASH_BYTES;
      slots.push({ kind: 'erased', hash: stored.subarray(begin, at) });
    } else return undefined;
    if (at > stored.length) return undefined;
  }
  return slots.length === 0 ? undefined : slots;
}
